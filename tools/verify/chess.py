#!/usr/bin/env python3
"""Checks certificates of chess mates.

usage: chess.py FILE...   (- = standard input; .zst files need the zstd command)
The format is in docs/internals/certificates.md. Shares no code with the program that writes them.
"""
import subprocess
import sys
import zlib

GAME = "chess"
FACTS = ("position",)
OPEN, HOLDS, BROKEN = range(3)


class Flaw(Exception):
    pass


def read(path):
    """The game, the facts and the parts (claim, moves) of a certificate."""
    data = sys.stdin.buffer.read() if path == "-" else open(path, "rb").read()
    if data[:4] == b"\x28\xb5\x2f\xfd":
        data = subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=True).stdout
    head, mark, tail = data.rpartition(b"sum ")
    if not head.endswith(b"\n") or tail != b"%08x\n" % zlib.crc32(head):
        raise Flaw("the checksum is wrong")
    lines = head.decode("ascii").split("\n")[:-1]
    if lines[:2] != ["tesuji-certificate 1", "game " + GAME]:
        raise Flaw("not a certificate of version 1 for " + GAME)
    facts, parts, at = {}, [], 2
    while at < len(lines):
        word, _, rest = lines[at].partition(" ")
        at += 1
        if word != "claim":
            if parts or word in facts:
                raise Flaw("unexpected line: " + lines[at - 1])
            facts[word] = rest
            continue
        moves = []
        while at < len(lines) and not lines[at].startswith("end "):
            moves += lines[at].split(" ")
            at += 1
        if at == len(lines) or lines[at] != "end %d" % len(moves):
            raise Flaw("a part does not end as it should")
        at += 1
        parts.append((rest, moves))
    if not parts or tuple(facts) != FACTS:
        raise Flaw("the file makes no claim, or its header lines are not: %s" % ", ".join(FACTS))
    return facts, parts


def walk_closed(rules, root, moves):
    """The winner's moves keep the play in a set of states in which the claim never fails."""
    moves = iter(moves)
    seen, stack = {rules.key(root)}, [root]
    while stack:
        state = stack.pop()
        standing = rules.standing(state)
        if standing == HOLDS:
            continue
        if standing == BROKEN:
            raise Flaw("the claim fails in " + rules.text(state))
        if rules.winner_to_move(state):
            following = [rules.play(state, next(moves, None))]
        else:
            following = rules.replies(state)
        for after in following:
            key = rules.key(after)
            if key not in seen:
                seen.add(key)
                stack.append(after)
    if next(moves, None) is not None:
        raise Flaw("there are moves left over")
    return len(seen)


# A square is rank * 8 + file; pieces are the letters of FEN, "." is empty.
def ray(square, step_file, step_rank):
    file, rank = square % 8 + step_file, square // 8 + step_rank
    while 0 <= file < 8 and 0 <= rank < 8:
        yield rank * 8 + file
        file, rank = file + step_file, rank + step_rank


STRAIGHT, DIAGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1)), ((1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))


def steps(square, ways):
    return [next(ray(square, *way)) for way in ways if any(True for _ in ray(square, *way))]


RAYS = [{way: tuple(ray(s, *way)) for way in STRAIGHT + DIAGONAL} for s in range(64)]
KING = [steps(s, STRAIGHT + DIAGONAL) for s in range(64)]
KNIGHT = [steps(s, JUMPS) for s in range(64)]
PAWN = {True: [steps(s, ((1, 1), (-1, 1))) for s in range(64)],  # white takes upwards
        False: [steps(s, ((1, -1), (-1, -1))) for s in range(64)]}
ROOKS = {0: ("Q", 4, 0), 7: ("K", 4, 7), 56: ("q", 60, 56), 63: ("k", 60, 63)}


def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def piece(letter, white):
    return letter.upper() if white else letter.lower()


def attacked(board, square, by_white):
    if any(board[s] == piece("n", by_white) for s in KNIGHT[square]):
        return True
    if any(board[s] == piece("k", by_white) for s in KING[square]):
        return True
    if any(board[s] == piece("p", by_white) for s in PAWN[not by_white][square]):
        return True
    for ways, sliders in ((STRAIGHT, "rq"), (DIAGONAL, "bq")):
        for way in ways:
            for s in RAYS[square][way]:
                if board[s] != ".":
                    if board[s] in (piece(sliders[0], by_white), piece(sliders[1], by_white)):
                        return True
                    break
    return False


def in_check(board, white):
    return attacked(board, board.index(piece("k", white)), not white)


def pseudo_moves(board, white, rights, passant):
    """(from, to, promotion letter or "")."""
    for start, what in enumerate(board):
        if what == "." or what.isupper() != white:
            continue
        kind = what.lower()
        if kind == "p":
            ahead = 8 if white else -8
            targets = []
            if board[start + ahead] == ".":
                targets.append(start + ahead)
                if start // 8 == (1 if white else 6) and board[start + 2 * ahead] == ".":
                    targets.append(start + 2 * ahead)
            targets += [s for s in PAWN[white][start]
                        if s == passant or board[s] != "." and board[s].isupper() != white]
            for target in targets:
                for letter in "qrbn" if target // 8 in (0, 7) else ("",):
                    yield start, target, letter
            continue
        if kind in "nk":
            reached = KNIGHT[start] if kind == "n" else KING[start]
        else:
            reached = []
            for way in {"r": STRAIGHT, "b": DIAGONAL, "q": STRAIGHT + DIAGONAL}[kind]:
                for s in RAYS[start][way]:
                    reached.append(s)
                    if board[s] != ".":
                        break
        for target in reached:
            if board[target] == "." or board[target].isupper() != white:
                yield start, target, ""
        if kind == "k":
            for right, king, rook in ROOKS.values():
                if right in rights and king == start and right.isupper() == white:
                    way = 1 if rook > king else -1
                    between = range(king + way, rook, way)
                    if all(board[s] == "." for s in between) and not any(
                            attacked(board, king + way * i, not white) for i in range(3)):
                        yield king, king + 2 * way, ""


def make(board, white, rights, passant, move):
    """(board, other side, rights, square a pawn passed or None)."""
    start, target, letter = move
    cells = list(board)
    what = cells[start]
    cells[start] = "."
    if what.lower() == "p" and target == passant:
        cells[target + (-8 if white else 8)] = "."
    if what.lower() == "k" and abs(target - start) == 2:
        rook = target + 1 if target > start else target - 2
        cells[rook], cells[(start + target) // 2] = ".", cells[rook]
    cells[target] = piece(letter, white) if letter else what
    lost = "".join(ROOKS[s][0] for s in (start, target) if s in ROOKS)
    if what.lower() == "k":
        lost += "KQ" if white else "kq"
    passed = (start + target) // 2 if what.lower() == "p" and abs(target - start) == 16 else None
    return "".join(cells), not white, "".join(r for r in rights if r not in lost), passed


class Rules:
    """A state is (board, white to move, castling rights, en-passant square or None, attacker's moves left)."""

    def __init__(self, white_attacks, mate):
        self.white_attacks, self.mate = white_attacks, mate

    def legal(self, state):
        """{name: state after it}"""
        board, white, rights, passant, left = state
        found = {}
        for move in pseudo_moves(board, white, rights, passant):
            after = make(board, white, rights, passant, move)
            if not in_check(after[0], white):
                after = after + (left - 1 if white == self.white_attacks else left,)
                found[name(move[0]) + name(move[1]) + move[2]] = after
        return found

    def key(self, state):
        """The en-passant square counts only where a pawn can really take."""
        board, white, rights, passant, left = state
        if passant is not None:
            takes = [m for m in pseudo_moves(board, white, rights, passant)
                     if m[1] == passant and board[m[0]].lower() == "p"
                     and not in_check(make(board, white, rights, passant, m)[0], white)]
            passant = passant if takes else None
        return board, white, rights, passant, left

    def text(self, state):
        return "%s, %s to move, %d left" % (state[0], "white" if state[1] else "black", state[4])

    def winner_to_move(self, state):
        return (state[1] == self.white_attacks) == self.mate

    def standing(self, state):
        fails = BROKEN if self.mate else HOLDS
        attacks = state[1] == self.white_attacks
        if attacks and state[4] == 0:
            return fails
        if self.legal(state):
            return fails if not attacks and state[4] == 0 else OPEN
        if attacks or not in_check(state[0], state[1]):
            return fails
        return HOLDS if self.mate else BROKEN

    def replies(self, state):
        return [after for _, after in sorted(self.legal(state).items())]

    def play(self, state, move):
        legal = self.legal(state)
        if move not in legal:
            raise Flaw("'%s' is not possible in %s" % (move, self.text(state)))
        return legal[move]


def check(facts, parts):
    placed, side, castling, passant, halfmoves, _ = facts["position"].split(" ")
    rows = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in placed.split("/")]
    board = "".join(reversed(rows))
    if len(rows) != 8 or any(len(row) != 8 or set(row) - set("pnbrqkPNBRQK.") for row in rows):
        raise Flaw("the board is not drawn in full")
    if board.count("k") != 1 or board.count("K") != 1 or set((rows[0] + rows[7]).lower()) & {"p"}:
        raise Flaw("there is no such position")
    if side not in "wb" or (castling != "-" and set(castling) - set("KQkq")):
        raise Flaw("unknown side or castling rights")
    rights = "".join(right for right, king, rook in ROOKS.values() if right in castling)
    for right, king, rook in ROOKS.values():
        if right in rights and (board[king], board[rook]) != (piece("k", right.isupper()), piece("r", right.isupper())):
            raise Flaw("castling right %s without king and rook" % right)
    white = side == "w"
    if in_check(board, not white):
        raise Flaw("the side that has moved is in check")
    square = None if passant == "-" else "abcdefgh".index(passant[0]) + 8 * (int(passant[1]) - 1)
    if square is not None:
        behind = square + (-8 if white else 8)
        if square // 8 != (5 if white else 2) or board[square] != "." or board[behind] != piece("p", not white):
            raise Flaw("no pawn has passed the en-passant square")
    for claim, moves in parts:
        word, _, number = claim.partition(" ")
        if word not in ("mate", "no-mate") or not 0 <= int(number) <= 50:
            raise Flaw("unknown claim: " + claim)
        if word == "mate" and int(number) > (100 - int(halfmoves)) // 2:
            raise Flaw("the fifty-move rule ends the game before that")
        states = walk_closed(Rules(white, word == "mate"), (board, white, rights, square, int(number)), moves)
        yield "%s to move: %s in %s (%d states)" % (
            "white" if white else "black", word.replace("-", " "), number, states)


def main(paths):
    failed = not paths
    for path in paths:
        try:
            for sentence in check(*read(path)):
                print("%s: proved: %s" % (path, sentence))
        except (Flaw, OSError, ValueError, KeyError, IndexError, subprocess.CalledProcessError) as flaw:
            print("%s: not proved: %s" % (path, flaw if isinstance(flaw, (Flaw, OSError)) else repr(flaw)))
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

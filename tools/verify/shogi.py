#!/usr/bin/env python3
"""Checks certificates of shogi mates.

usage: shogi.py FILE...   (- = standard input; .zst files need the zstd command)
The format is in docs/internals/certificates.md. Shares no code with the program that writes them.
"""
import subprocess
import sys
import zlib

GAME = "shogi"
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


def walk_founded(rules, root, moves):
    """As walk_closed, and no line comes back to a state: returns the number of states and the longest line."""
    moves = iter(moves)
    heights, path = {}, []  # height None = on the path

    def enter(state):
        key = rules.key(state)
        if key in heights:
            if heights[key] is None:
                raise Flaw("play comes back to " + rules.text(state))
            return heights[key]
        standing = rules.standing(state)
        if standing == BROKEN:
            raise Flaw("the claim fails in " + rules.text(state))
        if standing == HOLDS:
            heights[key] = 0
            return 0
        heights[key] = None
        if rules.winner_to_move(state):
            following = [rules.play(state, next(moves, None))]
        else:
            following = rules.replies(state)
        path.append([key, following[::-1], 0])
        return None

    known = enter(root)
    while path:
        top = path[-1]
        if known is not None:
            top[2] = max(top[2], known + 1)
        if top[1]:
            known = enter(top[1].pop())
        else:
            known = heights[top[0]] = top[2]
            path.pop()
    if next(moves, None) is not None:
        raise Flaw("there are moves left over")
    return len(heights), known


# A square is (rank, file): rank 0 is "a", file 0 is "1". A piece is its SFEN text: "P", "+p"; black is upper case.
GOLD = ((-1, 0), (-1, -1), (-1, 1), (0, -1), (0, 1), (1, 0))
ORTHOGONAL, DIAGONAL = ((-1, 0), (1, 0), (0, -1), (0, 1)), ((-1, -1), (-1, 1), (1, -1), (1, 1))
STEPS = {"P": ((-1, 0),), "N": ((-2, -1), (-2, 1)), "S": ((-1, 0),) + DIAGONAL, "G": GOLD, "K": ORTHOGONAL + DIAGONAL,
         "+P": GOLD, "+L": GOLD, "+N": GOLD, "+S": GOLD, "+B": ORTHOGONAL, "+R": DIAGONAL}
SLIDES = {"L": ((-1, 0),), "B": DIAGONAL, "R": ORTHOGONAL, "+B": DIAGONAL, "+R": ORTHOGONAL}
HAND = "PLNSBRG"
SQUARES = [(rank, file) for rank in range(9) for file in range(9)]


def name(square):
    return "%d%s" % (square[1] + 1, "abcdefghi"[square[0]])


def reached(board, square, kind, black):
    """The squares that a piece of this kind attacks."""
    turn = 1 if black else -1
    for rank, file in STEPS.get(kind, ()):
        to = (square[0] + turn * rank, square[1] + file)
        if 0 <= to[0] < 9 and 0 <= to[1] < 9:
            yield to
    for rank, file in SLIDES.get(kind, ()):
        to = (square[0] + turn * rank, square[1] + file)
        while 0 <= to[0] < 9 and 0 <= to[1] < 9:
            yield to
            if to in board:
                break
            to = (to[0] + turn * rank, to[1] + file)


def attacked(board, square, by_black):
    # What stands where a piece of the other side on this square would go attacks it back.
    for kind in ("P", "L", "N", "S", "G", "K", "B", "R", "+B", "+R"):
        for start in reached(board, square, kind, not by_black):
            what = board.get(start)
            if what is not None and what[-1].isupper() == by_black:
                there = what.upper()
                if there == kind or kind == "G" and there in ("+P", "+L", "+N", "+S"):
                    return True
    return False


def king_of(board, black):
    return next((square for square, what in board.items() if what == ("K" if black else "k")), None)


def in_check(board, black):
    king = king_of(board, black)
    return king is not None and attacked(board, king, not black)


def must_promote(kind, rank, black):
    depth = rank if black else 8 - rank
    return kind in "PL" and depth == 0 or kind == "N" and depth <= 1


class State:
    """The board, the hands of black and white, and who moves."""

    def __init__(self, board, hands, black):
        self.board, self.hands, self.black = board, hands, black
        self.known_legal = None

    def key(self):
        return "".join([self.board.get(square, ".") for square in SQUARES]), self.hands, self.black

    def after(self, start, to, kind, promote):
        board, hands = dict(self.board), [list(hand) for hand in self.hands]
        mine = hands[0 if self.black else 1]
        if start is None:
            mine[HAND.index(kind)] -= 1
        else:
            del board[start]
            taken = board.get(to)
            if taken is not None:
                mine[HAND.index(taken[-1].upper())] += 1
        placed = "+" + kind if promote else kind
        board[to] = placed if self.black else placed.lower()
        return State(board, (tuple(hands[0]), tuple(hands[1])), not self.black)

    def drop_squares(self):
        """Where a drop does not leave the own king in check: anywhere, or between it and its only checker."""
        king = king_of(self.board, self.black)
        if king is None or not attacked(self.board, king, not self.black):
            return SQUARES
        return [square for square in SQUARES if square not in self.board and
                not attacked({**self.board, square: "P" if self.black else "p"}, king, not self.black)]

    def pseudo(self, only=None):
        """(text, state after it) of every move that may leave the own king in check, or of `only` that one."""
        board, black = self.board, self.black
        for start, what in list(board.items()):
            if what[-1].isupper() != black or only is not None and not only.startswith(name(start)):
                continue
            kind = what.upper()
            for to in reached(board, start, kind, black):
                if to in board and (board[to][-1].isupper() == black or board[to].upper() == "K"):
                    continue
                zone = any((rank if black else 8 - rank) < 3 for rank in (start[0], to[0]))
                text = name(start) + name(to)
                if len(kind) == 1 and kind not in "GK" and zone and only in (None, text + "+"):
                    yield text + "+", self.after(start, to, kind, True)
                if not must_promote(kind, to[0], black) and only in (None, text):
                    yield text, self.after(start, to, kind, False)
        held = [kind for kind, count in zip(HAND, self.hands[0 if black else 1])
                if count and (only is None or only.startswith(kind + "*"))]
        pawns = {square[1] for square, what in board.items() if what == ("P" if black else "p")}
        for square in self.drop_squares() if held else ():
            for kind in held:
                text = kind + "*" + name(square)
                if square not in board and not must_promote(kind, square[0], black) and only in (None, text) and \
                        not (kind == "P" and square[1] in pawns):
                    yield text, self.after(None, square, kind, False)

    def legal(self, only=None):
        """{text: state after it}"""
        if self.known_legal is not None:
            return self.known_legal
        found = {}
        for text, after in self.pseudo(only):
            if "*" not in text and in_check(after.board, self.black):
                continue
            # A pawn that is dropped may not give mate.
            if text.startswith("P*") and in_check(after.board, after.black) and not after.can_move():
                continue
            found[text] = after
        if only is None:
            self.known_legal = found
        return found

    def can_move(self):
        # A dropped pawn's check is answered by no drop, so this does not come back to itself.
        return any(not in_check(after.board, self.black) for _, after in self.pseudo())


class Rules:
    def __init__(self, black_attacks, mate):
        self.black_attacks, self.mate = black_attacks, mate

    def key(self, state):
        return state.key()

    def text(self, state):
        return "%s, hands %s" % (sorted((name(square), what) for square, what in state.board.items()), state.hands)

    def attacks(self, state):
        return state.black == self.black_attacks

    def winner_to_move(self, state):
        return self.attacks(state) == self.mate

    def standing(self, state):
        if self.attacks(state) or state.legal():
            return OPEN
        return HOLDS if self.mate else BROKEN

    def moves(self, state, only=None):
        legal = state.legal(only)
        if self.attacks(state):  # with checks only
            legal = {text: after for text, after in legal.items() if in_check(after.board, after.black)}
        return legal

    def replies(self, state):
        found = [after for _, after in sorted(self.moves(state).items())]
        state.known_legal = None  # it is not needed again, and takes room
        return found

    def play(self, state, move):
        legal = self.moves(state, move or "")
        if move not in legal:
            raise Flaw("'%s' is not possible in %s" % (move, self.text(state)))
        return legal[move]


def parse(sfen):
    placed, side, held, _ = sfen.split(" ")
    board, hands = {}, ([0] * 7, [0] * 7)
    rows = placed.split("/")
    for rank, row in enumerate(rows):
        file, plus = 8, ""
        for letter in row:
            if letter == "+":
                plus = "+"
            elif letter.isdigit():
                file -= int(letter)
            elif letter.upper() in ("PLNSBRGK" if not plus else "PLNSBR"):
                board[(rank, file)] = plus + letter
                file, plus = file - 1, ""
            else:
                raise Flaw("no such piece: " + letter)
        if file != -1 or plus or len(rows) != 9:
            raise Flaw("the board is not drawn in full")
    number = ""
    for letter in held if held != "-" else "":
        if letter.isdigit():
            number += letter
        else:
            hands[0 if letter.isupper() else 1][HAND.index(letter.upper())] += int(number or 1)
            number = ""
    if side not in ("b", "w"):
        raise Flaw("unknown side: " + side)
    return State(board, (tuple(hands[0]), tuple(hands[1])), side == "b")


def check(facts, parts):
    root = parse(facts["position"])
    kings = [list(root.board.values()).count(king) for king in "Kk"]
    if kings[1 if root.black else 0] != 1 or max(kings) > 1:
        raise Flaw("there is no king to mate")
    if in_check(root.board, not root.black):
        raise Flaw("the side that has moved is in check")
    for claim, moves in parts:
        mate = claim.startswith("mate ")
        rules = Rules(root.black, mate)
        side = "black" if root.black else "white"
        if mate:
            states, longest = walk_founded(rules, root, moves)
            if claim != "mate %d" % longest:
                raise Flaw("the longest line of the proof has %d plies" % longest)
            yield "%s to move mates in at most %d plies (%d states)" % (side, longest, states)
        elif claim == "no-mate":
            yield "%s to move has no mate (%d states)" % (side, walk_closed(rules, root, moves))
        else:
            raise Flaw("unknown claim: " + claim)


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

#!/usr/bin/env python3
"""Checks certificates of Connect 4 scores.

usage: connect4.py FILE...   (- = standard input; .zst files need the zstd command)
The format is in docs/internals/certificates.md. Shares no code with the program that writes them.
"""
import subprocess
import sys
import zlib

GAME = "connect4"
FACTS = ("size", "board")
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


class Rules:
    """A state is (first player's cells, second player's cells); a cell is column * (height + 1) + row."""

    def __init__(self, width, height, first, at_least, bound):
        self.width, self.height, self.first, self.at_least, self.bound = width, height, first, at_least, bound

    def key(self, state):
        return state

    def text(self, state):
        return "stones %x and %x" % state

    def count(self, state):
        return bin(state[0] | state[1]).count("1")

    def winner_to_move(self, state):
        return (self.count(state) % 2 == self.first) == self.at_least

    def four(self, cells):
        for step in (1, self.height, self.height + 1, self.height + 2):
            pairs = cells & cells >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def standing(self, state):
        cells, count = self.width * self.height, self.count(state)
        score = None
        if self.four(state[self.first]):
            score = (cells + 2 - count) // 2
        elif self.four(state[1 - self.first]):
            score = -((cells + 2 - count) // 2)
        elif count == cells:
            score = 0
        if score is not None:
            return HOLDS if (score >= self.bound if self.at_least else score <= self.bound) else BROKEN
        # The best that either side can still get is four with its next stone.
        own_turn = count % 2 == self.first
        ours = (cells + 1 - (count if own_turn else count + 1)) // 2
        theirs = (cells + 1 - (count + 1 if own_turn else count)) // 2
        return HOLDS if (-theirs >= self.bound if self.at_least else ours <= self.bound) else OPEN

    def drop(self, state, column):
        stones = state[0] | state[1]
        for row in range(self.height):
            cell = 1 << column * (self.height + 1) + row
            if not stones & cell:
                mine = self.count(state) % 2
                return (state[0] | cell, state[1]) if mine == 0 else (state[0], state[1] | cell)
        return None

    def replies(self, state):
        after = [self.drop(state, column) for column in range(self.width)]
        return [each for each in after if each is not None]

    def play(self, state, move):
        column = "123456789abc".find(move) if move is not None and len(move) == 1 else -1
        after = self.drop(state, column) if 0 <= column < self.width else None
        if after is None:
            raise Flaw("no such move: %s" % move)
        return after


def check(facts, parts):
    width, height = (int(number) for number in facts["size"].split("x"))
    rows = facts["board"].split("/")
    if len(rows) != height or any(len(row) != width or set(row) - set("XO.") for row in rows):
        raise Flaw("the board is not drawn in full")
    stones = [0, 0]
    for column in range(width):
        above = False
        for row in range(height):
            what = rows[height - 1 - row][column]
            if what == ".":
                above = True
            elif above:
                raise Flaw("a stone hangs over an empty cell")
            else:
                stones["XO".index(what)] |= 1 << column * (height + 1) + row
    counts = [bin(cells).count("1") for cells in stones]
    if counts[0] - counts[1] not in (0, 1):
        raise Flaw("the sides have not moved in turn")
    first = sum(counts) % 2
    for claim, moves in parts:
        word, _, bound = claim.partition(" ")
        if word not in ("at-least", "at-most"):
            raise Flaw("unknown claim: " + claim)
        rules = Rules(width, height, first, word == "at-least", int(bound))
        if rules.four(stones[first]):
            raise Flaw("the side to move has four already")
        states = walk_closed(rules, tuple(stones), moves)
        yield "the side to move scores %s %+d (%d states)" % (word.replace("-", " "), int(bound), states)


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

#!/usr/bin/env python3
"""Checks certificates of life and death in Go.

usage: go.py FILE...   (- = standard input; .zst files need the zstd command)
The format is in docs/internals/certificates.md. Shares no code with the program that writes them.
"""
import subprocess
import sys
import zlib

GAME = "go"
FACTS = ("board", "black", "white", "attacker", "region", "target", "save", "outside", "ban")
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


MOST = 13  # threats are counted up to so many
# Ko conditions, from the defender's best to the attacker's best (docs/internals/certificates.md).
D_INFINITE, D_MASTER, NONE, A_MASTER, A_INFINITE = 0, 1, MOST + 2, 2 * MOST + 3, 2 * MOST + 4
ATTACKER, DEFENDER = 0, 1


def level_from(text, attacker):
    if text == "none":
        return NONE
    colour, rest = text[:5], text[5:]
    if colour not in ("black", "white"):
        raise Flaw("unknown ko condition: " + text)
    attacks = colour == attacker
    if rest == "":
        return A_MASTER if attacks else D_MASTER
    if rest == "-infinite":
        return A_INFINITE if attacks else D_INFINITE
    if rest[0] != ":" or not rest[1:].isdigit() or int(rest[1:]) > MOST:
        raise Flaw("unknown ko condition: " + text)
    return NONE + int(rest[1:]) if attacks else NONE - int(rest[1:])


def holds_threats(side, level):
    return level > NONE if side == ATTACKER else level < NONE


class Problem:
    """Points are bits. A state is (attacker's stones, defender's stones, targets left, side to move,
    banned point or None, passed, level)."""

    def __init__(self, facts):
        self.width, self.height = (int(number) for number in facts["board"].split("x"))
        if not (2 <= self.width <= 19 and 2 <= self.height <= 19):
            raise Flaw("no such board")
        stones = {}
        for colour in ("black", "white"):
            for point in self.points(facts[colour]):
                if point in stones:
                    raise Flaw("two stones on one point")
                stones[point] = colour
        self.attacker = facts["attacker"]
        if self.attacker not in ("black", "white"):
            raise Flaw("no such colour: " + self.attacker)
        region = self.points(facts["region"])
        if len(set(region)) != len(region):
            raise Flaw("a point is in the region twice")
        self.save_all = {"any": False, "all": True}[facts["save"]]
        if facts["outside"] not in ("wall", "alive", "defender"):
            raise Flaw("unknown outside: " + facts["outside"])
        lives = facts["outside"] != "wall"
        nobody = None if facts["outside"] == "defender" else self.attacker  # whose empty points outside are
        self.order = sorted(region)
        self.names = [chr(ord("a") + column) + chr(ord("a") + row) for row, column in self.order]
        self.number = {point: index for index, point in enumerate(self.order)}
        self.around = [0] * len(region)
        self.refuge = [0, 0]  # where a stone of the side cannot be captured
        for index, point in enumerate(self.order):
            row, column = point
            for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if not (0 <= other[0] < self.height and 0 <= other[1] < self.width):
                    continue
                if other in self.number:
                    self.around[index] |= 1 << self.number[other]
                elif stones.get(other, nobody) == self.attacker:
                    self.refuge[ATTACKER] |= 1 << index
                elif lives:
                    self.refuge[DEFENDER] |= 1 << index
        self.all, self.known_blocks, self.tables = (1 << len(region)) - 1, {}, []
        for base in range(0, len(region), 8):
            table = [0] * 256
            for cells in range(1, 256):
                low = (cells & -cells).bit_length() - 1
                at = base + low
                table[cells] = table[cells & (cells - 1)] | (self.around[at] if at < len(region) else 0)
            self.tables.append(table)
        self.start_stones = [0, 0]
        for point, index in self.number.items():
            if point in stones:
                self.start_stones[ATTACKER if stones[point] == self.attacker else DEFENDER] |= 1 << index
        self.targets = 0
        for point in self.points(facts["target"]):
            if point not in self.number or stones.get(point, self.attacker) == self.attacker:
                raise Flaw("the target is not the defender's, or not in the region")
            self.targets |= 1 << self.number[point]
        if not self.targets:
            raise Flaw("there is no target")
        self.ban = None
        if facts["ban"] != "-":
            colour, text = facts["ban"].split(" ")
            if colour not in ("black", "white"):
                raise Flaw("no such colour: " + colour)
            (point,) = self.points(text)
            if point in self.number:
                self.ban = (ATTACKER if colour == self.attacker else DEFENDER, self.number[point])
        empty = self.all & ~(self.start_stones[0] | self.start_stones[1])
        for side in (ATTACKER, DEFENDER):
            for block, around in self.blocks(self.start_stones[side]):
                if not block & self.refuge[side] and not around & empty:
                    raise Flaw("a block in the region has no liberty")

    def points(self, text):
        """[(row, column)] of "aa bb", or [] of "-"."""
        found = []
        for word in text.split(" ") if text != "-" else []:
            column, row = (ord(letter) - ord("a") for letter in word)
            if len(word) != 2 or not (0 <= column < self.width and 0 <= row < self.height):
                raise Flaw("no such point: " + word)
            found.append((row, column))
        return found

    def name(self, index):
        return self.names[index]

    def spread(self, cells):
        """All points next to the cells."""
        out = 0
        for table in self.tables:  # one for each eight points
            out |= table[cells & 255]
            cells >>= 8
        return out

    def flood(self, seed, within):
        filled = edge = seed
        while edge:
            edge = self.spread(edge) & within & ~filled
            filled |= edge
        return filled

    def blocks(self, stones):
        """[(block, points next to it)] of a set of stones; the same sets come again and again."""
        found = self.known_blocks.get(stones)
        if found is None:
            found, left = [], stones
            while left:
                block = self.flood(left & -left, stones)
                left &= ~block
                found.append((block, self.spread(block)))
            self.known_blocks[stones] = found
        return found

    def start(self, side, level):
        ban = self.ban[1] if self.ban and self.ban[0] == side else None
        return (*self.start_stones, self.targets, side, ban, False, level)

    def moves(self, state, only=None):
        """[(name, state after it)] of every legal move, points row by row, then the pass; or of `only` one."""
        attackers, defenders, targets, side, ban, passed, level = state
        stones = (attackers, defenders)
        empty = self.all & ~(attackers | defenders)
        atari, safe = [0, 0], [0, 0]
        for each in (ATTACKER, DEFENDER):
            for block, around in self.blocks(stones[each]):
                air = around & empty
                if air & (air - 1) == 0 and not block & self.refuge[each]:
                    atari[each] |= block
                else:
                    safe[each] |= block
        found, own, enemy = [], stones[side], stones[1 - side]
        for index in range(len(self.order)):
            if not empty >> index & 1 or only is not None and self.name(index) != only:
                continue
            around, refuge = self.around[index], self.refuge[side] >> index & 1
            taken = around & atari[1 - side]
            captured, ko = 0, None
            if taken:
                captured = sum(block for block, _ in self.blocks(enemy) if block & taken)
                if captured & (captured - 1) == 0 and not refuge and not around & (empty | own):
                    ko = captured.bit_length() - 1
            elif not refuge and not around & (empty | safe[side]):
                continue  # suicide
            after_level = level
            if index == ban:
                if not holds_threats(side, level):
                    continue
                if D_MASTER < level < A_MASTER:
                    after_level += -1 if side == ATTACKER else 1
            after = [0, 0]
            after[side], after[1 - side] = own | 1 << index, enemy & ~captured
            left = targets & ~captured if side == ATTACKER else targets
            found.append((self.name(index), (*after, left, 1 - side, ko, False, after_level)))
        after_level = level
        if passed and level not in (D_INFINITE, A_INFINITE):
            after_level = NONE  # the second of two passes removes the threats of the first
        found.append(("--", (attackers, defenders, targets, 1 - side, None, holds_threats(side, after_level),
                             after_level)))
        return found

    def pass_alive(self, state):
        """The defender's stones that are unconditionally alive (Benson 1976) or connected to life outside."""
        own = state[DEFENDER]
        empty = self.all & ~(state[ATTACKER] | own)
        parts = [(around & own, part & empty) for part, around in self.blocks(self.all & ~own)
                 if not part & self.refuge[ATTACKER]]
        chains = [(chain, around & empty) for chain, around in self.blocks(own)]
        alive = own
        while True:
            parts = [part for part in parts if not part[0] & ~alive]
            kept = [chain for chain in chains if chain[0] & self.refuge[DEFENDER] or
                    sum(1 for part in parts if part[0] & chain[0] and not part[1] & ~chain[1]) >= 2]
            if len(kept) == len(chains):
                return alive
            chains = kept
            alive = sum(chain[0] for chain in chains)


class Rules:
    def __init__(self, problem, captured):
        self.problem, self.captured = problem, captured

    def key(self, state):
        return state

    def text(self, state):
        names = [" ".join(self.problem.name(i) for i in range(len(self.problem.order)) if cells >> i & 1)
                 for cells in state[:2]]
        return "attacker %s, defender %s" % tuple(names)

    def winner_to_move(self, state):
        return (state[3] == ATTACKER) == self.captured

    def standing(self, state):
        problem, targets = self.problem, state[2]
        if targets != problem.targets if problem.save_all else not targets:
            return HOLDS if self.captured else BROKEN
        if self.captured:
            return OPEN
        alive = problem.pass_alive(state)
        saved = targets & ~alive == 0 if problem.save_all else targets & alive != 0
        return HOLDS if saved else OPEN

    def replies(self, state):
        return [after for _, after in self.problem.moves(state)]

    def play(self, state, move):
        for name, after in self.problem.moves(state, move):
            if name == move:
                return after
        raise Flaw("'%s' is not possible in %s" % (move, self.text(state)))


def check(facts, parts):
    problem = Problem(facts)
    for claim, moves in parts:
        who, ko, what = claim.split(" ")
        if who not in ("black-first", "white-first") or what not in ("captured", "safe"):
            raise Flaw("unknown claim: " + claim)
        side = ATTACKER if who[:5] == problem.attacker else DEFENDER
        start = problem.start(side, level_from(ko, problem.attacker))
        rules = Rules(problem, what == "captured")
        states = walk_founded(rules, start, moves)[0] if rules.captured else walk_closed(rules, start, moves)
        yield "%s plays first, ko threats: %s: the target is %s (%d states)" % (
            who[:5], ko, "captured" if rules.captured else "never captured", states)


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

#!/usr/bin/env python3
"""Checks certificates of life and death in Go.

usage: go.py FILE...   (- = standard input; .zst files need the zstd command)
The format is in docs/internals/certificates.md. Shares no code with the program that writes them.
"""
import subprocess
import sys
import zlib

GAME = "go"
FACTS = ("rules", "board", "black", "white", "attacker", "region", "target", "save", "outside", "ban")


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


def walk_closed(problem, root, moves):
    """The winner's moves keep the play in a set of states in which the claim never fails."""
    moves = iter(moves)
    seen, stack = {root}, [root]
    while stack:
        for after in problem.following(stack.pop(), moves):
            if after not in seen:
                seen.add(after)
                stack.append(after)
    if next(moves, None) is not None:
        raise Flaw("there are moves left over")
    return len(seen)


def walk_founded(problem, root, moves):
    """As walk_closed, and no line comes back to a state, so that every line ends where the claim holds."""
    moves = iter(moves)
    left, path, lines = {}, [], [iter((root,))]  # left: False = on the path
    while lines:
        for state in lines[-1]:
            before = left.get(state)
            if before is None:
                left[state] = False
                path.append(state)
                lines.append(iter(problem.following(state, moves)))
                break
            if not before:
                raise Flaw("play comes back to " + problem.text(state))
        else:
            lines.pop()
            if path:
                left[path.pop()] = True
    if next(moves, None) is not None:
        raise Flaw("there are moves left over")
    return len(left)


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
    """Sets of points are integers, a bit for each point. A state is (attacker's stones, defender's stones, targets
    left, side to move, banned point or 0, passed, level)."""

    def __init__(self, facts):
        if facts["rules"] != "2":
            raise Flaw("the rules of the certificate are not version 2, but " + facts["rules"])
        self.width, self.height = (int(number) for number in facts["board"].split("x"))
        if not (2 <= self.width <= 19 and 2 <= self.height <= 19):
            raise Flaw("no such board")
        placed = [(point, colour) for colour in ("black", "white") for point in self.points(facts[colour])]
        stones = dict(placed)
        if len(stones) != len(placed):
            raise Flaw("two stones on one point")
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
        self.points_named = {name: 1 << index for index, name in enumerate(self.names)}
        self.number = {point: index for index, point in enumerate(self.order)}
        around = [0] * len(region)
        self.refuge = [0, 0]  # where a stone of the side cannot be captured
        for index, point in enumerate(self.order):
            row, column = point
            for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if not (0 <= other[0] < self.height and 0 <= other[1] < self.width):
                    continue
                if other in self.number:
                    around[index] |= 1 << self.number[other]
                elif stones.get(other, nobody) == self.attacker:
                    self.refuge[ATTACKER] |= 1 << index
                elif lives:
                    self.refuge[DEFENDER] |= 1 << index
        self.near = {1 << index: cells for index, cells in enumerate(around)}
        self.all, self.known_blocks, self.known_ground, self.tables = (1 << len(region)) - 1, {}, {}, []
        for base in range(0, len(region), 8):
            table = [0] * 256
            for cells in range(1, 256):
                at = base + cells.bit_length() - 1
                table[cells] = table[cells & ~(1 << at - base)] | (around[at] if at < len(region) else 0)
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

    def text(self, state):
        names = [" ".join(name for i, name in enumerate(self.names) if cells >> i & 1) for cells in state[:2]]
        return "attacker %s, defender %s" % tuple(names)

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

    def ground(self, attackers, targets):
        """Immortal stones, where others would be, what is cut off, room for eyes (None = the target may get out)."""
        found = self.known_ground.get((attackers, targets))
        if found is None:
            safe = sum(block for block, _ in self.blocks(attackers) if block & self.refuge[ATTACKER])
            edge = self.spread(safe) | self.refuge[ATTACKER]
            reach = self.flood(targets, self.all & ~safe)
            room = None if reach & self.refuge[DEFENDER] else reach & ~edge
            found = self.known_ground[attackers, targets] = (safe, edge, self.all & ~safe & ~reach, room)
        return found

    def settled(self, attackers, defenders, targets, side, ban, passed, level):
        """The state by which others that come to the same are known."""
        passed = passed and level not in (D_INFINITE, A_INFINITE)
        if targets and not (D_MASTER < level < NONE if self.captured else NONE < level < A_MASTER):
            beyond = self.ground(attackers, targets)[2]
            attackers, defenders = attackers | beyond, defenders & ~beyond
        return attackers, defenders, targets, side, ban, passed, level

    def start(self, side, level):
        ban = 1 << self.ban[1] if self.ban and self.ban[0] == side else 0
        return self.settled(*self.start_stones, self.targets, side, ban, False, level)

    def moves(self, state, points, passing):
        """The states after a stone on each of the points where that is legal, row by row, and after a pass."""
        attackers, defenders, targets, side, ban, passed, level = state
        empty, near, refuge = self.all & ~(attackers | defenders), self.near, self.refuge[side]
        own, enemy = (defenders, attackers) if side else (attackers, defenders)
        takes, found, safe = {}, [], None
        for block, around in self.blocks(enemy):
            air = around & empty
            if air & (air - 1) == 0 and not block & self.refuge[1 - side]:
                takes[air] = takes.get(air, 0) | block
        edge = self.ground(attackers, targets)[1] if side == ATTACKER else 0
        points &= empty
        while points:
            point = points & -points
            points ^= point
            captured, ko, after_level = takes.get(point, 0), 0, level
            if captured:
                if captured & (captured - 1) == 0 and not point & refuge and not near[point] & (empty | own):
                    # Whoever has threats without end, or is answered by somebody who has, needs no ban.
                    ko = 0 if level <= D_MASTER or side == DEFENDER and level >= A_MASTER else captured
            elif not near[point] & empty and not point & refuge:
                if safe is None:
                    safe = sum(block for block, around in self.blocks(own)
                               if block & refuge or (around & empty) & ((around & empty) - 1))
                if not near[point] & safe:
                    continue  # suicide
            if point == ban:
                if not holds_threats(side, level):
                    continue
                if D_MASTER < level < A_MASTER:
                    after_level += -1 if side == ATTACKER else 1
            if side == ATTACKER:
                after = (attackers | point, defenders & ~captured, targets & ~captured, DEFENDER, ko, False,
                         after_level)
            else:
                after = (attackers & ~captured, defenders | point, targets, ATTACKER, ko, False, after_level)
            found.append(self.settled(*after) if point & edge or captured or after_level != level else after)
        if passing:
            after_level = NONE if passed else level  # the second of two passes removes the threats of the first
            found.append(self.settled(attackers, defenders, targets, 1 - side, 0, holds_threats(side, after_level),
                                      after_level))
        return found

    def pass_alive(self, state):
        """The defender's stones that are alive (Benson 1976, or connected to life outside), if any target is."""
        own, chains = state[DEFENDER], self.blocks(state[DEFENDER])
        empty = self.all & ~(state[ATTACKER] | own)
        parts = [(around, part & empty) for part, around in self.blocks(self.all & ~own)
                 if not part & self.refuge[ATTACKER]]

        def lives(stones, around):
            vital = 2 if stones & self.refuge[DEFENDER] else 0
            for beside, inside in parts:
                vital += 1 if beside & stones and not inside & ~around else 0
            return vital >= 2

        alive = own if any(lives(*chain) for chain in chains if chain[0] & state[2]) else 0
        while alive & state[2]:
            parts = [part for part in parts if not part[0] & own & ~alive]
            kept = [chain for chain in chains if lives(*chain)]
            if len(kept) == len(chains):
                return alive
            chains, alive = kept, sum(chain[0] for chain in kept)
        return 0

    def lost(self, state):
        """The attacker takes the target at once, or the target has no room for two eyes."""
        attackers, defenders, targets, side, ban = state[:5]
        blocks = [each for each in self.blocks(defenders) if each[0] & targets]
        if side == ATTACKER:
            empty = self.all & ~(attackers | defenders)
            airs = [0 if block & self.refuge[DEFENDER] else around & empty for block, around in blocks]
            takes = [air and air & (air - 1) == 0 and air != ban for air in airs]
            if any(takes) if self.save_all else all(takes) and len(set(airs)) == 1:
                return True
        room = self.ground(attackers, targets)[3]
        if room is None:
            return False
        if len(blocks) == 1:
            room &= ~blocks[0][0]
        second = room & (room - 1)
        return second == 0 or second & (second - 1) == 0 and self.spread(second) & room != 0

    def idle(self, state):
        """Points where the loser need not play: they are next to nothing but the target and immortal stones."""
        attackers, defenders, targets, _, ban, _, level = state
        blocks = [each for each in self.blocks(defenders) if each[0] & targets]
        if len(blocks) > 1 or self.captured and level > NONE:
            return 0
        (block, around), (safe, edge, _, _) = blocks[0], self.ground(attackers, targets)
        points = self.all & ~(attackers | defenders | self.refuge[DEFENDER]) & ~self.spread(self.all & ~block & ~safe)
        if self.captured:
            return points
        alike = points & around & edge & ~ban
        return alike & (alike - 1)  # one of them is enough

    def saved(self, state):
        alive = self.pass_alive(state)
        return state[2] & ~alive == 0 if self.save_all else state[2] & alive != 0

    def following(self, state, moves):
        """The states after one that does not end its line: the winner's next move, or all moves of the loser."""
        if state[2] != self.targets if self.save_all else not state[2]:
            if self.captured:
                return ()
            raise Flaw("the claim fails in " + self.text(state))
        if self.lost(state) if self.captured else self.saved(state):
            return ()
        if (state[3] == ATTACKER) != self.captured:
            return self.moves(state, self.all & ~self.idle(state), True)
        move = next(moves, None)
        found = self.moves(state, self.points_named.get(move, 0), move == "--")
        if not found:
            raise Flaw("'%s' is not possible in %s" % (move, self.text(state)))
        return found


def check(facts, parts):
    problem = Problem(facts)
    for claim, moves in parts:
        who, ko, what = claim.split(" ")
        if who not in ("black-first", "white-first") or what not in ("captured", "safe"):
            raise Flaw("unknown claim: " + claim)
        side = ATTACKER if who[:5] == problem.attacker else DEFENDER
        problem.captured = what == "captured"
        start = problem.start(side, level_from(ko, problem.attacker))
        states = (walk_founded if problem.captured else walk_closed)(problem, start, moves)
        yield "%s plays first, ko threats: %s: the target is %s (%d states)" % (
            who[:5], ko, "captured" if problem.captured else "never captured", states)


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

#include "games/go/position.hpp"

#include "tt/zobrist.hpp"

namespace tesuji::go {

namespace {

constexpr tt::PieceSquareKeys<2, Region::kMostPoints> kStones("go/stones");
constexpr tt::Keys<Region::kMostPoints> kCapturedTargets("go/captured targets");
// The last of them, for no ko, is never used.
constexpr tt::Keys<Region::kMostPoints + 1> kKo("go/ko");
constexpr tt::Keys<2> kFlags("go/side to move, passed");

std::uint64_t stones_key(Mask stones, std::size_t side) {
  std::uint64_t key = 0;
  for (; stones != 0; stones &= stones - 1) key ^= kStones(side, static_cast<std::size_t>(first(stones)));
  return key;
}

std::uint64_t ko_key(std::uint8_t ko) {
  return ko == Position::kNoKo ? 0 : kKo[ko];
}

}  // namespace

Liberties Rules::liberties(const Position& p) const {
  Liberties found;
  const Mask free = empty(p);
  for (const Side side : {Side::Attacker, Side::Defender}) {
    const std::size_t n = number(side);
    Mask left = p.stones[n];
    if (side == Side::Attacker) {
      found.safe[n] = p.immortal;
      left &= ~p.immortal;
    }
    while (left != 0) {
      const Mask block = region_.flood(left & -left, left);
      const Mask around = region_.spread(block) & free;
      ((around & (around - 1)) == 0 ? found.atari : found.safe)[n] |= block;
      left &= ~block;
    }
  }
  return found;
}

std::optional<Step> Rules::step(const Position& p, const Liberties& liberties, int point) const {
  const std::size_t own = number(p.to_move), enemy = 1 - own;
  const Mask around = region_.neighbours(point);
  const Mask taken = around & liberties.atari[enemy];
  const Mask air = around & ~p.occupied();
  Step step;
  step.move.point = static_cast<std::uint8_t>(point);
  const bool at_wall = p.to_move == Side::Attacker && (bit(point) & region_.wall()) != 0;
  if (taken != 0) {
    step.captured = region_.flood(taken, p.stones[enemy]);
    // One stone took one stone and stands in atari where it was: a ko.
    if (count(step.captured) == 1 && air == 0 && !at_wall && (around & p.stones[own]) == 0) {
      step.ko = static_cast<std::uint8_t>(first(step.captured));
    }
  } else if (air == 0 && !at_wall && (around & liberties.safe[own]) == 0) {
    return std::nullopt;
  }
  if (point == p.ko) {
    step.move.effect = p.to_move == Side::Attacker ? Effect::AttackerRetakes : Effect::DefenderRetakes;
  }
  return step;
}

Step Rules::pass(const Position& p) const {
  Step step;
  if (p.passed)
    step.move.effect = p.to_move == Side::Attacker ? Effect::AttackerRemoves : Effect::DefenderRemoves;
  return step;
}

std::vector<Step> Rules::steps(const Position& p) const {
  std::vector<Step> found;
  const Liberties blocks = liberties(p);
  for (Mask free = empty(p); free != 0; free &= free - 1) {
    if (const auto s = step(p, blocks, first(free))) found.push_back(*s);
  }
  return found;
}

// Does the step leave the mark of a pass that the other side may answer by removing threats?
bool Rules::passes_with_threats(const Position& p, const Step& step, Level after) const {
  return step.move.pass() && (p.to_move == Side::Attacker ? attacker_holds(after) : defender_holds(after));
}

std::uint64_t Rules::key_after(const Position& p, const Step& step) const {
  const std::size_t own = number(p.to_move);
  std::uint64_t key = p.key ^ kFlags[0] ^ ko_key(p.ko) ^ ko_key(step.ko);
  if (!step.move.pass()) key ^= kStones(own, step.move.point);
  key ^= stones_key(step.captured, 1 - own);
  for (Mask lost = step.captured & p.targets; lost != 0; lost &= lost - 1) {
    key ^= kCapturedTargets[static_cast<std::size_t>(first(lost))];
  }
  const auto next = go::after(step.move.effect, p.level);
  const bool passed = passes_with_threats(p, step, next ? *next : p.level);
  if (passed != p.passed) key ^= kFlags[1];
  return key;
}

Position Rules::after(const Position& p, const Step& step, std::uint64_t key) const {
  Position next = p;
  const std::size_t own = number(p.to_move);
  next.key = key;
  if (const auto level = go::after(step.move.effect, p.level)) next.level = *level;
  next.passed = passes_with_threats(p, step, next.level);
  next.ko = step.ko;
  next.to_move = other(p.to_move);
  if (step.move.pass()) return next;
  const Mask at = bit(step.move.point), around = region_.neighbours(step.move.point);
  next.stones[own] |= at;
  next.stones[1 - own] &= ~step.captured;
  if (p.to_move == Side::Defender) {
    if ((around & p.target) != 0) next.target = region_.grow(p.target, at, next.stones[own]);
    return next;
  }
  if ((at & region_.wall()) != 0 || (around & p.immortal) != 0)
    next.immortal = region_.grow(p.immortal, at, next.stones[own]);
  next.targets &= ~step.captured;
  if ((step.captured & p.target) != 0) next.target = first_target(next);
  return next;
}

Mask Rules::first_target(const Position& p) const {
  return p.targets == 0 ? 0 : block(p, first(p.targets), Side::Defender);
}

void Rules::complete(Position& p) const {
  const Mask attackers = p.of(Side::Attacker);
  p.immortal = region_.flood(attackers & region_.wall(), attackers);
  p.target = first_target(p);
  p.key = key_from_scratch(p);
}

std::uint64_t Rules::key_from_scratch(const Position& p) const {
  std::uint64_t key = base_key_ ^ stones_key(p.stones[0], 0) ^ stones_key(p.stones[1], 1) ^ ko_key(p.ko);
  for (Mask kept = p.targets; kept != 0; kept &= kept - 1) {
    key ^= kCapturedTargets[static_cast<std::size_t>(first(kept))];
  }
  if (p.to_move == Side::Defender) key ^= kFlags[0];
  if (p.passed) key ^= kFlags[1];
  return key;
}

}  // namespace tesuji::go

#include "games/go/position.hpp"

#include "tt/zobrist.hpp"

namespace tesuji::go {

namespace {

// The first word has keys of its own, so that those of small regions do not depend on how wide masks can be.
constexpr std::size_t kNear = 64, kFar = kBits<WideMask> - kNear;
constexpr tt::PieceSquareKeys<2, kNear> kStones("go/stones");
constexpr tt::PieceSquareKeys<2, kFar> kFarStones("go/stones beyond the first word");
constexpr tt::Keys<kNear> kCapturedTargets("go/captured targets");
constexpr tt::Keys<kFar> kFarCapturedTargets("go/captured targets beyond the first word");
// The last of the first word's, for no ko, is never used.
constexpr tt::Keys<kNear + 1> kKo("go/ko");
constexpr tt::Keys<kFar> kFarKo("go/ko beyond the first word");
constexpr tt::Keys<2> kFlags("go/side to move, passed");

template <class Mask>
std::uint64_t stone_key(std::size_t side, std::size_t at) {
  if constexpr (kWords < Mask >> 1) {
    if (at >= kNear) return kFarStones(side, at - kNear);
  }
  return kStones(side, at);
}

template <class Mask>
std::uint64_t stones_key(Mask stones, std::size_t side) {
  std::uint64_t key = 0;
  for (; stones != 0; stones = without_first(stones))
    key ^= stone_key<Mask>(side, static_cast<std::size_t>(first(stones)));
  return key;
}

template <class Mask>
std::uint64_t targets_key(Mask targets) {
  std::uint64_t key = 0;
  for (; targets != 0; targets = without_first(targets)) {
    const auto at = static_cast<std::size_t>(first(targets));
    key ^= at < kNear ? kCapturedTargets[at] : kFarCapturedTargets[at - kNear];
  }
  return key;
}

template <class Mask>
std::uint64_t ko_key(std::uint16_t ko) {
  if (ko == BasicPosition<Mask>::kNoKo) return 0;
  return ko < kNear ? kKo[ko] : kFarKo[ko - kNear];
}

}  // namespace

template <class Mask>
void BasicRules<Mask>::survey(const Position& p, Blocks& found) const {
  const Mask free = empty(p);
  found.liberties = {};
  found.census = {};
  found.all = 0;
  constexpr std::size_t kAttacker = number(Side::Attacker), kDefender = number(Side::Defender);
  const auto blocks = [&](Mask left, std::size_t side, int& number, int& in_atari) {
    for (; left != 0; ++number) {
      const Mask stones = region_.flood(lowest(left), left);
      const Mask air = region_.spread(stones) & free;
      left &= ~stones;
      found.mortal[found.all++] = {stones, air};
      // The attacker's blocks at the wall are not among these.
      const bool atari = single(air) && (side == kAttacker || (stones & region_.haven()) == 0);
      in_atari += atari ? 1 : 0;
      (atari ? found.liberties.atari : found.liberties.safe)[side] |= stones;
    }
  };
  blocks(p.stones[kAttacker] & ~p.immortal, kAttacker, found.census.invaders, found.census.invaders_in_atari);
  found.liberties.safe[kAttacker] |= p.immortal;
  found.attackers = found.all;
  blocks(p.stones[kDefender] & ~p.target, kDefender, found.census.blocks, found.census.blocks_in_atari);
  const bool atari = single(region_.spread(p.target) & free) && (p.target & region_.haven()) == 0;
  (atari ? found.liberties.atari : found.liberties.safe)[kDefender] |= p.target;
}

template <class Mask>
auto BasicRules<Mask>::step(const Position& p, const Liberties& liberties, int point) const
    -> std::optional<Step> {
  const std::size_t own = number(p.to_move), enemy = 1 - own;
  const Mask around = region_.neighbours(point);
  const Mask taken = around & liberties.atari[enemy];
  const Mask air = around & ~p.occupied();
  Step step;
  step.move.point = static_cast<std::uint16_t>(point);
  const bool in_refuge = (bit<Mask>(point) & refuge(p.to_move)) != 0;
  if (taken != 0) {
    step.captured = region_.flood(taken, p.stones[enemy]);
    // One stone took one stone and stands in atari where it was: a ko.
    if (count(step.captured) == 1 && air == 0 && !in_refuge && (around & p.stones[own]) == 0) {
      step.ko = static_cast<std::uint16_t>(first(step.captured));
    }
  } else if (air == 0 && !in_refuge && (around & liberties.safe[own]) == 0) {
    return std::nullopt;
  }
  if (point == p.ko) {
    step.move.effect = p.to_move == Side::Attacker ? Effect::AttackerRetakes : Effect::DefenderRetakes;
  }
  return step;
}

template <class Mask>
auto BasicRules<Mask>::pass(const Position& p) const -> Step {
  Step step;
  if (p.passed)
    step.move.effect = p.to_move == Side::Attacker ? Effect::AttackerRemoves : Effect::DefenderRemoves;
  return step;
}

template <class Mask>
auto BasicRules<Mask>::steps(const Position& p) const -> std::vector<Step> {
  std::vector<Step> found;
  Blocks blocks;
  survey(p, blocks);
  for (Mask free = empty(p); free != 0; free = without_first(free)) {
    if (const auto s = step(p, blocks.liberties, first(free))) found.push_back(*s);
  }
  return found;
}

// Does the step leave the mark of a pass that the other side may answer by removing threats?
template <class Mask>
bool BasicRules<Mask>::passes_with_threats(const Position& p, const Step& step, Level after) const {
  return step.move.pass() && (p.to_move == Side::Attacker ? attacker_holds(after) : defender_holds(after));
}

template <class Mask>
std::uint64_t BasicRules<Mask>::key_of_turn(const Position& p) const {
  return p.key ^ kFlags[0] ^ ko_key<Mask>(p.ko) ^ (p.passed ? kFlags[1] : 0);
}

template <class Mask>
std::uint64_t BasicRules<Mask>::key_after(const Position& p, std::uint64_t turn, const Step& step,
                                          Level level) const {
  if (step.move.pass()) return passes_with_threats(p, step, level) ? turn ^ kFlags[1] : turn;
  const std::size_t own = number(p.to_move);
  std::uint64_t key = turn ^ stone_key<Mask>(own, step.move.point);
  if (step.captured == 0) return key;
  key ^= ko_key<Mask>(step.ko) ^ stones_key(step.captured, 1 - own);
  return key ^ targets_key<Mask>(step.captured & p.targets);
}

template <class Mask>
std::uint64_t BasicRules<Mask>::key_after(const Position& p, const Step& step) const {
  return key_after(p, key_of_turn(p), step, go::after(step.move.effect, p.level).value_or(p.level));
}

// All that a step changes, but for the stones.
template <class Mask>
auto BasicRules<Mask>::turn(const Position& p, const Step& step, std::uint64_t key) const -> Position {
  Position next = p;
  next.key = key;
  if (const auto level = go::after(step.move.effect, p.level)) next.level = *level;
  next.passed = passes_with_threats(p, step, next.level);
  next.ko = step.ko;
  next.to_move = other(p.to_move);
  return next;
}

template <class Mask>
auto BasicRules<Mask>::after(const Position& p, const Step& step, std::uint64_t key) const -> Position {
  Position next = turn(p, step, key);
  if (step.move.pass()) return next;
  const std::size_t own = number(p.to_move);
  const Mask at = bit<Mask>(step.move.point), around = region_.neighbours(step.move.point);
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

// Half of the instructions that looking at a state took went into floods for its blocks, and all but a few
// blocks are those of the state before.
template <class Mask>
auto BasicRules<Mask>::foresee(const Position& p, const Blocks& blocks, const Step& step,
                               std::uint64_t key) const -> Outlook {
  if (step.captured != 0) {
    Outlook outlook{after(p, step, key), {}};
    Blocks fresh;
    survey(outlook.position, fresh);
    outlook.census = fresh.census;
    return outlook;
  }
  Outlook outlook{turn(p, step, key), blocks.census};
  if (step.move.pass()) return outlook;
  const Mask at = bit<Mask>(step.move.point), around = region_.neighbours(step.move.point);
  const bool attacker = p.to_move == Side::Attacker;
  const auto cut = blocks.mortal.begin() + static_cast<std::ptrdiff_t>(blocks.attackers);
  const auto end = blocks.mortal.begin() + static_cast<std::ptrdiff_t>(blocks.all);
  Census& census = outlook.census;
  int& own_blocks = attacker ? census.invaders : census.blocks;
  int& own_in_atari = attacker ? census.invaders_in_atari : census.blocks_in_atari;
  int& enemies_in_atari = attacker ? census.blocks_in_atari : census.invaders_in_atari;
  Mask joined = at, air = around & empty(p);
  for (auto block = attacker ? blocks.mortal.begin() : cut; block != (attacker ? cut : end); ++block) {
    if ((block->air & at) == 0) continue;
    joined |= block->stones;
    air |= block->air;
    --own_blocks;
    own_in_atari -= single(block->air) ? 1 : 0;
  }
  for (auto block = attacker ? cut : blocks.mortal.begin(); block != (attacker ? end : cut); ++block) {
    if ((block->air & at) != 0 && single(block->air & ~at)) ++enemies_in_atari;
  }
  Position& next = outlook.position;
  next.stones[number(p.to_move)] |= at;
  const bool mortal =
      attacker ? (at & region_.wall()) == 0 && (around & p.immortal) == 0 : (around & p.target) == 0;
  if (mortal) {
    ++own_blocks;
    own_in_atari += single(air & ~at) ? 1 : 0;
  } else {
    (attacker ? next.immortal : next.target) |= joined;
  }
  return outlook;
}

template <class Mask>
Mask BasicRules<Mask>::first_target(const Position& p) const {
  return p.targets == 0 ? 0 : block(p, first(p.targets), Side::Defender);
}

template <class Mask>
void BasicRules<Mask>::complete(Position& p) const {
  const Mask attackers = p.of(Side::Attacker);
  p.immortal = region_.flood(attackers & region_.wall(), attackers);
  p.target = first_target(p);
  p.key = key_from_scratch(p);
}

template <class Mask>
std::uint64_t BasicRules<Mask>::key_from_scratch(const Position& p) const {
  std::uint64_t key =
      base_key_ ^ stones_key(p.stones[0], 0) ^ stones_key(p.stones[1], 1) ^ ko_key<Mask>(p.ko);
  key ^= targets_key(p.targets);
  if (p.to_move == Side::Defender) key ^= kFlags[0];
  if (p.passed) key ^= kFlags[1];
  return key;
}

template class BasicRules<Mask64>;
template class BasicRules<Mask128>;
template class BasicRules<WideMask>;

}  // namespace tesuji::go

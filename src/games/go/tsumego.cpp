#include "games/go/tsumego.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::go {

namespace {

// Tables are kept from one problem to the next, so keys tell problems apart: by their regions, which cells of
// them touch the wall, and the target.
template <class Mask>
std::uint64_t problem_key(const BasicRegion<Mask>& region, const Mask& targets, bool save_all) {
  std::uint64_t key = tt::seed_from_name("go/problem");
  const auto mix = [&](std::uint64_t word) { key = tt::SplitMix64(key ^ word)(); };
  const auto mix_all = [&](const Mask& mask) {
    for (std::size_t i = 0; i < kWords<Mask>; ++i) mix(word(mask, i));
  };
  mix_all(region.all());
  for (Mask left = region.all(); left != 0; left = without_first(left))
    mix_all(region.neighbours(first(left)));
  mix_all(region.wall());
  mix_all(targets);
  mix(save_all ? 1 : 0);
  if (region.haven() != 0) mix_all(region.haven());
  return key;
}

template <class Mask>
Mask targets_of(const Enclosure& enclosure, const BasicRegion<Mask>& region) {
  Mask targets = 0;
  for (const Point p : enclosure.problem.target) {
    const auto index = region.index(p);
    if (!index) throw Error("the target is outside the region");
    targets |= bit<Mask>(*index);
  }
  return targets;
}

}  // namespace

template <class Mask>
Field<Mask>::Field(const Enclosure& enclosure, const Numbering& numbering, bool save_all,
                   std::optional<std::uint64_t> key)
    : region(enclosure, numbering),
      targets(targets_of(enclosure, region)),
      base_key(key ? *key : problem_key(region, targets, save_all)),
      rules(region, Goal{save_all, !single(targets)}, base_key),
      evaluator(rules) {}

Tsumego::Tsumego(Enclosure enclosure, bool save_all) : enclosure_(std::move(enclosure)) {
  const Numbering numbering(enclosure_.points);
  std::optional<std::uint64_t> key;
  if (numbering.limit <= kBits<Mask64>) {
    key = narrow_.emplace(enclosure_, numbering, save_all).base_key;
  } else if (numbering.limit <= kBits<Mask128>) {
    key = middle_.emplace(enclosure_, numbering, save_all).base_key;
  }
  wide_.emplace(enclosure_, numbering, save_all, key);
}

Position Tsumego::start(Side to_move, Level level) const {
  Position p;
  for (WideMask left = region().all(); left != 0; left = without_first(left)) {
    const int i = first(left);
    const Colour colour = enclosure_.problem.grid.at(region().point(i));
    if (colour != Colour::Empty) p.stones[number(side(colour))] |= bit<WideMask>(i);
  }
  p.targets = targets();
  p.to_move = to_move;
  p.level = level;
  if (enclosure_.problem.ko && enclosure_.problem.player && side(*enclosure_.problem.player) == to_move) {
    if (const auto ko = region().index(*enclosure_.problem.ko)) p.ko = static_cast<std::uint16_t>(*ko);
  }
  rules().complete(p);
  return p;
}

Grid Tsumego::grid(const Position& p) const {
  Grid grid = enclosure_.problem.grid;
  for (WideMask left = region().all(); left != 0; left = without_first(left)) {
    const int i = first(left);
    const WideMask at = bit<WideMask>(i);
    const bool attackers = (p.of(Side::Attacker) & at) != 0, defenders = (p.of(Side::Defender) & at) != 0;
    grid.set(region().point(i), attackers ? attacker() : defenders ? opposite(attacker()) : Colour::Empty);
  }
  return grid;
}

template <class Mask>
void BasicProofPlayer<Mask>::add(std::vector<Child>& children, std::uint64_t turn, const Step& step) const {
  const Position& p = here();
  // Built where it stays: a copy right after the small stores would wait for them.
  Child& child = children.emplace_back();
  child.move = step;
  const auto level = after(step.move.effect, p.level);
  child.barred = !level;
  child.rank = level ? *level : p.level;
  child.key = field_.rules.key_after(p, turn, step, child.rank);
}

// Empty points whose neighbours are all of the target or of what the attacker cannot lose.
//
// The defender gains nothing there: with a stone on such a point it is not better off than without, since
// all it does is to take a liberty from the target, and where the attacker plays there instead, the attacker
// has in effect passed. That lifts a ban, and with threats to be removed it is less than a pass, so the
// argument is for levels at which the attacker has none; what is dead there is dead above.
//
// Not so where a stone would escape.
//
// To the attacker those at the wall that are liberties of the target are all alike: to exchange two of them
// changes nothing in the game as long as the target stands. One of them is enough. Those that are not its
// liberties are the attacker's own, and to play there is no more than to pass.
//
// With them the public problems take 1.37M nodes for 1.25M, and 1.15 s for 1.08 s.
template <class Mask>
Mask BasicProofPlayer<Mask>::idle(const Position& p) const {
  const BasicRegion<Mask>& region = field_.region;
  const Mask points =
      field_.rules.empty(p) & ~region.haven() & ~region.spread(region.all() & ~p.target & ~p.immortal);
  if (p.to_move == Side::Defender) return p.level <= kNoThreats ? points : 0;
  const Mask near = region.spread(p.target);
  const Mask alike = points & near & (region.wall() | region.spread(p.immortal));
  return (without_first(alike)) | (pass_does_as_well(p) ? points & ~near : 0);
}

// The attacker's pass gives the defender the choice to pass back, so it gains something only when it lifts a
// ban or removes threats, or when passing back lets it remove them. Tried always, it makes 1.41M nodes of
// 1.25M, and 1.4 s of 1.1 s. Threats without end are not removed, and no ban matters then, either: the
// attacker has no use for a ko (see is_retaken_at_once).
template <class Mask>
bool BasicProofPlayer<Mask>::pass_gains(const Position& p) {
  if (p.level == kDefenderInfinite) return false;
  return p.ko != Position::kNoKo || p.passed || defender_holds(p.level);
}

// Is a stone of the attacker's where nothing matters no better than its pass? A pass that gains nothing is
// left out, and so is the stone. A pass that may gain something is tried, and does the same as the stone as
// long as the attacker has no threats that the defender could remove by passing back.
template <class Mask>
bool BasicProofPlayer<Mask>::pass_does_as_well(const Position& p) {
  return !pass_gains(p) || !attacker_holds(p.level);
}

// A move where nothing matters to the target is answered by a pass, or by what keeps the attacker's stones
// safe, and then the same side is to move again, nothing that matters having changed: so it gains nothing.
// Not so if the pass that answers is by a side with threats, which can then be removed, or if the defender's
// move lifts a ban: the attacker may have to answer there, and the defender retakes. A ban means nothing to a
// ko master.
//
// Without it random regions of 14 and 15 points take 27.9M nodes for 21.7M, and the public problems 0.97M for
// 0.95M.
template <class Mask>
bool BasicProofPlayer<Mask>::cut_off_is_idle(const Position& p) {
  if (p.to_move == Side::Attacker) return pass_does_as_well(p);
  return (p.ko == Position::kNoKo || p.level <= kDefenderMaster) && !attacker_holds(p.level);
}

// The attacker takes a ko, and the defender, who never runs out of threats, takes it back: the stones are
// what they were, and at most another ko is banned. So whatever wins then would have won without, and if the
// attacker does nothing else, play goes on for ever. That holds for these levels only.
//
// The verdicts of 60 random regions of 14 points, both sides first and all conditions, took 13.6M nodes; with
// this 8.9M, and with the attacker's pass left out as well, where threats have no end, 7.3M.
template <class Mask>
bool BasicProofPlayer<Mask>::is_retaken_at_once(const Position& p, const Step& step) {
  return p.to_move == Side::Attacker && p.level <= kDefenderMaster && step.ko != Position::kNoKo &&
         (step.captured & p.targets) == 0;
}

// Known to fail here, though the state it leads to may not be.
template <class Mask>
void BasicProofPlayer<Mask>::refute(Child& child) const {
  if (child.barred) return;
  child.known = confirmed({}, here().level);
  child.numbers = search::kDisprovedNumbers;
  child.looked_at = true;
}

template <class Mask>
void BasicProofPlayer<Mask>::expand(std::vector<Child>& children) {
  const BasicRules<Mask>& rules = field_.rules;
  const Position& p = here();
  BasicBlocks<Mask>& blocks = stack_[depth_].blocks;
  rules.survey(p, blocks);
  stack_[depth_].hold = field_.evaluator.hold(p);
  const BasicLiberties<Mask>& liberties = blocks.liberties;
  const bool attacker = p.to_move == Side::Attacker;
  Mask candidates = rules.empty(p);

  bool atari = false;
  if (cut_off_is_idle(p)) candidates &= field_.evaluator.arena(p, stack_[depth_].hold);
  if (rules.one_block(p)) {
    candidates &= ~idle(p);
    const Mask air = rules.liberties_of(p, p.target);
    if (!attacker && single(air)) {
      // A defender in atari takes something or extends; anything else loses the target, at every level. The
      // nodes are the same without this, as each such move is decided at once; the time is 1% more.
      atari = true;
      const Mask takers = rules.region().spread(rules.region().flood(
          rules.region().spread(p.target) & liberties.atari[number(Side::Attacker)], p.of(Side::Attacker)));
      candidates &= air | takers;
    }
  }
  const std::uint64_t turn = rules.key_of_turn(p);
  for (; candidates != 0; candidates = without_first(candidates)) {
    const auto step = rules.step(p, liberties, first(candidates));
    if (!step) continue;
    add(children, turn, *step);
    if (is_retaken_at_once(p, *step)) refute(children.back());
  }
  const bool useful = attacker ? pass_gains(p) : !atari;
  // What is left out for want of threats that can be removed is not left out at other levels.
  const bool refuted = attacker && p.level == kDefenderInfinite;
  if (useful || refuted) add(children, turn, rules.pass(p));
  if (refuted) refute(children.back());
}

template <class Mask>
auto BasicProofPlayer<Mask>::follow(const Position& guide, std::uint32_t number) const
    -> std::optional<Position> {
  const BasicRules<Mask>& rules = field_.rules;
  const auto point = static_cast<int>(number) - 1;
  std::optional<Step> step;
  if (point == go::Move::kPass) {
    step = rules.pass(guide);
  } else if ((rules.empty(guide) & bit<Mask>(point)) != 0) {
    BasicBlocks<Mask> blocks;
    rules.survey(guide, blocks);
    step = rules.step(guide, blocks.liberties, point);
  }
  if (!step || !after(step->move.effect, guide.level)) return std::nullopt;
  return rules.after(guide, *step);
}

template <class Mask>
void BasicProofPlayer<Mask>::look_at(Child& child) {
  // With endless threats more is alive, so those states are kept apart.
  const bool endless = child.rank == kDefenderInfinite;
  const std::uint64_t key = endless ? ~child.key : child.key;
  Look& look = looks_[key >> (64 - kLookBits)];
  if (look.key != key) {
    const Frame& frame = stack_[depth_];
    const BasicEvaluator<Mask>& evaluator = field_.evaluator;
    const Step& step = child.move;
    const BasicOutlook<Mask> outlook = field_.rules.foresee(frame.position, frame.blocks, step, child.key);
    const bool same_hold = step.move.pass() || (!attacker_to_move() && step.captured == 0 &&
                                                (bit<Mask>(step.move.point) & frame.hold.bonds) == 0);
    const typename BasicEvaluator<Mask>::Finding found = evaluator.look(
        outlook, field_.targets, endless, same_hold ? frame.hold : evaluator.hold(outlook.position));
    look = {key, found.dead    ? search::kProvedNumbers
                 : found.alive ? search::kDisprovedNumbers
                               : found.numbers};
  }
  if (look.numbers.pn == 0) child.known.dead_from = 0;
  if (look.numbers.dn == 0)
    child.known.alive_below = child.known.assumed_below = endless ? Level{kDefenderInfinite + 1} : kLevels;
  child.numbers = look.numbers;
}

template <class Mask>
search::ProofStatus BasicProofPlayer<Mask>::status(const Marks& marks, Level level) const {
  if (level >= marks.dead_from) return search::ProofStatus::Proved;
  if (level < marks.alive_below) return search::ProofStatus::Disproved;
  if (level < marks.assumed_below) return search::ProofStatus::Assumed;
  return search::ProofStatus::Open;
}

template <class Mask>
Marks BasicProofPlayer<Mask>::conclude(std::span<const Child> children) const {
  const bool attacker = attacker_to_move();
  Marks marks = attacker ? Marks{kLevels, kLevels, kLevels} : Marks{0, 0, 0};
  for (const Child& child : children) {
    const ThroughMove& through = kThrough[static_cast<std::size_t>(child.move.move.effect)];
    const Marks& below = child.known;
    if (attacker) {
      marks.dead_from = std::min(marks.dead_from, through.dead_if_attacker_moves[below.dead_from]);
      marks.alive_below = std::min(marks.alive_below, through.alive_if_attacker_moves[below.alive_below]);
      marks.assumed_below =
          std::min(marks.assumed_below, through.alive_if_attacker_moves[below.assumed_below]);
    } else {
      marks.dead_from = std::max(marks.dead_from, through.dead_if_defender_moves[below.dead_from]);
      marks.alive_below = std::max(marks.alive_below, through.alive_if_defender_moves[below.alive_below]);
      marks.assumed_below =
          std::max(marks.assumed_below, through.alive_if_defender_moves[below.assumed_below]);
    }
  }
  // Which state a pass leads to depends on the level (see Position::passed). Where the result at this level
  // is what carries the mark, that does no harm: up the scale a defence, and down the scale an attack, only
  // meets states that suit it better. Elsewhere the mark would be hearsay.
  const Level level = here().level;
  // Where a ban is lifted, moves were left out that may matter to an attacker with threats.
  if (attacker && here().ko != Position::kNoKo && pass_does_as_well(here())) {
    marks.alive_below = std::min<Level>(marks.alive_below, kNoThreats + 1);
    marks.assumed_below = std::min<Level>(marks.assumed_below, kNoThreats + 1);
  }
  if (marks.dead_from > level) marks.dead_from = kLevels;
  if (marks.alive_below <= level) marks.alive_below = 0;
  if (marks.assumed_below <= level) marks.assumed_below = 0;
  return marks;
}

template <class Mask>
Marks BasicProofPlayer<Mask>::assumed(Marks marks, Level level) const {
  marks.assumed_below = std::max(marks.assumed_below, static_cast<Level>(level + 1));
  return marks;
}

template <class Mask>
Marks BasicProofPlayer<Mask>::confirmed(Marks marks, Level level) const {
  marks.alive_below = std::max(marks.alive_below, static_cast<Level>(level + 1));
  marks.assumed_below = std::max(marks.assumed_below, marks.alive_below);
  return marks;
}

template <class Mask>
Marks BasicProofPlayer<Mask>::merge(Marks marks, const Marks& earlier) const {
  marks.dead_from = std::min(marks.dead_from, earlier.dead_from);
  marks.alive_below = std::max(marks.alive_below, earlier.alive_below);
  marks.assumed_below = std::min(std::max(marks.assumed_below, marks.alive_below), marks.dead_from);
  return marks;
}

template class BasicProofPlayer<Mask64>;
template class BasicProofPlayer<Mask128>;
template class BasicProofPlayer<WideMask>;

// Sixteen bits of the entry are free for the marks: five each. A proved state has no use for its second
// number, which holds the winning move instead.
std::optional<Memory::Entry> Memory::recall(std::uint64_t key, Level) const {
  const auto entry = table_.probe(key);
  if (!entry) return std::nullopt;
  const unsigned bits = entry->move | static_cast<unsigned>(entry->flags) << 12;
  Entry found;
  found.known = {static_cast<Level>(bits & 31), static_cast<Level>(bits >> 5 & 31),
                 static_cast<Level>(bits >> 10 & 31)};
  found.numbers = {entry->pn, entry->dn};
  found.work = entry->work;
  if (entry->pn == 0 && entry->dn <= Move::kPass + 1U) {
    found.hint = entry->dn;
    found.numbers = search::kProvedNumbers;
  }
  return found;
}

void Memory::remember(std::uint64_t key, Level, const Entry& entry) {
  const unsigned bits = entry.known.dead_from | static_cast<unsigned>(entry.known.alive_below) << 5 |
                        static_cast<unsigned>(entry.known.assumed_below) << 10;
  tt::Proof::Entry kept;
  kept.pn = entry.numbers.pn;
  kept.dn = entry.numbers.pn == 0 && entry.hint != 0 ? entry.hint : entry.numbers.dn;
  kept.move = static_cast<std::uint16_t>(bits & tt::Proof::kMaxMove);
  kept.flags = static_cast<std::uint8_t>(bits >> 12);
  kept.work = entry.work;
  table_.store(key, kept);
}

}  // namespace tesuji::go

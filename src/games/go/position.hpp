// A state of the problem: stones, side to move, ko point, what is left of the target, and the ko condition.
// Small enough to be copied, so there is nothing to undo.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/go/ko.hpp"
#include "games/go/region.hpp"

namespace tesuji::go {

constexpr std::size_t number(Side side) {
  return static_cast<std::size_t>(side);
}

// A point of the region, or a pass.
struct Move {
  static constexpr std::uint16_t kPass = kBits<WideMask>;
  std::uint16_t point = kPass;
  Effect effect = Effect::None;

  [[nodiscard]] bool pass() const { return point == kPass; }
  friend bool operator==(Move a, Move b) { return a.point == b.point; }
};

// What is played for, the same for every state of a problem.
struct Goal {
  bool save_all = false;  // the defender must save every target block, not just one of them
  bool several = false;   // more than one block
};

template <class Mask>
struct BasicPosition {
  static constexpr std::uint16_t kNoKo = kBits<Mask>;

  std::array<Mask, 2> stones{};  // by side
  Mask targets = 0;              // a stone of each target block that has not been captured
  Mask target = 0;               // the block of the first of them
  Mask immortal = 0;             // the attacker's stones that are connected to the wall
  std::uint64_t key = 0;         // of all but the level
  Side to_move = Side::Attacker;
  std::uint16_t ko = kNoKo;  // the side to move may not take here unless the level lets it
  bool passed = false;       // the last move was a pass by a side that holds threats
  Level level = kNoThreats;

  [[nodiscard]] Mask of(Side side) const { return stones[number(side)]; }
  [[nodiscard]] Mask occupied() const { return stones[0] | stones[1]; }
};

// Blocks, as far as legality needs them: the stones of blocks with one liberty, and of those with more. The
// attacker's blocks that touch the wall have as many as they like, and so have the defender's in a haven.
template <class Mask>
struct BasicLiberties {
  std::array<Mask, 2> atari{}, safe{};
};

// How many blocks can be lost, the target apart.
struct Census {
  int blocks = 0, blocks_in_atari = 0;      // the defender's
  int invaders = 0, invaders_in_atari = 0;  // the attacker's
};

// The blocks of a position, found once and asked about each of its moves.
template <class Mask>
struct BasicBlocks {
  struct Block {
    Mask stones, air;
  };
  std::array<Block, kBits<Mask>> mortal;  // the attacker's, then the defender's but for the target
  std::size_t attackers = 0, all = 0;
  BasicLiberties<Mask> liberties;
  Census census;
};

// A legal move at some level, and what it does.
template <class Mask>
struct BasicStep {
  Move move;
  Mask captured = 0;
  std::uint16_t ko = BasicPosition<Mask>::kNoKo;  // after it
};

// Where a step leads.
template <class Mask>
struct BasicOutlook {
  BasicPosition<Mask> position;
  Census census;
};

template <class Mask>
class BasicRules {
 public:
  using Region = BasicRegion<Mask>;
  using Position = BasicPosition<Mask>;
  using Liberties = BasicLiberties<Mask>;
  using Blocks = BasicBlocks<Mask>;
  using Step = BasicStep<Mask>;
  using Outlook = BasicOutlook<Mask>;

  BasicRules(const Region& region, Goal goal, std::uint64_t base_key)
      : region_(region), goal_(goal), base_key_(base_key) {}

  [[nodiscard]] const Region& region() const { return region_; }
  [[nodiscard]] const Goal& goal() const { return goal_; }

  [[nodiscard]] Mask empty(const Position& p) const { return region_.all() & ~p.occupied(); }
  [[nodiscard]] Mask block(const Position& p, int point, Side side) const {
    return region_.flood(bit<Mask>(point), p.of(side));
  }
  [[nodiscard]] Mask liberties_of(const Position& p, Mask block) const {
    return region_.spread(block) & empty(p);
  }
  void survey(const Position& p, Blocks& found) const;

  // A stone on an empty point; none where it is suicide. Whether the ko condition allows it is for
  // after(move.effect, level) to say.
  [[nodiscard]] std::optional<Step> step(const Position& p, const Liberties& liberties, int point) const;
  [[nodiscard]] Step pass(const Position& p) const;

  // All steps that do not pass; for tests and for playing, not for the search.
  [[nodiscard]] std::vector<Step> steps(const Position& p) const;

  // The key after a step, without taking it. The level must allow the step.
  [[nodiscard]] std::uint64_t key_after(const Position& p, const Step& step) const;
  // The same in two parts, for many steps from one position: what they have in common, and the step that
  // leads to a level.
  [[nodiscard]] std::uint64_t key_of_turn(const Position& p) const;
  [[nodiscard]] std::uint64_t key_after(const Position& p, std::uint64_t turn, const Step& step,
                                        Level level) const;
  [[nodiscard]] Position after(const Position& p, const Step& step) const {
    return after(p, step, key_after(p, step));
  }
  [[nodiscard]] Position after(const Position& p, const Step& step, std::uint64_t key) const;
  // The same with a census: from the blocks of `p`, so that nothing has to be flooded unless stones are
  // taken.
  [[nodiscard]] Outlook foresee(const Position& p, const Blocks& blocks, const Step& step,
                                std::uint64_t key) const;
  [[nodiscard]] std::uint64_t key_from_scratch(const Position& p) const;
  // Sets what follows from the stones, the targets and the rest: the blocks and the key.
  void complete(Position& p) const;

  // Is there one block left to be captured or saved, all others being connected to it or lost? Then the game
  // is the same as if it were the only target.
  [[nodiscard]] bool one_block(const Position& p) const { return (p.targets & ~p.target) == 0; }
  // The attacker has what it wants.
  [[nodiscard]] bool captured(const Position& p, Mask all_targets) const {
    return goal_.save_all ? p.targets != all_targets : p.targets == 0;
  }

 private:
  [[nodiscard]] Mask first_target(const Position& p) const;
  // Where a stone of this side cannot be captured.
  [[nodiscard]] const Mask& refuge(Side side) const {
    return side == Side::Attacker ? region_.wall() : region_.haven();
  }
  [[nodiscard]] Position turn(const Position& p, const Step& step, std::uint64_t key) const;
  [[nodiscard]] bool passes_with_threats(const Position& p, const Step& step, Level after) const;

  const Region& region_;
  Goal goal_;
  std::uint64_t base_key_;
};

// The same position in another width, which must be enough for its region.
template <class ToMask, class FromMask>
BasicPosition<ToMask> resized_position(const BasicPosition<FromMask>& p) {
  BasicPosition<ToMask> made;
  made.stones = {resized<ToMask>(p.stones[0]), resized<ToMask>(p.stones[1])};
  made.targets = resized<ToMask>(p.targets);
  made.target = resized<ToMask>(p.target);
  made.immortal = resized<ToMask>(p.immortal);
  made.key = p.key;
  made.to_move = p.to_move;
  if (p.ko != p.kNoKo) made.ko = p.ko;
  made.passed = p.passed;
  made.level = p.level;
  return made;
}

using Position = BasicPosition<WideMask>;
using Step = BasicStep<WideMask>;
using Rules = BasicRules<WideMask>;

}  // namespace tesuji::go

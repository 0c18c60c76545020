// Looking at a position without searching it: life that nothing can take away, and first numbers.
#pragma once

#include <optional>

#include "games/go/position.hpp"
#include "search/proof.hpp"

namespace tesuji::go {

template <class Mask>
class BasicEvaluator {
 public:
  using Rules = BasicRules<Mask>;
  using Region = BasicRegion<Mask>;
  using Position = BasicPosition<Mask>;
  using Outlook = BasicOutlook<Mask>;

  explicit BasicEvaluator(const Rules& rules) : rules_(rules) {}

  // Benson's unconditional life (1976) for the target, or a connection to living stones outside: it cannot be
  // captured even if the defender always passes. With several blocks, for as many as the goal asks for.
  [[nodiscard]] bool unconditionally_alive(const Position& p, Mask all_targets) const;
  // The defender's stones that are unconditionally alive. With `endless` also those that are alive because
  // the defender, who has ko threats without end, retakes every ko at once.
  [[nodiscard]] Mask pass_alive(const Position& p, bool endless = false) const;

  // The attacker, to move, takes the target at once.
  [[nodiscard]] bool capturable_at_once(const Position& p) const;

  // The target has no room for two eyes, nor for a seki: it is dead, whoever moves and whatever the threats.
  [[nodiscard]] bool hopeless(const Position& p) const;

  // What the attacker keeps for certain. It stays the same after a pass, and after a stone of the defender's
  // that takes nothing and is not on a bond.
  struct Hold {
    Mask safe = 0;     // the attacker's stones that it need not lose
    Mask bonds = 0;    // the empty points that keep them connected
    Mask outside = 0;  // the wall's points, safe stones, and next to them: no eye can ever be here
    Mask reach = 0;    // what the target can reach without crossing safe stones
  };
  [[nodiscard]] Hold hold(const Position& p) const;

  // The part of the region in which moves can still matter to the target.
  [[nodiscard]] Mask arena(const Position& p, const Hold& hold) const;

  // All of it at once, as the search needs it after a move: dead = captured, or to be captured at once, or
  // hopeless. `endless` as in pass_alive.
  struct Finding {
    bool dead = false, alive = false;
    search::ProofNumbers numbers;  // where neither is plain: how hard it looks to capture and to save
  };
  [[nodiscard]] Finding look(const Outlook& outlook, Mask all_targets, bool endless) const {
    return look(outlook, all_targets, endless, hold(outlook.position));
  }
  [[nodiscard]] Finding look(const Outlook& outlook, Mask all_targets, bool endless, const Hold& hold) const;

 private:
  // What is asked of a position more than once. The air is that of the first target block: others matter
  // little to an estimate.
  struct Sight {
    Mask free = 0, air = 0;
    Mask safe = 0, outside = 0;  // see Hold
    Mask links = 0;              // empty points that are no bonds
    Mask space = 0;              // what is not outside, as far as the target can reach
    Mask room = 0;               // what is left of that for its eyes when the attacker answers well
    bool may_escape = false;     // a haven is within the target's reach
  };
  [[nodiscard]] Sight see(const Position& p) const { return see(p, hold(p)); }
  [[nodiscard]] Sight see(const Position& p, const Hold& hold) const;
  [[nodiscard]] Mask safe(const Position& p, Mask& links) const;
  [[nodiscard]] Mask bonds(Mask block, Mask safe, Mask ends, Mask links, Mask free) const;
  [[nodiscard]] Mask spoilt(const Position& p, const Sight& sight) const;
  [[nodiscard]] bool hopeless(const Position& p, const Sight& sight) const;
  [[nodiscard]] bool hopeless_at_once(const Position& p, const Sight& sight) const;
  // The parts of the region that are closed off by the defender's stones.
  [[nodiscard]] Mask closed_off(const Position& p, Mask outside) const;
  [[nodiscard]] std::optional<bool> plain_life(const Position& p, Mask free, Mask air, Mask closed,
                                               bool endless) const;
  [[nodiscard]] bool one_block_lives(const Position& p, Mask outside, bool endless) const;
  [[nodiscard]] Mask pass_alive(const Position& p, Mask closed, Mask needed, bool endless) const;
  [[nodiscard]] bool unconditionally_alive(const Position& p, Mask all_targets, Mask outside,
                                           bool endless) const;
  [[nodiscard]] bool capturable_at_once(const Position& p, const Sight& sight) const;
  [[nodiscard]] search::ProofNumbers estimate(const Position& p, const Census& census,
                                              const Sight& sight) const;

  const Rules& rules_;
};

using Evaluator = BasicEvaluator<WideMask>;

}  // namespace tesuji::go

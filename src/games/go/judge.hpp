// Looking at a position without searching it: life that nothing can take away, and first numbers.
#pragma once

#include "games/go/position.hpp"
#include "search/proof.hpp"

namespace tesuji::go {

class Judge {
 public:
  explicit Judge(const Rules& rules) : rules_(rules) {}

  // Benson's unconditional life (1976) for the target: it cannot be captured even if the defender always
  // passes. With several blocks, for as many as the goal asks for.
  [[nodiscard]] bool unconditionally_alive(const Position& p, Mask all_targets) const;
  // The defender's stones that are unconditionally alive.
  [[nodiscard]] Mask pass_alive(const Position& p) const;

  // The attacker, to move, takes the target at once.
  [[nodiscard]] bool capturable_at_once(const Position& p) const;

  // All of it at once, as the search needs it after a move: dead = captured, or to be captured at once.
  struct Finding {
    bool dead = false, alive = false;
    search::ProofNumbers numbers;  // where neither is plain: how hard it looks to capture and to save
  };
  [[nodiscard]] Finding look(const Position& p, Mask all_targets) const;

 private:
  // The first target block and its liberties; others matter little to an estimate.
  struct Sight {
    Mask free = 0, target = 0, air = 0;
  };
  [[nodiscard]] Sight see(const Position& p) const;
  [[nodiscard]] bool may_be_alive(const Position& p, const Sight& sight) const;
  [[nodiscard]] bool unconditionally_alive(const Position& p, Mask all_targets, const Sight& sight) const;
  [[nodiscard]] bool capturable_at_once(const Position& p, const Sight& sight) const;
  [[nodiscard]] search::ProofNumbers estimate(const Position& p, const Sight& sight) const;

  const Rules& rules_;
};

}  // namespace tesuji::go

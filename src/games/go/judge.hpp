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

  // How hard it looks to capture the target (pn), and to save it (dn).
  [[nodiscard]] search::ProofNumbers estimate(const Position& p) const;

 private:
  const Rules& rules_;
};

}  // namespace tesuji::go

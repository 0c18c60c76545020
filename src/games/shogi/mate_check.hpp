// Replays a mate with every defence the rules allow. It knows the rules and nothing of the solver: the
// solver's claims come in through a function that names the attacker's move, and each is tried.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "games/shogi/position.hpp"

namespace tesuji::shogi {

struct MateCheck {
  bool holds = false;
  std::string flaw;        // where it does not: what is wrong, and after which moves
  std::vector<Move> line;  // where it does: the line with the longest defences
  std::uint64_t positions = 0;
};

// `attack` is asked for the mover's move in positions where the attacker is to move; no move = it has none.
// An exhausted budget counts as a flaw.
MateCheck check_mate(const Position& position, const std::function<Move(const Position&)>& attack,
                     const Budget* budget = nullptr);

}  // namespace tesuji::shogi

// Replays a mate with every defence the rules allow. It knows the rules and nothing of the solver: the
// solver's claims come in through a function that names the attacker's move, and each is tried.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "games/chess/position.hpp"

namespace tesuji::chess {

struct MateCheck {
  bool holds = false;
  std::string flaw;        // where it does not: what is wrong, and after which moves
  std::vector<Move> line;  // where it does: the line with the longest defences
};

// `attack` is asked for the mover's move with so many moves left; kNoMove = it has none. An
// exhausted budget counts as a flaw.
MateCheck check_mate(const Position& position, int moves,
                     const std::function<Move(const Position&, int)>& attack, const Budget* budget = nullptr);

}  // namespace tesuji::chess

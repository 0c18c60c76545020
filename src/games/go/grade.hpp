// How hard a problem is, as a number. docs/guide/authors.md has the definition for readers.
#pragma once

#include <optional>

#include "games/go/solver.hpp"

namespace tesuji::go {

inline constexpr int kLatePlies = 6;

struct Grade {
  int value = 0;
  int length = 0;      // plies of the solution's main line
  int tries = 0;       // wrong first moves that would work if they were ignored
  int late = 0;        // of these, those that take kLatePlies or more to refute
  int sacrifices = 0;  // moves of the solver on the main line whose stone can be captured at once
  int quiet = 0;       // moves of the solver on the main line that neither capture nor give atari
  std::uint64_t nodes = 0;
};

// Of a position that its mover wins, from an empty table. None = interrupted.
std::optional<Grade> grade_of(const Tsumego& tsumego, Memory& memory, const Position& start,
                              const search::Limits& limits, const StopFlag& stop);

}  // namespace tesuji::go

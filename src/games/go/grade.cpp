#include "games/go/grade.hpp"

#include <bit>

namespace tesuji::go {

namespace {

// The block that a step has just made is left with one liberty, and the wall does not protect it.
bool in_atari(const Tsumego& tsumego, const Position& next, const Step& step) {
  const Side side = other(next.to_move);
  const WideMask block = tsumego.rules().block(next, step.move.point, side);
  const WideMask refuge = side == Side::Attacker ? tsumego.region().wall() : tsumego.region().haven();
  return (block & refuge) == 0 && count(tsumego.rules().liberties_of(next, block)) == 1;
}

}  // namespace

std::optional<Grade> grade_of(const Tsumego& tsumego, Memory& memory, const Position& start,
                              const search::Limits& limits, const StopFlag& stop) {
  memory.table().clear(1);
  Solver solver(tsumego, memory);
  solver.limit(limits, &stop);
  if (!solver.attacker_wins(start)) return std::nullopt;
  Grade grade;
  grade.nodes = solver.nodes();
  grade.tries = static_cast<int>(solver.threats(start).size());
  Position p = start;
  for (const Step& step : solver.line(start)) {
    const Position next = tsumego.rules().after(p, step);
    ++grade.length;
    if (p.to_move == start.to_move && in_atari(tsumego, next, step)) ++grade.sacrifices;
    p = next;
  }
  if (solver.interrupted()) return std::nullopt;
  grade.value = 2 * static_cast<int>(std::bit_width(grade.nodes)) + grade.length +
                2 * std::min(grade.tries, 5) + 3 * std::min(grade.sacrifices, 3);
  return grade;
}

}  // namespace tesuji::go

#include "games/go/grade.hpp"

#include <algorithm>
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

// The step takes nothing and leaves no block beside it with one liberty.
bool is_quiet(const Tsumego& tsumego, const Position& before, const Position& next, const Step& step) {
  const Side enemy = other(before.to_move);
  if (step.move.pass() || next.of(enemy) != before.of(enemy)) return false;
  for (WideMask beside = tsumego.region().neighbours(step.move.point) & next.of(enemy); beside != 0;
       beside = without_first(beside)) {
    const WideMask block = tsumego.rules().block(next, first(beside), enemy);
    if (count(tsumego.rules().liberties_of(next, block)) == 1) return false;
  }
  return true;
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
  for (const Step& attempt : solver.threats(start)) {
    ++grade.tries;
    const auto refutation = solver.line(tsumego.rules().after(start, attempt));
    if (static_cast<int>(refutation.size()) >= kLatePlies) ++grade.late;
  }
  Position p = start;
  for (const Step& step : solver.line(start)) {
    const Position next = tsumego.rules().after(p, step);
    ++grade.length;
    if (p.to_move == start.to_move) {
      if (in_atari(tsumego, next, step)) ++grade.sacrifices;
      if (is_quiet(tsumego, p, next, step)) ++grade.quiet;
    }
    p = next;
  }
  if (solver.interrupted()) return std::nullopt;
  grade.value = 2 * static_cast<int>(std::bit_width(grade.nodes)) + grade.length +
                2 * std::min(grade.tries, 5) + std::min(grade.late, 5) + 3 * std::min(grade.sacrifices, 3) +
                std::min(grade.quiet, 4);
  return grade;
}

}  // namespace tesuji::go

// Several threads on one table: the same scores, and nothing for the thread sanitizer to find.
#include <gtest/gtest.h>

#include "games/connect4/solver.hpp"

namespace tesuji::connect4 {
namespace {

TEST(Threads, FindTheSameScores) {
  const auto one = make_solver({6, 5}, 1 << 22, 1);
  const auto three = make_solver({6, 5}, 1 << 22, 3);
  const search::StopFlag stop;
  for (const char* moves : {"333344", "1122", "34435", "6134", "3332254"}) {
    const Diagram diagram = parse(moves, {6, 5});
    EXPECT_EQ(three->solve(diagram, {}, stop, {}).low, one->solve(diagram, {}, stop, {}).low) << moves;
  }
}

TEST(Threads, StopTogether) {
  const auto solver = make_solver({7, 6}, 1 << 22, 2);
  search::StopFlag stop;
  Question question;
  question.limits.nodes = 50'000;
  const Solution solution = solver->solve(parse(""), question, stop, {});
  EXPECT_FALSE(solution.exact());
}

}  // namespace
}  // namespace tesuji::connect4

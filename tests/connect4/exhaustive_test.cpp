// Every reachable position of small boards, against trying everything.
#include <gtest/gtest.h>

#include "connect4/reference.hpp"
#include "games/connect4/follow_up.hpp"
#include "games/connect4/solver.hpp"

namespace tesuji::connect4 {
namespace {

// How often a bound said anything, so that a bound that never speaks does not pass for a right one.
struct Tally {
  std::uint64_t asked = 0, at_most_draw = 0, lost = 0, wrong = 0;
};

// The static bound on every position, the solver on every `stride`-th.
Tally check_every_position(Size size, std::uint64_t stride) {
  Tally tally;
  const AnySize shape(size.width, size.height);
  const auto solver = make_solver(size, std::uint64_t{1} << 20, 1);
  const search::StopFlag stop;
  std::uint64_t number = 0;
  reference::for_each_position(size.width, size.height, [&](const reference::Game& game, int score) {
    Diagram diagram;
    diagram.size = size;
    diagram.first = game.bits(0);
    diagram.second = game.bits(1);
    diagram.drawn = true;
    if (number++ % stride == 0) {
      Question question;
      question.line = false;
      const Solution solution = solver->solve(diagram, question, stop, {});
      if ((solution.low != score || !solution.exact()) && tally.wrong++ == 0)
        ADD_FAILURE() << to_text(diagram) << ": " << solution.low << ", not " << score;
    }
    for (int column = 0; column < game.width(); ++column) {
      if (game.can_play(column) && (game.wins(column) || game.threatens(column))) return;
    }
    const bool first = game.stones() % 2 == 0;
    const Position at{static_cast<Bits>(first ? diagram.first : diagram.second),
                      static_cast<Bits>(diagram.first | diagram.second), game.stones()};
    const int bound = follow_up_bound(shape, at, shape.fours(at.other()) & ~at.stones);
    ++tally.asked;
    tally.at_most_draw += bound == 0 ? 1 : 0;
    tally.lost += bound < 0 ? 1 : 0;
    if (bound < score && tally.wrong++ == 0) {
      ADD_FAILURE() << size.width << "x" << size.height << " " << to_text(diagram) << ": bound " << bound
                    << ", score " << score;
    }
  });
  EXPECT_EQ(tally.wrong, 0u);
  return tally;
}

TEST(Exhaustive, BoundAndSolverAreRightOn4x4) {
  const Tally tally = check_every_position({4, 4}, 1);
  EXPECT_GT(tally.at_most_draw, 1000u);
  EXPECT_GT(tally.lost, 100u);
}

TEST(Exhaustive, BoundAndSolverAreRightOn4x5) {
  const Tally tally = check_every_position({4, 5}, 3);
  EXPECT_GT(tally.at_most_draw, 1000u);
  EXPECT_GT(tally.lost, 100u);
}

TEST(Exhaustive, BoundAndSolverAreRightOn5x4) {
  const Tally tally = check_every_position({5, 4}, 7);
  EXPECT_GT(tally.at_most_draw, 1000u);
  EXPECT_GT(tally.lost, 100u);
}

// Takes minutes and some gigabytes, so only where it is asked for (docs/internals/connect4.md).
TEST(Exhaustive, DISABLED_BoundAndSolverAreRightOn5x5) {
  const Tally tally = check_every_position({5, 5}, 1);
  EXPECT_GT(tally.at_most_draw, 1000u);
  EXPECT_GT(tally.lost, 100u);
}

}  // namespace
}  // namespace tesuji::connect4

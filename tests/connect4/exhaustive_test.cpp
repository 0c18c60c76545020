// Every reachable position of small boards, against trying everything.
#include <gtest/gtest.h>

#include "connect4/reference.hpp"
#include "games/connect4/judge.hpp"
#include "games/connect4/shaped_solver.hpp"

namespace tesuji::connect4 {
namespace {

template <class S>
Position<S> play(const std::string& moves) {
  Position<S> at;
  for (const char name : moves) at.play(name - '1');
  return at;
}

// How often a bound said anything, so that a bound that never speaks does not pass for a right one.
struct Tally {
  std::uint64_t asked = 0, at_most_draw = 0, lost = 0, wrong = 0;
};

// The static bound on every position, the solver on every `stride`-th.
template <class S>
Tally check_every_position(std::uint64_t stride) {
  Tally tally;
  ShapedSolver<S> solver(std::uint64_t{1} << 20, 1);
  const search::StopFlag stop;
  std::uint64_t number = 0;
  reference::for_each_position(S::kWidth, S::kHeight, [&](const reference::Game& game, int score) {
    if (number++ % stride == 0) {
      Question question;
      question.line = false;
      const Solution solution =
          solver.solve(parse(game.moves(), {S::kWidth, S::kHeight}), question, stop, {});
      EXPECT_EQ(solution.low, score) << game.moves();
      EXPECT_TRUE(solution.exact());
    }
    for (int column = 0; column < game.width(); ++column) {
      if (game.can_play(column) && (game.wins(column) || game.threatens(column))) return;
    }
    const Position<S> at = play<S>(game.moves());
    const int bound = follow_up_bound<S>(at, fours<S>(at.other()) & ~at.stones);
    ++tally.asked;
    tally.at_most_draw += bound == 0 ? 1 : 0;
    tally.lost += bound < 0 ? 1 : 0;
    if (bound < score && tally.wrong++ == 0) {
      ADD_FAILURE() << S::kWidth << "x" << S::kHeight << " " << game.moves() << ": bound " << bound
                    << ", score " << score;
    }
  });
  EXPECT_EQ(tally.wrong, 0u);
  return tally;
}

TEST(Exhaustive, BoundAndSolverAreRightOn4x4) {
  const Tally tally = check_every_position<Shape<4, 4>>(1);
  EXPECT_GT(tally.at_most_draw, 1000u);
  EXPECT_GT(tally.lost, 100u);
}

TEST(Exhaustive, BoundAndSolverAreRightOn4x5) {
  const Tally tally = check_every_position<Shape<4, 5>>(3);
  EXPECT_GT(tally.at_most_draw, 1000u);
  EXPECT_GT(tally.lost, 100u);
}

TEST(Exhaustive, BoundAndSolverAreRightOn5x4) {
  const Tally tally = check_every_position<Shape<5, 4>>(7);
  EXPECT_GT(tally.at_most_draw, 1000u);
  EXPECT_GT(tally.lost, 100u);
}

}  // namespace
}  // namespace tesuji::connect4

#include "games/connect4/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "connect4/reference.hpp"
#include "games/connect4/shaped_solver.hpp"

namespace tesuji::connect4 {
namespace {

const search::StopFlag kNeverStop;

int score_of(Solver& solver, const Diagram& diagram) {
  Question question;
  question.line = false;
  const Solution solution = solver.solve(diagram, question, kNeverStop, {});
  EXPECT_TRUE(solution.exact());
  return solution.low;
}

// Random games, cut off with few cells left, against negamax with neither table nor ordering.
void compare_with_plain_negamax(Size size, int count) {
  const auto solver = make_solver(size, 1 << 24, 1);
  std::mt19937 random(20061);
  const int cells = size.width * size.height;
  for (int checked = 0; checked < count;) {
    reference::Game game(size.width, size.height);
    const int stones = cells - 12 + static_cast<int>(random() % 12);
    bool stuck = false;
    while (game.stones() < stones && !stuck) {
      // Wins are avoided, or games on large boards would never get so far.
      std::vector<int> columns;
      for (int column = 0; column < size.width; ++column) {
        if (game.can_play(column) && !game.wins(column)) columns.push_back(column);
      }
      stuck = columns.empty();
      if (!stuck) game.play(columns[random() % columns.size()]);
    }
    if (stuck) continue;
    std::string moves = game.moves();
    for (char& name : moves) name = column_name(name - '1');
    ASSERT_EQ(score_of(*solver, parse(moves, size)), game.score())
        << size.width << "x" << size.height << " " << moves;
    ++checked;
  }
}

TEST(Solver, AgreesWithPlainNegamaxOnLatePositions) {
  compare_with_plain_negamax({7, 6}, 3000);
}
TEST(Solver, AgreesWithPlainNegamaxOnBoardsOfMoreThan64Bits) {
  for (const Size size : {Size{8, 8}, Size{9, 7}, Size{12, 5}, Size{4, 17}})
    compare_with_plain_negamax(size, 200);
}

// A whole search, with its table, in words of 128 bits.
TEST(Solver, WideWordsFindTheKnownValues) {
  struct Known {
    Size size;
    int value;
  };
  for (const auto& [size, value] : {Known{{5, 5}, 0}, Known{{6, 4}, -1}, Known{{4, 6}, 0}}) {
    ShapedSolver<WideSize> solver(WideSize(size.width, size.height), 1 << 22, 1, tt::kGrowing, {});
    const auto narrow = make_solver(size, 1 << 22, 1);
    Question question;
    question.line = false;
    question.all_moves = true;
    const Solution wide = solver.solve(parse("", size), question, kNeverStop, {});
    EXPECT_EQ(wide.low > 0 ? 1 : wide.low < 0 ? -1 : 0, value) << size.width << "x" << size.height;
    EXPECT_EQ(wide.scores, narrow->solve(parse("", size), question, kNeverStop, {}).scores);
  }
}

// Two keys that agree in the bits that the table takes are told apart by the rest.
TEST(Solver, WideKeysAreUnique) {
  using Tree = Tree<WideSize>;
  const WideBits low = 0x1234'5678'9abcULL;
  const auto one = Tree::tagged(low), other = Tree::tagged(low | WideBits{5} << 63);
  EXPECT_NE(one.tag, other.tag);
  EXPECT_NE(one.key, other.key) << "they would always want the same place";
  EXPECT_LT(Tree::tagged((WideBits{1} << 72) - 1).tag, 1U << Tree::kTagBits);
}

TEST(Solver, AllColumnsTheLineAndTheWeakAnswerAgree) {
  const auto solver = make_solver({7, 6}, 1 << 24, 1);
  std::mt19937 random(7);
  for (int i = 0; i < 60; ++i) {
    reference::Game game(7, 6);
    while (game.stones() < 18) {
      const int column = static_cast<int>(random() % 7);
      if (game.can_play(column) && !game.wins(column)) game.play(column);
    }
    const Diagram diagram = parse(game.moves());
    Question question;
    question.all_moves = true;
    int known_before = 0;  // columns whose winner was told before any score
    const auto on_progress = [&](const Solution& so_far) {
      if (so_far.scores.empty())
        known_before = static_cast<int>(std::count_if(so_far.signs.begin(), so_far.signs.end(),
                                                      [](const auto& sign) { return sign.has_value(); }));
    };
    const Solution solution = solver->solve(diagram, question, kNeverStop, on_progress);
    int best = -100, columns = 0;
    for (int column = 0; column < 7; ++column) {
      if (solution.scores[column]) best = std::max(best, *solution.scores[column]);
      EXPECT_EQ(solution.scores[column].has_value(), game.can_play(column));
      if (!solution.scores[column]) continue;
      ++columns;
      EXPECT_EQ(solution.signs[column], std::clamp(*solution.scores[column], -1, 1));
    }
    EXPECT_EQ(known_before, columns);
    EXPECT_EQ(best, solution.low);
    for (const int column : solution.best) EXPECT_EQ(*solution.scores[column], solution.low);

    // The line ends the game when the score says.
    Diagram end = diagram;
    for (const int column : solution.line) {
      ASSERT_FALSE(end.over());
      end.play(column);
    }
    EXPECT_TRUE(end.over());
    const int left = 42 - end.count();
    EXPECT_EQ(end.has_four(true) || end.has_four(false) ? left / 2 + 1 : 0, std::abs(solution.low))
        << game.moves();

    Question weak;
    weak.weak = true;
    const Solution sign = solver->solve(diagram, weak, kNeverStop, {});
    EXPECT_EQ(sign.low, solution.low > 0 ? 1 : solution.low < 0 ? -1 : 0);
  }
}

// The empty board of other sizes, as John Tromp's program values it: + the first player wins, - the second.
TEST(Solver, FindsTheKnownValuesOfOtherBoards) {
  struct Known {
    Size size;
    int value;
  };
  constexpr Known kKnown[] = {{{4, 4}, 0}, {{4, 5}, 0}, {{5, 4}, 0}, {{4, 6}, 0}, {{6, 4}, -1}, {{5, 5}, 0},
                              {{5, 6}, 0}, {{6, 5}, 0}, {{7, 4}, 0}, {{4, 7}, 0}, {{4, 8}, 0}};
  for (const auto& [size, value] : kKnown) {
    const auto solver = make_solver(size, 1 << 24, 1);
    Question question;
    question.weak = true;
    question.line = false;
    EXPECT_EQ(solver->solve(parse("", size), question, kNeverStop, {}).low, value)
        << size.width << "x" << size.height;
  }
}

TEST(Solver, AFinishedGameNeedsNoSearch) {
  const auto solver = make_solver({7, 6}, 1 << 20, 1);
  EXPECT_EQ(score_of(*solver, parse("1212121")), -18);
  const Solution solution = solver->solve(parse("1212121"), {}, kNeverStop, {});
  EXPECT_TRUE(solution.best.empty());
  EXPECT_EQ(score_of(*solver, parse("121212")), 18);
}

// Takes a minute and a table of a gigabyte, so only where it is asked for (docs/internals/connect4.md).
TEST(Solver, DISABLED_FindsTheKnownValuesOfTheFirstMoves) {
  const auto solver = make_solver({}, std::uint64_t{1} << 30, 2);
  Question question;
  question.all_moves = true;
  const Solution solution = solver->solve(parse(""), question, kNeverStop, {});
  const std::vector<std::optional<int>> known = {-2, -1, 0, 1, 0, -1, -2};
  EXPECT_EQ(solution.low, 1);
  EXPECT_EQ(solution.scores, known);
  EXPECT_EQ(solution.best, std::vector<int>{3});
}

TEST(Solver, StopsAtTheNodeLimit) {
  const auto solver = make_solver({7, 6}, 1 << 20, 1);
  Question question;
  question.limits.nodes = 20'000;
  const Solution solution = solver->solve(parse(""), question, kNeverStop, {});
  EXPECT_FALSE(solution.exact());
  EXPECT_LT(solution.nodes, 40'000u);
}

// Who wins by a column that is easy to see through is known long before the hard ones.
TEST(Solver, TellsTheWinnerOfEasyColumnsWhenItIsStopped) {
  const auto solver = make_solver({7, 6}, 1 << 20, 1);
  Question question;
  question.all_moves = true;
  question.limits.nodes = 300'000;
  const Diagram diagram = parse("4455");  // either column beside the four stones makes two threats
  const Solution solution = solver->solve(diagram, question, kNeverStop, {});
  EXPECT_EQ(solution.signs[2], 1);
  EXPECT_EQ(solution.signs[5], 1);
  EXPECT_GE(solution.low, 1);
}

}  // namespace
}  // namespace tesuji::connect4

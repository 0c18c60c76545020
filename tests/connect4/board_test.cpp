#include "games/connect4/board.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "games/connect4/solver.hpp"

namespace tesuji::connect4 {
namespace {

TEST(Board, KeepsItsKeyWhileMovesArePlayedAndTakenBack) {
  const auto board = make_board(parse(""));
  const std::uint64_t start = board->key();
  const std::string moves = "445332211677";
  for (const char move : moves) {
    board->play(std::string(1, move));
    EXPECT_EQ(board->key(), board->key_from_scratch());
  }
  EXPECT_EQ(board->position(), moves);
  for (std::size_t i = 0; i < moves.size(); ++i) board->undo();
  EXPECT_EQ(board->key(), start);
  EXPECT_EQ(board->position(), "");
}

TEST(Board, KnowsTheEndOfAGame) {
  const auto board = make_board(parse("121212"));
  EXPECT_FALSE(board->outcome());
  board->play("1");
  ASSERT_TRUE(board->outcome());
  EXPECT_EQ(board->outcome()->winner, "X");
  EXPECT_TRUE(board->legal_moves().empty());
  EXPECT_THROW(board->play("3"), Error);
  board->undo();
  EXPECT_EQ(board->legal_moves().size(), 7u);
}

// Published counts of positions by number of stones (OEIS A212693).
TEST(Board, PositionsByPlyAreTheKnownNumbers) {
  const auto solver = make_solver({7, 6}, std::uint64_t{1} << 20, 1);
  const search::StopFlag stop;
  const std::uint64_t counts[] = {1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186};
  int ply = 0;
  for (const std::uint64_t count : counts) EXPECT_EQ(solver->positions_after(parse(""), ply++, stop), count);
}

}  // namespace
}  // namespace tesuji::connect4

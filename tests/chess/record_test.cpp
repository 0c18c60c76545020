#include "games/chess/record.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace tesuji::chess {
namespace {

TEST(ChessPgn, ReadsTheMainLineOfEveryGame) {
  const auto games = parse_pgn(
      "[Event \"A \\\"quoted\\\" name\"]\n[Result \"1-0\"]\n\n"
      "1. e4 {best by test} e5 2.Nf3 (2. f4 exf4 (2... d5)) Nc6 $1 3. Bb5 ; a comment\n% an escape\n a6 "
      "1-0\n\n"
      "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q+ Kf7 1/2-1/2\n"
      "1. d4 d5 *");
  ASSERT_EQ(games.size(), 3u);
  EXPECT_EQ(games[0].tags.at("Event"), "A \"quoted\" name");
  EXPECT_EQ(games[0].moves.size(), 6u);
  EXPECT_EQ(games[0].result, "1-0");
  EXPECT_EQ(games[1].moves.size(), 2u);
  EXPECT_EQ(games[1].result, "1/2-1/2");
  EXPECT_EQ(games[2].moves.size(), 2u);
  EXPECT_EQ(games[2].result, "*");
}

TEST(ChessPgn, ErrorsNameGameAndMove) {
  try {
    parse_pgn("1. e4 e5 *\n1. e4 e5 2. Ke3 *");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "PGN, game 2, move 2: 'Ke3' is no legal move");
  }
  EXPECT_THROW(parse_pgn("1. e4 { no end"), Error);
  EXPECT_THROW(parse_pgn("1. e4 ( e5"), Error);
  EXPECT_THROW(parse_pgn("[Event"), Error);
}

}  // namespace
}  // namespace tesuji::chess

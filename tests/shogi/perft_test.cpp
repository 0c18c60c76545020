// Leaf counts that independent programs have published or agree on.
#include <gtest/gtest.h>

#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"

namespace tesuji::shogi {
namespace {

std::uint64_t count(std::string_view text, int depth) {
  Position position = parse_position(text);
  return perft(position, depth);
}

TEST(ShogiPerft, StartPosition) {
  EXPECT_EQ(count("startpos", 1), 30u);
  EXPECT_EQ(count("startpos", 2), 900u);
  EXPECT_EQ(count("startpos", 3), 25'470u);
  EXPECT_EQ(count("startpos", 4), 719'731u);
  EXPECT_EQ(count("startpos", 5), 19'861'490u);
}

// The greatest number of moves there is; 53,399,737 at depth 3 would mean that pawn drops may give mate.
TEST(ShogiPerft, FiveHundredAndNinetyThreeMoves) {
  constexpr auto kPosition = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
  EXPECT_EQ(count(kPosition, 1), 593u);
  EXPECT_EQ(count(kPosition, 2), 105'677u);
  EXPECT_EQ(count(kPosition, 3), 53'393'368u);
}

TEST(ShogiPerft, MiddleGameWithEverythingInIt) {
  constexpr auto kPosition = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
  EXPECT_EQ(count(kPosition, 1), 207u);
  EXPECT_EQ(count(kPosition, 2), 28'684u);
  EXPECT_EQ(count(kPosition, 3), 4'809'015u);
}

}  // namespace
}  // namespace tesuji::shogi

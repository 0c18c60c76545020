#include "games/chess/exchange.hpp"

#include <gtest/gtest.h>

#include "games/chess/notation.hpp"

namespace tesuji::chess {
namespace {

// The exact value, found by asking for every threshold's neighbour.
int exchange(const char* fen, const char* text) {
  const Position position = parse_fen(fen);
  const Move move = parse_move(position, text);
  int low = -3000;
  int high = 3000;
  while (low < high) {
    const int middle = (low + high + 1) >> 1;
    if (exchange_at_least(position, move, middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

constexpr int P = kExchangeValue[kPawn], N = kExchangeValue[kKnight], B = kExchangeValue[kBishop],
              R = kExchangeValue[kRook], Q = kExchangeValue[kQueen];

TEST(ChessExchange, PlainCaptures) {
  EXPECT_EQ(exchange("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), P);
  EXPECT_EQ(exchange("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), P - R);
  EXPECT_EQ(exchange("4k3/8/4p3/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5"), P);
  EXPECT_EQ(exchange("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d5"), 0);
}

TEST(ChessExchange, SeesThroughPiecesOnALine) {
  // Two rooks behind each other against rook and pawn.
  EXPECT_EQ(exchange("3rk3/3r4/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5"), P - R);
  EXPECT_EQ(exchange("3rk3/8/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5"), P);
  EXPECT_EQ(exchange("4k3/8/2p5/3n4/8/1B6/Q7/4K3 w - - 0 1", "b3d5"), N - B + P);
}

TEST(ChessExchange, KingsTakeOnlyWhatNobodyGuards) {
  EXPECT_EQ(exchange("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), P - R);
  EXPECT_EQ(exchange("8/8/4k3/3p4/8/1B6/8/3RK3 w - - 0 1", "d1d5"), P);
}

TEST(ChessExchange, PinnedPiecesDoNotTake) {
  // The knight that guards d5 is pinned to its king by the rook.
  EXPECT_EQ(exchange("4k3/8/8/3p4/8/4n3/8/3QR1K1 w - - 0 1", "d1d5"), P);
}

TEST(ChessExchange, EnPassantAndPromotion) {
  EXPECT_EQ(exchange("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), P);
  EXPECT_EQ(exchange("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8q"), Q - P);
  EXPECT_EQ(exchange("r6k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q"), -P);
}

}  // namespace
}  // namespace tesuji::chess

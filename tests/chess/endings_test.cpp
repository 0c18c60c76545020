#include "games/chess/endings.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "games/chess/evaluator.hpp"
#include "games/chess/notation.hpp"

namespace tesuji::chess {
namespace {

// The count is published: Stockfish's table of this ending had as many won positions.
TEST(ChessEndings, KingAndPawnHasAsManyWinsAsOthersFound) {
  EXPECT_EQ(KingAndPawn().won(), 111'282u);
}

TEST(ChessEndings, KnownDrawsAreWorthNothing) {
  for (const char* fen : {
           "7k/8/8/8/6K1/7P/8/5B2 w - - 0 1",      // the bishop does not guard h8
           "8/8/8/8/p7/1k6/4b3/K7 b - - 0 1",      // nor this one a1
           "8/1k6/8/P7/P7/2K5/8/2B1B3 w - - 0 1",  // two of the same colour, two pawns
           "k7/8/8/8/P7/8/2K5/8 b - - 0 1",        // in front of a rook's pawn
           "8/8/8/4k3/8/8/4P3/3K4 w - - 0 1",      // too far behind the pawn
           "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1",      // the opposition
           "4k3/8/8/8/8/8/3NN3/4K3 w - - 0 1",     // two knights
           "4k3/8/8/2B1B3/8/8/8/4K3 w - - 0 1",    // two bishops of one colour
           "k7/P7/2N5/8/8/4K3/8/8 w - - 0 1",      // the knight has to stay at its pawn
           "2k5/1p6/2r5/8/3QK3/8/8/8 w - - 0 1",   // queen against rook and pawn
       }) {
    const Position position = parse_fen(fen);
    Evaluator judge;
    EXPECT_EQ(judge(position), 0) << fen;
  }
}

TEST(ChessEndings, WhatLooksLikeThemButIsWonStaysWon) {
  for (const char* fen : {
           "7k/8/8/8/6K1/7P/8/4B3 w - - 0 1",     // the bishop guards h8
           "8/8/3k4/8/8/6K1/7P/5B2 w - - 0 1",    // the king is far from the corner
           "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",     // in front of the pawn, on the sixth rank
           "4k3/8/8/8/8/8/3NN1P1/4K3 w - - 0 1",  // a pawn beside the knights
           "4k3/8/8/2BB4/8/8/8/4K3 w - - 0 1",    // bishops of both colours
           "k7/8/P1N5/8/8/4K3/8/8 w - - 0 1",     // the pawn can wait
           "2k5/1p6/8/2r5/3QK3/8/8/8 w - - 0 1",  // the rook is not guarded
       }) {
    const Position position = parse_fen(fen);
    Evaluator judge;
    EXPECT_GT(std::abs(judge(position)), 80) << fen;
  }
}

}  // namespace
}  // namespace tesuji::chess

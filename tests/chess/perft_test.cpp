// Leaf counts at cheap depths; `tesuji perft chess` goes deeper.
#include "games/chess/perft.hpp"

#include <gtest/gtest.h>

#include "games/chess/notation.hpp"

namespace tesuji::chess {
namespace {

struct Case {
  const char* fen;
  int depth;
  std::uint64_t leaves;
};

class Perft : public testing::TestWithParam<Case> {};

TEST_P(Perft, CountsLeaves) {
  Position position = parse_fen(GetParam().fen);
  EXPECT_EQ(perft(position, GetParam().depth), GetParam().leaves) << GetParam().fen;
}

TEST_P(Perft, CountsTheSameThroughATable) {
  Position position = parse_fen(GetParam().fen);
  HashedPerft hashed(4 << 20);
  EXPECT_EQ(hashed(position, GetParam().depth), GetParam().leaves) << GetParam().fen;
}

INSTANTIATE_TEST_SUITE_P(
    UsualPositions, Perft,
    testing::Values(Case{"startpos", 5, 4865609},
                    Case{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
                    Case{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
                    Case{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
                    Case{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
                    Case{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4,
                         3894594}));

INSTANTIATE_TEST_SUITE_P(EnPassantTraps, Perft,
                         testing::Values(Case{"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 5, 117741},
                                         Case{"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888},
                                         Case{"8/8/4k3/8/2p5/B2P4/8/4K3 b - - 0 1", 6, 1180502},
                                         Case{"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467}));

INSTANTIATE_TEST_SUITE_P(Castling, Perft,
                         testing::Values(Case{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072},
                                         Case{"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803711},
                                         Case{"r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206},
                                         Case{"r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476}));

INSTANTIATE_TEST_SUITE_P(Promotion, Perft,
                         testing::Values(Case{"2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 5, 266199},
                                         Case{"8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658},
                                         Case{"8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 6, 43261}));

// Castling where king and rook stand anywhere; in the small ones the rook is a shield that castling removes.
INSTANTIATE_TEST_SUITE_P(
    Chess960, Perft,
    testing::Values(Case{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672},
                    Case{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667366},
                    Case{"rkb2bnr/pp2pppp/2p1n3/3p4/q2P4/5NP1/PPP1PP1P/RKBNQBR1 w Aha - 0 1", 4, 763454},
                    Case{"qbbnrkr1/p1pppppp/1p4n1/8/2P5/6N1/PPNPPPPP/1BRKBRQ1 b FCge - 1 3", 4, 584306},
                    Case{"8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", 4, 118388},
                    Case{"2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", 4, 57700},
                    Case{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", 4, 272627}));

}  // namespace
}  // namespace tesuji::chess

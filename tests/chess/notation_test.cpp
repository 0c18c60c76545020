#include "games/chess/notation.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::chess {
namespace {

std::string error_of(std::string_view fen) {
  try {
    parse_fen(fen);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ChessFen, IsWrittenAsItWasRead) {
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 13 42",
                          "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                          "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"}) {
    EXPECT_EQ(to_fen(parse_fen(fen)), fen);
  }
}

TEST(ChessFen, EveryBadFieldIsNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "2 fields"},
      {"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "only 7 ranks"},
      {"rnbqkbnr/pppppppp/8/8/8/7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 3 has 7 files"},
      {"rnbqkbnr/pppppppp/8/9/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'9' is not a piece"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR w KQkq - 0 1", "more than 8 files"},
      {"rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "Black has 0 kings"},
      {"rnbqkbnP/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "White has more than 16"},
      {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on the first or last rank"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "must be w or b"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "no rook for 'K'"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQKQ - 0 1", "says it twice"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk? - 0 1", "'?' is none of"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", "must be a square"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1", "must be on rank 6"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", "no pawn has just passed"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1", "halfmove clock 'x'"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -1", "move number '-1'"},
      {"4k3/8/8/8/8/8/8/4K2r b - - 0 1", "the other king could be taken"},
  };
  for (const auto& [fen, message] : cases) {
    EXPECT_NE(error_of(fen).find(message), std::string::npos) << fen << "\n" << error_of(fen);
  }
}

TEST(ChessMoves, UciWritesCastlingTheWayThePositionWantsIt) {
  const Position standard = parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Move castle = parse_move(standard, "e1g1");
  EXPECT_EQ(kind_of(castle), kCastle);
  EXPECT_EQ(to_uci(standard, castle), "e1g1");
  EXPECT_EQ(parse_move(standard, "e1h1"), castle);
  EXPECT_EQ(parse_move(standard, "O-O"), castle);
  const Position shuffled = parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
  EXPECT_EQ(to_uci(shuffled, parse_move(shuffled, "O-O-O")), "e1a1");
}

TEST(ChessMoves, SanTellsPiecesApart) {
  const auto san = [](const char* fen, const char* uci) {
    const Position position = parse_fen(fen);
    return to_san(position, parse_move(position, uci));
  };
  EXPECT_EQ(san("4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", "b1d2"), "Nbd2");
  EXPECT_EQ(san("4k3/8/8/1N6/8/8/8/1N1K4 w - - 0 1", "b1c3"), "N1c3");
  EXPECT_EQ(san("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1"), "Qh4e1");
  EXPECT_EQ(san("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n"), "exd8=N");
  EXPECT_EQ(san("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"), "Ra8#");
  EXPECT_EQ(san("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1"), "O-O-O");
  EXPECT_EQ(san("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5f6"), "exf6");
}

TEST(ChessMoves, EveryLegalMoveComesBackFromUciAndSan) {
  tt::SplitMix64 random(11);
  for (int game = 0; game < 8; ++game) {
    Position position = parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for (int ply = 0; ply < 60; ++ply) {
      MoveList list;
      generate_legal(position, list);
      if (list.empty()) break;
      for (const Move move : list) {
        ASSERT_EQ(find_uci(position, to_uci(position, move)), move);
        ASSERT_EQ(find_san(position, to_san(position, move)), move) << to_san(position, move);
      }
      position.make(list[random() % list.size()]);
    }
  }
}

TEST(ChessMoves, AnIllegalMoveIsExplained) {
  const auto message = [](const char* fen, const char* move) {
    try {
      parse_move(parse_fen(fen), move);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(message("startpos", "e4e5").find("nothing on e4"), std::string::npos);
  EXPECT_NE(message("startpos", "e7e5").find("not the mover's"), std::string::npos);
  EXPECT_NE(message("startpos", "e2e5").find("cannot go there"), std::string::npos);
  EXPECT_NE(message("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8").find("what the pawn becomes"),
            std::string::npos);
  EXPECT_NE(message("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3").find("leaves the king in check"),
            std::string::npos);
  EXPECT_NE(message("startpos", "castle").find("no legal move"), std::string::npos);
}

}  // namespace
}  // namespace tesuji::chess

#include "games/chess/position.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/chess/moves.hpp"
#include "games/chess/notation.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::chess {
namespace {

// Plays random legal moves and calls check(position, legal moves) before each.
template <class Check>
void random_games(const char* fen, int games, int plies, Check check) {
  tt::SplitMix64 random(7);
  for (int game = 0; game < games; ++game) {
    Position position = parse_fen(fen);
    for (int ply = 0; ply < plies; ++ply) {
      MoveList list;
      generate_legal(position, list);
      check(position, list);
      if (list.empty()) break;
      position.make(list[random() % list.size()]);
    }
  }
}

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr const char* kShuffled = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";

TEST(ChessPosition, KeyKeptMoveByMoveIsTheKeyFromScratch) {
  for (const char* fen : {"startpos", kKiwipete, kShuffled}) {
    random_games(fen, 10, 120, [](const Position& position, const MoveList&) {
      ASSERT_EQ(position.key(), position.key_from_scratch()) << to_fen(position);
      ASSERT_EQ(position.key(), parse_fen(to_fen(position)).key()) << to_fen(position);
      ASSERT_EQ(position.pawn_key(), parse_fen(to_fen(position)).pawn_key());
    });
  }
}

TEST(ChessPosition, TheLikelyKeyIsWrongForSpecialMovesOnly) {
  int right = 0, wrong = 0;
  random_games(kKiwipete, 5, 100, [&](const Position& before, const MoveList& list) {
    Position position = before;
    for (const Move move : list) {
      const std::uint64_t likely = position.likely_key_after(move);
      const std::uint8_t castling = position.castling();
      position.make(move);
      const bool special = kind_of(move) == kCastle || kind_of(move) == kEnPassant ||
                           position.castling() != castling || position.en_passant() != kNoSquare;
      ASSERT_EQ(likely == position.key(), !special) << to_fen(before) << ' ' << to_uci(before, move);
      ++(special ? wrong : right);
      position.undo();
    }
  });
  EXPECT_GT(right, 20 * wrong);
}

TEST(ChessPosition, UndoRestoresEverything) {
  random_games(kKiwipete, 10, 100, [](const Position& position, const MoveList& list) {
    const std::string before = to_fen(position);
    for (const Move move : list) {
      Position copy = position;
      copy.make(move);
      copy.undo();
      ASSERT_EQ(to_fen(copy), before);
      ASSERT_EQ(copy.key(), position.key());
    }
  });
}

TEST(ChessPosition, PseudoLegalAcceptsExactlyWhatIsGenerated) {
  tt::SplitMix64 random(3);
  random_games(kKiwipete, 6, 80, [&](const Position& position, const MoveList&) {
    MoveList list;
    generate<Generate::All>(position, list);
    for (const Move move : list) ASSERT_TRUE(is_pseudo_legal(position, move)) << to_uci(position, move);
    for (int i = 0; i < 2000; ++i) {
      const auto move = static_cast<Move>(random());
      const bool generated = std::find(list.begin(), list.end(), move) != list.end();
      ASSERT_EQ(is_pseudo_legal(position, move), generated) << to_fen(position) << " " << move;
    }
  });
}

TEST(ChessPosition, NoisyAndQuietTogetherAreAll) {
  random_games(kKiwipete, 6, 80, [](const Position& position, const MoveList&) {
    MoveList all, parts;
    generate<Generate::All>(position, all);
    generate<Generate::Noisy>(position, parts);
    for (const Move move : parts) ASSERT_TRUE(is_noisy(position, move));
    const std::size_t noisy = parts.size();
    generate<Generate::Quiet>(position, parts);
    for (std::size_t i = noisy; i < parts.size(); ++i) ASSERT_FALSE(is_noisy(position, parts[i]));
    std::sort(all.begin(), all.end());
    std::sort(parts.begin(), parts.end());
    ASSERT_TRUE(std::equal(all.begin(), all.end(), parts.begin(), parts.end()));
  });
}

TEST(ChessPosition, GivesCheckSaysWhatTheMoveThenDoes) {
  for (const char* fen : {kKiwipete, kShuffled, "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1"}) {
    random_games(fen, 8, 100, [](const Position& position, const MoveList& list) {
      for (const Move move : list) {
        Position after = position;
        after.make(move);
        ASSERT_EQ(position.gives_check(move), after.in_check())
            << to_fen(position) << " " << to_uci(position, move);
      }
    });
  }
}

TEST(ChessPosition, EnPassantCountsOnlyWhereAPawnCanTake) {
  Position position = parse_position("startpos moves e2e4");
  EXPECT_EQ(position.en_passant(), kNoSquare);
  position = parse_position("startpos moves e2e4 a7a6 e4e5 d7d5");
  EXPECT_EQ(square_name(position.en_passant()), "d6");
  // The capture would uncover the king: the two positions are the same.
  EXPECT_EQ(parse_fen("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1").key(),
            parse_fen("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1").key());
}

TEST(ChessPosition, RepetitionIsSeenOnceInTheTreeAndTwiceInTheGame) {
  const Position once = parse_position("startpos moves g1f3 g8f6 f3g1 f6g8");
  EXPECT_FALSE(once.threefold());
  EXPECT_FALSE(once.repeated(0));
  EXPECT_TRUE(once.repeated(5));
  const Position twice = parse_position("startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
  EXPECT_TRUE(twice.threefold());
  EXPECT_TRUE(twice.repeated(0));
}

TEST(ChessPosition, InsufficientMaterial) {
  for (const char* fen : {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3K2N1/8/8 w - - 0 1",
                          "8/8/4k1b1/8/8/3K1B2/8/8 w - - 0 1"}) {
    EXPECT_TRUE(parse_fen(fen).insufficient_material()) << fen;
  }
  for (const char* fen : {"8/8/4k3/8/8/3K2NN/8/8 w - - 0 1", "8/8/4k2b/8/8/3K1B2/8/8 w - - 0 1",
                          "8/8/4k3/8/8/3K2P1/8/8 w - - 0 1"}) {
    EXPECT_FALSE(parse_fen(fen).insufficient_material()) << fen;
  }
}

}  // namespace
}  // namespace tesuji::chess

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/game.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "shogi/random_game.hpp"

namespace tesuji::shogi {
namespace {

std::vector<std::string> moves_of(const Position& position) {
  MoveList list;
  generate(position, list);
  std::vector<std::string> moves;
  for (const Move move : list) moves.push_back(to_usi(move));
  std::sort(moves.begin(), moves.end());
  return moves;
}

bool allows(std::string_view position, const std::string& move) {
  const auto moves = moves_of(parse_position(position));
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

TEST(ShogiRules, PromotionIsOptionalInTheZoneAndForcedWhereThePieceCouldNotMove) {
  EXPECT_TRUE(allows("4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c"));
  EXPECT_TRUE(allows("4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c+"));
  EXPECT_FALSE(allows("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a"));
  EXPECT_TRUE(allows("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+"));
  EXPECT_FALSE(allows("4k4/9/9/N8/9/9/9/9/4K4 b - 1", "9d8b"));
  EXPECT_TRUE(allows("4k4/9/9/N8/9/9/9/9/4K4 b - 1", "9d8b+"));
  EXPECT_TRUE(allows("4k4/9/S8/9/9/9/9/9/4K4 b - 1", "9c8d+")) << "promotion on leaving the zone";
  EXPECT_FALSE(allows("4k4/9/9/9/S8/9/9/9/4K4 b - 1", "9e9d+"));
}

TEST(ShogiRules, DropsKeepOffDeadEndsAndDoublePawns) {
  constexpr auto kPosition = "4k4/9/9/9/9/9/4P4/9/4K4 b NLP 1";
  EXPECT_FALSE(allows(kPosition, "P*9a"));
  EXPECT_FALSE(allows(kPosition, "L*9a"));
  EXPECT_FALSE(allows(kPosition, "N*9a"));
  EXPECT_FALSE(allows(kPosition, "N*9b"));
  EXPECT_TRUE(allows(kPosition, "N*9c"));
  EXPECT_TRUE(allows(kPosition, "P*9b"));
  EXPECT_FALSE(allows(kPosition, "P*5e")) << "two pawns on a file";
  EXPECT_TRUE(allows("4k4/9/9/9/9/9/4+P4/9/4K4 b P 1", "P*5e")) << "a promoted pawn does not count";
}

TEST(ShogiRules, APawnDropMayCheckButNotMate) {
  // Guarded by the gold on 2c, no flight: mate.
  EXPECT_FALSE(allows("7nk/9/7GG/9/9/9/9/9/4K4 b P 1", "P*1b"));
  // A knight guards the pawn, but not 2b.
  EXPECT_TRUE(allows("7nk/9/9/7N1/9/9/9/9/4K4 b P 1", "P*1b"));
  // The rook takes the pawn.
  EXPECT_TRUE(allows("7nk/r8/7GG/9/9/9/9/9/4K4 b P 1", "P*1b"));
  // A rook pinned on the very file of the pawn may take it all the same.
  EXPECT_TRUE(allows("7gk/7g1/7Gr/9/9/9/9/8L/K8 b P 1", "P*1b"));
  // Moving a pawn to give mate is allowed.
  EXPECT_TRUE(allows("7nk/9/7GP/9/9/9/9/9/4K4 b - 1", "1c1b"));
}

TEST(ShogiRules, PinnedPiecesStayOnTheirLine) {
  const auto moves = moves_of(parse_position("4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1"));
  for (const std::string& move : moves) {
    if (move.substr(0, 2) == "5h") {
      EXPECT_EQ(move, "5h5g");
    }
  }
}

TEST(ShogiRules, ChecksGeneratedApartAreTheMovesThatGiveCheck) {
  int positions = 0, checks = 0;
  random_games(150, 300, [&](Position& position) {
    ++positions;
    MoveList all, apart;
    generate(position, all);
    generate_checks(position, apart);
    const Bitboard shields = position.shields(position.side());
    int expected = 0;
    for (const Move move : all) {
      const bool predicted = position.gives_check(move, shields);
      position.make(move);
      const bool check = position.in_check();
      position.undo();
      ASSERT_EQ(predicted, check) << to_sfen(position) << " " << to_usi(move);
      if (!check) continue;
      ++expected;
      ASSERT_TRUE(apart.contains(move)) << to_sfen(position) << " " << to_usi(move);
    }
    ASSERT_EQ(apart.size(), expected) << to_sfen(position);
    ASSERT_EQ(has_check(position), expected > 0) << to_sfen(position);
    checks += expected;
  });
  EXPECT_GT(positions, 10'000);
  EXPECT_GT(checks, 10'000);
}

TEST(ShogiRules, NoisyAndQuietTogetherAreAll) {
  random_games(60, 200, [&](const Position& position) {
    for (const Promotion promotion : {Promotion::Complete, Promotion::Sensible}) {
      MoveList all, noisy, quiet;
      generate(position, all, Wanted::All, promotion);
      generate(position, noisy, Wanted::Noisy, promotion);
      generate(position, quiet, Wanted::Quiet, promotion);
      ASSERT_EQ(all.size(), noisy.size() + quiet.size()) << to_sfen(position);
      for (const Move move : all) ASSERT_NE(noisy.contains(move), quiet.contains(move)) << to_usi(move);
    }
  });
}

TEST(ShogiRules, SensiblePromotionLeavesOutOnlyPlainMovesThatCouldPromote) {
  random_games(60, 200, [&](const Position& position) {
    MoveList complete, sensible;
    generate(position, complete);
    generate(position, sensible, Wanted::All, Promotion::Sensible);
    for (const Move move : sensible) ASSERT_TRUE(complete.contains(move));
    for (const Move move : complete) {
      if (sensible.contains(move)) continue;
      ASSERT_FALSE(move.is_drop() || move.promotes());
      ASSERT_TRUE(sensible.contains(Move::board(move.from(), move.to(), true))) << to_usi(move);
    }
  });
}

TEST(ShogiRules, FourfoldRepetitionIsADraw) {
  const auto board = game().board("startpos");
  for (int round = 0; round < 3; ++round) {
    EXPECT_FALSE(board->outcome());
    for (const char* move : {"2h3h", "8b7b", "3h2h", "7b8b"}) board->play(move);
  }
  ASSERT_TRUE(board->outcome());
  EXPECT_FALSE(board->outcome()->winner);
  EXPECT_EQ(board->outcome()->reason, "fourfold repetition");
  board->undo();
  EXPECT_FALSE(board->outcome());
}

TEST(ShogiRules, PerpetualCheckLosesForWhoeverGivesIt) {
  // Black's dragon checks for ever along the top ranks.
  const auto board = game().board("k8/9/+R8/9/9/9/9/9/8K w - 1");
  for (int round = 0; round < 4 && !board->outcome(); ++round) {
    for (const char* move : {"9a8a", "9c8c", "8a9a", "8c9c"}) {
      if (!board->outcome()) board->play(move);
    }
  }
  ASSERT_TRUE(board->outcome());
  EXPECT_EQ(board->outcome()->winner, "white");
  EXPECT_EQ(board->outcome()->reason, "perpetual check");
}

TEST(ShogiRules, ChecksThatPauseAreNoPerpetualCheck) {
  Position position = parse_position("k8/9/+R8/9/9/9/9/9/8K w - 1");
  for (const char* move : {"9a8a", "9c7c", "8a9a", "7c9c"}) position.make(parse_move(position, move));
  EXPECT_EQ(position.repetition(), Repetition::Draw);
}

TEST(ShogiRules, ThePlayerWithoutAMoveLosesEvenWhenNotInCheck) {
  const auto board = game().board("k8/2+R6/1+P7/9/9/9/9/9/4K4 w - 1");
  ASSERT_TRUE(board->outcome());
  EXPECT_EQ(board->outcome()->winner, "black");
  EXPECT_EQ(board->outcome()->reason, "no legal move");
}

TEST(ShogiRules, DeclarationNeedsTheKingTenPiecesAndThePoints) {
  // Ten pieces in the camp with two big ones (18 points), and a rook, a bishop in hand: 28.
  constexpr auto kEnough = "+R+B+P+P+P+P+P+P+P/PK7/9/9/9/9/9/9/4k4 b RB 1";
  EXPECT_TRUE(parse_position(kEnough).may_declare(EnteringKing::Points27));
  EXPECT_FALSE(parse_position(kEnough).may_declare(EnteringKing::Points24)) << "needs 31";
  EXPECT_FALSE(parse_position(kEnough).may_declare(EnteringKing::None));
  EXPECT_FALSE(
      parse_position("+R+B+P+P+P+P+P+P+P/PK7/9/9/9/9/9/9/4k4 b R4P 1").may_declare(EnteringKing::Points27))
      << "27 points are one short for Black";
  EXPECT_TRUE(
      parse_position("+R+B+P+P+P+P+P+P+P/PK7/9/9/9/9/9/9/4k4 b RB3G 1").may_declare(EnteringKing::Points24));
  EXPECT_FALSE(
      parse_position("+R+B+P+P+P+P+P+P+P/1K7/9/9/9/9/9/9/4k4 b RB 1").may_declare(EnteringKing::Points27))
      << "nine pieces";
  // White needs one point less.
  constexpr auto kWhite = "4K4/9/9/9/9/9/9/7kp/+r+b+p+p+p+p+p+p+p w r4p 1";
  EXPECT_TRUE(parse_position(kWhite).may_declare(EnteringKing::Points27));

  const auto board = game().board(kEnough);
  board->play("win");
  ASSERT_TRUE(board->outcome());
  EXPECT_EQ(board->outcome()->winner, "black");
  EXPECT_THROW(game().board("startpos")->play("win"), Error);
}

TEST(ShogiExchange, CountsWhatBothSidesGain) {
  const auto at_least = [](std::string_view sfen, std::string_view move, int threshold) {
    const Position position = parse_position(sfen);
    return position.exchange_at_least(parse_move(position, move), threshold);
  };
  // A free pawn is worth itself twice: off the board and in hand.
  EXPECT_TRUE(at_least("4k4/9/9/9/4p4/4R4/9/9/4K4 b - 1", "5f5e", 200));
  EXPECT_FALSE(at_least("4k4/9/9/9/4p4/4R4/9/9/4K4 b - 1", "5f5e", 201));
  // A rook for a guarded pawn is a loss.
  EXPECT_FALSE(at_least("4k4/9/9/4g4/4p4/4R4/9/9/4K4 b - 1", "5f5e", 0));
  // A silver behind it does not change that, a pawn that takes first does.
  EXPECT_FALSE(at_least("4k4/9/9/4g4/4p4/4R4/4S4/9/4K4 b - 1", "5f5e", 0));
  EXPECT_TRUE(at_least("4k4/9/4g4/4p4/4P4/4R4/9/9/4K4 b - 1", "5e5d", 0));
  // A drop into a guarded square loses the piece.
  EXPECT_FALSE(at_least("4k4/9/9/9/4p4/9/9/9/4K4 b G 1", "G*5f", 0));
  EXPECT_TRUE(at_least("4k4/9/9/9/4p4/9/9/9/4K4 b G 1", "G*5g", 0));
  // The king takes only what is unguarded.
  EXPECT_TRUE(at_least("4k4/4P4/4L4/9/9/9/9/9/4K4 w - 1", "5a4a", 0));
  EXPECT_TRUE(at_least("3gk4/9/9/9/9/9/9/9/4K4 b RS 1", "S*4b", -10000));
}

}  // namespace
}  // namespace tesuji::shogi

#include "games/shogi/notation.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/error.hpp"
#include "shogi/random_game.hpp"

namespace tesuji::shogi {
namespace {

std::string error_of(std::string_view text) {
  try {
    parse_position(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ShogiNotation, SfenGoesRound) {
  EXPECT_EQ(to_sfen(Position::start()), kStartSfen);
  random_games(40, 250, [](const Position& position) {
    const std::string sfen = to_sfen(position);
    const Position again = parse_position(sfen);
    ASSERT_EQ(to_sfen(again), sfen);
    ASSERT_EQ(again.key(), position.key());
    ASSERT_EQ(again.in_check(), position.in_check());
    MoveList list;
    generate(position, list);
    for (const Move move : list) ASSERT_EQ(parse_move(position, to_usi(move)), move);
  });
}

TEST(ShogiNotation, PositionsMayBeginWithSfenAndEndInMoves) {
  const Position position = parse_position("startpos moves 7g7f 3c3d 8h2b+");
  EXPECT_EQ(to_sfen(position), "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4");
  EXPECT_EQ(to_sfen(parse_position("sfen " + std::string(kStartSfen) + " moves 7g7f")),
            to_sfen(parse_position("moves 7g7f")));
  EXPECT_EQ(to_sfen(parse_position("")), kStartSfen);
  EXPECT_EQ(parse_position("4k4/9/9/9/9/9/9/9/4K4 b -").number(), 1);
}

TEST(ShogiNotation, EveryBadFieldIsNamed) {
  const auto names = [](std::string_view text, std::string_view word) {
    const std::string error = error_of(text);
    EXPECT_NE(error.find(word), std::string::npos) << text << " -> " << error;
  };
  names("4k4/9/9/9/9/9/9/9 b - 1", "board");
  names("4k4/9/9/9/9/9/9/9/4K3 b - 1", "board");
  names("4k4/9/9/9/9/9/9/9/4K5 b - 1", "rank i");
  names("4k4/9/9/9/4x4/9/9/9/4K4 b - 1", "'x'");
  names("4k4/9/9/9/4+G4/9/9/9/4K4 b - 1", "does not promote");
  names("4k4/9/9/9/4+5/9/9/9/4K4 b - 1", "'+'");
  names("4k4/9/9/9/9/9/9/9/4K4 x - 1", "side");
  names("4k4/9/9/9/9/9/9/9/4K4 b K 1", "hands");
  names("4k4/9/9/9/9/9/9/9/4K4 b 19P 1", "hands");
  names("4k4/9/9/9/9/9/9/9/4K4 b 3R 1", "only 2");
  names("4k4/9/9/9/9/9/9/9/4K4 b 2 1", "hands");
  names("4k4/9/9/9/9/9/9/9/4K4 b PP 1", "twice");
  names("4k4/9/9/9/9/9/9/9/4K4 b - x", "move number");
  names("4k4/9/9/9/9/9/9/9/4K4 b - 2147483647", "move number");
  names("4k4/9/9/9/9/9/9/9/4K4 b - 1 7g7f", "moves");
  names("4k4/9/9/9/9/9/9/9/4K4 b", "needed");
  names("4k4/9/9/9/9/9/4P4/4P4/4K4 b - 1", "two pawns on file 5");
  names("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "9a");
  names("9/9/9/9/9/9/9/9/3KK4 b - 1", "two kings");
  names("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "in check already");
  names("startpos moves 7g7e", "7g7e");
  names("startpos moves P*5e", "no such piece in hand");
  names("startpos moves 7g", "7g7f");
  names("startpos moves 0g7f", "0g");
  names("startpos moves 2g2f 2c2d 2h2f", "one's own");
}

TEST(ShogiNotation, DrawingShowsBoardAndHands) {
  const std::string text = draw(parse_position("4k4/9/9/9/4+P4/9/9/9/4K4 b 2Gp 1"));
  EXPECT_NE(text.find("White in hand: p\n"), std::string::npos);
  EXPECT_NE(text.find("Black in hand: 2G\n"), std::string::npos);
  EXPECT_NE(text.find("+P"), std::string::npos);
}

}  // namespace
}  // namespace tesuji::shogi

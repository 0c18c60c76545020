// Keys and what the table is told. Each of these was wrong in some engine: colourless hand keys, counts that
// alias, repetition inside the key, drops of pieces no longer in hand.
#include <gtest/gtest.h>

#include <unordered_map>

#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "shogi/random_game.hpp"

namespace tesuji::shogi {
namespace {

TEST(ShogiKeys, IncrementalKeysEqualKeysFromScratchAndUndoRestoresThem) {
  random_games(40, 200, [](Position& position) {
    ASSERT_EQ(position.key(), position.key_from_scratch());
    const std::string before = to_sfen(position);
    const std::uint64_t key = position.key();
    MoveList list;
    generate(position, list);
    for (const Move move : list) {
      const std::uint64_t expected = position.key_after(move);
      position.make(move);
      ASSERT_EQ(position.key(), expected) << before << " " << to_usi(move);
      position.undo();
    }
    ASSERT_EQ(position.key(), key);
    ASSERT_EQ(to_sfen(position), before);
  });
}

TEST(ShogiKeys, EqualKeysMeanEqualPositions) {
  std::unordered_map<std::uint64_t, std::string> seen;
  random_games(100, 200, [&](const Position& position) {
    std::string sfen = to_sfen(position);
    sfen.resize(sfen.rfind(' '));  // the move number is no part of the position
    const auto [at, fresh] = seen.try_emplace(position.key(), sfen);
    ASSERT_EQ(at->second, sfen);
  });
  EXPECT_GT(seen.size(), 10'000u);
}

TEST(ShogiKeys, EqualHandsDoNotCancelOut) {
  const auto none = parse_position("4k4/9/9/9/9/9/9/9/4K4 b - 1");
  const auto both = parse_position("4k4/9/9/9/9/9/9/9/4K4 b Pp 1");
  const auto black = parse_position("4k4/9/9/9/9/9/9/9/4K4 b P 1");
  const auto white = parse_position("4k4/9/9/9/9/9/9/9/4K4 b p 1");
  EXPECT_NE(both.key(), none.key());
  EXPECT_NE(black.key(), white.key());
  EXPECT_NE(black.key(), both.key());
  EXPECT_EQ(both.board_key(), none.board_key());
}

TEST(ShogiKeys, EqualPiecesOfTwoColoursDoNotCancelOut) {
  const auto black = parse_position("4k4/9/9/9/4G4/9/9/9/4K4 b - 1");
  const auto white = parse_position("4k4/9/9/9/4g4/9/9/9/4K4 b - 1");
  EXPECT_NE(black.key(), white.key());
}

TEST(ShogiKeys, EighteenPawnsInHandAreEighteenDifferentKeys) {
  std::unordered_map<std::uint64_t, int> seen;
  for (int count = 0; count <= 18; ++count) {
    Position position = parse_position("4k4/9/9/9/9/9/9/9/4K4 b - 1");
    position.set_hand(Color::Black, kPawn, count);
    position.finish();
    EXPECT_EQ(position.hand(Color::Black).count(kPawn), count);
    EXPECT_TRUE(seen.try_emplace(position.key(), count).second) << count;
  }
}

TEST(ShogiKeys, RepetitionIsNoPartOfTheKey) {
  Position position = Position::start();
  const std::uint64_t key = position.key();
  for (const char* move : {"2h3h", "8b7b", "3h2h", "7b8b"}) position.make(parse_move(position, move));
  EXPECT_EQ(position.key(), key);
  EXPECT_EQ(position.repetition(), Repetition::Draw);
}

TEST(ShogiKeys, SideToMoveIsPartOfTheKey) {
  EXPECT_NE(parse_position("4k4/9/9/9/9/9/9/9/4K4 b - 1").key(),
            parse_position("4k4/9/9/9/9/9/9/9/4K4 w - 1").key());
}

TEST(ShogiHand, CoversMeansEveryCount) {
  Hand many, few;
  for (int i = 0; i < 18; ++i) many.add(kPawn);
  few.add(kPawn);
  EXPECT_TRUE(many.covers(few));
  EXPECT_FALSE(few.covers(many));
  few.add(kGold);
  EXPECT_FALSE(many.covers(few));
  many.add(kGold);
  many.add(kRook);
  EXPECT_TRUE(many.covers(few));
  EXPECT_TRUE(many.covers(many));
  // Against the definition, on random hands.
  tt::SplitMix64 random(7);
  for (int trial = 0; trial < 20'000; ++trial) {
    Hand a, b;
    bool expected = true;
    for (int kind = kPawn; kind <= kGold; ++kind) {
      const auto most = static_cast<std::uint64_t>(kSetCount[static_cast<std::size_t>(kind)]) + 1;
      const int in_a = static_cast<int>(random() % most);
      const int in_b = static_cast<int>(random() % 4 == 0 ? random() % most : 0);
      for (int i = 0; i < in_a; ++i) a.add(static_cast<Kind>(kind));
      for (int i = 0; i < in_b; ++i) b.add(static_cast<Kind>(kind));
      expected = expected && in_a >= in_b;
    }
    ASSERT_EQ(a.covers(b), expected);
  }
}

// What a table hands back may belong to another position: any sixteen bits must be judged right.
TEST(ShogiKeys, AnySixteenBitsAreLegalExactlyWhenTheyAreGenerated) {
  int visited = 0;
  random_games(6, 160, [&](const Position& position) {
    if (++visited % 9 != 0) return;
    MoveList list;
    generate(position, list);
    int legal = 0;
    for (int raw = 0; raw < 65'536; ++raw) {
      if (is_legal(position, Move::from_raw(static_cast<std::uint16_t>(raw)))) ++legal;
    }
    ASSERT_EQ(legal, list.size()) << to_sfen(position);
    for (const Move move : list) ASSERT_TRUE(is_legal(position, move));
  });
}

TEST(ShogiKeys, APieceThatLeftTheHandCannotBeDropped) {
  Position position = parse_position("4k4/9/9/9/9/9/9/9/4K4 b G 1");
  const Move drop = parse_move(position, "G*5e");
  EXPECT_TRUE(is_legal(position, drop));
  position.make(drop);
  position.make(parse_move(position, "5a4a"));
  EXPECT_FALSE(is_legal(position, Move::drop(kGold, drop.to())));
  EXPECT_FALSE(is_legal(position, Move::drop(kGold, make_square(0, 0))));
}

}  // namespace
}  // namespace tesuji::shogi

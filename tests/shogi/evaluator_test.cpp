#include "games/shogi/evaluator.hpp"

#include <gtest/gtest.h>

#include "games/shogi/notation.hpp"
#include "shogi/random_game.hpp"

namespace tesuji::shogi {
namespace {

// The sum over all features, the slow way.
int from_features(const Position& position) {
  int score = 0;
  visit_features(position, [&](int feature, Color color, int count) {
    const int weight = kWeights[static_cast<std::size_t>(feature)] * count;
    score += color == Color::Black ? weight : -weight;
  });
  score /= feature::kWhole;
  return position.side() == Color::Black ? score : -score;
}

TEST(ShogiEvaluator, TheIncrementalSumIsTheSumOfAllFeatures) {
  Evaluator evaluate;
  random_games(30, 200, [&](Position& position) {
    ASSERT_EQ(evaluate(position), from_features(position)) << to_sfen(position);
    // Leave and come back by other ways: children, a pass.
    MoveList list;
    generate(position, list);
    for (int i = 0; i < list.size(); i += 7) {
      position.make(list[i]);
      ASSERT_EQ(evaluate(position), from_features(position));
      position.undo();
    }
    if (!position.in_check()) {
      position.make_pass();
      ASSERT_EQ(evaluate(position), from_features(position));
      position.undo_pass();
    }
  });
}

TEST(ShogiReach, CountsTheAttackersOfEverySquare) {
  random_games(20, 200, [&](const Position& position) {
    for (const Color color : {Color::Black, Color::White}) {
      const Reach reach = reach_of(position, color, [](Kind, Bitboard) {});
      for (Square square = 0; square < kSquares; ++square) {
        const int attackers = position.attackers(color, square, position.occupied()).count();
        ASSERT_EQ(reach.once.has(square), attackers >= 1) << to_sfen(position) << " " << square;
        ASSERT_EQ(reach.twice.has(square), attackers >= 2) << to_sfen(position) << " " << square;
      }
    }
  });
}

TEST(ShogiEvaluator, ColoursSeenFromTheOtherSideAreWorthTheSame) {
  Evaluator evaluate;
  random_games(20, 200, [&](const Position& position) {
    Position turned;
    position.occupied().each([&](Square square) {
      const Piece piece = position.on(square);
      turned.put({piece.kind, ~piece.color}, flip(square));
    });
    for (const Color color : {Color::Black, Color::White}) {
      for (int kind = kPawn; kind <= kGold; ++kind) {
        turned.set_hand(~color, static_cast<Kind>(kind), position.hand(color).count(static_cast<Kind>(kind)));
      }
    }
    turned.set_side(~position.side());
    turned.finish();
    ASSERT_EQ(evaluate(position), evaluate(turned)) << to_sfen(position);
  });
}

TEST(ShogiEvaluator, TheStartIsEvenButForTheMove) {
  Evaluator evaluate;
  EXPECT_EQ(evaluate(Position::start()), kWeights[feature::kTempo]);
}

}  // namespace
}  // namespace tesuji::shogi

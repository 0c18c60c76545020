// Elo and SPRT against values worked out by hand.
#include "match/elo.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tesuji::match {
namespace {

TEST(Elo, IsTheLogisticCurve) {
  // By definition: 400 Elo are odds of ten to one; 75% are 400 log10(3).
  EXPECT_NEAR(score_of_elo(400), 10.0 / 11, 1e-12);
  EXPECT_NEAR(score_of_elo(0), 0.5, 1e-12);
  EXPECT_NEAR(elo_of_score(0.75), 190.848, 0.001);
  EXPECT_NEAR(elo_of_score(score_of_elo(-123)), -123, 1e-9);
}

TEST(Elo, OfSingleGames) {
  // 30 wins, 50 draws, 20 losses: mean 0.55; squares 30·0.45² + 50·0.05² + 20·0.55² = 6.075 + 0.125 + 6.05
  // = 12.25; variance 0.1225, error of the mean sqrt(0.001225) = 0.035. Elo 400 log10(0.55/0.45) = 34.860;
  // slope 400 / (ln 10 · 0.55 · 0.45) = 701.88; margin 1.96 · 0.035 · 701.88 = 48.15. The first is stronger
  // with Φ(0.05/0.035) = Φ(1.4286) = 0.9234.
  const Tally tally{.wins = 30, .draws = 50, .losses = 20};
  const auto found = estimate(tally);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->mean, 0.55, 1e-12);
  EXPECT_NEAR(found->error, 0.035, 1e-12);
  const auto elo_found = elo(tally);
  EXPECT_NEAR(elo_found->value, 34.860, 0.001);
  EXPECT_NEAR(elo_found->margin, 48.15, 0.01);
  EXPECT_NEAR(elo_found->superiority, 0.9234, 0.0001);
}

TEST(Elo, PairsHaveTheirOwnSpread) {
  // Ten pairs, each one win and one loss with sides changed: the openings were lopsided, the engines are
  // equal. As single games the error would be sqrt(0.25 / 20) = 0.11; the pairs differ not at all.
  Tally tally{.wins = 10, .draws = 0, .losses = 10};
  tally.pairs = {0, 0, 10, 0, 0};
  EXPECT_FALSE(estimate(tally));
  // One pair of 1½ and nine of 1: mean 0.525; squares (0.225² + 9 · 0.025²) = 0.05625; / 10² = 0.0005625;
  // error 0.023717.
  tally = {.wins = 10, .draws = 1, .losses = 9, .pairs = {0, 0, 9, 1, 0}};
  ASSERT_TRUE(estimate(tally));
  EXPECT_NEAR(estimate(tally)->mean, 0.525, 1e-12);
  EXPECT_NEAR(estimate(tally)->error, 0.0237171, 1e-6);
}

TEST(Elo, NothingToSayWithoutGames) {
  EXPECT_FALSE(elo({}));
  EXPECT_FALSE(elo({.wins = 5, .draws = 0, .losses = 0}));
  EXPECT_EQ(Tally{}.score(), 0.5);
}

TEST(Sprt, BoundsAreWalds) {
  const Sprt sprt;
  EXPECT_NEAR(sprt.upper(), 2.944, 0.001);  // ln(0.95 / 0.05)
  EXPECT_NEAR(sprt.lower(), -2.944, 0.001);
  const Sprt strict{.elo0 = 0, .elo1 = 5, .alpha = 0.01, .beta = 0.1};
  EXPECT_NEAR(strict.upper(), 4.4998, 0.0001);   // ln(0.9 / 0.01)
  EXPECT_NEAR(strict.lower(), -2.2925, 0.0001);  // ln(0.1 / 0.99)
}

TEST(Sprt, RatioOfALongMatch) {
  // 3000 wins, 5000 draws, 2000 losses; [0, 5] Elo: s0 = 0.5, s1 = 1 / (1 + 10^(-1/80)) = 0.5071952. Mean
  // 0.55, error² = 0.1225 / 10000 = 1.225e-5. Ratio = 0.0071952 · (1.1 - 1.0071952) / (2 · 1.225e-5)
  // = 27.255.
  const Tally tally{.wins = 3000, .draws = 5000, .losses = 2000};
  const Sprt sprt;
  EXPECT_NEAR(sprt.ratio(tally), 27.255, 0.005);
  EXPECT_EQ(sprt.decide(tally), Sprt::Decision::Accept1);
  EXPECT_EQ(sprt.decide({.wins = 2000, .draws = 5000, .losses = 3000}), Sprt::Decision::Accept0);
  EXPECT_EQ(sprt.decide({.wins = 30, .draws = 50, .losses = 20}), Sprt::Decision::GoOn);
  EXPECT_EQ(sprt.ratio({}), 0);
}

TEST(Sprt, EndsEvenWhenEveryGameIsTheSame) {
  const Sprt sprt{.elo0 = 0, .elo1 = 50};
  Tally tally{.wins = 2, .draws = 0, .losses = 0, .pairs = {0, 0, 0, 0, 1}};
  EXPECT_EQ(sprt.decide(tally), Sprt::Decision::GoOn);
  tally = {.wins = 60, .draws = 0, .losses = 0, .pairs = {0, 0, 0, 0, 30}};
  EXPECT_EQ(sprt.decide(tally), Sprt::Decision::Accept1);
}

}  // namespace
}  // namespace tesuji::match

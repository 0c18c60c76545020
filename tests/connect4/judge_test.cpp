#include "games/connect4/judge.hpp"

#include <gtest/gtest.h>

#include <random>

namespace tesuji::connect4 {
namespace {

TEST(Judge, FoursAreTheCellsThatMakeFour) {
  using S = Shape<7, 6>;
  std::mt19937 random(3);
  for (int game = 0; game < 2000; ++game) {
    Position<S> at;
    while (!at.full() && !at.lost()) {
      Bits expected = 0;
      for (Bits rest = S::kBoard & ~at.stones; rest != 0; rest &= rest - 1) {
        const Bits cell = rest & (~rest + 1);
        if (has_four<S>(at.mover | cell)) expected |= cell;
      }
      ASSERT_EQ(fours<S>(at.mover) & ~at.stones, expected);
      const int column = static_cast<int>(random() % 7);
      if (at.can_play(column)) at.play(column);
    }
  }
}

TEST(Judge, MirroringTwiceIsNothing) {
  using S = Shape<7, 6>;
  std::mt19937_64 random(4);
  for (int i = 0; i < 1000; ++i) {
    const Bits bits = random() & (S::kBoard | S::kSpare);
    EXPECT_EQ(S::mirror(S::mirror(bits)), bits);
    EXPECT_EQ(std::popcount(S::mirror(bits)), std::popcount(bits));
    EXPECT_EQ(S::mirror(bits & S::column(1)), S::mirror(bits) & S::column(5));
  }
}

}  // namespace
}  // namespace tesuji::connect4

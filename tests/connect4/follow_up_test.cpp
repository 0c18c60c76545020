#include "games/connect4/follow_up.hpp"

#include <gtest/gtest.h>

#include <random>

namespace tesuji::connect4 {
namespace {

TEST(Connect4FollowUp, FoursAreTheCellsThatMakeFour) {
  const Standard shape;
  std::mt19937 random(3);
  for (int game = 0; game < 2000; ++game) {
    Position at;
    while (!shape.full(at) && !shape.lost(at)) {
      Bits expected = 0;
      for (Bits rest = shape.board() & ~at.stones; rest != 0; rest &= rest - 1) {
        const Bits cell = rest & (~rest + 1);
        if (shape.has_four(at.mover | cell)) expected |= cell;
      }
      ASSERT_EQ(shape.fours(at.mover) & ~at.stones, expected);
      const int column = static_cast<int>(random() % 7);
      if (const Bits landing = shape.landing(at, column); landing != 0) at.play(landing);
    }
  }
}

TEST(Connect4FollowUp, MirroringTwiceIsNothing) {
  const Standard shape;
  std::mt19937_64 random(4);
  for (int i = 0; i < 1000; ++i) {
    const Bits bits = random() & (shape.board() | shape.spare());
    EXPECT_EQ(shape.mirror(shape.mirror(bits)), bits);
    EXPECT_EQ(std::popcount(shape.mirror(bits)), std::popcount(bits));
    EXPECT_EQ(shape.mirror(bits & shape.column(1)), shape.mirror(bits) & shape.column(5));
  }
}

}  // namespace
}  // namespace tesuji::connect4

// The time manager against a clock that the test keeps.
#include "search/clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tesuji::search {
namespace {

using Milliseconds = std::chrono::milliseconds;
constexpr Milliseconds kOverhead{20};

Limits with_clock(Milliseconds left, Milliseconds increment) {
  Limits limits;
  limits.own_clock = Clock{left, increment};
  return limits;
}

// What is left after `moves` moves that each take `per_mille` of the soft limit, and at least a part of the
// overhead; every tenth move takes all that the hard limit allows.
Milliseconds left_after(Milliseconds left, Milliseconds increment, int moves, int per_mille) {
  for (int move = 1; move <= moves; ++move) {
    const Timer timer(with_clock(left, increment), kOverhead);
    EXPECT_LT(*timer.hard(), left - kOverhead / 2) << "move " << move << ", " << left.count() << " ms left";
    EXPECT_LE(*timer.soft(), *timer.hard());
    const Milliseconds thought =
        move % 10 == 0 ? *timer.hard() : std::min(*timer.soft() * per_mille / 1000, *timer.hard());
    left += increment - thought - kOverhead / 4;
    EXPECT_GT(left.count(), 0) << "move " << move;
    if (left.count() <= 0) break;
  }
  return left;
}

// Before the number of moves to come was made to depend on the increment, 276 to 598 ms were left.
TEST(TimerTest, LittleIsLeftAtTheEndOfAGameWithIncrement) {
  for (const int per_mille : {700, 850, 1000}) {
    const Milliseconds left = left_after(Milliseconds(3000), Milliseconds(30), 60, per_mille);
    EXPECT_LT(left, Milliseconds(300)) << per_mille;
    EXPECT_GT(left, Milliseconds(60)) << per_mille;
  }
}

TEST(TimerTest, ALongGameIsNotLostOnTime) {
  for (const int increment : {10, 30, 100, 1000}) {
    for (const int per_mille : {700, 1000, 1700})
      left_after(Milliseconds(100 * increment), Milliseconds(increment), 300, per_mille);
  }
  left_after(Milliseconds(60000), Milliseconds(0), 100, 1000);  // sudden death
}

TEST(TimerTest, TheOpeningIsNotHurried) {
  // A long clock has the same share for the first moves whatever the increment.
  const Timer without(with_clock(Milliseconds(60000), Milliseconds(0)), kOverhead);
  const Timer with(with_clock(Milliseconds(60000), Milliseconds(600)), kOverhead);
  EXPECT_EQ(*with.soft() - *without.soft(), Milliseconds(525));
}

TEST(TimerTest, MovesToTheTimeControlAreCounted) {
  Limits limits = with_clock(Milliseconds(10000), Milliseconds(0));
  limits.moves_to_go = 1;
  const Timer last(limits, kOverhead);
  limits.moves_to_go = 10;
  const Timer early(limits, kOverhead);
  EXPECT_GT(*last.hard(), Milliseconds(9900)) << "the last move before the time control may use all of it";
  EXPECT_LT(*early.soft(), Milliseconds(1000));
}

}  // namespace
}  // namespace tesuji::search

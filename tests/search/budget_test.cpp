#include "base/budget.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace tesuji {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

TEST(BudgetTest, EndsAtItsNodeLimit) {
  const StopFlag stop;
  Budget budget(stop, 100);
  EXPECT_TRUE(budget.spend(60));
  EXPECT_TRUE(budget.spend(39));
  EXPECT_FALSE(budget.spend(1));
  EXPECT_TRUE(budget.exhausted());
  EXPECT_EQ(budget.nodes(), 100U);
}

TEST(BudgetTest, EndsWhenStopIsRequested) {
  StopFlag stop;
  Budget budget(stop);
  EXPECT_TRUE(budget.spend(1'000'000'000));
  stop.request();
  EXPECT_TRUE(budget.exhausted());
}

TEST(StopFlagTest, AFlagBelowAnotherIsRequestedWithIt) {
  StopFlag parent;
  StopFlag child = StopFlag::below(parent);
  EXPECT_FALSE(child.requested());
  child.request();
  EXPECT_TRUE(child.requested());
  EXPECT_FALSE(parent.requested());
  const StopFlag other = StopFlag::below(parent);
  parent.request();
  EXPECT_TRUE(other.requested());
}

TEST(BudgetTest, EndsAtItsTimeLimit) {
  const StopFlag stop;
  Budget none(stop, {}, milliseconds(0));
  EXPECT_TRUE(none.exhausted());
  Budget hour(stop, {}, hours(1));
  EXPECT_FALSE(hour.exhausted());
  hour.limit_time(milliseconds(0));
  EXPECT_TRUE(hour.exhausted());
  hour.limit_time({});
  EXPECT_FALSE(hour.exhausted());
}

TEST(BudgetTest, TakesTimesTooLongToAddToAClock) {
  const StopFlag stop;
  Budget budget(stop, {}, Budget::Clock::duration::max());
  EXPECT_FALSE(budget.exhausted());
}

TEST(BudgetTest, PartEndsWithTheWholeAndChargesIt) {
  StopFlag stop;
  Budget whole(stop, 100);
  {
    Budget part(whole, 50);
    EXPECT_FALSE(part.spend(50));
    EXPECT_FALSE(whole.exhausted());
    EXPECT_EQ(whole.nodes(), 50U);
  }
  Budget part(whole);
  part.finish();
  EXPECT_TRUE(part.exhausted());
  EXPECT_FALSE(whole.exhausted());
  Budget other(whole);
  EXPECT_FALSE(other.spend(50));
  EXPECT_TRUE(whole.exhausted());
  Budget last(whole);
  EXPECT_TRUE(last.exhausted());
}

TEST(BudgetTest, ThreadsShareTheNodeLimit) {
  const StopFlag stop;
  Budget budget(stop, 100'000);
  std::atomic<std::uint64_t> counted{0};
  const auto work = [&] {
    NodeMeter meter(budget, 32);
    while (meter.count()) {
    }
    counted += meter.nodes();
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_GE(counted, 100'000U);
  EXPECT_LE(counted, 100'000U + 2 * 32);
  EXPECT_EQ(budget.nodes(), counted);
}

TEST(NodeMeterTest, ChargesTheRestWhenItIsDestroyed) {
  Budget budget;
  {
    NodeMeter meter(budget, 64);
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(meter.count());
    EXPECT_EQ(budget.nodes(), 64U);
  }
  EXPECT_EQ(budget.nodes(), 100U);
}

// Without the wake-up these tests would not end.
TEST(StopFlagTest, RequestWakesThreadsThatWait) {
  StopFlag stop;
  std::atomic<int> awake{0};
  std::thread first([&] {
    stop.wait();
    ++awake;
  });
  std::thread second([&] {
    stop.wait_for_ponder_hit();
    ++awake;
  });
  stop.request();
  first.join();
  second.join();
  EXPECT_EQ(awake, 2);
  stop.wait();  // returns at once
}

TEST(StopFlagTest, PonderHitWakesOnlyThoseWhoWaitForIt) {
  StopFlag stop;
  std::thread pondering([&] { stop.wait_for_ponder_hit(); });
  stop.ponder_hit();
  pondering.join();
  EXPECT_TRUE(stop.ponder_was_hit());
  EXPECT_FALSE(stop.requested());
  std::thread infinite([&] { stop.wait(); });
  stop.request();
  infinite.join();
  stop.clear();
  EXPECT_FALSE(stop.requested());
  EXPECT_FALSE(stop.ponder_was_hit());
}

}  // namespace
}  // namespace tesuji

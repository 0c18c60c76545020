#include "tt/trace.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "lines.hpp"
#include "tree.hpp"
#include "tt/tt.hpp"

namespace tt {
namespace {

using trace::Event;
using trace::Kind;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

std::string scratch() {
  return (std::filesystem::temp_directory_path() / ("tesuji-trace-" + std::to_string(getpid()))).string();
}

TEST(Trace, ReadsWhatWasWrittenAndNoticesWhatIsNot) {
  const trace::Events events = replay::record(1, 2, 5, kMiB);
  ASSERT_GT(events.size(), 1000u);
  trace::write(events, scratch());
  const trace::Events again = trace::read(scratch());
  ASSERT_EQ(again.size(), events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    ASSERT_EQ(again[i].key, events[i].key);
    ASSERT_EQ(again[i].kind, events[i].kind);
    ASSERT_EQ(again[i].depth, events[i].depth);
  }
  std::filesystem::resize_file(scratch(), std::filesystem::file_size(scratch()) - 5);
  EXPECT_THROW((void)trace::read(scratch()), tt::Error);
  std::filesystem::resize_file(scratch(), 3);
  EXPECT_THROW((void)trace::read(scratch()), tt::Error);
  std::filesystem::remove(scratch());
  EXPECT_THROW((void)trace::read(scratch()), tt::Error);
}

// Two keys of one line with the same check: the second is answered with the first one's entry, and the replay
// must see that it is.
TEST(Replay, AHitWithAnotherKeysEntryIsWrongAndNoHit) {
  constexpr std::uint64_t kKey = 0x123456789abcdef0;
  constexpr std::uint64_t kTwin = kKey ^ std::uint64_t{1} << 36;
  const trace::Events events = {
      {kKey, Kind::Store}, {kKey, Kind::Probe}, {kTwin, Kind::Probe}, {~kKey, Kind::Probe}};
  const trace::Score score = trace::replay(events, kMiB, Balanced{});
  EXPECT_EQ(score.probes, 3u);
  EXPECT_EQ(score.hits, 1u);
  EXPECT_EQ(score.wrong, 1u);
}

// Room for one: a is stored, b is stored, a is probed, b is probed. Keeping a (the nearer) gives one hit; and
// storing c, which is never probed, must not push anything out.
TEST(Optimum, KeepsWhatIsProbedSoonest) {
  const trace::Events events = {{1, Kind::Store}, {2, Kind::Store}, {3, Kind::Store},
                                {1, Kind::Probe}, {2, Kind::Probe}, {3, Kind::NewSearch}};
  EXPECT_EQ(trace::optimum(events, 1).hits, 1u);
  EXPECT_EQ(trace::optimum(events, 2).hits, 2u);
  EXPECT_EQ(trace::optimum(events, 2).probes, 2u);
}

TEST(Optimum, NoPolicyIsBetter) {
  const trace::Events events = replay::record(7, 4, 7, kMiB);
  const double best = trace::optimum(events, kMiB / 8).hit_rate();
  for (const auto name : kReplacementNames) {
    const double rate = trace::replay(events, kMiB, RuntimeReplacement(name)).hit_rate();
    EXPECT_GT(rate, 0.05) << name;
    EXPECT_LE(rate, best) << name;
  }
}

// On the line, the simulation of a policy must agree with the table itself, and no policy beats the optimum.
TEST(Lines, SimulateTheTable) {
  const trace::Events events = replay::record(7, 2, 6, kMiB);
  const auto facts = replay::facts_of(events);
  const trace::Score table = trace::replay(events, kMiB, Balanced{});
  const trace::Score simulated =
      replay::simulate(events, facts, kMiB, replay::Least([](const replay::Candidate& c, std::uint32_t) {
                         return Balanced::worth(c.depth, c.age);
                       }));
  EXPECT_EQ(simulated.probes, table.probes);
  EXPECT_NEAR(simulated.hit_rate(), table.hit_rate(), 0.001) << "the table also has hits for other positions";
  const trace::Score best = replay::simulate(events, facts, kMiB, replay::Belady{});
  EXPECT_GE(best.hits, simulated.hits);
  EXPECT_LE(best.hits, trace::optimum(events, kMiB / 8).hits);
}

TEST(Lines, TheOptimumKeepsWhatIsProbedSoonest) {
  trace::Events events;
  for (std::uint64_t key = 1; key <= 10; ++key) events.push_back({key, Kind::Store});
  for (std::uint64_t key = 10; key >= 1; --key) events.push_back({key, Kind::Probe});
  const auto facts = replay::facts_of(events);
  const trace::Score best = replay::simulate(events, facts, 64, replay::Belady{});
  EXPECT_EQ(best.hits, 8u) << "eight entries of ten fit the line";
  EXPECT_EQ(replay::simulate(events, facts, 64, replay::Least([](const replay::Candidate& c, std::uint32_t) {
                               return c.stored;
                             }))
                .hits,
            8u);
}

}  // namespace
}  // namespace tt

// Threads hammer a small table; what they store is a function of the key, so that a torn or misplaced entry
// shows.
#include <gtest/gtest.h>

#include <thread>

#include "tt/tt.hpp"

namespace tt {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr int kThreads = 4;
constexpr int kRounds = 300'000;

template <class Body>
void hammer(Body body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back(body, SplitMix64(static_cast<std::uint64_t>(i) + 1));
  for (auto& thread : threads) thread.join();
}

// Few keys on few lines, so that threads meet all the time.
std::uint64_t some_key(SplitMix64& random) {
  return (random() % 4096) * 0x9e3779b97f4a7c15ULL;
}

TEST(Concurrency, ABoundEntryIsNeverTorn) {
  Table<Bound> table(kMiB);
  std::atomic<std::uint64_t> hits{0}, wrong{0};
  hammer([&](SplitMix64 random) {
    std::uint64_t mine = 0;
    for (int i = 0; i < kRounds; ++i) {
      const std::uint64_t key = some_key(random);
      const auto move = static_cast<std::uint16_t>(key >> 8 | 1);
      if (const auto hit = table.probe(key)) {
        ++mine;
        // Depth and score vary from store to store, but belong together.
        if (hit->score != hit->depth * 100 - 5000 || hit->move != move) ++wrong;
      }
      const auto depth = static_cast<std::uint8_t>(random() % 100);
      table.store(key, {move, static_cast<std::int16_t>(depth * 100 - 5000), depth, BoundKind::Exact});
    }
    hits += mine;
  });
  EXPECT_GT(hits, kRounds * kThreads / 2);
  EXPECT_EQ(wrong, 0u) << "4096 keys with different checks in each line: not even a chance hit";
}

TEST(Concurrency, AnExactEntryIsNeverTornNarrowOrWideOneWayOrFour) {
  const auto run = [](auto& table) {
    std::atomic<std::uint64_t> hits{0}, wrong{0};
    hammer([&](SplitMix64 random) {
      for (int i = 0; i < kRounds / 4; ++i) {
        const std::uint64_t key = some_key(random) & low_mask(40);
        if (const auto value = table.get(key)) {
          ++hits;
          if (*value != key % 100) ++wrong;
        }
        table.put(key, key % 100);
      }
    });
    EXPECT_GT(hits, 1000u);
    EXPECT_EQ(wrong, 0u);
  };
  Table<Exact<40, 7>> narrow(kMiB);
  Table<Exact<40, 20>> wide(kMiB);
  Table<Exact<40, 7, 4>> four(kMiB);
  run(narrow);
  run(wide);
  run(four);
}

TEST(Concurrency, AProofEntryOfTwoHalvesIsNotFound) {
  Table<Proof> table(kMiB);
  std::atomic<std::uint64_t> hits{0}, wrong{0};
  hammer([&](SplitMix64 random) {
    for (int i = 0; i < kRounds; ++i) {
      const std::uint64_t key = some_key(random);
      if (const auto hit = table.probe(key)) {
        ++hits;
        if (hit->pn != hit->dn + key % 1000 || hit->move != key % 4096) ++wrong;
      }
      const auto n = static_cast<std::uint32_t>(1 + random() % 100000);
      table.store(key, {.pn = n + static_cast<std::uint32_t>(key % 1000),
                        .dn = n,
                        .move = static_cast<std::uint16_t>(key % 4096),
                        .flags = 0,
                        .work = n});
    }
  });
  EXPECT_GT(hits, 1000u);
  EXPECT_EQ(wrong, 0u);
}

TEST(Concurrency, CountsAddUpOverThreads) {
  Table<Bound, DefaultReplacement, Counters> table(kMiB);
  hammer([&](SplitMix64 random) {
    for (int i = 0; i < 10000; ++i) {
      (void)table.probe(some_key(random));
      table.store(some_key(random), {1, 1, 1, BoundKind::Exact});
    }
  });
  EXPECT_EQ(table.statistics().probes, 10000u * kThreads);
  EXPECT_EQ(table.statistics().stores(), 10000u * kThreads);
}

}  // namespace
}  // namespace tt

// Tables that grow as they fill.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <thread>
#include <vector>

#include "tt/tt.hpp"

namespace tt {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// What is stored is made of the key, so that a hit tells whose it is.
Bound::Entry entry_of(const Bound&, std::uint64_t key) {
  return {static_cast<std::uint16_t>(key >> 20 | 1), static_cast<std::int16_t>(key >> 36),
          static_cast<std::uint8_t>(key >> 52 & 63), BoundKind::Lower};
}
Proof::Entry entry_of(const Proof&, std::uint64_t key) {
  return {static_cast<std::uint32_t>(key & 0xfffff) + 1, static_cast<std::uint32_t>(key >> 44) + 1,
          static_cast<std::uint16_t>(key & 0xfff), 3, 1};
}
using Small = Exact<49, 7>;
Small::Entry entry_of(const Small&, std::uint64_t key) {
  return {mix(key) % 100};
}

template <class Layout>
std::uint64_t key_of(std::uint64_t number) {
  if constexpr (std::is_same_v<Layout, Small>) return mix(number) >> 15;
  return mix(number);
}

template <class Layout>
std::vector<bool> found(const Table<Layout>& table, std::uint64_t count) {
  std::vector<bool> result(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t key = key_of<Layout>(i);
    const std::optional<typename Layout::Entry> hit = table.probe(key);
    result[i] = hit && *hit == entry_of(table.layout(), key);
  }
  return result;
}

template <class Layout>
class Growing : public testing::Test {};
using Layouts = testing::Types<Bound, Proof, Small>;
TYPED_TEST_SUITE(Growing, Layouts);

TYPED_TEST(Growing, NothingIsLostWhenATableDoubles) {
  using Layout = TypeParam;
  Table<Layout> table(64 * kMiB, {}, Pages::Huge, kGrowing);
  ASSERT_TRUE(table.grows());
  EXPECT_EQ(table.bytes(), kMiB);
  EXPECT_EQ(table.max_bytes(), 64 * kMiB);
  std::uint64_t count = 0;
  int doublings = 0;
  while (table.bytes() < 16 * kMiB) {
    std::vector<bool> before;
    const std::uint64_t bytes = table.bytes();
    // Stop just before each store, so that the state before the growth is known.
    for (; table.bytes() == bytes; ++count) {
      if (count % 4096 == 0) before = found(table, count);
      const std::uint64_t key = key_of<Layout>(count);
      table.store(key, entry_of(table.layout(), key));
    }
    ++doublings;
    EXPECT_EQ(table.bytes(), 2 * bytes);
    if (doublings % 2 == 0) table.settle();  // else the probes themselves copy the blocks
    const std::vector<bool> after = found(table, before.size());
    std::uint64_t lost = 0, kept = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      lost += before[i] && !after[i] ? 1 : 0;
      kept += after[i] ? 1 : 0;
    }
    // The up to 4,096 stores since the last look can replace entries, as in any table.
    EXPECT_LE(lost, before.size() / 50) << bytes;
    EXPECT_GE(kept, before.size() * 4 / 5) << bytes;
  }
  EXPECT_EQ(doublings, 4);
}

TYPED_TEST(Growing, AnUndisturbedDoublingLosesNothingAtAll) {
  using Layout = TypeParam;
  Table<Layout> table(8 * kMiB, {}, Pages::Huge, kGrowing);
  constexpr std::uint64_t kCount = 20000;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const std::uint64_t key = key_of<Layout>(i);
    table.store(key, entry_of(table.layout(), key));
  }
  table.settle();
  const std::vector<bool> before = found(table, kCount);
  const std::uint64_t bytes = table.bytes();
  table.grow();
  EXPECT_EQ(table.bytes(), 2 * bytes);
  EXPECT_EQ(found(table, kCount), before);
  table.settle();
  EXPECT_EQ(found(table, kCount), before);
}

TYPED_TEST(Growing, ATableStopsAtItsMaximum) {
  using Layout = TypeParam;
  const std::uint64_t max = 3 * kMiB + 4096;
  Table<Layout> table(max, {}, Pages::Huge, kGrowing);
  for (std::uint64_t i = 0; i < 400000; ++i) {
    const std::uint64_t key = key_of<Layout>(i);
    table.store(key, entry_of(table.layout(), key));
  }
  EXPECT_EQ(table.bytes(), table.max_bytes());
  EXPECT_LE(table.max_bytes(), max);
  EXPECT_GT(table.max_bytes(), max - 4096);
  EXPECT_GT(table.fill(), 600);
}

TYPED_TEST(Growing, ClearAndResizeShrinkIt) {
  using Layout = TypeParam;
  Table<Layout> table(16 * kMiB, {}, Pages::Huge, kGrowing);
  constexpr std::uint64_t kCount = 300000;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const std::uint64_t key = key_of<Layout>(i);
    table.store(key, entry_of(table.layout(), key));
  }
  EXPECT_GT(table.bytes(), 4 * kMiB);
  table.resize(2 * kMiB);
  EXPECT_EQ(table.bytes(), 2 * kMiB);
  const std::vector<bool> after = found(table, kCount);
  EXPECT_GT(std::count(after.begin(), after.end(), true), 50000);
  table.resize(64 * kMiB);
  EXPECT_EQ(found(table, kCount), after);
  table.clear();
  EXPECT_EQ(table.fill(), 0);
  EXPECT_FALSE(table.probe(key_of<Layout>(5)));
}

TYPED_TEST(Growing, ShrinksOnRequestAndGrowsAgain) {
  using Layout = TypeParam;
  Table<Layout> table(16 * kMiB, {}, Pages::Huge, kGrowing);
  constexpr std::uint64_t kCount = 300000;
  const auto store = [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      const std::uint64_t key = key_of<Layout>(i);
      table.store(key, entry_of(table.layout(), key));
    }
  };
  store(0, kCount);
  ASSERT_GT(table.bytes(), 4 * kMiB);
  table.shrink(2 * kMiB, 2);
  EXPECT_EQ(table.bytes(), 2 * kMiB);
  EXPECT_EQ(table.max_bytes(), 16 * kMiB);
  const std::vector<bool> after = found(table, kCount);
  EXPECT_GT(std::count(after.begin(), after.end(), true), 50000);
  table.shrink(4 * kMiB);
  EXPECT_EQ(table.bytes(), 2 * kMiB) << "it does not grow by shrinking";
  // It is as full as can be, so that hardly any store finds an empty slot; all the same it may grow.
  table.grow_if_full();
  EXPECT_EQ(table.bytes(), 4 * kMiB);
  table.settle();
  EXPECT_EQ(found(table, kCount), after);
  store(kCount, 3 * kCount);
  EXPECT_GT(table.bytes(), 4 * kMiB);
  table.shrink(1);
  EXPECT_EQ(table.bytes(), kMiB) << "the first size";
}

// A table that is all but empty, such as a small one just loaded, keeps what it has.
TYPED_TEST(Growing, AFewEntriesOutliveAResize) {
  using Layout = TypeParam;
  Table<Layout> table(64 * kMiB, {}, Pages::Huge, kGrowing);
  constexpr std::uint64_t kCount = 10;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const std::uint64_t key = key_of<Layout>(i);
    table.store(key, entry_of(table.layout(), key));
  }
  table.resize(4 * kMiB);
  EXPECT_EQ(found(table, kCount), std::vector<bool>(kCount, true));
}

// Four threads store and probe while the table grows from 1 to 32 MiB: a hit is always what was stored under
// this key. Run under ThreadSanitizer.
TYPED_TEST(Growing, ThreadsSearchWhileItGrows) {
  using Layout = TypeParam;
  Table<Layout> table(32 * kMiB, {}, Pages::Huge, kGrowing);
  constexpr std::uint64_t kEach = 150000;
  std::array<std::uint64_t, 4> wrong{}, hits{};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::uint64_t i = 0; i < kEach; ++i) {
        const std::uint64_t key = key_of<Layout>(i * 4 + t);
        table.store(key, entry_of(table.layout(), key));
        const std::uint64_t other = key_of<Layout>(mix(i) % (i * 4 + 4));
        const std::optional<typename Layout::Entry> hit = table.probe(other);
        hits[t] += hit ? 1 : 0;
        wrong[t] += hit && !(*hit == entry_of(table.layout(), other)) ? 1 : 0;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_GE(table.bytes(), 16 * kMiB);
  std::uint64_t wrong_hits = 0, all_hits = 0;
  for (std::size_t t = 0; t < 4; ++t) {
    wrong_hits += wrong[t];
    all_hits += hits[t];
  }
  // Bound keeps 19 bits of the key: up to 8 entries agree by chance in 2^19.
  EXPECT_LE(wrong_hits, Layout::kRecoversKey ? 0 : all_hits / 10000);
  EXPECT_GT(all_hits, kEach * 4 / 2);
}

std::uint64_t resident_bytes() {
  std::uint64_t size = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

TEST(GrowingMemory, AFewEntriesTakeLittleOfALargeTable) {
  const std::uint64_t before = resident_bytes();
  Table<Bound> table(1024 * kMiB, {}, Pages::Huge, kGrowing);
  for (std::uint64_t i = 0; i < 1000; ++i) table.store(mix(i), entry_of(table.layout(), mix(i)));
  EXPECT_LT(resident_bytes() - before, 8 * kMiB);
}

TEST(Growth, WaitsUntilItIsAllowed) {
  static bool allowed;
  static int asked;
  allowed = false;
  asked = 0;
  Growth growth = kGrowing;
  growth.allowed = [](std::uint64_t more_bytes) {
    EXPECT_EQ(more_bytes, 2 * kMiB);
    ++asked;
    return allowed;
  };
  Table<Bound> table(2 * kMiB, {}, Pages::Small, growth);
  std::uint64_t number = 0;
  const auto store = [&](std::uint64_t count) {
    for (; count > 0; --count, ++number) {
      const std::uint64_t key = mix(number);
      table.store(key, entry_of(table.layout(), key));
    }
  };
  store(100'000);
  EXPECT_EQ(table.bytes(), kMiB);
  EXPECT_GT(asked, 0);
  EXPECT_LT(asked, 20) << "not at every store";
  allowed = true;
  store(200'000);
  EXPECT_EQ(table.bytes(), 2 * kMiB);
}

}  // namespace
}  // namespace tt

#include "tt/tt.hpp"

#include <gtest/gtest.h>

#include <span>
#include <vector>

namespace tt {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

TEST(Table, ReturnsWhatWasStored) {
  Table<Bound> table(kMiB);
  const Bound::Entry entry{.move = 1234, .score = -35, .depth = 7, .bound = BoundKind::Lower};
  const std::uint64_t key = seed_from_name("some position");
  EXPECT_FALSE(table.probe(key));
  table.store(key, entry);
  EXPECT_EQ(table.probe(key), entry);
  EXPECT_FALSE(table.probe(key + 1));
}

TEST(Table, ExactTellsAbsentFromZero) {
  Table<Exact<49, 7>> table(64 * kMiB);
  EXPECT_TRUE(table.layout().narrow());
  EXPECT_EQ(table.get(42), std::nullopt);
  table.put(42, 0);
  EXPECT_EQ(table.get(42), 0u);
  table.reset();
  EXPECT_EQ(table.get(42), std::nullopt);
}

TEST(Table, ProofKeepsBothNumbersAndTheWorkRoughly) {
  Table<Proof> table(kMiB);
  table.store(77, {.pn = 5, .dn = Proof::kInfinite, .move = 99, .flags = 3, .work = 1000});
  const auto hit = table.probe(77);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->pn, 5u);
  EXPECT_EQ(hit->dn, Proof::kInfinite);
  EXPECT_EQ(hit->move, 99);
  EXPECT_EQ(hit->flags, 3);
  EXPECT_EQ(hit->work, 768u);
}

TEST(Table, TouchingItsMemoryChangesNoEntry) {
  Table<Bound> table(4 * kMiB);
  SplitMix64 random(5);
  std::vector<std::uint64_t> keys(20000);
  for (std::uint64_t& key : keys) {
    key = random();
    table.store(key, {static_cast<std::uint16_t>(key), 1, 3, BoundKind::Exact});
  }
  table.touch(3);
  for (const std::uint64_t key : keys) {
    const auto hit = table.probe(key);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->move, static_cast<std::uint16_t>(key));
  }
  EXPECT_FALSE(table.probe(random()));
}

TEST(Table, ResizingKeepsEveryEntryWhereThereIsRoom) {
  Table<Bound> table(4 * kMiB);
  SplitMix64 random(1);
  std::vector<std::uint64_t> keys;
  for (int i = 0; i < 10000; ++i) {
    keys.push_back(random());
    table.store(keys.back(),
                {.move = static_cast<std::uint16_t>(i), .score = 1, .depth = 1, .bound = BoundKind::Upper});
  }
  for (const std::uint64_t bytes : {7 * kMiB, 3 * kMiB, 64 * kMiB, 2 * kMiB}) {
    table.resize(bytes, 2);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto hit = table.probe(keys[i]);
      ASSERT_TRUE(hit) << bytes << ' ' << i;
      EXPECT_EQ(hit->move, i);
    }
  }
}

TEST(Table, ShrinkingKeepsTheDeepAndTheYoung) {
  Table<Bound> table(4 * kMiB);
  SplitMix64 random(7);
  std::vector<std::uint64_t> keys(4 * kMiB / 8);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i == keys.size() / 2) table.new_search();
    keys[i] = random();
    table.store(keys[i], {.move = 1,
                          .score = 1,
                          .depth = static_cast<std::uint8_t>(i % 2 == 0 ? 10 : 20),
                          .bound = BoundKind::Upper});
  }
  table.resize(kMiB);
  std::array<int, 4> kept{};  // by old and young, shallow and deep
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (table.probe(keys[i])) ++kept[i / (keys.size() / 2) * 2 + i % 2];
  }
  EXPECT_GT(kept[3], 100000) << "of 131072 entries that are young and deep, with room for as many";
  EXPECT_LT(kept[0], 5000);
}

TEST(Table, TooLargeASizeIsAnErrorAndTheOldTableIsStillThere) {
  Table<Bound> table(kMiB);
  table.store(5, {.move = 1, .score = 1, .depth = 1, .bound = BoundKind::Exact});
  EXPECT_THROW(table.resize(std::uint64_t{1} << 50), tt::Error);
  EXPECT_TRUE(table.probe(5));
  EXPECT_THROW(Table<Bound>{1000}, tt::Error);
}

TEST(Table, StatisticsCountWhatHappened) {
  Table<Bound, Always, Counters> table(kMiB);
  table.store(1, {.move = 1, .score = 1, .depth = 1, .bound = BoundKind::Exact});
  table.store(1, {.move = 2, .score = 1, .depth = 1, .bound = BoundKind::Exact});
  EXPECT_TRUE(table.probe(1));
  EXPECT_FALSE(table.probe(2));
  const Statistics s = table.statistics();
  EXPECT_EQ(s.probes, 2u);
  EXPECT_EQ(s.hits, 1u);
  EXPECT_EQ(s.count(Stored::Filled), 1u);
  EXPECT_EQ(s.count(Stored::Updated), 1u);
}

TEST(Table, ManyKeysAreProbedAsOne) {
  Table<Bound> table(kMinTableBytes);
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < 20; ++i) {
    keys.push_back(mix(i));
    if (i % 3 == 0) table.store(keys.back(), {.move = 1, .score = 2, .depth = 3, .bound = BoundKind::Lower});
  }
  for (const std::size_t count : {0U, 1U, 8U, 20U}) {
    std::size_t next = 0;
    table.probe_many(std::span(keys).first(count), [&](std::size_t i, const auto& hit) {
      EXPECT_EQ(i, next++);
      EXPECT_EQ(hit.has_value(), i % 3 == 0);
    });
    EXPECT_EQ(next, count);
  }
}

// In full lines, and in every slot of them, each key is found as probe() finds it.
TEST(Table, ManyKeysInFullLinesAreFoundAsByProbe) {
  Table<Bound> table(kMinTableBytes);
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < 300'000; ++i) {
    keys.push_back(mix(i));
    table.store(keys.back(), {.move = static_cast<std::uint16_t>(i),
                              .score = 2,
                              .depth = static_cast<std::uint8_t>(i % 16),
                              .bound = BoundKind::Lower});
  }
  std::size_t hits = 0;
  table.probe_many(keys, [&](std::size_t i, const auto& hit) {
    const auto single = table.probe(keys[i]);
    ASSERT_EQ(hit.has_value(), single.has_value()) << i;
    if (!single) return;
    ASSERT_EQ(*hit, *single) << i;
    ++hits;
  });
  EXPECT_GT(hits, 100'000U);
  EXPECT_LT(hits, 200'000U);
}

}  // namespace
}  // namespace tt

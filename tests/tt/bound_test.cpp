#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tt/tt.hpp"

namespace tt {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

TEST(Bound, PackingKeepsEveryFieldAtItsLimits) {
  for (const std::uint64_t tag : {std::uint64_t{0}, std::uint64_t{1}, low_mask(Bound::kCheckBits)}) {
    for (const std::uint16_t move : {0, 1, 0x7fff, 0x8000, 0xffff}) {
      for (const int score : {-32768, -1, 0, 1, 32767}) {
        for (int depth = 0; depth <= Bound::kMaxDepth; ++depth) {
          for (const auto bound : {BoundKind::Upper, BoundKind::Lower, BoundKind::Exact}) {
            for (unsigned generation = 0; generation < Bound::kGenerations; ++generation) {
              const Bound::Entry entry{move, static_cast<std::int16_t>(score),
                                       static_cast<std::uint8_t>(depth), bound};
              const std::uint64_t word = Bound::pack(tag, entry, generation);
              ASSERT_EQ(Bound::unpack(word), entry);
              ASSERT_EQ(Bound::tag_of(word), tag);
              ASSERT_EQ(Bound::generation_of(word), generation);
              ASSERT_TRUE(Bound::occupied(word));
            }
          }
        }
      }
    }
  }
  EXPECT_FALSE(Bound::occupied(0));
}

// A check of nothing but zeros looks like an empty slot's; it must be found all the same, and nothing before
// it is there.
TEST(Bound, AHitIsUsedLikeAnOptional) {
  const Bound::Entry entry{7, -3, 12, BoundKind::Upper};
  const Hit<Bound> hit(Bound::pack(5, entry, 1)), none;
  EXPECT_TRUE(hit.has_value());
  EXPECT_EQ(*hit, entry);
  EXPECT_EQ(hit->score, -3);
  EXPECT_EQ(std::optional<Bound::Entry>(hit), entry);
  EXPECT_FALSE(none);
  EXPECT_FALSE(none == Bound::Entry{});
  EXPECT_EQ(std::optional<Bound::Entry>(none), std::nullopt);
}

TEST(Bound, KeysWithACheckOfZerosOrOnesAreLikeAnyOther) {
  Table<Bound> table(kMiB);
  for (const std::uint64_t key : {std::uint64_t{0}, low_mask(Bound::kCheckBits), ~std::uint64_t{0}}) {
    EXPECT_FALSE(table.probe(key));
    const Bound::Entry entry{.move = 0, .score = 0, .depth = 0, .bound = BoundKind::Upper};
    table.store(key, entry);
    EXPECT_EQ(table.probe(key), entry);
  }
}

TEST(Bound, ALineHoldsEightAndEachIsFound) {
  Table<Bound> table(kMiB);
  for (std::uint64_t key = 1; key <= 8; ++key) {
    table.store(key,
                {.move = static_cast<std::uint16_t>(key), .score = 0, .depth = 1, .bound = BoundKind::Exact});
  }
  for (std::uint64_t key = 1; key <= 8; ++key) EXPECT_EQ(table.probe(key)->move, key);
}

TEST(Bound, AStoreWithoutAMoveKeepsTheMove) {
  Table<Bound> table(kMiB);
  table.store(3, {.move = 77, .score = 1, .depth = 5, .bound = BoundKind::Lower});
  table.store(3, {.move = 0, .score = 2, .depth = 6, .bound = BoundKind::Upper});
  EXPECT_EQ(table.probe(3), (Bound::Entry{.move = 77, .score = 2, .depth = 6, .bound = BoundKind::Upper}));
}

TEST(Bound, AMuchShallowerBoundOfTheSameSearchIsRefused) {
  Table<Bound> table(kMiB);
  const Bound::Entry deep{.move = 7, .score = 1, .depth = 20, .bound = BoundKind::Lower};
  const Bound::Entry shallow{.move = 8, .score = 2, .depth = 3, .bound = BoundKind::Upper};
  table.store(3, deep);
  table.store(3, shallow);
  EXPECT_EQ(table.probe(3), deep);
  table.new_search();
  table.store(3, shallow);
  EXPECT_EQ(table.probe(3), shallow);
}

// The arithmetic of layout_bound.hpp: 8 entries, 19 bits, 15.26 wrong hits in a million probes of absent
// keys. In 20 million that is 305 with a standard deviation of 17.5; five of these are allowed for.
TEST(Bound, WrongHitsAreAsRareAsTheArithmeticSays) {
  constexpr int kProbes = 20'000'000;
  Table<Bound> table(kMiB);
  SplitMix64 random(1);
  for (int i = 0; i < 1'000'000; ++i) {
    table.store(random(), {.move = 1, .score = 1, .depth = 1, .bound = BoundKind::Lower});
  }
  ASSERT_EQ(table.fill(), 1000);
  int wrong = 0;
  for (int i = 0; i < kProbes; ++i) wrong += table.probe(random()) ? 1 : 0;
  const double expected = kProbes * 8.0 / (1 << Bound::kCheckBits);
  EXPECT_NEAR(wrong, expected, 5 * std::sqrt(expected));
  RecordProperty("wrong_hits", wrong);
}

// The same choice slot by slot, without the lanes.
struct BalancedBySlots {
  template <std::size_t N>
  std::size_t victim(const std::array<Slot, N>& slots, const Slot& incoming, std::uint64_t tag) const {
    return Balanced{}.victim(slots, incoming, tag);
  }
};

TEST(Bound, ChoosingAVictimInLanesIsChoosingItSlotBySlot) {
  Table<Bound, Balanced> lanes(kMiB);
  Table<Bound, BalancedBySlots> slots(kMiB);
  Table<Bound, RuntimeReplacement> named(kMiB, RuntimeReplacement("balanced"));
  SplitMix64 random(5);
  for (int i = 0; i < 1'000'000; ++i) {
    if (i % 50000 == 0) {
      lanes.new_search();
      slots.new_search();
      named.new_search();
    }
    const std::uint64_t key = random(), bits = random();
    const Bound::Entry entry{.move = static_cast<std::uint16_t>(bits),
                             .score = static_cast<std::int16_t>(bits >> 16),
                             .depth = static_cast<std::uint8_t>(bits >> 32 & 127),
                             .bound = static_cast<BoundKind>(1 + (bits >> 40) % 3)};
    lanes.store(key, entry);
    slots.store(key, entry);
    named.store(key, entry);
  }
  EXPECT_EQ(std::memcmp(lanes.line(0), slots.line(0), lanes.bytes()), 0);
  EXPECT_EQ(std::memcmp(lanes.line(0), named.line(0), lanes.bytes()), 0);
}

}  // namespace
}  // namespace tt

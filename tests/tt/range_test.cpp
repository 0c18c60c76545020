// Fields out of range, and keys that are not uniform. Compiled like a release build: without assertions.
#undef NDEBUG
#define NDEBUG
#include <gtest/gtest.h>

#include <optional>

#include "tt/key_check.hpp"
#include "tt/tt.hpp"

namespace tt {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

TEST(Range, ADepthAboveTheMaximumIsStoredAsTheMaximum) {
  Table<Bound> table(kMiB);
  const std::uint64_t key = mix(1);
  table.store(key, {.move = 9, .score = -7, .depth = 200, .bound = BoundKind::Exact});
  const std::optional<Bound::Entry> found = table.probe(key);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->depth, Bound::kMaxDepth);
  EXPECT_EQ(found->score, -7);
  EXPECT_EQ(found->bound, BoundKind::Exact);
}

TEST(Range, AnEntryWithoutABoundIsNotStored) {
  Table<Bound> table(kMiB);
  table.store(mix(1), {.move = 9, .score = 1, .depth = 3, .bound = BoundKind::None});
  EXPECT_FALSE(table.probe(mix(1)));
}

TEST(Range, AValueThatDoesNotFitIsAnError) {
  Table<Exact<49, 8>> table(kMiB);
  table.put(6, 254);
  EXPECT_EQ(table.get(6), 254u);
  for (const std::uint64_t value : {std::uint64_t{255}, std::uint64_t{300}, ~std::uint64_t{0}}) {
    EXPECT_THROW(table.put(6, value), Error);
    EXPECT_EQ(table.get(6), 254u) << value;
  }
}

TEST(Range, ProofNumbersSaturate) {
  Table<Proof> table(kMiB);
  const std::uint64_t key = mix(3);
  for (const std::uint32_t large : {Proof::kInfinite + 1, 1U << 22, ~0U}) {
    table.store(key, {.pn = large, .dn = 5, .move = 0xffff, .flags = 0xf3, .work = 1});
    const auto found = table.probe(key);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->pn, Proof::kInfinite);  // not 0, which would mean "proved"
    EXPECT_EQ(found->dn, 5u);
    EXPECT_EQ(found->move, 0);
    EXPECT_EQ(found->flags, 3);
  }
  table.store(mix(4), {.pn = 0, .dn = 0});
  EXPECT_FALSE(table.probe(mix(4)));
}

// A board of 16 cells in base 3: the keys are small numbers, whose upper bits are all zero.
TEST(Range, MixMakesKeysOutOfPackedBoards) {
  constexpr std::uint64_t kBoards = 16192;
  Table<Bound> plain(kMiB), mixed(kMiB);
  KeyCheck plain_check, mixed_check;
  for (std::uint64_t board = 0; board < kBoards; ++board) {
    const Bound::Entry entry{.move = 1, .score = 2, .depth = 3, .bound = BoundKind::Lower};
    plain.store(board, entry);
    mixed.store(mix(board), entry);
    plain_check.note(board);
    mixed_check.note(mix(board));
  }
  std::uint64_t plain_hits = 0, mixed_hits = 0;
  for (std::uint64_t board = 0; board < kBoards; ++board) {
    plain_hits += plain.probe(board) ? 1 : 0;
    mixed_hits += mixed.probe(mix(board)) ? 1 : 0;
  }
  EXPECT_LT(plain_hits, 100u);
  EXPECT_EQ(mixed_hits, kBoards);
  EXPECT_FALSE(plain_check.uniform());
  EXPECT_TRUE(mixed_check.uniform());
}

TEST(Range, UniformKeysAreNeverReported) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    KeyCheck check;
    SplitMix64 random(seed);
    for (std::uint32_t i = 0; i < KeyCheck::kKeys; ++i) check.note(random());
    ASSERT_TRUE(check.uniform()) << seed;
  }
}

}  // namespace
}  // namespace tt

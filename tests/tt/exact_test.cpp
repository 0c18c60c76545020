#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "tt/tt.hpp"

namespace tt {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

std::uint64_t value_of(std::uint64_t key, std::uint64_t most) {
  return SplitMix64(key)() % (most + 1);
}

RC_GTEST_PROP(Bijection, BackwardUndoesForward, (std::uint64_t x)) {
  const auto check = [&]<int Bits>() {
    const std::uint64_t key = x & low_mask(Bits);
    RC_ASSERT(Bijection<Bits>::forward(key) <= low_mask(Bits));
    RC_ASSERT(Bijection<Bits>::backward(Bijection<Bits>::forward(key)) == key);
  };
  check.operator()<8>();
  check.operator()<33>();
  check.operator()<49>();
  check.operator()<63>();
}

TEST(Bijection, OfTwelveBitsReachesEveryValueOnce) {
  std::vector<int> seen(1 << 12);
  for (std::uint64_t x = 0; x < seen.size(); ++x) ++seen[Bijection<12>::forward(x)];
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 1 << 12);
}

// A million keys for each kind of table, half of them neighbours (as positions of a game are), half spread,
// into a table that holds a part of them; every hit, for stored and for never stored keys, must be the key's
// own value.
template <class Layout>
void no_wrong_hit(std::uint64_t bytes, bool narrow) {
  SCOPED_TRACE(bytes);
  Table<Layout> table(bytes);
  ASSERT_EQ(table.layout().narrow(), narrow);
  SplitMix64 random(bytes);
  constexpr int kKeys = 500'000;
  const std::uint64_t base = random() & low_mask(Layout::kKeyBits - 1);
  std::vector<std::uint64_t> keys;
  for (int i = 0; i < kKeys; ++i) {
    keys.push_back((base + static_cast<std::uint64_t>(i)) & low_mask(Layout::kKeyBits));
    keys.push_back(random() & low_mask(Layout::kKeyBits));
  }
  for (const std::uint64_t key : keys) table.put(key, value_of(key, Layout::kMaxValue));
  std::uint64_t hits = 0;
  for (const std::uint64_t key : keys) {
    if (const auto value = table.get(key)) {
      ++hits;
      ASSERT_EQ(*value, value_of(key, Layout::kMaxValue)) << key;
    }
  }
  EXPECT_GT(hits, std::min<std::uint64_t>(table.bytes() / 8 / 3, keys.size() / 2));
  // Keys that were never stored: a hit is wrong whatever its value.
  for (const std::uint64_t key : keys) {
    const std::uint64_t other = (base + kKeys + key % (1U << 20)) & low_mask(Layout::kKeyBits);
    if (const auto value = table.get(other)) {
      ASSERT_TRUE(std::find(keys.begin(), keys.end(), other) != keys.end()) << other;
    }
  }
}

TEST(Exact, NeverAnswersForAnotherKeyInWideWords) {
  for (const std::uint64_t bytes : {kMiB, kMiB + 64, 3 * kMiB + 64 * 77}) {
    no_wrong_hit<Exact<49, 7>>(bytes, false);
    no_wrong_hit<Exact<63, 16>>(bytes, false);
    no_wrong_hit<Exact<49, 7, 4>>(bytes, false);
  }
}

TEST(Exact, NeverAnswersForAnotherKeyInNarrowWords) {
  for (const std::uint64_t bytes : {kMiB, kMiB + 64, 3 * kMiB + 64 * 77}) {
    no_wrong_hit<Exact<40, 7>>(bytes, true);
    no_wrong_hit<Exact<40, 7, 4>>(bytes, true);
  }
  no_wrong_hit<Exact<49, 7>>(64 * kMiB + 64 * 5, true);
}

TEST(Exact, GivesBackTheKeysItWasGiven) {
  for (const std::uint64_t bytes : {kMiB, kMiB + 64 * 3}) {
    Table<Exact<49, 7>> table(bytes);
    std::map<std::uint64_t, std::uint64_t> stored;
    SplitMix64 random(3);
    for (int i = 0; i < 2000; ++i) {
      const std::uint64_t key = random() & low_mask(49);
      stored[key] = key % 127;
      table.put(key, key % 127);
    }
    for (std::uint64_t line = 0; line < table.layout().lines(); ++line) {
      table.layout().visit(table.line(line), line, 0, [&](std::uint64_t key, const auto& entry, int) {
        ASSERT_TRUE(stored.contains(key));
        ASSERT_EQ(stored[key], entry.value);
        stored.erase(key);
      });
    }
    EXPECT_LT(stored.size(), 60u) << "lost to others of the same slot";
  }
}

TEST(Exact, HoldsItsLeastAndItsGreatestValue) {
  Table<Exact<49, 7>> table(kMiB);
  for (const std::uint64_t key : {std::uint64_t{0}, low_mask(49)}) {
    for (const std::uint64_t value : {std::uint64_t{0}, Exact<49, 7>::kMaxValue}) {
      table.put(key, value);
      EXPECT_EQ(table.get(key), value);
    }
  }
}

TEST(Exact, ATableTooSmallForItsKeysIsAnError) {
  EXPECT_THROW((Table<Exact<63, 30>>(kMiB)), tt::Error);
}

}  // namespace
}  // namespace tt

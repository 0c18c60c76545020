// Every interleaving of a few stores and probes on one line.
#include "interleave.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>

#include "tt/tt.hpp"

namespace tt {
namespace {

using interleave::Scheduler;

struct alignas(64) OneLine {
  std::array<std::byte, kLineBytes> bytes{};
};

// Bound: a store without a move keeps the move of the entry that is there. If another thread replaces that
// entry in the meantime, the other position's move must not be taken over.
TEST(Interleave, ABoundStoreNeverTakesTheMoveOfAnotherPosition) {
  const Bound layout(1);
  OneLine line;
  constexpr std::uint64_t kOurs = 8, kTheirs = 16;  // both have the victim slot 0 under Always
  const auto place = [](std::uint64_t tag) { return Bound::Place{0, tag}; };
  bool updated = false;
  const std::size_t orders = Scheduler::explore(
      [&] {
        line = {};
        layout.store(line.bytes.data(), place(kOurs), {111, 1, 5, BoundKind::Lower}, 0, Always{});
        for (std::uint64_t tag = 1; tag < 8; ++tag)
          layout.store(line.bytes.data(), place(tag), {1, 1, 5, BoundKind::Lower}, 0, Always{});
      },
      {[&] {
         layout.store(line.bytes.data(), place(kOurs), {0, 2, 6, BoundKind::Lower}, 0, Always{});
       },
       [&] {
         layout.store(line.bytes.data(), place(kTheirs), {777, 3, 5, BoundKind::Lower}, 0, Always{});
       }},
      [&] {
        const std::optional<Bound::Entry> ours = layout.find(line.bytes.data(), place(kOurs));
        if (ours) {
          ASSERT_NE(ours->move, 777);
        }
        if (ours && ours->move == 111) updated = true;
      },
      2);
  EXPECT_GT(orders, 100u);
  EXPECT_TRUE(updated);
}

// Proof: an entry is two words. Whatever the order, a hit is an entry that was stored under this very key.
Proof::Entry proof_entry(std::uint64_t key, std::uint32_t version) {
  return {static_cast<std::uint32_t>(key), version, static_cast<std::uint16_t>(key & 0xfff), 1, 4};
}

TEST(Interleave, AProofProbeDuringAStoreFindsAWholeEntryOrNothing) {
  const Proof layout(1);
  OneLine line;
  constexpr std::uint64_t kKey = 100;
  std::optional<Proof::Entry> seen;
  bool old_seen = false, new_seen = false, nothing_seen = false;
  const std::size_t orders = Scheduler::explore(
      [&] {
        line = {};
        layout.store(line.bytes.data(), {0, kKey}, proof_entry(kKey, 1), 0, Always{});
      },
      {[&] {
         layout.store(line.bytes.data(), {0, kKey}, proof_entry(kKey, 2), 0, Always{});
       },
       [&] {
         seen = layout.find(line.bytes.data(), {0, kKey});
       }},
      [&] {
        if (seen) {
          ASSERT_TRUE(*seen == proof_entry(kKey, 1) || *seen == proof_entry(kKey, 2));
        }
        nothing_seen |= !seen;
        old_seen |= seen == proof_entry(kKey, 1);
        new_seen |= seen == proof_entry(kKey, 2);
        ASSERT_EQ(layout.find(line.bytes.data(), {0, kKey}), proof_entry(kKey, 2));
      });
  EXPECT_GT(orders, 100u);
  EXPECT_TRUE(old_seen && new_seen && nothing_seen);
}

TEST(Interleave, TwoProofStoresIntoOneSlotNeverMakeAThirdEntry) {
  const Proof layout(1);
  OneLine line;
  constexpr std::array<std::uint64_t, 2> kKeys = {100, 200};  // both have the victim slot 0
  const auto check_all = [&] {
    for (const std::uint64_t key : kKeys) {
      const auto found = layout.find(line.bytes.data(), {0, key});
      if (found) {
        ASSERT_EQ(*found, proof_entry(key, 1));
      }
    }
    layout.visit(line.bytes.data(), 0, 0, [&](std::uint64_t key, const Proof::Entry& entry, int) {
      // A slot that both wrote half has a key of neither; no search asks for it but by a chance of 2^-64.
      if (key < 1000) {
        ASSERT_EQ(entry, proof_entry(key, 1)) << key;
      }
    });
  };
  const std::size_t orders = Scheduler::explore(
      [&] {
        line = {};
        for (std::uint64_t key = 1; key <= 4; ++key)
          layout.store(line.bytes.data(), {0, key}, proof_entry(key, 1), 0, Always{});
      },
      {[&] {
         layout.store(line.bytes.data(), {0, kKeys[0]}, proof_entry(kKeys[0], 1), 0, Always{});
       },
       [&] {
         layout.store(line.bytes.data(), {0, kKeys[1]}, proof_entry(kKeys[1], 1), 0, Always{});
       },
       [&] {
         for (const std::uint64_t key : kKeys) {
           const auto found = layout.find(line.bytes.data(), {0, key});
           if (found) {
             ASSERT_EQ(*found, proof_entry(key, 1));
           }
         }
       }},
      check_all, 2);
  EXPECT_GT(orders, 100u);
}

// Words: a codec's entry is two words, too, and the first is kept with a hash of the second.
struct PairCodec {
  static constexpr std::string_view kName = "pair";
  struct Entry {
    std::uint64_t low = 1;
    std::uint32_t high = 0;  // 14 bits
    friend bool operator==(const Entry& a, const Entry& b) { return a.low == b.low && a.high == b.high; }
  };
  static Packed pack(const Entry& entry) { return static_cast<Packed>(entry.high) << 64 | entry.low; }
  static Entry unpack(const Packed& data) {
    return {static_cast<std::uint64_t>(data), static_cast<std::uint32_t>(data >> 64)};
  }
  static Slot slot(const Packed&) { return {}; }
};
using Pairs = Words<PairCodec>;

TEST(Interleave, AWordsProbeDuringTwoStoresFindsAWholeEntryOrNothing) {
  const Pairs layout(std::uint64_t{1} << 14);
  OneLine line;
  constexpr std::uint64_t kKey = 100, kOther = 200;  // the other key takes the same slot
  const PairCodec::Entry before{0x1111, 1}, after{0x2222, 2}, other{0x3333, 3};
  std::optional<PairCodec::Entry> seen;
  bool before_seen = false, after_seen = false, nothing_seen = false;
  const auto whole = [&](const std::optional<PairCodec::Entry>& found) {
    return !found || *found == before || *found == after;
  };
  const std::size_t orders = Scheduler::explore(
      [&] {
        line = {};
        layout.store(line.bytes.data(), {0, kKey}, before, 0, Always{});
        for (std::uint64_t key = 1; key < 4; ++key)
          layout.store(line.bytes.data(), {0, key}, {key, 0}, 0, Always{});
      },
      {[&] {
         layout.store(line.bytes.data(), {0, kKey}, after, 0, Always{});
       },
       [&] {
         layout.store(line.bytes.data(), {0, kOther}, other, 0, Always{});
       },
       [&] {
         seen = layout.find(line.bytes.data(), {0, kKey});
       }},
      [&] {
        ASSERT_TRUE(whole(seen));
        ASSERT_TRUE(whole(layout.find(line.bytes.data(), {0, kKey})));
        const auto found = layout.find(line.bytes.data(), {0, kOther});
        ASSERT_TRUE(!found || *found == other);
        before_seen |= seen == before;
        after_seen |= seen == after;
        nothing_seen |= !seen;
      },
      2);
  EXPECT_GT(orders, 100u);
  EXPECT_TRUE(before_seen && after_seen && nothing_seen);
}

// Growth: one thread doubles the table while another stores and a third probes, all in one line's block. An
// entry that was there before is found afterwards, and a probe never finds anything but what was stored.
// The keys belong to neighbouring lines of the full table, which share a line of the small one.
template <class Layout>
void grow_in_every_order(std::uint64_t first_key, const typename Layout::Entry& first,
                         std::uint64_t second_key, const typename Layout::Entry& second) {
  std::unique_ptr<Table<Layout>> table;
  std::optional<typename Layout::Entry> seen;
  bool found_during = false, stored_kept = false;
  const std::size_t orders = Scheduler::explore(
      [&] {
        table = std::make_unique<Table<Layout>>(std::uint64_t{2} << 20, DefaultReplacement{}, Pages::Small,
                                                Growth{std::uint64_t{1} << 20, 1});
        table->store(first_key, first);
      },
      {[&] { table->grow(); }, [&] { table->store(second_key, second); },
       [&] { seen = table->probe(first_key); }},
      [&] {
        if (seen) {
          ASSERT_EQ(*seen, first);
          found_during = true;
        }
        ASSERT_EQ(table->bytes(), std::uint64_t{2} << 20);
        const std::optional<typename Layout::Entry> kept = table->probe(first_key);
        ASSERT_TRUE(kept) << "growing lost an entry";
        ASSERT_EQ(*kept, first);
        const std::optional<typename Layout::Entry> other = table->probe(second_key);
        if (other) {
          ASSERT_EQ(*other, second);
          stored_kept = true;
        }
      },
      2);
  EXPECT_GT(orders, 100u);
  EXPECT_TRUE(found_during && stored_kept);
}

// Bound and Proof take the line from the highest bits of the key.
constexpr std::uint64_t kFirst = 0x123456789abcd000, kSecond = kFirst ^ (std::uint64_t{1} << 49 | 1);

TEST(Interleave, ABoundTableGrowsInEveryOrder) {
  grow_in_every_order<Bound>(kFirst, {11, 1, 5, BoundKind::Lower}, kSecond, {22, 2, 6, BoundKind::Upper});
}

TEST(Interleave, AProofTableGrowsInEveryOrder) {
  grow_in_every_order<Proof>(kFirst, {3, 4, 5, 1, 1}, kSecond, {6, 7, 8, 2, 1});
}

// Exact takes it from the highest bits of the mixed key.
template <int KeyBits, std::size_t Ways>
void grow_exact(bool narrow_before, bool narrow_after) {
  using Layout = Exact<KeyBits, 7, Ways>;
  constexpr std::uint64_t kLines = (std::uint64_t{2} << 20) / kLineBytes;
  ASSERT_EQ(Layout(kLines / 2).narrow(), narrow_before);
  ASSERT_EQ(Layout(kLines).narrow(), narrow_after);
  constexpr std::uint64_t kOneLine = (std::uint64_t{1} << KeyBits) / kLines;
  constexpr std::uint64_t kMixed = 10 * kOneLine + kOneLine / 3;
  grow_in_every_order<Layout>(Bijection<KeyBits>::backward(kMixed), {11},
                              Bijection<KeyBits>::backward(kMixed + kOneLine), {22});
}

TEST(Interleave, AnExactTableGrowsInEveryOrder) {
  grow_exact<49, 1>(false, false);
  grow_exact<40, 1>(true, true);
  grow_exact<44, 1>(false, true);  // from words of 64 bits to words of 32
  grow_exact<49, 4>(false, false);
}

}  // namespace
}  // namespace tt

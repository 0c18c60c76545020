// Three published table layouts, written from their descriptions, to race against. Fields are relaxed
// atomics, which compile to the plain loads and stores that the originals use and spare us the data races.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "rivals/contestant.hpp"
#include "tt/bits.hpp"
#include "tt/bucket.hpp"
#include "tt/layout_bound.hpp"
#include "tt/memory.hpp"

namespace rivals {

using Entry = tt::Bound::Entry;
inline constexpr auto kRelaxed = std::memory_order_relaxed;

// Stockfish's: clusters of 32 bytes with three entries of 10 (key 16, depth 8, generation and bound 8, move
// 16, value 16, evaluation 16). A probe that misses says which entry a store may overwrite: the least of
// depth - 8 * age. That spares the store a search, so the two are one operation here.
class StockfishLayout {
 public:
  static constexpr const char* kName = "stockfish-layout";
  static constexpr const char* kKind = "lossy";

  explicit StockfishLayout(std::uint64_t bytes) : clusters_(bytes / sizeof(Cluster)), memory_(bytes) {}

  void prefetch(std::uint64_t key) const {
    tt::prefetch_line(reinterpret_cast<const std::byte*>(&cluster(key)));
  }
  void new_search() { generation_ = static_cast<std::uint8_t>(generation_ + kGenerationStep); }

  template <class Make>
  int probe_or_store(std::uint64_t key, Make make) {
    Cluster& here = cluster(key);
    const auto key16 = static_cast<std::uint16_t>(key);
    if (const Slot* const slot = find(here, key16)) return slot->score();
    victim(here)->set(key16, make(), generation_);
    return kAbsent;
  }

  [[nodiscard]] std::optional<Entry> probe(std::uint64_t key) const {
    const Slot* const slot = find(cluster(key), static_cast<std::uint16_t>(key));
    return slot == nullptr ? std::nullopt : std::optional<Entry>(slot->get());
  }
  // An entry of the same key gives way unless it is more than three plies deeper, and leaves its move to one
  // without.
  void store(std::uint64_t key, Entry entry) {
    Cluster& here = cluster(key);
    const auto key16 = static_cast<std::uint16_t>(key);
    Slot* const same = find(here, key16);
    if (same != nullptr && entry.move == 0) entry.move = same->get().move;
    if (same != nullptr && entry.bound != tt::BoundKind::Exact && entry.depth + 4 <= same->get().depth &&
        age(*same) == 0)
      return;
    (same != nullptr ? same : victim(here))->set(key16, entry, generation_);
  }

 private:
  static constexpr int kGenerationStep = 4;  // below it are the two bits of the bound

  struct Slot {
    std::atomic<std::uint16_t> key, depth_and_bound, move, value, evaluation;

    [[nodiscard]] Entry get() const {
      const std::uint16_t both = depth_and_bound.load(kRelaxed);
      return {move.load(kRelaxed), static_cast<std::int16_t>(value.load(kRelaxed)),
              static_cast<std::uint8_t>(both >> 8), static_cast<tt::BoundKind>(both & 3)};
    }
    [[nodiscard]] int score() const { return static_cast<std::int16_t>(value.load(kRelaxed)); }
    void set(std::uint16_t key16, const Entry& entry, std::uint8_t generation) {
      key.store(key16, kRelaxed);
      depth_and_bound.store(
          static_cast<std::uint16_t>(entry.depth << 8 | generation | static_cast<int>(entry.bound)),
          kRelaxed);
      move.store(entry.move, kRelaxed);
      value.store(static_cast<std::uint16_t>(entry.score), kRelaxed);
      evaluation.store(0, kRelaxed);
    }
  };
  struct Cluster {
    std::array<Slot, 3> slots;
    std::array<std::byte, 2> padding;
  };
  static_assert(sizeof(Slot) == 10 && sizeof(Cluster) == 32);

  [[nodiscard]] Cluster& cluster(std::uint64_t key) const {
    return reinterpret_cast<Cluster*>(memory_.data())[tt::multiply_high(key, clusters_)];
  }
  static Slot* find(Cluster& cluster, std::uint16_t key16) {
    for (Slot& slot : cluster.slots) {
      if (slot.key.load(kRelaxed) == key16 && slot.depth_and_bound.load(kRelaxed) != 0) return &slot;
    }
    return nullptr;
  }
  Slot* victim(Cluster& cluster) const {
    Slot* victim = &cluster.slots[0];
    for (Slot& slot : cluster.slots) {
      if (worth(slot) < worth(*victim)) victim = &slot;
    }
    return victim;
  }
  [[nodiscard]] int age(const Slot& slot) const {
    return static_cast<std::uint8_t>(generation_ - (slot.depth_and_bound.load(kRelaxed) & 0xfc)) /
           kGenerationStep;
  }
  [[nodiscard]] int worth(const Slot& slot) const {
    const std::uint16_t both = slot.depth_and_bound.load(kRelaxed);
    return (both & 3) == 0 ? -10000 : (both >> 8) - 8 * age(slot);
  }

  std::uint64_t clusters_;
  tt::Memory memory_;
  std::uint8_t generation_ = 0;
};

// One entry of 16 bytes for each index: full key XOR data, and data. What goes out is up to Replace.
template <class Replace>
class SingleEntry {
 public:
  static constexpr const char* kName = Replace::kName;
  static constexpr const char* kKind = "lossy";

  explicit SingleEntry(std::uint64_t bytes) : slots_(bytes / sizeof(Slot)), memory_(bytes) {}

  void prefetch(std::uint64_t key) const {
    tt::prefetch_line(reinterpret_cast<const std::byte*>(&slot(key)));
  }
  void new_search() { generation_ = (generation_ + 1) & 15; }

  [[nodiscard]] std::optional<Entry> probe(std::uint64_t key) const {
    const std::uint64_t data = slot(key).data.load(kRelaxed);
    const bool mine = data != 0 && (slot(key).check.load(kRelaxed) ^ data) == key;
    return mine ? std::optional<Entry>(tt::Bound::unpack(data)) : std::nullopt;
  }
  void store(std::uint64_t key, const Entry& entry) {
    Slot& here = slot(key);
    const std::uint64_t old = here.data.load(kRelaxed), data = tt::Bound::pack(0, entry, generation_);
    if (old != 0 && !Replace::replaces(old, entry, generation_)) return;
    here.check.store(key ^ data, kRelaxed);
    here.data.store(data, kRelaxed);
  }

  template <class Make>
  int probe_or_store(std::uint64_t key, Make make) {
    Slot& here = slot(key);
    const std::uint64_t old = here.data.load(kRelaxed);
    if ((here.check.load(kRelaxed) ^ old) == key && old != 0) return tt::Bound::unpack(old).score;
    const Entry entry = make();
    const std::uint64_t data = tt::Bound::pack(0, entry, generation_);
    if (old == 0 || Replace::replaces(old, entry, generation_)) {
      here.check.store(key ^ data, kRelaxed);
      here.data.store(data, kRelaxed);
    }
    return kAbsent;
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> check, data;
  };
  [[nodiscard]] Slot& slot(std::uint64_t key) const {
    return reinterpret_cast<Slot*>(memory_.data())[tt::multiply_high(key, slots_)];
  }

  std::uint64_t slots_;
  tt::Memory memory_;
  unsigned generation_ = 0;
};

// The depth-preferred classic: a shallower newcomer of the same search is turned away.
struct ReplaceShallower {
  static constexpr const char* kName = "depth-preferred, one entry";
  static bool replaces(std::uint64_t old, const Entry& entry, unsigned generation) {
    return tt::Bound::generation_of(old) != generation || entry.depth >= tt::Bound::unpack(old).depth;
  }
};
using DepthSingle = SingleEntry<ReplaceShallower>;

// Pons's: direct-mapped, always replaced, keys and values in two arrays; a 32-bit part of the key is kept,
// which is the whole of it where the table's size is odd and large enough for the game (Chinese remainder
// theorem), and a byte of value. An entry is 5 bytes and a probe touches two lines.
class PonsLayout {
 public:
  static constexpr const char* kName = "pons-layout";
  static constexpr const char* kKind = "lossy";

  explicit PonsLayout(std::uint64_t bytes)
      : size_((bytes / 5) | 1), keys_(size_ * 4), values_((size_ + 63) / 64 * 64) {}

  void prefetch(std::uint64_t key) const {
    const std::uint64_t i = key % size_;
    tt::prefetch_line(keys_.data() + i * 4);
    tt::prefetch_line(values_.data() + i);
  }
  void new_search() {}

  template <class Make>
  int probe_or_store(std::uint64_t key, Make make) {
    const std::uint64_t i = key % size_;
    auto& kept = reinterpret_cast<std::atomic<std::uint32_t>*>(keys_.data())[i];
    auto& value = reinterpret_cast<std::atomic<std::uint8_t>*>(values_.data())[i];
    const auto key32 = static_cast<std::uint32_t>(key);
    if (kept.load(kRelaxed) == key32) {
      if (const std::uint8_t v = value.load(kRelaxed); v != 0) {
        return v;
      }
    }
    kept.store(key32, kRelaxed);
    value.store(static_cast<std::uint8_t>(make().score | 1), kRelaxed);
    return kAbsent;
  }

 private:
  std::uint64_t size_;
  tt::Memory keys_, values_;
};

}  // namespace rivals

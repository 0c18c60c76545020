// What a table counts. Two policies: Counters counts, NoCounters compiles to nothing.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tt {

// How a store ended.
enum class Stored : std::uint8_t {
  Updated,         // the key was there already
  Filled,          // into an empty slot
  ReplacedOld,     // over an entry of an earlier search
  ReplacedLesser,  // over an entry of this search that was worth less (shallower, less work)
  ReplacedBetter,  // over one of this search that was worth as much or more
  Refused,         // the policy kept what was there
};
inline constexpr std::size_t kStoredKinds = 6;

struct Statistics {
  std::uint64_t probes = 0;
  std::uint64_t hits = 0;
  std::uint64_t mismatches = 0;  // hits that the caller found to belong to another position
  std::array<std::uint64_t, kStoredKinds> stored{};

  [[nodiscard]] std::uint64_t count(Stored kind) const { return stored[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] std::uint64_t stores() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t n : stored) sum += n;
    return sum;
  }
  [[nodiscard]] std::uint64_t replacements() const {
    return count(Stored::ReplacedOld) + count(Stored::ReplacedLesser) + count(Stored::ReplacedBetter);
  }
  [[nodiscard]] double hit_rate() const {
    return probes == 0 ? 0.0 : static_cast<double>(hits) / static_cast<double>(probes);
  }
};

struct NoCounters {
  static constexpr bool kCounts = false;
  void probe(bool) const {}
  void store(Stored) const {}
  void mismatch() const {}
  void reset() const {}
  [[nodiscard]] Statistics total() const { return {}; }
};

// Sharded: each thread adds to a cache line of its own, with a plain load and store (no locked instruction).
// Beyond kShards threads two of them share a line and may lose a count now and then; the table itself never
// depends on these.
class Counters {
 public:
  static constexpr bool kCounts = true;

  void probe(bool hit) const { bump(mine().probes[hit ? 1 : 0]); }
  void store(Stored kind) const { bump(mine().stored[static_cast<std::size_t>(kind)]); }
  void mismatch() const { bump(mine().mismatches); }

  void reset() const {
    for (Shard& shard : shards_) {
      for (auto& n : shard.probes) n.store(0, std::memory_order_relaxed);
      shard.mismatches.store(0, std::memory_order_relaxed);
      for (auto& n : shard.stored) n.store(0, std::memory_order_relaxed);
    }
  }

  [[nodiscard]] Statistics total() const {
    Statistics sum;
    for (const Shard& shard : shards_) {
      const std::uint64_t hits = shard.probes[1].load(std::memory_order_relaxed);
      sum.probes += hits + shard.probes[0].load(std::memory_order_relaxed);
      sum.hits += hits;
      sum.mismatches += shard.mismatches.load(std::memory_order_relaxed);
      for (std::size_t i = 0; i < kStoredKinds; ++i)
        sum.stored[i] += shard.stored[i].load(std::memory_order_relaxed);
    }
    return sum;
  }

 private:
  using Count = std::atomic<std::uint64_t>;
  static constexpr std::size_t kShards = 64;

  struct alignas(128) Shard {
    std::array<Count, 2> probes{};  // misses, hits
    Count mismatches{0};
    std::array<Count, kStoredKinds> stored{};
  };

  static void bump(Count& count) {
    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  // The number is 0 until a thread has one, and is known at compile time until then: without a constructor to
  // run, a thread_local costs no more than any other variable.
  Shard& mine() const {
    if (number_ == 0) [[unlikely]]
      number_ = take_number();
    return shards_[number_ - 1];
  }
  static unsigned take_number() {
    static std::atomic<unsigned> next{0};
    return next.fetch_add(1, std::memory_order_relaxed) % kShards + 1;
  }

  static inline constinit thread_local unsigned number_ = 0;
  mutable std::array<Shard, kShards> shards_{};
};

// Define TESUJI_TT_STATISTICS as 0 to compile the counters out of every table that does not ask for them by
// name.
#if defined(TESUJI_TT_STATISTICS) && TESUJI_TT_STATISTICS == 0
using DefaultCounters = NoCounters;
#else
using DefaultCounters = Counters;
#endif

}  // namespace tt

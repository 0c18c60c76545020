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

constexpr bool is_replacement(Stored kind) {
  return kind == Stored::ReplacedOld || kind == Stored::ReplacedLesser || kind == Stored::ReplacedBetter;
}

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
//
// Which counters an operation touches never depends on what it found, only what is added to them does. An
// address that waits for the table's memory would make every later count wait for it too.
class Counters {
 public:
  static constexpr bool kCounts = true;

  void probe(bool hit) const {
    Shard& shard = mine();
    add(shard.probes, 1);
    add(shard.hits, hit ? 1 : 0);
  }
  void store(Stored kind) const {
    Shard& shard = mine();
    if (is_replacement(kind)) {
      add(shard.of(Stored::ReplacedOld), kind == Stored::ReplacedOld ? 1 : 0);
      add(shard.of(Stored::ReplacedLesser), kind == Stored::ReplacedLesser ? 1 : 0);
      add(shard.of(Stored::ReplacedBetter), kind == Stored::ReplacedBetter ? 1 : 0);
    } else {
      add(shard.of(kind), 1);
    }
  }
  void mismatch() const { add(mine().mismatches, 1); }

  void reset() const {
    for (Shard& shard : shards_) {
      for (Count* count : {&shard.probes, &shard.hits, &shard.mismatches}) count->store(0, kRelaxed);
      for (Count& count : shard.stored) count.store(0, kRelaxed);
    }
  }

  [[nodiscard]] Statistics total() const {
    Statistics sum;
    for (const Shard& shard : shards_) {
      sum.probes += shard.probes.load(kRelaxed);
      sum.hits += shard.hits.load(kRelaxed);
      sum.mismatches += shard.mismatches.load(kRelaxed);
      for (std::size_t i = 0; i < kStoredKinds; ++i) sum.stored[i] += shard.stored[i].load(kRelaxed);
    }
    return sum;
  }

 private:
  using Count = std::atomic<std::uint64_t>;
  static constexpr auto kRelaxed = std::memory_order_relaxed;
  static constexpr std::size_t kShards = 64;

  struct alignas(128) Shard {
    Count probes{0}, hits{0}, mismatches{0};
    std::array<Count, kStoredKinds> stored{};
    Count& of(Stored kind) { return stored[static_cast<std::size_t>(kind)]; }
  };

  static void add(Count& count, std::uint64_t n) { count.store(count.load(kRelaxed) + n, kRelaxed); }

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

// Define TT_STATISTICS as 0 to compile the counters out of every table that does not ask for them by
// name.
#if defined(TT_STATISTICS) && TT_STATISTICS == 0
using DefaultCounters = NoCounters;
#else
using DefaultCounters = Counters;
#endif

}  // namespace tt

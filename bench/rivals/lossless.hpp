// Hash tables that never forget, behind the face of a table of fixed size: they take in what the bytes allow,
// counting what an entry costs them, and after that only answer.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <tbb/concurrent_hash_map.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <libcuckoo/cuckoohash_map.hh>
#include <mutex>

#include "rivals/contestant.hpp"
#include "tt/layout_bound.hpp"

namespace rivals {

using Value = std::uint64_t;

// Keys are random already.
struct Identity {
  std::size_t operator()(std::uint64_t key) const { return key; }
};

class Budget {
 public:
  explicit Budget(std::uint64_t entries) : left_(static_cast<std::int64_t>(entries)) {}
  bool take() {
    return left_.load(std::memory_order_relaxed) > 0 && left_.fetch_sub(1, std::memory_order_relaxed) > 0;
  }

 private:
  std::atomic<std::int64_t> left_;
};

// absl::flat_hash_map, 256 of them with a mutex each. A slot is 16 bytes and a control byte; at most 7/8 are
// used, and capacities are powers of two, so the largest that fits is reserved at once.
class ShardedAbsl {
 public:
  static constexpr const char* kName = "absl::flat_hash_map, 256 mutexes";
  static constexpr const char* kKind = "lossless";

  explicit ShardedAbsl(std::uint64_t bytes) : budget_(std::bit_floor(bytes / 17) / 8 * 7) {
    for (Shard& shard : shards_) shard.map.reserve(std::bit_floor(bytes / 17) / kShards / 8 * 7);
  }
  void prefetch(std::uint64_t key) const { shards_[key >> 56].map.prefetch(key); }
  void new_search() {}

  template <class Make>
  int probe_or_store(std::uint64_t key, Make make) {
    Shard& shard = shards_[key >> 56];
    const std::lock_guard lock(shard.mutex);
    if (const auto found = shard.map.find(key); found != shard.map.end())
      return tt::Bound::unpack(found->second).score;
    // A shard must not grow past its share, or it would double.
    if (shard.map.size() < shard.map.capacity() / 8 * 7 && budget_.take()) {
      shard.map.emplace(key, tt::Bound::pack(0, make(), 0));
    }
    return kAbsent;
  }

 private:
  static constexpr std::size_t kShards = 256;
  struct alignas(64) Shard {
    std::mutex mutex;
    absl::flat_hash_map<std::uint64_t, Value> map;
  };
  std::array<Shard, kShards> shards_;
  Budget budget_;
};

// TBB's concurrent_hash_map: a node of 48 bytes (with what malloc adds) for each entry, and 16 bytes of
// bucket.
class TbbMap {
 public:
  static constexpr const char* kName = "tbb::concurrent_hash_map";
  static constexpr const char* kKind = "lossless";

  explicit TbbMap(std::uint64_t bytes) : map_(bytes / 64), budget_(bytes / 64) {}
  void prefetch(std::uint64_t) const {}
  void new_search() {}

  template <class Make>
  int probe_or_store(std::uint64_t key, Make make) {
    {
      Map::const_accessor found;
      if (map_.find(found, key)) return tt::Bound::unpack(found->second).score;
    }
    if (budget_.take()) map_.insert({key, tt::Bound::pack(0, make(), 0)});
    return kAbsent;
  }

 private:
  struct Compare {
    static std::size_t hash(std::uint64_t key) { return key; }
    static bool equal(std::uint64_t a, std::uint64_t b) { return a == b; }
  };
  using Map = tbb::concurrent_hash_map<std::uint64_t, Value, Compare>;
  Map map_;
  Budget budget_;
};

// libcuckoo: four slots of 16 bytes in a bucket, with a byte of tag and one of occupancy each; the number of
// buckets is a power of two, and it is well behaved up to nine tenths of them.
class Cuckoo {
 public:
  static constexpr const char* kName = "libcuckoo";
  static constexpr const char* kKind = "lossless";

  explicit Cuckoo(std::uint64_t bytes)
      : slots_(std::bit_floor(bytes / 18)), map_(slots_), budget_(slots_ / 10 * 9) {
    map_.maximum_hashpower(static_cast<std::size_t>(std::countr_zero(slots_ / 4)));
  }
  void prefetch(std::uint64_t) const {}
  void new_search() {}

  template <class Make>
  int probe_or_store(std::uint64_t key, Make make) {
    Value found = 0;
    if (map_.find(key, found)) return tt::Bound::unpack(found).score;
    if (budget_.take()) map_.insert(key, tt::Bound::pack(0, make(), 0));
    return kAbsent;
  }

 private:
  std::uint64_t slots_;
  libcuckoo::cuckoohash_map<std::uint64_t, Value, Identity> map_;
  Budget budget_;
};

}  // namespace rivals

// Where the threads of a search say which node each is at, so that another may do something else first and
// find the result in the table later. This is ABDADA as Tom Kerrigan simplified it: a hint, never a lock. Two
// nodes may share a place, which costs a little time, nothing else.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace tesuji::search {

class BusyNodes {
 public:
  // One thread has nobody to tell.
  explicit BusyNodes(int threads) : slots_(threads > 1 ? kSlots : 0) {}

  [[nodiscard]] bool shared() const { return !slots_.empty(); }
  [[nodiscard]] bool taken(std::uint64_t key) const {
    return slots_[place(key)].load(std::memory_order_relaxed) == mark(key);
  }
  void take(std::uint64_t key) { slots_[place(key)].store(mark(key), std::memory_order_relaxed); }
  void leave(std::uint64_t key) { slots_[place(key)].store(kNobody, std::memory_order_relaxed); }
  void clear() {
    for (auto& slot : slots_) slot.store(kNobody, std::memory_order_relaxed);
  }

 private:
  static constexpr int kBits = 12;
  static constexpr std::size_t kSlots = std::size_t{1} << kBits;
  static constexpr std::uint64_t kNobody = 0;

  static std::size_t place(std::uint64_t key) { return (key * 0x9e3779b97f4a7c15ULL) >> (64 - kBits); }
  static std::uint64_t mark(std::uint64_t key) { return key + 1; }  // a key may be 0

  std::vector<std::atomic<std::uint64_t>> slots_;
};

}  // namespace tesuji::search

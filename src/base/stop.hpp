// A request to stop, and the news that a pondered move was played: set by one thread (or a signal handler),
// seen by others.
#pragma once

#include <atomic>
#include <cstdint>

namespace tesuji {

// Searches check the flag as they go; threads with nothing to do sleep in wait() and wake when it is set.
// request() and ponder_hit() are lock-free and may be called from a signal handler.
class StopFlag {
 public:
  StopFlag() = default;
  StopFlag(const StopFlag&) = delete;
  StopFlag& operator=(const StopFlag&) = delete;
  // A flag that is also requested when `parent` is, which must outlive it. wait() does not see the parent.
  static StopFlag below(const StopFlag& parent) noexcept { return StopFlag(&parent); }

  void request() noexcept { set(kStop); }
  [[nodiscard]] bool requested() const noexcept {
    return has(kStop) || (parent_ != nullptr && parent_->requested());
  }

  // The opponent played the move we were pondering on: the search goes on, and its clock starts.
  void ponder_hit() noexcept { set(kPonderHit); }
  [[nodiscard]] bool ponder_was_hit() const noexcept { return has(kPonderHit); }

  void clear() noexcept { bits_.store(0, std::memory_order_relaxed); }

  // Sleeps until request() was called.
  void wait() const noexcept { wait_for(kStop); }
  // Sleeps until request() or ponder_hit() was called.
  void wait_for_ponder_hit() const noexcept { wait_for(kStop | kPonderHit); }

 private:
  explicit StopFlag(const StopFlag* parent) noexcept : parent_(parent) {}

  static constexpr std::uint32_t kStop = 1, kPonderHit = 2;

  void set(std::uint32_t bit) noexcept {
    bits_.fetch_or(bit, std::memory_order_relaxed);
    bits_.notify_all();
  }
  [[nodiscard]] bool has(std::uint32_t bit) const noexcept {
    return (bits_.load(std::memory_order_relaxed) & bit) != 0;
  }
  void wait_for(std::uint32_t any) const noexcept {
    for (std::uint32_t now = bits_.load(std::memory_order_relaxed); (now & any) == 0;
         now = bits_.load(std::memory_order_relaxed)) {
      bits_.wait(now, std::memory_order_relaxed);
    }
  }

  std::atomic<std::uint32_t> bits_{0};
  const StopFlag* parent_ = nullptr;
};

}  // namespace tesuji

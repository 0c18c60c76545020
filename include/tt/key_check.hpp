// Finds keys that are not uniform: a debugging aid, compiled out with NDEBUG.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace tt {

// Counts the upper and the lower six bits of the first 4,096 keys that are stored. Uniform keys fall 64 times
// into each of the 64 classes (standard deviation 8); a class with more than 4 times that many, or half of
// the classes empty, does not happen by chance. Repeated stores of a few keys look the same, so this warns
// once and does not stop the program.
class KeyCheck {
 public:
  static constexpr std::uint32_t kKeys = 4096;

  void note(std::uint64_t key) {
    const std::uint32_t before = keys_.load(kRelaxed);
    if (before >= kKeys || key == last_.exchange(key, kRelaxed)) return;
    upper_[key >> 58].fetch_add(1, kRelaxed);
    lower_[key & 63].fetch_add(1, kRelaxed);
    if (keys_.fetch_add(1, kRelaxed) + 1 == kKeys && !uniform()) {
      std::fputs(
          "warning: the keys of a transposition table are not uniform; most of it stays unused. "
          "Pass them through tt::mix first.\n",
          stderr);
    }
  }

  // True until kKeys keys have been seen.
  [[nodiscard]] bool uniform() const {
    return keys_.load(kRelaxed) < kKeys || (spread(upper_) && spread(lower_));
  }

 private:
  using Classes = std::array<std::atomic<std::uint32_t>, 64>;
  static constexpr auto kRelaxed = std::memory_order_relaxed;

  static bool spread(const Classes& classes) {
    std::size_t empty = 0;
    for (const auto& count : classes) {
      if (count.load(kRelaxed) > 4 * kKeys / 64) return false;
      empty += count.load(kRelaxed) == 0 ? 1U : 0U;
    }
    return empty < 32;
  }

  std::atomic<std::uint32_t> keys_{0};
  std::atomic<std::uint64_t> last_{0};
  Classes upper_{}, lower_{};
};

struct NoKeyCheck {
  void note(std::uint64_t) const {}
  [[nodiscard]] bool uniform() const { return true; }
};

}  // namespace tt

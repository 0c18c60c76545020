// What the benchmarks share: key streams, clocks, and rounds that are interleaved, so that a busy machine
// slows every contestant alike and the ratios stay.
#pragma once

#include <time.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <thread>
#include <vector>

#include "tt/bits.hpp"
#include "tt/zobrist.hpp"

namespace bench {

inline std::uint64_t key_of(std::uint64_t number) {
  return tt::SplitMix64(number)();
}

// Depths as a search makes them: half of all nodes are leaves, a quarter are one ply above, and so on.
inline std::uint8_t depth_of(std::uint64_t key) {
  return static_cast<std::uint8_t>(std::countr_zero(key_of(key ^ 0x5bd1e995) | std::uint64_t{1} << 40));
}

class Uniform {
 public:
  Uniform(std::uint64_t universe, std::uint64_t seed) : universe_(universe), random_(seed) {}
  std::uint64_t operator()() { return key_of(tt::multiply_high(random_(), universe_)); }

 private:
  std::uint64_t universe_;
  tt::SplitMix64 random_;
};

// Zipf's law with exponent s < 1 by rejection inversion (Hörmann and Derflinger 1996): constant time and
// memory for any universe.
class Zipf {
 public:
  Zipf(std::uint64_t universe, double s, std::uint64_t seed)
      : s_(s),
        universe_(static_cast<double>(universe)),
        low_(integral(1.5) - 1),
        high_(integral(universe_ + 0.5)),
        random_(seed) {}

  std::uint64_t operator()() {
    for (;;) {
      const double u = high_ + static_cast<double>(random_() >> 11) * 0x1p-53 * (low_ - high_);
      const double x = std::pow(1 + u * (1 - s_), 1 / (1 - s_));
      const double k = std::clamp(std::floor(x + 0.5), 1.0, universe_);
      if (u >= integral(k + 0.5) - std::pow(k, -s_)) return key_of(static_cast<std::uint64_t>(k));
    }
  }

 private:
  [[nodiscard]] double integral(double x) const { return (std::pow(x, 1 - s_) - 1) / (1 - s_); }
  double s_, universe_, low_, high_;
  tt::SplitMix64 random_;
};

template <class Stream>
std::vector<std::uint64_t> take(Stream& stream, std::size_t count) {
  std::vector<std::uint64_t> keys(count);
  for (auto& key : keys) key = stream();
  return keys;
}

// Processor time of the calling thread: what others take of a busy machine is not counted.
inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <class Work>
double seconds(Work work) {
  const double start = thread_seconds();
  work();
  return thread_seconds() - start;
}

// Runs work(0) … work(threads - 1) at once.
template <class Work>
void together(unsigned threads, Work work) {
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) others.emplace_back(work, i);
  work(0U);
  for (auto& other : others) other.join();
}

inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace bench

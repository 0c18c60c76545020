// The physical limit: what random accesses to cache lines cost on this machine, whatever a table does with
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness.hpp"
#include "tt/bucket.hpp"
#include "tt/memory.hpp"

namespace bench {

class Lines {
 public:
  explicit Lines(std::uint64_t bytes, tt::Pages pages = tt::Pages::Huge)
      : lines_(bytes / tt::kLineBytes), memory_(lines_ * tt::kLineBytes, pages) {
    // Each line holds a word that is never 0 and not known to the compiler; writing it also makes the system
    // hand out the pages.
    for (std::uint64_t i = 0; i < lines_; ++i) word(i) = key_of(i) | 1;
  }

  // Each address depends on the word read before: the full latency.
  [[nodiscard]] std::uint64_t chain(std::span<const std::uint64_t> keys) const {
    std::uint64_t sum = 0;
    for (const std::uint64_t key : keys) sum = word(at(key ^ sum));
    return sum;
  }

  // Independent reads, as many under way as the processor manages by itself.
  [[nodiscard]] std::uint64_t independent(std::span<const std::uint64_t> keys) const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i + 16 <= keys.size(); i += 16) {
      for (std::size_t j = 0; j < 16; ++j) sum += word(at(keys[i + j]));
    }
    return sum;
  }

  // Prefetched `ahead` accesses before it is read.
  [[nodiscard]] std::uint64_t prefetched(std::span<const std::uint64_t> keys, std::size_t ahead) const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      tt::prefetch_line(memory_.data() + at(keys[std::min(i + ahead, keys.size() - 1)]) * tt::kLineBytes);
      sum += word(at(keys[i]));
    }
    return sum;
  }

  // The same, and the line is written as well: it has to go back to memory some time, as after a store.
  std::uint64_t prefetched_write(std::span<const std::uint64_t> keys, std::size_t ahead) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      tt::prefetch_line(memory_.data() + at(keys[std::min(i + ahead, keys.size() - 1)]) * tt::kLineBytes);
      std::uint64_t& here = word(at(keys[i]));
      sum += here;
      here = sum | 1;
    }
    return sum;
  }

 private:
  [[nodiscard]] std::uint64_t at(std::uint64_t key) const { return tt::multiply_high(key, lines_); }
  [[nodiscard]] std::uint64_t& word(std::uint64_t line) const {
    return *reinterpret_cast<std::uint64_t*>(memory_.data() + line * tt::kLineBytes);
  }

  std::uint64_t lines_;
  tt::Memory memory_;
};

// Keeps the compiler from dropping work whose result nobody wants.
inline void keep(std::uint64_t value) {
  asm volatile("" : : "r"(value));
}

}  // namespace bench

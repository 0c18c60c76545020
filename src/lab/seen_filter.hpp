// Remembers which positions a data file has (a Bloom filter): never forgets one, and takes a new position for
// an old one in 0.24% of the cases when it holds a position for every 16 bits.
#pragma once

#include <cstdint>
#include <vector>

namespace tesuji::lab {

class SeenFilter {
 public:
  explicit SeenFilter(int log2_bits) : mask_((std::uint64_t{1} << log2_bits) - 1), words_((mask_ >> 6) + 1) {}

  // Adds a position by its hash; returns whether it was new.
  bool add(std::uint64_t hash) {
    bool is_new = false;
    const std::uint64_t step = (hash >> 32 | hash << 32) | 1;
    for (int i = 0; i < kProbes; ++i, hash += step) {
      std::uint64_t& word = words_[(hash & mask_) >> 6];
      const std::uint64_t bit = std::uint64_t{1} << (hash & 63);
      is_new |= (word & bit) == 0;
      word |= bit;
    }
    return is_new;
  }

 private:
  static constexpr int kProbes = 4;
  std::uint64_t mask_;
  std::vector<std::uint64_t> words_;
};

}  // namespace tesuji::lab

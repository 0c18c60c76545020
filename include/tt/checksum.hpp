// A 64-bit checksum for files: fast, and sure to notice small damage.
//
// Four lanes take the words of the data in turn. For a given word, a lane's step is a bijection of its state,
// and for a given state a bijection of the word. So a change within one aligned 8-byte word changes that
// lane's final state, whatever follows, and the lanes are combined by bijections of the same kind: such a
// change is always noticed. Larger damage goes unnoticed with probability about 2^-64.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace tt {

namespace detail {
constexpr std::uint64_t checksum_step(std::uint64_t state, std::uint64_t word) {
  state = (state ^ word) * 0x9fb21c651e98df25ULL;  // odd: a bijection
  return state ^ state >> 29;
}
}  // namespace detail

inline std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed = 0) {
  std::array<std::uint64_t, 4> lanes = {seed, seed ^ 0x165667b19e3779f9ULL, seed ^ 0x27d4eb2f165667c5ULL,
                                        seed ^ 0x9e3779b185ebca87ULL};
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 32; left -= 32, at += 32) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), at, 32);
    for (std::size_t i = 0; i < 4; ++i) lanes[i] = detail::checksum_step(lanes[i], words[i]);
  }
  for (std::size_t i = 0; left > 0; ++i) {
    const std::size_t n = left < 8 ? left : 8;
    std::uint64_t word = 0;
    std::memcpy(&word, at, n);
    lanes[i] = detail::checksum_step(lanes[i], word);
    at += n;
    left -= n;
  }
  std::uint64_t sum = detail::checksum_step(seed, bytes.size());
  for (const std::uint64_t lane : lanes) sum = detail::checksum_step(sum, lane);
  return sum;
}

}  // namespace tt

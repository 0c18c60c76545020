// The stones on a board, as bits; shape.hpp says which bit is which cell.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace tesuji::connect4 {

using Bits = std::uint64_t;
// For boards that do not fit 64 bits (8x8 takes 72). About half as fast.
__extension__ using WideBits = unsigned __int128;

constexpr std::uint64_t high_word(Bits) {
  return 0;
}
constexpr std::uint64_t high_word(WideBits bits) {
  return static_cast<std::uint64_t>(bits >> 64);
}
template <class B>
constexpr int count_bits(B bits) {
  int count = std::popcount(static_cast<std::uint64_t>(bits));
  if constexpr (sizeof(B) > 8) count += std::popcount(high_word(bits));
  return count;
}
// Precondition: not 0.
template <class B>
constexpr int highest_bit(B bits) {
  if constexpr (sizeof(B) > 8) {
    if (high_word(bits) != 0) return 127 - std::countl_zero(high_word(bits));
  }
  return 63 - std::countl_zero(static_cast<std::uint64_t>(bits));
}

template <class B>
struct BasicPosition {
  B mover = 0;   // stones of the side to move
  B stones = 0;  // of both
  int count = 0;

  [[nodiscard]] constexpr B other() const { return mover ^ stones; }

  // Unique: in each column, the stones' count and whose they are are read back from the sum.
  [[nodiscard]] constexpr B key() const { return mover + stones; }

  constexpr void play(B landing) {
    assert(count_bits(landing) == 1 && (landing & stones) == 0);
    mover ^= stones;
    stones |= landing;
    ++count;
  }

  friend constexpr bool operator==(const BasicPosition&, const BasicPosition&) = default;
};
using Position = BasicPosition<Bits>;

}  // namespace tesuji::connect4

// The stones on a board, as bits; shape.hpp says which bit is which cell.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace tesuji::connect4 {

using Bits = std::uint64_t;

struct Position {
  Bits mover = 0;   // stones of the side to move
  Bits stones = 0;  // of both
  int count = 0;

  [[nodiscard]] constexpr Bits other() const { return mover ^ stones; }

  // Unique: in each column, the stones' count and whose they are are read back from the sum.
  [[nodiscard]] constexpr std::uint64_t key() const { return mover + stones; }

  constexpr void play(Bits landing) {
    assert(std::has_single_bit(landing) && (landing & stones) == 0);
    mover ^= stones;
    stones |= landing;
    ++count;
  }

  friend constexpr bool operator==(const Position&, const Position&) = default;
};

}  // namespace tesuji::connect4

// A set of squares: files 1-7 in the low word, 8-9 in the high one, so that every file lies within a word and
// a step along a file is a shift.
#pragma once

#include <bit>
#include <cstdint>

#include "games/shogi/types.hpp"

namespace tesuji::shogi {

struct Bitboard {
  std::uint64_t low = 0;   // squares 0..62
  std::uint64_t high = 0;  // squares 63..80

  static constexpr Bitboard of(Square square) {
    return square < 63 ? Bitboard{std::uint64_t{1} << square, 0}
                       : Bitboard{0, std::uint64_t{1} << (square - 63)};
  }

  [[nodiscard]] constexpr bool has(Square square) const {
    return ((square < 63 ? low >> square : high >> (square - 63)) & 1) != 0;
  }
  [[nodiscard]] constexpr bool any() const { return (low | high) != 0; }
  [[nodiscard]] constexpr bool none() const { return (low | high) == 0; }
  [[nodiscard]] constexpr bool meets(Bitboard other) const {
    return ((low & other.low) | (high & other.high)) != 0;
  }
  [[nodiscard]] constexpr int count() const { return std::popcount(low) + std::popcount(high); }
  [[nodiscard]] constexpr bool more_than_one() const {
    return low != 0 ? ((low & (low - 1)) | high) != 0 : (high & (high - 1)) != 0;
  }
  // Precondition: any().
  [[nodiscard]] constexpr Square first() const {
    return low != 0 ? std::countr_zero(low) : 63 + std::countr_zero(high);
  }
  constexpr Square pop() {
    const Square square = first();
    if (low != 0) {
      low &= low - 1;
    } else {
      high &= high - 1;
    }
    return square;
  }

  constexpr Bitboard& operator&=(Bitboard other) {
    low &= other.low;
    high &= other.high;
    return *this;
  }
  constexpr Bitboard& operator|=(Bitboard other) {
    low |= other.low;
    high |= other.high;
    return *this;
  }
  constexpr Bitboard& operator^=(Bitboard other) {
    low ^= other.low;
    high ^= other.high;
    return *this;
  }
  friend constexpr Bitboard operator&(Bitboard a, Bitboard b) { return a &= b; }
  friend constexpr Bitboard operator|(Bitboard a, Bitboard b) { return a |= b; }
  friend constexpr Bitboard operator^(Bitboard a, Bitboard b) { return a ^= b; }
  friend constexpr Bitboard operator~(Bitboard a) { return {~a.low & kLowMask, ~a.high & kHighMask}; }
  friend constexpr bool operator==(const Bitboard&, const Bitboard&) = default;

  template <class Visit>
  constexpr void each(Visit&& visit) const {
    for (std::uint64_t rest = low; rest != 0; rest &= rest - 1) visit(std::countr_zero(rest));
    for (std::uint64_t rest = high; rest != 0; rest &= rest - 1) visit(63 + std::countr_zero(rest));
  }

  static constexpr std::uint64_t kLowMask = (std::uint64_t{1} << 63) - 1;
  static constexpr std::uint64_t kHighMask = (std::uint64_t{1} << 18) - 1;
};

inline constexpr Bitboard kAllSquares{Bitboard::kLowMask, Bitboard::kHighMask};

constexpr Bitboard rank_board(int rank) {
  Bitboard board;
  for (int file = 0; file < 9; ++file) board |= Bitboard::of(make_square(file, rank));
  return board;
}

// The ranks 0 .. last as `color` sees them.
constexpr Bitboard front_ranks(Color color, int last) {
  Bitboard board;
  for (int rank = 0; rank <= last; ++rank) board |= rank_board(color == Color::Black ? rank : 8 - rank);
  return board;
}
inline constexpr Bitboard kZone[kColors] = {front_ranks(Color::Black, 2), front_ranks(Color::White, 2)};

// One step forward; no member may stand on the last rank.
constexpr Bitboard forward(Color color, Bitboard board) {
  return color == Color::Black ? Bitboard{board.low >> 1, board.high >> 1}
                               : Bitboard{board.low << 1, board.high << 1};
}

// All squares of the files that hold no member. Precondition: at most one member to a file (pawns).
constexpr Bitboard files_without(Bitboard pawns) {
  constexpr Bitboard last = rank_board(8);
  // In each file, 2^8 - 2^rank keeps bit 8 only where there is no pawn to subtract.
  const std::uint64_t low = (last.low - pawns.low) & last.low;
  const std::uint64_t high = (last.high - pawns.high) & last.high;
  return {(low << 1) - (low >> 8), (high << 1) - (high >> 8)};
}

}  // namespace tesuji::shogi

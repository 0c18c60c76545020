// The board as bits, for any width and height that fit 64 bits with one spare row.
//
// A column is H + 1 bits, its lowest cell first; the spare bit on top keeps neighbouring columns apart, so
// that a shift along a line never runs from one column into the next:
//
//     6 13 20 27 34 41 48      <- spare row of a 7x6 board
//     5 12 19 26 33 40 47      <- row 6
//     …
//     0  7 14 21 28 35 42      <- row 1
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

namespace tesuji::connect4 {

using Bits = std::uint64_t;

template <int W, int H>
struct Shape {
  static_assert(W >= 1 && H >= 1 && W * (H + 1) <= 64, "a board is at most 64 bits with its spare row");

  static constexpr int kWidth = W;
  static constexpr int kHeight = H;
  static constexpr int kCells = W * H;
  static constexpr int kStride = H + 1;
  static constexpr int kKeyBits = W * kStride;

  static constexpr Bits column(int c) { return ((Bits{1} << H) - 1) << (c * kStride); }

  static constexpr Bits bottom_row() {
    Bits bits = 0;
    for (int c = 0; c < W; ++c) bits |= Bits{1} << (c * kStride);
    return bits;
  }
  static constexpr Bits kBottom = bottom_row();
  static constexpr Bits kSpare = kBottom << H;
  static constexpr Bits kBoard = kSpare - kBottom;

  // Rows counted from 1 at the bottom, whose number is even or odd as the board's height is.
  static constexpr Bits rows_like_the_top() {
    Bits bits = 0;
    for (int row = H; row >= 1; row -= 2) bits |= kBottom << (row - 1);
    return bits;
  }
  static constexpr Bits kTopParity = rows_like_the_top();

  // Left and right exchanged. Accepts bits of the spare row as well.
  static constexpr Bits mirror(Bits bits) {
    constexpr Bits kWhole = (Bits{1} << (kStride - 1) << 1) - 1;
    Bits out = 0;
    for (int c = 0; c < W / 2; ++c) {
      const int shift = (W - 1 - 2 * c) * kStride;
      const Bits left = kWhole << (c * kStride);
      out |= (bits & left) << shift;
      out |= (bits >> shift) & left;
    }
    if (W % 2 == 1) out |= bits & (kWhole << (W / 2 * kStride));
    return out;
  }

  // One bit less: of a key that is not above its mirror image, the outer columns are an ordered pair, of
  // which there are half as many.
  static constexpr std::uint64_t folded(std::uint64_t key) {
    constexpr Bits kWhole = (Bits{1} << (kStride - 1) << 1) - 1;
    constexpr int kTop = (W - 1) * kStride;
    const std::uint64_t left = key & kWhole, right = key >> kTop;
    const std::uint64_t lesser = std::min(left, right), greater = std::max(left, right);
    const std::uint64_t middle = (key & ((Bits{1} << kTop) - 1)) >> kStride;
    return middle << (2 * kStride - 1) | (greater * (greater + 1) / 2 + lesser);
  }
};

// Four of the same bits in a line.
template <class S>
constexpr bool has_four(Bits bits) {
  const auto along = [bits](int step) {
    const Bits pairs = bits & (bits >> step);
    return pairs & (pairs >> 2 * step);
  };
  return (along(1) | along(S::kStride - 1) | along(S::kStride) | along(S::kStride + 1)) != 0;
}

template <class S>
struct Position {
  using Board = S;

  Bits mover = 0;   // stones of the side to move
  Bits stones = 0;  // of both
  int count = 0;

  [[nodiscard]] constexpr Bits other() const { return mover ^ stones; }
  // The cells on which a stone can land now, one for each column that is not full.
  [[nodiscard]] constexpr Bits landings() const { return (stones + S::kBottom) & S::kBoard; }
  [[nodiscard]] constexpr bool can_play(int column) const { return (landings() & S::column(column)) != 0; }
  [[nodiscard]] constexpr bool full() const { return count == S::kCells; }
  [[nodiscard]] constexpr bool lost() const { return has_four<S>(other()); }  // the last stone made four

  // Unique: in each column, the stones' count and whose they are are read back from the sum.
  [[nodiscard]] constexpr std::uint64_t key() const { return mover + stones; }

  constexpr void play(Bits landing) {
    assert(std::has_single_bit(landing) && (landing & landings()) == landing);
    mover ^= stones;
    stones |= landing;
    ++count;
  }
  constexpr void play(int column) { play(landings() & S::column(column)); }

  // Takes back the top stone of a column; the caller knows that it was played last.
  constexpr void undo(int column) {
    const Bits top = ((stones & S::column(column)) + (Bits{1} << (column * S::kStride))) >> 1;
    assert(top != 0);
    stones ^= top;
    mover ^= stones;
    --count;
  }

  // Scores: +n = the side to move wins and has n stones left when it plays the winning one, counted with it.
  // The score of a win with the stone after `count` ones:
  [[nodiscard]] static constexpr int win_after(int count) { return (S::kCells + 1 - count) / 2; }
  [[nodiscard]] constexpr int win_now() const { return win_after(count); }
  [[nodiscard]] constexpr int loss_next() const { return -win_after(count + 1); }

  friend constexpr bool operator==(const Position&, const Position&) = default;
};

}  // namespace tesuji::connect4

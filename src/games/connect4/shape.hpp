// The board as bits, for any width and height that fit 64 bits, or 72 of a wider word, with one spare row.
//
// A column is H + 1 bits, its lowest cell first; the spare bit on top keeps neighbouring columns apart, so
// that a shift along a line never runs from one column into the next:
//
//     6 13 20 27 34 41 48      <- spare row of a 7x6 board
//     5 12 19 26 33 40 47      <- row 6
//     …
//     0  7 14 21 28 35 42      <- row 1
//
// A shape is an object that is handed around. The standard board's is empty and all its numbers are constants
// of the compiler; two other types, which carry their numbers, serve every other size in words of 64 or 128
// bits. So the search is compiled three times and not once for each board that there is.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "games/connect4/position.hpp"

namespace tesuji::connect4 {

inline constexpr int kMinSide = 4;

// The lowest cell of each column.
template <class B>
constexpr B bottom_row(int width, int height) {
  B bits = 0;
  for (int column = 0; column < width; ++column) bits |= B{1} << (column * (height + 1));
  return bits;
}

// Rows counted from 1 at the bottom, whose number is even or odd as the board's height is.
template <class B>
constexpr B rows_like_the_top(int width, int height) {
  B bits = 0;
  for (int row = height; row >= 1; row -= 2) bits |= bottom_row<B>(width, height) << (row - 1);
  return bits;
}

template <int W, int H>
struct Fixed {
  static_assert(W >= 1 && H >= 1 && W * (H + 1) <= 64, "a board is at most 64 bits with its spare row");
  using Word = Bits;
  static constexpr int kMaxWidth = W, kMaxCells = W * H, kMaxKeyBits = W * (H + 1);

  static constexpr int width() { return W; }
  static constexpr int height() { return H; }
  static constexpr Bits bottom() { return kBottom; }
  static constexpr Bits top_parity() { return kTopParity; }

 private:
  static constexpr Bits kBottom = bottom_row<Bits>(W, H), kTopParity = rows_like_the_top<Bits>(W, H);
};

template <class B, int MaxCells, int MaxKeyBits>
class AnySided {
 public:
  using Word = B;
  static constexpr int kMaxWidth = 12, kMaxCells = MaxCells, kMaxKeyBits = MaxKeyBits;

  constexpr AnySided(int width, int height)
      : width_(width),
        height_(height),
        bottom_(bottom_row<B>(width, height)),
        top_parity_(rows_like_the_top<B>(width, height)) {
    assert(width >= kMinSide && height >= kMinSide && width * (height + 1) <= kMaxKeyBits);
  }

  [[nodiscard]] constexpr int width() const { return width_; }
  [[nodiscard]] constexpr int height() const { return height_; }
  [[nodiscard]] constexpr B bottom() const { return bottom_; }
  [[nodiscard]] constexpr B top_parity() const { return top_parity_; }

 private:
  int width_, height_;
  B bottom_, top_parity_;
};
using Sized = AnySided<Bits, 60, 64>;          // 12x4, 4x15, 8x7
using WideSized = AnySided<WideBits, 68, 72>;  // 12x5, 4x17, 8x8

template <class Numbers>
class Shape : public Numbers {
 public:
  using Bits = typename Numbers::Word;
  using Position = BasicPosition<Bits>;
  using Numbers::bottom;
  using Numbers::height;
  using Numbers::Numbers;
  using Numbers::width;

  [[nodiscard]] constexpr int cells() const { return width() * height(); }
  [[nodiscard]] constexpr int stride() const { return height() + 1; }
  [[nodiscard]] constexpr int key_bits() const { return width() * stride(); }
  [[nodiscard]] constexpr Bits spare() const { return bottom() << height(); }
  [[nodiscard]] constexpr Bits board() const { return spare() - bottom(); }
  [[nodiscard]] constexpr Bits column(int number) const {
    return ((Bits{1} << height()) - 1) << (number * stride());
  }
  // The columns from the middle outwards, for 0, 1, 2, …
  [[nodiscard]] constexpr int from_middle(int i) const {
    return width() / 2 + (1 - 2 * (i % 2)) * (i + 1) / 2;
  }

  // The cells on which a stone can land now, one for each column that is not full.
  [[nodiscard]] constexpr Bits landings(const Position& at) const { return (at.stones + bottom()) & board(); }
  [[nodiscard]] constexpr Bits landing(const Position& at, int number) const {
    return landings(at) & column(number);  // 0 = the column is full
  }
  [[nodiscard]] constexpr bool full(const Position& at) const { return at.count == cells(); }
  [[nodiscard]] constexpr bool lost(const Position& at) const { return has_four(at.other()); }

  // Scores: +n = the side to move wins and has n stones left when it plays the winning one, counted with it.
  // The score of a win with the stone after `count` ones:
  [[nodiscard]] constexpr int win_after(int count) const { return (cells() + 1 - count) / 2; }
  [[nodiscard]] constexpr int win_now(const Position& at) const { return win_after(at.count); }
  [[nodiscard]] constexpr int loss_next(const Position& at) const { return -win_after(at.count + 1); }

  // Four of the same bits in a line.
  [[nodiscard]] constexpr bool has_four(Bits bits) const {
    const auto along = [bits](int step) {
      const Bits pairs = bits & (bits >> step);
      return pairs & (pairs >> 2 * step);
    };
    return (along(1) | along(stride() - 1) | along(stride()) | along(stride() + 1)) != 0;
  }

  // The cells that would make four for the owner of `own`, were they his; some are taken already. On one
  // board, or on several side by side in a vector.
  template <class Boards>
  constexpr void find_fours(const Boards& own, Boards& out) const {
    out = (own << 1) & (own << 2) & (own << 3);
    const auto along = [&](int step) {
      const Boards above = (own << step) & (own << 2 * step);
      const Boards below = (own >> step) & (own >> 2 * step);
      out |= above & ((own << 3 * step) | (own >> step));
      out |= below & ((own << step) | (own >> 3 * step));
    };
    along(stride() - 1);
    along(stride());
    along(stride() + 1);
    out &= board();
  }
  [[nodiscard]] constexpr Bits fours(Bits own) const {
    Bits out = 0;
    find_fours(own, out);
    return out;
  }

  // Left and right exchanged. Accepts bits of the spare row as well.
  [[nodiscard]] constexpr Bits mirror(Bits bits) const {
    Bits out = 0;
    for (int c = 0; c < width() / 2; ++c) {
      const int shift = (width() - 1 - 2 * c) * stride();
      const Bits left = whole_column() << (c * stride());
      out |= (bits & left) << shift;
      out |= (bits >> shift) & left;
    }
    if (width() % 2 == 1) out |= bits & (whole_column() << (width() / 2 * stride()));
    return out;
  }

  // One bit less: of a key that is not above its mirror image, the outer columns are an ordered pair, of
  // which there are half as many.
  [[nodiscard]] constexpr Bits folded(Bits key) const {
    const int top = (width() - 1) * stride();
    const Bits left = key & whole_column(), right = key >> top;
    const Bits lesser = std::min(left, right), greater = std::max(left, right);
    const Bits middle = (key & ((Bits{1} << top) - 1)) >> stride();
    return middle << (2 * stride() - 1) | (greater * (greater + 1) / 2 + lesser);
  }

 private:
  // The lowest column with its spare cell.
  [[nodiscard]] constexpr Bits whole_column() const { return (Bits{2} << height()) - 1; }
};

using Standard = Shape<Fixed<7, 6>>;
using AnySize = Shape<Sized>;
using WideSize = Shape<WideSized>;

}  // namespace tesuji::connect4

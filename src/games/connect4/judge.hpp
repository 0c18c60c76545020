// What can be said of a position without searching: where each side threatens to make four, and what the side
// that is not to move can force by following up. The proofs stand in docs/connect4.md.
#pragma once

#include <algorithm>
#include <bit>

#include "games/connect4/position.hpp"

namespace tesuji::connect4 {

// The cells that would make four for the owner of `own`, were they his; some are taken already.
template <class S>
constexpr Bits fours(Bits own) {
  Bits out = (own << 1) & (own << 2) & (own << 3);
  const auto along = [&](int step) {
    const Bits above = (own << step) & (own << 2 * step);
    const Bits below = (own >> step) & (own >> 2 * step);
    out |= above & (own << 3 * step);
    out |= above & (own >> step);
    out |= below & (own << step);
    out |= below & (own >> 3 * step);
  };
  along(S::kStride - 1);
  along(S::kStride);
  along(S::kStride + 1);
  return out & S::kBoard;
}

// An upper bound on the mover's score, where the other side follows up: it answers in the column that the
// mover has played in, right above, and lets the mover run out of moves beneath its threats.
//
// Preconditions: neither side can make four with its next stone, and `threats` are the empty cells where the
// other side would make four.
template <class S>
constexpr int follow_up_bound(const Position<S>& position, Bits threats) {
  const int worst = Position<S>::win_after(position.count + 2);
  const bool even = ((S::kCells - position.count) & 1) == 0;

  // A column ends at its lowest threat. The mover will not get at anything above. Where threats on the wrong
  // rows are too many or too few by one for the parity, one column gives up its own.
  const auto lowest = [](Bits cells) {
    const Bits marks = cells | S::kSpare;
    return marks & ~(marks - S::kBottom) & S::kBoard;
  };
  Bits ends = lowest(threats);
  Bits odd_ends = ends & ~S::kTopParity;
  if (((std::popcount(odd_ends) & 1) == 0) != even) {
    if (odd_ends == 0) return worst;
    const int column = (63 - std::countl_zero(odd_ends)) / S::kStride;
    threats &= ~(S::column(column) & ~S::kTopParity);
    ends = lowest(threats);
    odd_ends = ends & ~S::kTopParity;
  }
  const Bits marks = ends | S::kSpare;
  const Bits within = (marks ^ (marks - S::kBottom)) & S::kBoard;  // up to and with the end

  // In each column the follower gets every second cell downwards from below its end, but for the one that
  // can be taken at once.
  const Bits odd_marks = odd_ends | S::kSpare;
  const Bits plain = (odd_marks ^ (odd_marks - S::kBottom)) & S::kSpare;
  const Bits plain_columns = plain - (plain >> S::kHeight);
  const Bits parity = S::kTopParity ^ (S::kBoard & ~plain_columns);
  const Bits followed = parity & ~position.stones & ~position.landings();

  const Bits left_to_mover = within & ~ends & ~position.other() & ~followed;
  if (has_four<S>(left_to_mover)) return worst;
  if (ends == 0) return has_four<S>(position.other() | followed) ? -1 : 0;
  const int unused = std::popcount(S::kBoard & ~within) + 2 * std::popcount(ends) - 2;
  return -(unused / 2 + 1);
}

}  // namespace tesuji::connect4

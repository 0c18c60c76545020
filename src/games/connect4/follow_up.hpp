// What can be said of a position without searching: what the side that is not to move can force by following
// up. The proof stands in docs/internals/connect4.md.
#pragma once

#include <bit>

#include "games/connect4/shape.hpp"

namespace tesuji::connect4 {

// An upper bound on the mover's score, where the other side follows up: it answers in the column that the
// mover has played in, right above, and lets the mover run out of moves beneath its threats.
//
// Preconditions: neither side can make four with its next stone, and `threats` are the empty cells where the
// other side would make four.
template <class S>
constexpr int follow_up_bound(const S& shape, const Position& position, Bits threats) {
  const int worst = shape.win_after(position.count + 2);
  const bool even = ((shape.cells() - position.count) & 1) == 0;

  // A column ends at its lowest threat. The mover will not get at anything above. Where threats on the wrong
  // rows are too many or too few by one for the parity, one column gives up its own.
  const auto lowest = [&shape](Bits cells) {
    const Bits marks = cells | shape.spare();
    return marks & ~(marks - shape.bottom()) & shape.board();
  };
  Bits ends = lowest(threats);
  Bits odd_ends = ends & ~shape.top_parity();
  if (((std::popcount(odd_ends) & 1) == 0) != even) {
    if (odd_ends == 0) return worst;
    const int column = (63 - std::countl_zero(odd_ends)) / shape.stride();
    threats &= ~(shape.column(column) & ~shape.top_parity());
    ends = lowest(threats);
    odd_ends = ends & ~shape.top_parity();
  }
  const Bits marks = ends | shape.spare();
  const Bits within = (marks ^ (marks - shape.bottom())) & shape.board();  // up to and with the end

  // In each column the follower gets every second cell downwards from below its end, but for the one that
  // can be taken at once.
  const Bits odd_marks = odd_ends | shape.spare();
  const Bits plain = (odd_marks ^ (odd_marks - shape.bottom())) & shape.spare();
  const Bits plain_columns = plain - (plain >> shape.height());
  const Bits parity = shape.top_parity() ^ (shape.board() & ~plain_columns);
  const Bits followed = parity & ~position.stones & ~shape.landings(position);

  const Bits left_to_mover = within & ~ends & ~position.other() & ~followed;
  if (shape.has_four(left_to_mover)) return worst;
  if (ends == 0) return shape.has_four(position.other() | followed) ? -1 : 0;
  const int unused = std::popcount(shape.board() & ~within) + 2 * std::popcount(ends) - 2;
  return -(unused / 2 + 1);
}

}  // namespace tesuji::connect4

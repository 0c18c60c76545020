// What can be said of a position without searching: what the side that is not to move can force by following
// up. The proof stands in docs/internals/connect4.md.
#pragma once

#include "games/connect4/shape.hpp"

namespace tesuji::connect4 {

// An upper bound on the mover's score, where the other side follows up: it answers in the column that the
// mover has played in, right above, and lets the mover run out of moves beneath its threats.
//
// Preconditions: neither side can make four with its next stone, and `threats` are the empty cells where the
// other side would make four.
template <class S>
constexpr int follow_up_bound(const S& shape, const typename S::Position& position,
                              typename S::Bits threats) {
  using Word = typename S::Bits;
  const int worst = shape.win_after(position.count + 2);
  const bool even = ((shape.cells() - position.count) & 1) == 0;

  // A column ends at its lowest threat. The mover will not get at anything above. Where threats on the wrong
  // rows are too many or too few by one for the parity, one column gives up its own.
  const auto lowest = [&shape](Word cells) {
    const Word marks = cells | shape.spare();
    return marks & ~(marks - shape.bottom()) & shape.board();
  };
  Word ends = lowest(threats);
  Word odd_ends = ends & ~shape.top_parity();
  if (((count_bits(odd_ends) & 1) == 0) != even) {
    if (odd_ends == 0) return worst;
    const int column = highest_bit(odd_ends) / shape.stride();
    threats &= ~(shape.column(column) & ~shape.top_parity());
    ends = lowest(threats);
    odd_ends = ends & ~shape.top_parity();
  }
  const Word marks = ends | shape.spare();
  const Word within = (marks ^ (marks - shape.bottom())) & shape.board();  // up to and with the end

  // In each column the follower gets every second cell downwards from below its end, but for the one that
  // can be taken at once.
  const Word odd_marks = odd_ends | shape.spare();
  const Word plain = (odd_marks ^ (odd_marks - shape.bottom())) & shape.spare();
  const Word plain_columns = plain - (plain >> shape.height());
  const Word parity = shape.top_parity() ^ (shape.board() & ~plain_columns);
  const Word followed = parity & ~position.stones & ~shape.landings(position);

  const Word left_to_mover = within & ~ends & ~position.other() & ~followed;
  if (shape.has_four(left_to_mover)) return worst;
  if (ends == 0) return shape.has_four(position.other() | followed) ? -1 : 0;
  const int unused = count_bits(shape.board() & ~within) + 2 * count_bits(ends) - 2;
  return -(unused / 2 + 1);
}

}  // namespace tesuji::connect4

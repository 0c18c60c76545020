// An Othello position: two bitboards, from the view of the side to move. Square 0 is a1, the upper left
// corner; square 63 is h8.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "search/limits.hpp"

namespace tesuji::othello {

using Bits = std::uint64_t;

inline constexpr Bits kCorners = 0x8100000000000081ULL;

// A square plus one; 0 means "no move".
using Move = std::uint16_t;
inline constexpr Move kPass = 65;
constexpr Move move_to(int square) {
  return static_cast<Move>(square + 1);
}
constexpr int square_of(Move move) {
  return move - 1;
}

// The discs of the side to move, and the other side's.
struct Discs {
  Bits own = 0, other = 0;
  friend bool operator==(const Discs&, const Discs&) = default;

  [[nodiscard]] Bits empty() const { return ~(own | other); }
  [[nodiscard]] int empties() const { return std::popcount(empty()); }
  [[nodiscard]] Discs swapped() const { return {other, own}; }
  // After a disc on `square` that turns `flipped`.
  [[nodiscard]] Discs after(int square, Bits flipped) const {
    return {other ^ flipped, own | flipped | (Bits{1} << square)};
  }
};

// The squares where the owner of `own` may play.
Bits moves_of(Bits own, Bits other);
// The discs that turn if it plays on `square`; 0 = not a legal move. Precondition: the square is empty.
Bits flips_of(int square, Bits own, Bits other);

inline bool game_over(const Discs& discs) {
  return moves_of(discs.own, discs.other) == 0 && moves_of(discs.other, discs.own) == 0;
}
// The result of a finished game for the side to move: the difference in discs; empty squares count for the
// winner.
inline int final_score(const Discs& discs) {
  const int difference = std::popcount(discs.own) - std::popcount(discs.other);
  return difference == 0 ? 0 : difference > 0 ? difference + discs.empties() : difference - discs.empties();
}

class Position {
 public:
  Position();  // the start position
  Position(Discs discs, bool black_to_move);

  [[nodiscard]] const Discs& discs() const { return discs_; }
  [[nodiscard]] bool black_to_move() const { return black_; }
  [[nodiscard]] Bits black() const { return black_ ? discs_.own : discs_.other; }
  [[nodiscard]] Bits white() const { return black_ ? discs_.other : discs_.own; }
  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] std::uint64_t key_from_scratch() const;

  // All legal moves: squares, or the pass where only the other side can move, or none at the end of the game.
  [[nodiscard]] std::vector<Move> legal_moves() const;
  [[nodiscard]] bool is_legal(Move move) const;
  [[nodiscard]] bool over() const { return game_over(discs_); }

  void make(Move move);  // precondition: legal
  void undo();           // precondition: a move was made

 private:
  struct Made {
    Move move;
    Bits flipped;
  };

  Discs discs_;
  bool black_ = true;
  std::uint64_t key_ = 0;
  std::vector<Made> made_;
};

// Sequences of `depth` moves, a pass counting as one; a game that ends before counts once.
std::uint64_t count_leaves(const Discs& discs, int depth, const search::StopFlag& stop = {});

}  // namespace tesuji::othello

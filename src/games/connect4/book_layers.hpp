// The positions that a book is made of, ply by ply, and what those of a ply say of the ply before.
#pragma once

#include <cstdint>
#include <vector>

#include "games/connect4/notation.hpp"

namespace tesuji::connect4 {

// Bounds on a score, in the view of the side to move.
struct ScoreRange {
  std::int8_t low = 0, high = 0;
  [[nodiscard]] bool exact() const { return low == high; }
  [[nodiscard]] int result() const { return low > 0 ? 1 : high < 0 ? -1 : 0; }
  friend bool operator==(const ScoreRange&, const ScoreRange&) = default;
};

// The lesser of a position's key and its mirror image's.
std::uint64_t canonical_key(const Diagram& diagram);
// A position with this key. Throws Error if there is none on a board of this size.
Diagram diagram_of(std::uint64_t key, Size size);

using Keys = std::vector<std::uint64_t>;  // canonical, in rising order

// The positions of 0, 1, … `plies` stones in which the game goes on. Throws Error if the board is too large.
std::vector<Keys> layers_of(Size size, int plies);

// What the number of stones and the board say of the score, if it is known who wins (1, 0 or -1).
ScoreRange range_of_result(std::uint64_t key, Size size, int result);

// A ply's ranges from those of the next, each in the order of its keys.
std::vector<ScoreRange> ranges_before(const Keys& keys, const Keys& later,
                                      const std::vector<ScoreRange>& later_ranges, Size size);

}  // namespace tesuji::connect4

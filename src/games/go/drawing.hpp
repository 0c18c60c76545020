// A board drawn in characters: the whole of it, or the part that a frame shows.
#pragma once

#include <string_view>

#include "games/go/notation.hpp"

namespace tesuji::go {

// Which edges of the board a drawing shows.
struct Frame {
  bool top = false, bottom = false, left = false, right = false;
  [[nodiscard]] bool any() const { return top || bottom || left || right; }
  [[nodiscard]] bool all() const { return top && bottom && left && right; }
  void join(const Frame& other) {
    top = top || other.top;
    bottom = bottom || other.bottom;
    left = left || other.left;
    right = right || other.right;
  }
};

// Where a drawing of `width` x `height` points lies on a board. A dimension with both edges is as long as it
// is drawn; with one edge it begins or ends there, with none it is in the middle of a board of `size` lines.
struct Placement {
  Placement(const Frame& frame, int width, int height, int size);
  int board_width, board_height, left, top;
};

// One character a point, rows from above: X # black, O @ white (# and @ are the target), . empty, and the
// stones and lines that Unicode has, whose corners and T-pieces show edges of the board. Lines of text say
// who plays and what is asked. Throws Error.
Problem problem_from_drawing(std::string_view text);

}  // namespace tesuji::go

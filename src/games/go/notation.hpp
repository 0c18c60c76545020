// How a problem is written: SGF, a drawing in characters, and the names of points.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/go/grid.hpp"
#include "games/go/sgf.hpp"

namespace tesuji::go {

// "C4" as GTP and people write it (letters without I, rows from below), "cp" as SGF does.
std::string to_text(Point point, const Grid& grid);
std::string to_sgf(Point point);
// Either of the two; "pass" and the empty text give none. Throws Error.
std::optional<Point> point_from(std::string_view text, const Grid& grid);
// SGF alone, with rectangles ("aa:cc") spread out. Throws Error.
std::vector<Point> sgf_points(std::string_view text, const Grid& grid);

// A problem as it is written, before a region is cut out of it.
struct Problem {
  Grid grid;
  std::optional<Colour> player;      // to move
  std::vector<Point> target;         // MA: a stone of each block to be captured or saved
  std::vector<Point> stubs;          // SQ: holes in the wall, filled with the attacker's stones
  std::vector<Point> region;         // TR: where moves are played; empty = to be found
  std::optional<Point> ko;           // where the side to move may not retake at once
  std::vector<Point> marks;          // other marked stones: the target, if they are of one colour
  std::string words;                 // title and comment of the first position
  std::optional<Point> first_move;   // of the solution tree
  std::vector<std::string> remarks;  // what was guessed in reading it
};

// Text with "(;" in it is SGF, with "$$" a diagram of Sensei's Library (diagram.hpp), anything else a drawing
// (drawing.hpp). Throws Error.
Problem problem_from(std::string_view text);
Problem problem_from(const sgf::Tree& tree);

// The parts of a text with one problem each: trees of a collection, drawings with blank lines between.
std::vector<std::string> split_problems(std::string_view text);

// One line of SGF that problem_from reads back. KP, a private property, keeps the ko point.
std::string to_sgf(const Problem& problem);
sgf::Node to_node(const Problem& problem);

// With coordinates; `marked` is shown as * when it is empty, and in brackets otherwise.
std::string draw(const Grid& grid, const std::vector<Point>& target, std::optional<Point> marked);

}  // namespace tesuji::go

// How people write a Connect 4 position.
//
//   4453                 the columns played, from the start; 1–9, then a, b, c
//   ...X.../..XO..       a drawn board: rows from the top, X moved first; '/', '|' or line ends between rows
//   6x5:33               either, on a board of another size: width x height, a colon
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "games/connect4/position.hpp"

namespace tesuji::connect4 {

struct Size {
  int width = 7, height = 6;
  friend bool operator==(const Size&, const Size&) = default;
};

// A board of any size, as bits in the layout of Shape<width, height>.
struct Diagram {
  Size size;
  WideBits first = 0, second = 0;  // the stones of the side that began, and of the other
  std::string moves;               // as written; empty where the board was drawn
  bool drawn = false;

  [[nodiscard]] int count() const;
  [[nodiscard]] bool first_to_move() const { return count() % 2 == 0; }
  [[nodiscard]] WideBits landing(int column) const;  // 0 = the column is full
  [[nodiscard]] bool full() const { return count() == size.width * size.height; }
  [[nodiscard]] bool has_four(bool first_side) const;
  [[nodiscard]] bool over() const { return full() || has_four(true) || has_four(false); }

  // Precondition: the column is not full.
  void play(int column);
  void undo(int column);
};

char column_name(int column);
int column_index(char name);  // -1 = no column of any board

// All of these throw Error, saying what is wrong and where.
Size parse_size(std::string_view text);
Diagram parse(std::string_view text, Size default_size = {});

std::string to_text(const Diagram& diagram);  // parse() reads it back
std::string draw(const Diagram& diagram);     // for people, several lines

}  // namespace tesuji::connect4

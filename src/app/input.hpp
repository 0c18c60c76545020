// Where positions come from: the command line, a file, standard input.
#pragma once

#include <string>
#include <vector>

#include "engine/game.hpp"

namespace tesuji::app {

struct Input {
  std::vector<std::string> positions;
  bool many = false;               // not just one: the positions are then counted off
  std::string file;                // that they come from; empty = the command line or standard input
  std::vector<std::size_t> lines;  // by position: where in the text it begins, from 1; 0 = not known

  // "problems.txt, line 7: ", for errors; "position 3: " if the line is not known; empty for the only one
  // of the command line.
  [[nodiscard]] std::string place(std::size_t index) const;
};

// `text` is a position, the name of a file, or "-" for standard input. Throws Error.
Input read_input(const engine::Game& game, const std::string& text);

}  // namespace tesuji::app

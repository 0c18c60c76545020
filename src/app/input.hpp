// Where positions come from: the command line, a file, standard input.
#pragma once

#include <string>
#include <vector>

#include "engine/game.hpp"

namespace tesuji::app {

struct Input {
  std::vector<std::string> positions;
  bool many = false;  // not just one: the positions are then counted off
};

// `text` is a position, the name of a file, or "-" for standard input. Throws Error.
Input read_input(const engine::Game& game, const std::string& text);

}  // namespace tesuji::app

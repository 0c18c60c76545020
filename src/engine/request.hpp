// What is asked of an engine.
#pragma once

#include <string>
#include <vector>

#include "engine/options.hpp"
#include "search/limits.hpp"

namespace tesuji::engine {

struct Request {
  std::string game;
  std::string position;            // as the game's notation reads it; empty = the start position
  std::vector<std::string> moves;  // played from there on; repetition counts them
  search::Limits limits;
  OptionTexts options;
};

}  // namespace tesuji::engine

// What is asked of an engine.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "search/limits.hpp"

namespace tesuji::engine {

struct Request {
  std::string game;
  std::string position;            // as the game's notation reads it; empty = the start position
  std::vector<std::string> moves;  // played from there on; the history that repetition is judged by
  search::Limits limits;
  std::map<std::string, std::string> options;  // by the names in Engine::options(); absent = the default
};

}  // namespace tesuji::engine

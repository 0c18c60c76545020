// What a problem asks if nobody says so: which group is to be captured or saved, and by whom.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/go/notation.hpp"
#include "games/go/wording.hpp"

namespace tesuji::go {

struct Reading {
  std::vector<Point> target;  // a stone of each block
  std::string reason;         // "the largest block of the colour that is enclosed"
  bool far_fetched = false;   // worth less effort than the others
};

// Something that the problem does not say.
struct Assumption {
  std::string name;           // "player", "target", "defender", "outside"
  std::string value;          // for programs: a colour, points
  std::string sentence;       // for people
  std::string override_with;  // options and SGF properties that say something else
};

// The most plausible first. `near` picks one of several problems on the board. Throws Error if there is
// nothing to ask: no stones, stones of one colour only, or several problems and none of them picked.
std::vector<Reading> readings(const Problem& problem, std::optional<Point> near = std::nullopt);

}  // namespace tesuji::go

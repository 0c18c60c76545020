// What a problem asks if nobody says so: which group is to be captured or saved, and by whom.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/go/notation.hpp"

namespace tesuji::go {

// What the words of a problem say ("Black to live", "黒先白死").
struct Wording {
  std::optional<Colour> player;
  std::optional<Colour> defender;  // who is to live or to die
};
Wording words_in(std::string_view text);

struct Reading {
  std::vector<Point> target;  // a stone of each block
  std::string reason;         // "the largest block of the colour that is enclosed"
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

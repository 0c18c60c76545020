// A game whose evaluation can be fitted: how it plays against itself, how its positions become terms.
#pragma once

#include <cstdint>
#include <iosfwd>

namespace tesuji::tune {

struct SelfPlay {
  int games = 0;
  std::uint64_t nodes = 0;  // a move
  std::uint64_t seed = 1;
};

struct Subject {
  const char* name;
  // Writes a line for each position that was quiet: POSITION;score;result, both from the side that moves
  // first in the game, the result as 0, 1 or 2 half points. The same settings give the same lines.
  void (*play)(const SelfPlay&, std::ostream&);
  // Reads what `play` wrote, writes a C++ source file with the new weights.
  void (*fit)(std::istream&, std::ostream&);
};

extern const Subject kChess, kShogi;

}  // namespace tesuji::tune

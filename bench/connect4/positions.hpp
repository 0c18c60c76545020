// Random positions, the same for the same seed on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "games/connect4/notation.hpp"

namespace tesuji::connect4::bench {

// SplitMix64: written out, because the distributions of the standard library differ between libraries.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  int below(int bound) {
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<int>((x ^ (x >> 31)) % static_cast<std::uint64_t>(bound));
  }

 private:
  std::uint64_t state_;
};

struct Bucket {
  const char* name;
  int fewest, most;  // stones; `most` is not reached
  int count;
  bool shallow;  // only positions whose best play ends within 13 stones
};

inline constexpr Bucket kBuckets[] = {
    {"late", 28, 40, 20000, false}, {"middle", 14, 28, 400, false}, {"early", 8, 14, 40, false},
    {"opening", 1, 8, 10, false},   {"shallow", 6, 14, 100, true},
};

// A game of random moves in which both sides block a four if they see one coming, up to a position in which
// nobody can win at once: what is left is for the search.
inline std::string random_position(Random& random, int stones) {
  for (;;) {
    Diagram diagram;
    std::string moves;
    bool usable = true;
    while (usable) {
      std::vector<int> open, blocks;
      for (int column = 0; column < diagram.size.width; ++column) {
        if (diagram.landing(column) == 0) continue;
        Diagram mine = diagram, theirs = diagram;
        mine.play(column);
        if (mine.has_four(diagram.first_to_move())) usable = false;
        (diagram.first_to_move() ? theirs.second : theirs.first) |= diagram.landing(column);
        if (theirs.has_four(!diagram.first_to_move())) blocks.push_back(column);
        open.push_back(column);
      }
      if (!usable || static_cast<int>(moves.size()) == stones) break;
      const std::vector<int>& from = blocks.empty() ? open : blocks;
      if (from.empty()) break;
      const int column = from[static_cast<std::size_t>(random.below(static_cast<int>(from.size())))];
      diagram.play(column);
      moves += column_name(column);
    }
    if (usable && static_cast<int>(moves.size()) == stones) return moves;
  }
}

}  // namespace tesuji::connect4::bench

// The shortest mate, by looking for every length in turn. Knows the rules only, and shares nothing with the
// proof-number search: slow, and right.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/budget.hpp"
#include "games/shogi/position.hpp"

namespace tesuji::shogi {

struct ShortestMate {
  std::vector<Move> line;  // empty = no mate of at most the plies asked for
  std::uint64_t nodes = 0;
  bool given_up = false;
};

// The shortest mate of at most `most` plies, if there is one. The defence holds out as long as it can.
// Remembers positions in a table of at most `bytes` (1 MiB or more); what the table loses is looked at again.
ShortestMate find_shortest_mate(const Position& position, int most, std::uint64_t bytes, Budget& budget,
                                const std::function<void()>& on_poll = {});

}  // namespace tesuji::shogi

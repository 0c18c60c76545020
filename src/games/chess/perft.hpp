// Counts the leaves of the tree of legal moves: the test of a move generator.
#pragma once

#include <cstdint>

#include "games/chess/moves.hpp"
#include "search/limits.hpp"
#include "tt/tt.hpp"

namespace tesuji::chess {

// A count that was stopped means nothing.
std::uint64_t perft(Position& position, int depth, const search::StopFlag& stop = {});

// The same count, with positions met again looked up instead of counted again.
class HashedPerft {
 public:
  explicit HashedPerft(std::uint64_t bytes) : table_(bytes) {}
  std::uint64_t operator()(Position& position, int depth, const search::StopFlag& stop = {});

 private:
  tt::Table<tt::Proof> table_;
};

}  // namespace tesuji::chess

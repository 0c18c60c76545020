// The solution tree that comes with a problem: who plays first, where, and whether it fits the stones.
#pragma once

#include "games/go/notation.hpp"

namespace tesuji::go {

// Takes the side to move, unless the problem says it, and the first move from the tree. The setup ends with
// the tree's node `first`, if that is in its main sequence. What contradicts the stones becomes a remark.
void read_solution(const sgf::Tree& tree, std::size_t first, Problem& problem);

}  // namespace tesuji::go

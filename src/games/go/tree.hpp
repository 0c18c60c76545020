// The solution of a problem as a game record: a refutation for every wrong move, and the strongest answer to
// every right one, as far as there is something to answer.
#pragma once

#include <cstddef>

#include "games/go/solver.hpp"

namespace tesuji::go {

// From a position that its mover wins. Right moves after which nothing is left to answer say C[RIGHT], as the
// problem servers expect. Stops growing at `most_nodes`.
sgf::Tree solution_tree(const Tsumego& tsumego, Solver& solver, const Position& start,
                        std::size_t most_nodes);

}  // namespace tesuji::go

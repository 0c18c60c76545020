// The solution of a problem as a game record: every wrong first move that has to be answered, refuted to the
// end, and every defence against the right ones that has to be answered, with its answers.
#pragma once

#include <cstddef>

#include "games/go/solver.hpp"

namespace tesuji::go {

// From a position that its mover wins. Right moves after which nothing is left to answer say C[RIGHT], as the
// problem servers expect. Stops growing at `most_nodes`.
sgf::Tree solution_tree(const Tsumego& tsumego, Solver& solver, const Position& start,
                        std::size_t most_nodes);

}  // namespace tesuji::go

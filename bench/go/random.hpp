// Enclosed problems made at random, the same for the same seed.
#pragma once

#include <optional>

#include "games/go/region.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::go::bench {

// An enclosed group with this many empty points in its region; none where the dice fell badly.
std::optional<Enclosure> random_problem(tt::SplitMix64& random, int empty);

}  // namespace tesuji::go::bench

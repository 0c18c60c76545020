// Random small problems: a few points in a corner, at a side, in the middle or on a board of their own,
// filled with stones at random.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "games/go/grid.hpp"
#include "games/go/region.hpp"
#include "tt/zobrist.hpp"

namespace witness {

// None where the dice gave no problem (no target, stones without liberties).
std::optional<tesuji::go::Enclosure> random_enclosure(tt::SplitMix64& random, int most_points);

// A box of up to nine points at the edge or in the middle of the board with stones of both sides in it, and
// outside of it the attacker's stones, the defender's living ones, or both mixed; none if a block in it has
// no liberty.
std::optional<tesuji::go::Enclosure> random_open_box(tt::SplitMix64& random);

}  // namespace witness

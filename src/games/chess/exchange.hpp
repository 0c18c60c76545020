// Static exchange evaluation: what a sequence of captures on one square is worth, each side taking with its
// least valuable piece and stopping when that pays.
#pragma once

#include "games/chess/position.hpp"

namespace tesuji::chess {

// In centipawns; only for exchanges and for ordering captures.
inline constexpr int kExchangeValue[7] = {100, 320, 330, 500, 950, 20000, 0};

// Whether the mover comes out of the exchanges that `move` starts with at least `threshold`.
[[nodiscard]] bool exchange_at_least(const Position& position, Move move, int threshold);

}  // namespace tesuji::chess

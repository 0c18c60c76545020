// `tesuji book` for Connect 4: the exact scores of all positions up to a number of stones.
#pragma once

#include "engine/books.hpp"

namespace tesuji::connect4 {

const engine::Books& books();

}  // namespace tesuji::connect4

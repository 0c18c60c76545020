// Connect 4, solved: the game that the registry lists.
#pragma once

#include "engine/game.hpp"

namespace tesuji::connect4 {

const engine::Game& game();

}  // namespace tesuji::connect4

// Go, life and death: the game that the registry lists.
#pragma once

#include "engine/game.hpp"

namespace tesuji::go {

const engine::Game& game();

}  // namespace tesuji::go

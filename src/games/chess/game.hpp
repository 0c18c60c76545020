// Chess: the game that the registry lists.
#pragma once

#include "engine/game.hpp"

namespace tesuji::chess {

const engine::Game& game();

}  // namespace tesuji::chess

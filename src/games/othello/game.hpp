// Othello: the game that the registry lists.
#pragma once

#include "engine/game.hpp"

namespace tesuji::othello {

const engine::Game& game();

}  // namespace tesuji::othello

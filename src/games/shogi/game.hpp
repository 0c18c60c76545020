// Shogi: the game that the registry lists.
#pragma once

#include "engine/game.hpp"
#include "games/shogi/hooks.hpp"

namespace tesuji::shogi {

const engine::Game& game();

}  // namespace tesuji::shogi

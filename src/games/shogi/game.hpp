// Binds shogi to the alpha-beta search and to the table's Bound layout.
#pragma once

#include <memory>

#include "engine/engine.hpp"
#include "games/shogi/rules.hpp"

namespace tesuji::shogi {

std::unique_ptr<engine::Engine> make_engine();

}  // namespace tesuji::shogi

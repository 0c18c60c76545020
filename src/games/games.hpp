// The list of games: the one place where they are named together.
#pragma once

#include "engine/registry.hpp"

namespace tesuji::games {

void register_all(engine::Registry& registry);

}  // namespace tesuji::games

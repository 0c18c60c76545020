// The engine that solves problems: reads the question, searches, and reports.
#pragma once

#include <memory>

#include "engine/engine.hpp"
#include "engine/game.hpp"

namespace tesuji::go {

std::unique_ptr<engine::Engine> new_engine(const engine::Game& game);

}  // namespace tesuji::go

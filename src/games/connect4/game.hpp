// Connect 4 as an engine: asked through the one interface that all faces use.
#pragma once

#include <memory>

#include "engine/engine.hpp"

namespace tesuji::connect4 {

std::unique_ptr<engine::Engine> make_engine();

}  // namespace tesuji::connect4

// Binds the tsumego game to the proof search and registers it as "go".
#pragma once

#include <memory>

#include "engine/engine.hpp"

namespace tesuji::go {

std::unique_ptr<engine::Engine> make_engine();

}  // namespace tesuji::go

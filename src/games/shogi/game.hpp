// Binds the rules, the judge and the table to the searches.
#pragma once

#include <memory>

#include "engine/engine.hpp"

namespace tesuji::shogi {

std::unique_ptr<engine::Engine> make_engine();

}  // namespace tesuji::shogi

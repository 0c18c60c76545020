// A Connect 4 position behind the interface that all games share.
#pragma once

#include <memory>

#include "engine/board.hpp"
#include "games/connect4/notation.hpp"

namespace tesuji::connect4 {

std::unique_ptr<engine::Board> make_board(Diagram diagram);

}  // namespace tesuji::connect4

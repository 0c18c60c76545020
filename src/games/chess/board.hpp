// A chess position behind the face that every game has.
#pragma once

#include <memory>

#include "engine/board.hpp"
#include "games/chess/position.hpp"

namespace tesuji::chess {

std::unique_ptr<engine::Board> make_board(Position position);

}  // namespace tesuji::chess

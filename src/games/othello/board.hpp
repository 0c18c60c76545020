// An Othello position behind the interface that all games share.
#pragma once

#include <memory>

#include "engine/board.hpp"
#include "games/othello/position.hpp"

namespace tesuji::othello {

std::unique_ptr<engine::Board> make_board(Position position);

}  // namespace tesuji::othello

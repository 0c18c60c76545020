// A Connect 4 position behind the interface that all games share.
#pragma once

#include <memory>
#include <string_view>

#include "engine/board.hpp"

namespace tesuji::connect4 {

std::unique_ptr<engine::Board> make_board(std::string_view position);  // throws Error

}  // namespace tesuji::connect4

// A game of shogi behind the face that every game has: the rules as a referee applies them, fourfold
// repetition and declaration included.
#pragma once

#include <memory>
#include <string_view>

#include "engine/board.hpp"
#include "games/shogi/position.hpp"

namespace tesuji::shogi {

// Besides moves, play() takes "win" (the declaration of an entered king, where the rule allows it) and
// "resign".
std::unique_ptr<engine::Board> make_board(Position position, EnteringKing rule = EnteringKing::Points27);

constexpr std::string_view color_name(Color color) {
  return color == Color::Black ? "black" : "white";
}

}  // namespace tesuji::shogi

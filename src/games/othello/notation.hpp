// How people write an Othello position.
//
//   f5d6c3                                the moves from the start, passes left out
//   ...........................OX......XO........................... X
//                                         the 64 squares from a1 to h1, row by row, then the side to move:
//                                         X or * is black, O is white, . or - is empty; '/', '|' and line
//                                         ends between rows are skipped
#pragma once

#include <string>
#include <string_view>

#include "games/othello/position.hpp"

namespace tesuji::othello {

// Both throw Error, saying what is wrong and where.
Position parse_position(std::string_view text);                    // empty = the start position
Move parse_move(const Position& position, std::string_view text);  // f5, F5, or pass

std::string move_text(Move move);
std::string position_text(const Position& position);  // parse_position reads it back
std::string side_name(const Position& position);      // "black" or "white"
std::string draw(const Position& position);           // for people, several lines

}  // namespace tesuji::othello

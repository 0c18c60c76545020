// Played games as text.
#pragma once

#include <string>

#include "match/game.hpp"

namespace tesuji::match {

std::string result_text(Result result);  // "1-0", "0-1", "1/2-1/2", "*"

// A chess game as PGN: seven tags and more, moves in the board's written form, with score, depth and time of
// each in a comment.
std::string to_pgn(const GameRecord& game, int round, const std::string& date);

// A game as one line in the protocols' words, ready for `position …`, after a comment line with the players
// and the result: the form for games that have no PGN.
std::string to_lines(const GameRecord& game, int round, const std::string& position_word);

}  // namespace tesuji::match

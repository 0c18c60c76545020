// Played games as text.
#pragma once

#include <string>
#include <string_view>

#include "engine/record.hpp"
#include "match/game.hpp"

namespace tesuji::match {

std::string result_text(Result result);  // "1-0", "0-1", "1/2-1/2", "*"

// The game with the headers that the format has; score, depth and time of each move are in its comment.
engine::Record to_record(const GameRecord& game, const engine::RecordFormat& format, int round,
                         const std::string& date);

// One line in the protocol's words, ready for `position …`, after a comment line with the players and the
// result: the form for games that have no record format, or one without headers.
std::string to_lines(const GameRecord& game, int round, std::string_view position_word);

}  // namespace tesuji::match

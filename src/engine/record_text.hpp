// Text of any kind that a game can read, as records: what the page is given when somebody pastes a text or
// opens a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/record.hpp"

namespace tesuji::engine {

// The format of games that have no other: a position (nothing = the start), "moves", and the moves.
inline constexpr std::string_view kPlainText = "text";

struct RecordText {
  std::string format;           // its name
  std::vector<Record> records;  // at least one
};

// Reads the first of these that the text is: a record format of the game; moves from the start position, with
// or without blanks between them; "POSITION moves MOVE…"; positions as the game's notation has them. Throws
// Error.
RecordText read_records(const Game& game, std::string_view text);

// `format`: a name from the game's formats, or kPlainText. Throws Error.
std::string write_record(const Game& game, std::string_view format, const Record& record);

}  // namespace tesuji::engine

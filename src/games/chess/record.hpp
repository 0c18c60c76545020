// Game records: PGN, read and written with tags, comments, glyphs and variations.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record.hpp"
#include "games/chess/notation.hpp"

namespace tesuji::chess {

// PGN is the only one.
std::vector<const engine::RecordFormat*> record_formats();

// The main line of a game.
struct GameRecord {
  std::map<std::string, std::string> tags;
  Position start;
  std::vector<Move> moves;
  std::string result;  // "1-0", "0-1", "1/2-1/2" or "*"
};

// Every game of a PGN text. Throws Error with the line, the game, the move and the reason.
std::vector<GameRecord> parse_pgn(std::string_view text);

}  // namespace tesuji::chess

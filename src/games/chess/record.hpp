// Games as files hold them: PGN.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/notation.hpp"

namespace tesuji::chess {

struct GameRecord {
  std::map<std::string, std::string> tags;
  Position start;
  std::vector<Move> moves;
  std::string result;  // "1-0", "0-1", "1/2-1/2" or "*"
};

// Every game of a PGN text: tags and the main line; comments, variations and glyphs are passed over. Throws
// Error naming the game and the move that is wrong.
std::vector<GameRecord> parse_pgn(std::string_view text);

}  // namespace tesuji::chess

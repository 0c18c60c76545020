// Where games begin.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"

namespace tesuji::match {

struct Opening {
  std::string position;            // empty = the game's start position
  std::vector<std::string> moves;  // played from there
};

// A text of game records in a format of the game (PGN, KIF, …): the first `max_plies` moves of each game are
// the opening. Or lines that hold a position (FEN, SFEN, EPD) or moves as the protocols write them (`startpos
// moves …`, `sfen … moves …`), where '#' begins a comment line. Every opening is tried on a board; the error
// names the line.
std::vector<Opening> parse_openings(std::string_view text, const engine::Game& game, int max_plies);
std::vector<Opening> read_openings(const std::filesystem::path& file, const engine::Game& game,
                                   int max_plies);

}  // namespace tesuji::match

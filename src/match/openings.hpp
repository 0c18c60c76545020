// Where games begin.
#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board.hpp"

namespace tesuji::match {

using BoardMaker = std::function<std::unique_ptr<engine::Board>(std::string_view position)>;

struct Opening {
  std::string position;            // empty = the game's start position
  std::vector<std::string> moves;  // played from there
};

// Lines that hold a position (FEN, SFEN, EPD), or moves as the protocols write them (`startpos moves …`,
// `sfen … moves …`), or a PGN collection, of whose games the first `most_plies` moves count. '#' begins a
// comment line. Every opening is tried on a board; the error names the line.
std::vector<Opening> read_openings(std::istream& in, const BoardMaker& make_board, int most_plies);
std::vector<Opening> read_openings(const std::filesystem::path& file, const BoardMaker& make_board,
                                   int most_plies);

// The legal move that is written so, in the protocol's way or in game records'; empty = none. Marks like + #
// ! ? do not count.
std::string find_move(const engine::Board& board, std::string_view text);

}  // namespace tesuji::match

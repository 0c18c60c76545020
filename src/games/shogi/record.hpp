// Game records: KIF and CSA read, KIF written. A record may be UTF-8 (with or without a byte-order mark) or
// Shift-JIS; which it is, and which of the two formats, is found from the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/shogi/position.hpp"

namespace tesuji::shogi {

struct Record {
  Position start = Position::start();
  std::vector<Move> moves;
  std::string black, white;  // the players' names
  std::string event;
  std::string ending;  // as KIF has it: 投了, 千日手, …; empty = none given

  // As parse_position reads it: the start, then the moves.
  [[nodiscard]] std::string position() const;
};

bool looks_like_record(std::string_view text);
// A file of several games, as a match writes them: each begins with a line "#KIF …".
std::vector<std::string_view> split_records(std::string_view bytes);
// The main line; variations are passed over. Throws Error with the line's number and the field.
Record read_record(std::string_view bytes);
std::string write_kif(const Record& record);  // UTF-8

// One move as KIF writes it: ７六歩(77), 同　銀(43), ２二角成(88), ５五角打.
std::string kif_move(const Position& position, Move move, Square last_to);

// For the readers.
std::string to_utf8(std::string_view bytes);  // throws Error where it is neither UTF-8 nor Shift-JIS
Record read_kif(std::string_view utf8);
Record read_csa(std::string_view utf8);

}  // namespace tesuji::shogi

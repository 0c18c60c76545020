// Game records: KIF, KI2, CSA, JKF (JSON) and USI, read and written through one interface. KIF, KI2 and CSA
// may be UTF-8 (with or without a byte-order mark) or Shift-JIS; which it is, and which of the formats, is
// found from the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record.hpp"
#include "games/shogi/position.hpp"

namespace tesuji::shogi {

// KIF, KI2 and JKF keep variations; CSA and USI have a main line only, and USI neither comments nor headers.
// KI2 keeps no times.
// Headers have KIF's names (先手, 後手, 棋戦, 開始日時, …) in every format.
std::vector<const engine::RecordFormat*> record_formats();

// What the readers of KIF, KI2 and CSA return.
struct Record {
  Position start = Position::start();
  std::vector<Move> moves;
  std::string black, white;  // the players' names
  std::string event;
  std::string ending;   // as KIF has it: 投了, 千日手, …; empty = none given
  engine::Record tree;  // all that the readers found: headers, variations, comments, times

  // As parse_position reads it: the start, then the moves.
  [[nodiscard]] std::string position() const;
};

enum class RecordKind : std::uint8_t { None, Kif, Ki2, Csa };
// From the first lines; never throws.
RecordKind record_format(std::string_view bytes);
bool looks_like_record(std::string_view text);
// A file of several games, as a match writes them: each begins with a line "#KIF …".
std::vector<std::string_view> split_records(std::string_view bytes);
// Throws Error with the line's number, the field and the reason.
Record read_record(std::string_view bytes);

// One move as KIF writes it: ７六歩(77), 同　銀(43), ２二角成(88), ５五角打.
std::string kif_move(const Position& position, Move move, Square last_to);

// One move as people and KI2 write it: ▲７六歩, △同銀, ▲２二角成, ▲５八金右. 打 and words such as 右 or 引
// only where the move would be ambiguous.
std::string japanese_move(const Position& position, Move move, Square last_to);

// What an ending means, with `to_move` on the move.
engine::RecordResult result_of(std::string_view ending, Color to_move);

// The start of a game as KIF has it: 手合割, and a diagram if it is not the usual one.
std::string kif_start(const Position& position);
// The position of a handicap by JKF's name ("HIRATE", "KY", "2"); empty if there is none.
std::string handicap_sfen(std::string_view preset);

// For the readers and writers.
std::string to_shift_jis(std::string_view utf8);  // throws Error where a character has no place in it
std::string to_utf8(std::string_view bytes);      // throws Error where it is neither UTF-8 nor Shift-JIS
Record read_kif(std::string_view utf8);           // and KI2
Record read_csa(std::string_view utf8);

}  // namespace tesuji::shogi

// SFEN positions and USI moves. Every error names the field and what was expected there.
#pragma once

#include <string>
#include <string_view>

#include "games/shogi/position.hpp"

namespace tesuji::shogi {

inline constexpr std::string_view kStartSfen =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

// "startpos" or "[sfen] BOARD SIDE HANDS [NUMBER]", then optionally "moves M M …"; empty is the start
// position. Throws Error.
Position parse_position(std::string_view text);
std::string to_sfen(const Position& position);

// "7g7f", "8h2b+", "P*5e". parse_move throws Error if the text is not a move or the move is illegal, saying
// which and why.
Move parse_move(const Position& position, std::string_view text);
std::string to_usi(Move move);
// Why a well-formed move is not legal, for people.
std::string why_illegal(const Position& position, Move move);

char kind_letter(Kind kind);             // of the unpromoted kind: PLNSBRGK
Kind kind_from_letter(char letter);      // kNoKind where there is none; upper case
std::string square_name(Square square);  // "7g"

// A board for people: ranks a to i, files 9 to 1, hands above and below.
std::string draw(const Position& position);

}  // namespace tesuji::shogi

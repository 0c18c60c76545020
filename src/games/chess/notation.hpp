// Positions as FEN, moves as UCI and SAN write them. Whatever is malformed is an Error that names the field.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/chess/moves.hpp"

namespace tesuji::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Six fields, or the first four (EPD). Empty, or "startpos", is the start position. Castling rights may be
// written KQkq (the outermost rook) or by the rook's file, HAha, as Chess960 needs it.
Position parse_fen(std::string_view text);
std::string to_fen(const Position& position);

// A FEN, or "startpos", and then optionally "moves" and moves, as UCI or SAN write them.
Position parse_position(std::string_view text);

std::string square_name(Square square);

// Castling is the king's two steps ("e1g1"), or, in a Chess960 position, king takes rook ("e1h1"); both are
// understood where they are not ambiguous.
std::string to_uci(const Position& position, Move move);
std::optional<Move> find_uci(const Position& position, std::string_view text);

std::string to_san(const Position& position, Move move);  // "Nbxd7+", "O-O", "e8=Q#"
// Lenient: a superfluous disambiguation, a missing "x", "=" or "+", 0-0 for O-O, and !? at the end are fine.
std::optional<Move> find_san(const Position& position, std::string_view text);

// UCI or SAN. Throws Error if the text is not a legal move, saying what is wrong with it.
Move parse_move(const Position& position, std::string_view text);

std::string drawing(const Position& position);
std::string side_name(Color color);  // "white", "black"

}  // namespace tesuji::chess

// What UCI (chess) and USI (shogi) call the same things. Everything else about them is one loop: session.hpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tesuji::protocol {

struct OptionName {
  std::string_view ours;  // as in engine::OptionSpec
  std::string_view theirs;
};

struct Dialect {
  std::string_view hello;          // "uci"; answered by "uciok"
  std::string_view new_game;       // "ucinewgame"
  std::string_view position_word;  // "fen"
  char first, second;              // whose clock: the `w` of wtime is the first player's in chess
  std::string_view no_move;        // what follows `bestmove` where there is none
  bool mate_is_solved;             // `go mate TIME` asks for a proof, answered by `checkmate`
  bool mate_in_plies;              // `score mate` counts both sides' moves
  bool resigns;                    // has an option ResignValue and the move `resign`
  std::string_view word_join;      // between the words of an option's name
  std::span<const OptionName> names;
};

extern const Dialect kUci;
extern const Dialect kUsi;
const Dialect& dialect_named(std::string_view name);  // "uci" or "usi"; throws Error

// An option of ours as the dialect writes it: by its table, else each word with a capital ("Move Overhead").
std::string option_name(const Dialect& dialect, std::string_view ours);

// Names are compared as GUIs and people type them: case, spaces, '_' and '-' do not count.
bool same_name(std::string_view left, std::string_view right);

}  // namespace tesuji::protocol

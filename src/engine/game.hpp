// A game: its names, notation, boards, records and options, and how to make an engine that searches it.
// Games are stateless constants: one object a game lives as long as the program (games/games.hpp lists them).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/board.hpp"
#include "engine/engine.hpp"
#include "engine/lines.hpp"
#include "engine/options.hpp"
#include "engine/record.hpp"
#include "engine/request.hpp"

namespace tesuji::engine {

class Authoring;

// A deeper count never ends, and each ply takes a stack frame.
inline constexpr int kMaxPerftDepth = 100;

// What `perft` counted: leaves, or, for a game whose positions are counted by ply, positions.
struct Perft {
  std::uint64_t count = 0;
  std::vector<std::pair<std::string, std::uint64_t>> divide;  // by first move
};

// A position worth looking at first: what the page offers at one click, and where the tests start random
// play.
struct Example {
  std::string title;
  std::string position;
};

// How a position is written at the start of an EPD line: words after the board, then counters, which may be
// missing.
struct EpdLayout {
  int words = 0;
  std::vector<std::string> counters = {};  // their values if the line has none
};

class Game {
 public:
  Game() = default;
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;
  virtual ~Game() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;           // "chess"
  [[nodiscard]] virtual std::string_view title() const = 0;          // "Chess"
  [[nodiscard]] virtual std::string_view position_help() const = 0;  // what a position looks like, one line
  [[nodiscard]] virtual const std::vector<OptionSpec>& options() const = 0;
  [[nodiscard]] virtual std::vector<Example> examples() const { return {{"Start position", ""}}; }
  [[nodiscard]] virtual std::vector<const RecordFormat*> record_formats() const { return {}; }
  // The format that the text looks like; null = none.
  [[nodiscard]] const RecordFormat* detect_record(std::string_view bytes) const {
    for (const RecordFormat* format : record_formats()) {
      if (format->detect(bytes)) return format;
    }
    return nullptr;
  }
  // The format of files whose name ends so; null = none.
  [[nodiscard]] const RecordFormat* record_format_of(std::string_view file_name) const {
    for (const RecordFormat* format : record_formats()) {
      for (const std::string_view extension : format->extensions()) {
        if (file_name.ends_with(extension)) return format;
      }
    }
    return nullptr;
  }

  // What engines of this game speak in a match unless told otherwise: "uci" or "usi".
  [[nodiscard]] virtual std::string_view protocol() const { return "uci"; }
  [[nodiscard]] virtual EpdLayout epd_layout() const { return {}; }

  // Whether solve() keeps its results in the table of --hash-file; analyze() always does.
  [[nodiscard]] virtual bool solves_in_table_file() const { return false; }

  // What the game offers to authors of problems (engine/authoring.hpp); null = nothing.
  [[nodiscard]] virtual const Authoring* authoring() const { return nullptr; }

  // A new engine, without a table until configure() or the first search.
  [[nodiscard]] virtual std::unique_ptr<Engine> new_engine() const = 0;

  // The board of a position, read as the options say (Connect 4: the size). Throws Error.
  [[nodiscard]] virtual std::unique_ptr<Board> board(std::string_view position,
                                                     const OptionTexts& options) const = 0;
  [[nodiscard]] std::unique_ptr<Board> board(std::string_view position) const { return board(position, {}); }
  // The same with the request's moves played.
  [[nodiscard]] std::unique_ptr<Board> board(const Request& request) const {
    std::unique_ptr<Board> reached = board(request.position, request.options);
    for (const std::string& move : request.moves) reached->play(move);
    return reached;
  }

  // The positions in the text of a file or a stream: one a line, unless the game's notation says otherwise;
  // blank lines and lines that begin with '#' are skipped.
  [[nodiscard]] virtual std::vector<std::string> split_positions(std::string_view text) const {
    return split_lines(text);
  }

  // Counts from the request's position; of `common`, a count that uses a table takes the size. Throws Error
  // if it was stopped.
  [[nodiscard]] virtual Perft perft(const Request& request, int depth, const CommonOptions& common,
                                    const search::StopFlag& stop) const = 0;
};

}  // namespace tesuji::engine

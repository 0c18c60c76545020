// The one virtual interface between the games and the faces (command line, protocols, server, batch,
// WebAssembly).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "engine/board.hpp"
#include "engine/lines.hpp"
#include "engine/report.hpp"
#include "engine/request.hpp"

namespace tesuji::engine {

// An option of one game's engine, beyond the common ones (hash, threads, replacement, limits). The command
// line makes `--name VALUE` of it (or a plain flag), UCI and USI make `option name …` of it.
struct OptionSpec {
  enum class Kind { Flag, Number, Text, Choice, Button };
  std::string name;  // as on the command line: lower case, words joined by '-'
  Kind kind = Kind::Flag;
  std::string standard;  // the default
  std::string help;
  std::vector<std::string> choices;  // for Choice
  long long low = 0, high = 0;       // for Number
  bool names_file = false;           // a path on this machine: never taken from the network
  bool may_be_bare = false;          // for Number: `--name` alone means the default
};

// Hears of progress. Called from the searching thread; must be quick.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void progress(const Report&) {}
  virtual void root_move(std::string_view /*move*/, int /*number, from 1*/) {}
};

// No count of this depth ever ends, and counting takes a frame of the stack a ply.
inline constexpr int kDeepestPerft = 100;

// What `perft` counted: leaves, or, for a game whose positions are counted by ply, positions.
struct Perft {
  std::uint64_t count = 0;
  std::vector<std::pair<std::string, std::uint64_t>> divide;  // by first move
};

// The options that every engine understands; kept from call to call, so that the table is, too.
struct CommonOptions {
  std::uint64_t hash_bytes = std::uint64_t{256} << 20;
  int threads = 1;
  std::string replacement;  // empty = the engine's own choice
};

// A position worth looking at first: what the page offers at one click, and where the tests start random
// play.
struct Example {
  std::string title;
  std::string position;
};

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;           // "chess"
  [[nodiscard]] virtual std::string_view title() const = 0;          // "Chess"
  [[nodiscard]] virtual std::string_view position_help() const = 0;  // what a position looks like, one line
  [[nodiscard]] virtual std::vector<OptionSpec> options() const { return {}; }

  [[nodiscard]] virtual std::vector<Example> examples() const { return {{"Start position", ""}}; }

  // The positions in the text of a file or a stream: one a line, unless the game's notation says otherwise;
  // blank lines and lines that begin with '#' are passed over.
  [[nodiscard]] virtual std::vector<std::string> split_positions(std::string_view text) const {
    return split_lines(text);
  }

  // Takes effect from the next call on; a change of size keeps what fits. Throws Error and changes nothing
  // where the memory is not to be had.
  virtual void configure(const CommonOptions&) = 0;

  // Exact answer, where the game has one. Throws Error where it has none, or where the position is bad.
  virtual Report solve(const Request&, Listener&, const search::StopFlag&) = 0;
  // Best moves until a limit; progress through the listener.
  virtual Report analyze(const Request&, Listener&, const search::StopFlag&) = 0;

  [[nodiscard]] virtual std::unique_ptr<Board> board(std::string_view position) const = 0;
  // A request's position with its moves played; for a game whose options say how a position is read.
  [[nodiscard]] virtual std::unique_ptr<Board> board_of(const Request& request) const {
    std::unique_ptr<Board> reached = board(request.position);
    for (const std::string& move : request.moves) reached->play(move);
    return reached;
  }
  virtual Perft perft(std::string_view position, int depth, const Request&, const search::StopFlag&) = 0;
  // Searches fixed positions with fixed limits; the node count is the signature of the search.
  virtual Report bench(const Request&, Listener&, const search::StopFlag&) = 0;
  // Whether `bench` obeys the option "trace": a file for what passes between the search and its table.
  [[nodiscard]] virtual bool records_traces() const { return false; }

  // The same with a table of the size and policy given, deeper, so that the table is put to the test.
  virtual Report bench_table(const Request&, const CommonOptions&, Listener&, const search::StopFlag&) {
    throw Error(std::string("the bench of ") + std::string(name()) + " has no tables to compare");
  }

  // A search may begin at any moment, and its clock with it: the time to do what the first one would have to
  // wait for. Not while a search runs.
  virtual void get_ready() {}
  // What comes next is another game: forget what was learnt of the course of this one (history counters), not
  // the table, which stays true.
  virtual void new_game() {}
  virtual void clear_table() = 0;
  // May be asked by another thread while a search runs: the table's counters are made for it.
  [[nodiscard]] virtual TableReport table() const = 0;
  virtual void save_table(const std::filesystem::path&) const = 0;
  virtual void load_table(const std::filesystem::path&) = 0;
};

}  // namespace tesuji::engine

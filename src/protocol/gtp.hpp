// GTP version 2, for Go clients. What can be asked here is life and death: the engine solves problems. A
// problem is loaded (`loadsgf`), or put down stone by stone (`play`); `tsumego-solve`, `tsumego-moves` and
// `tsumego-threats` ask about it, `lz-analyze` reports every first move for Sabaki to show, and `genmove`
// plays it.
#pragma once

#include <chrono>
#include <istream>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/game.hpp"
#include "protocol/lines.hpp"
#include "protocol/stones.hpp"

namespace tesuji::protocol {

class Gtp {
 public:
  // A search must end by itself, for GTP has no command to interrupt one. Only `lz-analyze` also ends when
  // the next line arrives, as clients expect.
  static constexpr std::chrono::milliseconds kMaxTime = std::chrono::seconds(30);

  Gtp(engine::Engine& engine, const engine::CommonOptions& common, std::istream& in, std::ostream& out,
      std::chrono::milliseconds max_time = kMaxTime);

  void run();  // until `quit` or the end of input
  // Nobody reads the answers any more: ends the search, and each one that follows. From any thread.
  void abandon() { stop_.request(); }

 private:
  using Words = std::vector<std::string_view>;  // the arguments
  struct Command {
    std::string_view name;
    std::string (Gtp::*answer)(const Words&);
  };
  static const std::vector<Command>& commands();

  std::string protocol_version(const Words&);
  std::string name(const Words&);
  std::string version(const Words&);
  std::string known_command(const Words& words);
  std::string list_commands(const Words&);
  std::string quit(const Words&);
  std::string boardsize(const Words& words);
  std::string clear_board(const Words&);
  std::string komi(const Words& words);
  std::string play(const Words& words);
  std::string undo(const Words&);
  std::string genmove(const Words& words);
  std::string reg_genmove(const Words& words);
  std::string showboard(const Words&);
  std::string loadsgf(const Words& words);
  std::string solve(const Words& words);
  std::string winning_moves(const Words& words);
  std::string threats(const Words& words);
  std::string analyze(const Words& words);
  std::string analyze_commands(const Words&);

  bool next_line(std::string& line);
  // Reads the next line in the background and requests `line_arrived_` when it is there.
  void read_ahead();
  void begin(int size);  // an empty board, and no problem
  // Asks the engine about the position as it is. `words` are [COLOUR] [TARGET]; `option` is one of the
  // engine's flags, or empty.
  engine::Report ask(const Words& words, const char* option) { return ask(words, option, stop_); }
  engine::Report ask(const Words& words, const char* option, const search::StopFlag& stop);
  [[nodiscard]] bool has_option(std::string_view name) const;

  engine::Engine& engine_;
  std::istream& in_;
  LineWriter out_;
  const std::chrono::milliseconds max_time_;
  search::StopFlag stop_;
  search::StopFlag line_arrived_ = search::StopFlag::below(stop_);
  std::thread reader_;  // of the line after `lz-analyze`
  std::string line_ahead_;
  bool has_line_ahead_ = false;  // false: the end of input
  bool quit_ = false;

  Stones stones_;                         // while nothing is loaded
  std::string problem_;                   // the loaded SGF, or empty
  std::unique_ptr<engine::Board> board_;  // problem_ with moves_ played
  std::vector<std::string> moves_;
};

}  // namespace tesuji::protocol

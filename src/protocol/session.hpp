// One conversation with a GUI, in UCI or USI. Commands are read in one thread while a search runs in another,
// so that `isready`, `stop`, `ponderhit` and `quit` are answered at once.
//
// What is robust here, as UCI asks: unknown words are ignored; a position that cannot be read is answered by
// an `info string` and the last good one stays; a command that does not fit a running search (`go`,
// `setoption`) stops the search first; at the end of input a search with a limit of its own still ends with
// its `bestmove`; any other is stopped. No search goes on for a client that has gone (abandon).
#pragma once

#include <condition_variable>
#include <istream>
#include <memory>
#include <mutex>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/game.hpp"
#include "protocol/dialect.hpp"
#include "protocol/go.hpp"
#include "protocol/lines.hpp"
#include "protocol/options.hpp"

namespace tesuji::protocol {

class Session {
 public:
  // The engine is configured with `common` at once: its table is there before the first `go`.
  Session(engine::Engine& engine, const Dialect& dialect, const engine::CommonOptions& common,
          std::istream& in, std::ostream& out);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void run();  // until `quit` or the end of input
  // Nobody reads the answers any more: ends the search, and each one that follows. From any thread.
  void abandon();

 private:
  class Progress;
  using Words = std::span<const std::string_view>;

  bool obey(std::string_view command, Words words);  // false = not a command
  void greet();
  void set_option(Words words);
  void set_position(Words words);
  void go(Words words);
  void show_position();
  void remark(std::string_view text);  // `info string`

  void start(Go go);
  // These run in the search's thread.
  void count_leaves(int depth, const engine::Request& request);
  void think(bool solve, const engine::Request& request, const std::string& some_move);
  engine::Report search(bool solve, const engine::Request& request, engine::Listener& listener);
  // `shown` is the first move of the last `info … pv`.
  void answer_move(const engine::Report& report, const std::string& shown);
  void answer_mate(const engine::Report& report);

  void release();  // lets a finished endless search give its answer
  void stop();     // and wait until it has answered
  void finish();   // wait for a search that ends by itself; stop one that does not

  engine::Engine& engine_;
  const Dialect& dialect_;
  std::istream& in_;
  LineWriter out_;
  Options options_;
  bool debug_ = false;
  bool quit_ = false;

  std::string position_;
  std::vector<std::string> moves_;
  std::unique_ptr<engine::Board> board_;  // position_ with moves_ played
  std::string first_side_;

  search::StopFlag stop_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable released_;
  bool endless_ = false;  // nothing but a stop is sure to end the search
  bool abandoned_ = false;
  bool held_ = false;  // the answer must wait for `stop` or `ponderhit`, even if the search has ended
};

}  // namespace tesuji::protocol

#include "protocol/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "protocol/info.hpp"

namespace tesuji::protocol {

using engine::Report;
using engine::Request;

namespace {

// A GUI shows which move is being searched; in a short search that is nothing but traffic.
constexpr std::chrono::seconds kQuietTime{2};

}  // namespace

// Prints what the search reports, and stops a search that nobody listens to any more.
class Session::Progress : public engine::Listener {
 public:
  explicit Progress(Session& session) : session_(session) {}

  void on_progress(const Report& report) override {
    for (const std::string& line : info_lines(report, session_.dialect_, session_.options_.show_odds()))
      session_.out_.write(line);
    if (!report.pv.empty()) shown_ = report.pv.front();
    if (session_.out_.failed()) session_.stop_.request();
  }

  void on_root_move(std::string_view move, int number) override {
    if (std::chrono::steady_clock::now() - begin_ < kQuietTime) return;
    session_.out_.write(fmt::format("info currmove {} currmovenumber {}", move, number));
  }

  // The first move of the last line of play that was printed.
  [[nodiscard]] const std::string& shown() const { return shown_; }

 private:
  Session& session_;
  std::string shown_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

Session::Session(engine::Engine& engine, const Dialect& dialect, const engine::CommonOptions& common,
                 std::istream& in, std::ostream& out)
    : engine_(engine), dialect_(dialect), in_(in), out_(out), options_(engine, dialect, common) {
  engine_.configure(common);
  board_ = engine_.game().board("");
  first_side_ = board_->side();
}

Session::~Session() {
  stop();
}

void Session::run() {
  std::string line;
  while (!quit_ && read_line(in_, line)) {
    const std::vector<std::string_view> words = split_words(line);
    try {
      // "If the engine receives an unknown command or token it should just ignore it and try to parse the
      // rest of the string."
      for (Words rest = words; !rest.empty() && !obey(rest[0], rest.subspan(1)); rest = rest.subspan(1)) {
        if (debug_) remark(fmt::format("ignored '{}'", rest[0]));
      }
    } catch (const std::exception& error) {
      remark(error.what());
    }
  }
  finish();
}

bool Session::obey(std::string_view command, Words words) {
  if (command == dialect_.hello) {
    greet();
  } else if (command == "isready") {
    if (!thread_.joinable()) engine_.get_ready();
    out_.write("readyok");
  } else if (command == "position") {
    set_position(words);
  } else if (command == "go") {
    go(words);
  } else if (command == "stop" || command == "gameover") {
    stop();
  } else if (command == "ponderhit") {
    stop_.ponder_hit();
    release();
  } else if (command == "setoption") {
    set_option(words);
  } else if (command == dialect_.new_game) {
    stop();
    engine_.new_game();
  } else if (command == "debug") {
    debug_ = !words.empty() && words[0] == "on";
  } else if (command == "d") {
    show_position();
  } else if (command == "quit") {
    stop();
    quit_ = true;
  } else {
    return command == "register";  // there is nothing to register
  }
  return true;
}

void Session::greet() {
  out_.write(fmt::format("id name Tesuji {} {}", TESUJI_VERSION, engine_.game().title()));
  out_.write("id author The Tesuji authors");
  for (const std::string& line : options_.announced()) out_.write(line);
  out_.write(fmt::format("{}ok", dialect_.hello));
}

// setoption name A B value C D
void Session::set_option(Words words) {
  std::string name, value;
  std::string* part = nullptr;
  for (const std::string_view word : words) {
    if (part == nullptr && word == "name") {
      part = &name;
    } else if (part == &name && word == "value") {
      part = &value;
    } else if (part != nullptr) {
      if (!part->empty()) *part += ' ';
      *part += word;
    }
  }
  stop();
  if (!options_.set(name, value)) remark(fmt::format("there is no option '{}'", name));
}

// position startpos|fen F [moves A B C]
void Session::set_position(Words words) {
  const auto moves_at = std::find(words.begin(), words.end(), "moves");
  std::string position;
  if (words.empty()) throw Error("position: neither startpos nor " + std::string(dialect_.position_word));
  if (words[0] == dialect_.position_word) {
    for (auto word = words.begin() + 1; word != moves_at; ++word) {
      if (!position.empty()) position += ' ';
      position += *word;
    }
    if (position.empty()) throw Error(fmt::format("position: nothing after {}", dialect_.position_word));
  } else if (words[0] != "startpos") {
    throw Error(fmt::format("position: '{}' is neither startpos nor {}", words[0], dialect_.position_word));
  }

  // Whatever fails from here on leaves the last good position as it was.
  std::unique_ptr<engine::Board> board = engine_.game().board(position);
  std::vector<std::string> moves;
  if (moves_at != words.end()) {
    for (auto word = moves_at + 1; word != words.end(); ++word) {
      board->play(*word);
      moves.emplace_back(*word);
    }
  }
  position_ = std::move(position);
  moves_ = std::move(moves);
  board_ = std::move(board);
}

void Session::show_position() {
  std::string drawing = board_->drawing();
  if (drawing.ends_with('\n')) drawing.pop_back();
  out_.write(drawing);
  out_.write(fmt::format("{}: {}", dialect_.position_word, board_->position()));
}

void Session::remark(std::string_view text) {
  out_.write("info string " + one_line(text));
}

void Session::go(Words words) {
  Go parsed = parse_go(words, dialect_, board_->side() == first_side_);
  stop();
  for (const std::string& word : parsed.ignored) {
    if (debug_) remark(fmt::format("go: ignored '{}'", word));
  }
  for (const std::string& text : parsed.invalid) remark(fmt::format("go: invalid '{}' is ignored", text));
  if (!parsed.limits.root_moves.empty()) {
    const std::vector<std::string> legal = board_->legal_moves();
    std::erase_if(parsed.limits.root_moves, [&](const std::string& move) {
      if (std::find(legal.begin(), legal.end(), move) != legal.end()) return false;
      remark(fmt::format("searchmoves: '{}' is not a legal move here", move));
      return true;
    });
  }
  start(std::move(parsed));
}

void Session::start(Go go) {
  Request request{.game = std::string(engine_.game().name()),
                  .position = position_,
                  .moves = moves_,
                  .limits = go.limits,
                  .options = options_.of_game()};
  const std::vector<std::string> legal = board_->legal_moves();
  const search::Limits& limits = go.limits;
  endless_ = go.perft || !(limits.time || limits.nodes || limits.depth || limits.own_clock || limits.byoyomi);
  {
    const std::lock_guard lock(mutex_);
    stop_.clear();
    if (abandoned_) stop_.request();
    held_ = !abandoned_ && !go.perft && (limits.infinite || limits.ponder);
  }
  const auto work = [this, go = std::move(go), request = std::move(request),
                     some_move = legal.empty() ? std::string() : legal.front()] {
    if (go.perft) {
      count_leaves(*go.perft, request);
    } else {
      think(go.solve, request, some_move);
    }
  };
  try {
    thread_ = std::thread(work);
  } catch (const std::system_error& error) {
    remark(fmt::format("cannot start a thread for the search: {}", error.what()));
    // Without it no `stop` can be heard: only what ends by itself can be searched.
    if (endless_) {
      stop_.request();
      release();
    }
    work();
  }
}

void Session::count_leaves(int depth, const Request& request) {
  try {
    const engine::Perft perft = engine_.game().perft(request, depth, options_.common(), stop_);
    if (stop_.requested()) throw Error("stopped before the count was done");
    for (const auto& [move, count] : perft.divide) out_.write(fmt::format("{}: {}", move, count));
    out_.write(fmt::format("Nodes searched: {}", perft.count));
  } catch (const std::exception& error) {
    remark(error.what());
  }
}

void Session::think(bool solve, const Request& request, const std::string& some_move) {
  Progress progress(*this);
  Report report;
  try {
    report = search(solve, request, progress);
  } catch (const std::exception& error) {
    remark(error.what());
  }
  // A GUI that waits for a move must get one, also from a solver that was stopped before it had the answer.
  if (report.best.empty() && !some_move.empty()) report.best = {some_move};
  {
    std::unique_lock lock(mutex_);
    released_.wait(lock, [&] { return !held_; });
  }
  if (solve) {
    answer_mate(report);
  } else {
    answer_move(report, progress.shown());
  }
}

Report Session::search(bool solve, const Request& request, engine::Listener& listener) {
  const auto once = [&] {
    return solve ? engine_.solve(request, listener, stop_) : engine_.analyze(request, listener, stop_);
  };
  try {
    return once();
  } catch (const std::system_error& error) {
    if (options_.common().threads == 1) throw;
    // The system gives no more threads: one is enough to play.
    remark(fmt::format("cannot start {} threads ({}); searching with one", options_.common().threads,
                       error.what()));
    engine::CommonOptions one = options_.common();
    one.threads = 1;
    engine_.configure(one);
    Report report = once();
    engine_.configure(options_.common());
    return report;
  }
}

void Session::answer_move(const Report& report, const std::string& shown) {
  for (const std::string& remark : report.remarks) out_.write("info string " + one_line(remark));
  const bool hopeless = dialect_.resigns && options_.resign_value() < Options::kNeverResign && report.score &&
                        *report.score <= -options_.resign_value();
  if (report.best.empty() || hopeless) return out_.write(fmt::format("bestmove {}", dialect_.no_move));
  // A GUI takes the last line of play for the move that is played.
  if (report.best.front() != shown) {
    Report last = report;
    last.moves.clear();
    if (last.pv.empty() || last.pv.front() != last.best.front()) last.pv = {last.best.front()};
    for (const std::string& info : info_lines(last, dialect_, options_.show_odds())) out_.write(info);
  }
  std::string line = fmt::format("bestmove {}", report.best.front());
  if (report.pv.size() > 1 && report.pv.front() == report.best.front()) line += " ponder " + report.pv[1];
  out_.write(line);
}

void Session::answer_mate(const Report& report) {
  if (report.mate && *report.mate > 0 && !report.pv.empty()) {
    out_.write("checkmate " + join_words(report.pv));
  } else {
    out_.write(report.proved ? "checkmate nomate" : "checkmate timeout");
  }
}

void Session::release() {
  {
    const std::lock_guard lock(mutex_);
    held_ = false;
  }
  released_.notify_all();
}

void Session::stop() {
  stop_.request();
  release();
  if (thread_.joinable()) thread_.join();
}

void Session::abandon() {
  {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    stop_.request();
  }
  release();
}

void Session::finish() {
  if (endless_) return stop();
  if (thread_.joinable()) thread_.join();
}

}  // namespace tesuji::protocol

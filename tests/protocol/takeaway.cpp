#include "protocol/takeaway.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include "base/error.hpp"

namespace tesuji::test {

using engine::OptionSpec;
using engine::Report;
using engine::Request;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

TakeAwayBoard::TakeAwayBoard(std::string_view position) {
  if (position.empty()) return;
  std::istringstream in{std::string(position)};
  std::string side, rest;
  if (!(in >> heap_) || heap_ > 1'000'000'000) throw Error(fmt::format("'{}' has no heap", position));
  if (!(in >> side) || (side != "w" && side != "b")) throw Error(fmt::format("'{}' has no side", position));
  if (!(in >> passes_) || passes_ < 0 || passes_ > 2 || in >> rest) {
    throw Error(fmt::format("'{}' has no number of passes", position));
  }
  white_ = side == "w";
}

std::string TakeAwayBoard::position() const {
  return fmt::format("{} {} {}", heap_, white_ ? 'w' : 'b', passes_);
}

std::vector<std::string> TakeAwayBoard::legal_moves() const {
  std::vector<std::string> moves;
  if (outcome()) return moves;
  for (std::uint64_t take = 1; take <= 3 && take <= heap_; ++take) moves.push_back(std::to_string(take));
  moves.emplace_back("pass");
  return moves;
}

std::optional<engine::Outcome> TakeAwayBoard::outcome() const {
  if (passes_ == 2) return engine::Outcome{std::nullopt, "two passes"};
  if (heap_ == 0) return engine::Outcome{white_ ? "black" : "white", "the last was taken"};
  return std::nullopt;
}

std::string TakeAwayBoard::written(std::string_view move) const {
  return move == "pass" ? "P" : fmt::format("T{}", move);
}

void TakeAwayBoard::play(std::string_view move) {
  const std::vector<std::string> legal = legal_moves();
  if (std::find(legal.begin(), legal.end(), move) == legal.end()) {
    throw Error(fmt::format("'{}' is not a legal move with {} left", move, heap_));
  }
  past_.push_back({heap_, passes_});
  if (move == "pass") {
    ++passes_;
  } else {
    passes_ = 0;
    heap_ -= static_cast<std::uint64_t>(move[0] - '0');
  }
  white_ = !white_;
}

void TakeAwayBoard::undo() {
  heap_ = past_.back().heap;
  passes_ = past_.back().passes;
  past_.pop_back();
  white_ = !white_;
}

namespace {

enum class Style { Wise, Greedy, Passive };
enum class Fault { None, Crash, Hang, Illegal, Slow, Resign, Flood };

struct Options {
  int multi_pv = 1;
  Style style = Style::Wise;
  Fault fault = Fault::None;
  int fault_at = 0;
};

const engine::OptionTable<Options>& option_table() {
  static const engine::OptionTable<Options> kTable = [] {
    engine::OptionTable<Options> table;
    table.number("multipv", &Options::multi_pv, 1, 4, "Lines to show")
        .choice<Style>("playing-style", &Options::style,
                       {{"wise", Style::Wise}, {"greedy", Style::Greedy}, {"passive", Style::Passive}}, "")
        .choice<Fault>("fault", &Options::fault,
                       {{"none", Fault::None},
                        {"crash", Fault::Crash},
                        {"hang", Fault::Hang},
                        {"illegal", Fault::Illegal},
                        {"slow", Fault::Slow},
                        {"resign", Fault::Resign},
                        {"flood", Fault::Flood}},
                       "How to misbehave")
        .number("fault-at", &Options::fault_at, 0, 1000, "After so many moves");
    return table;
  }();
  return kTable;
}

}  // namespace

const std::vector<OptionSpec>& TakeAwayGame::options() const {
  return option_table().specs();
}

std::unique_ptr<engine::Engine> TakeAwayGame::new_engine() const {
  return std::make_unique<TakeAway>(*this);
}

std::unique_ptr<engine::Board> TakeAwayGame::board(std::string_view position,
                                                   const engine::OptionTexts&) const {
  return std::make_unique<TakeAwayBoard>(position);
}

engine::Perft TakeAwayGame::perft(const Request& request, int depth, const engine::CommonOptions& common,
                                  const search::StopFlag& stop) const {
  const auto now = board(request);
  engine::Perft perft;
  for (const std::string& move : now->legal_moves()) {
    if (stop.requested()) break;
    now->play(move);
    Request next;
    next.position = now->position();
    const std::uint64_t count = depth <= 1 ? 1 : this->perft(next, depth - 1, common, stop).count;
    now->undo();
    perft.divide.emplace_back(move, count);
    perft.count += count;
  }
  return perft;
}

const engine::Game& take_away() {
  static const TakeAwayGame kGame;
  return kGame;
}

void TakeAway::configure(const engine::CommonOptions& options) {
  if (options.hash_bytes > (std::uint64_t{1} << 40)) throw Error("there is not so much memory");
}

namespace {

// Does what the option `fault` asks for, once the game is old enough.
void misbehave(const Request& request, const Options& options, Report& report) {
  if (static_cast<int>(request.moves.size()) < options.fault_at) return;
  switch (options.fault) {
    case Fault::None:
      break;
    case Fault::Crash:
      std::cerr << "fatal: asked to crash\n" << std::flush;
      std::_Exit(3);
    case Fault::Hang:
      for (;;) std::this_thread::sleep_for(milliseconds(1000));
    case Fault::Illegal:
      report.best = {"7"};
      break;
    case Fault::Slow:
      std::this_thread::sleep_for(milliseconds(400));
      break;
    case Fault::Resign:
      report.best = {"resign"};
      break;
    case Fault::Flood:
      for (int i = 0; i < 20'000; ++i) std::cerr << "a line of no use to anybody\n";
      break;
  }
}

}  // namespace

Report TakeAway::analyze(const Request& request, engine::Listener& listener, const search::StopFlag& stop) {
  const auto begin = Clock::now();
  const Options options = option_table().parse(request.options);
  TakeAwayBoard now(request.position);
  for (const std::string& move : request.moves) now.play(move);

  Report report;
  report.game = game().name();
  report.position = now.position();
  report.side = now.side();
  const std::vector<std::string> legal =
      request.limits.root_moves.empty() ? now.legal_moves() : request.limits.root_moves;
  if (legal.empty()) return report;

  const std::uint64_t rest = now.heap() % 4;
  report.best = {options.style == Style::Passive               ? "pass"
                 : options.style == Style::Greedy || rest == 0 ? "1"
                                                               : std::to_string(rest)};
  if (std::find(legal.begin(), legal.end(), report.best[0]) == legal.end()) report.best = {legal.front()};
  now.play(report.best[0]);
  report.pv = {report.best[0]};
  if (const auto next = now.legal_moves(); !next.empty()) report.pv.push_back(next.front());

  auto budget = request.limits.time;
  if (!budget && request.limits.own_clock) budget = request.limits.own_clock->left / 40;
  if (!budget && request.limits.byoyomi) budget = *request.limits.byoyomi / 4;
  const int last_depth =
      request.limits.depth.value_or(static_cast<int>(std::min<std::uint64_t>(now.heap() + 1, 100'000)));
  const std::size_t lines = static_cast<std::size_t>(options.multi_pv);
  for (int depth = 1; depth <= last_depth && !stop.requested(); ++depth) {
    report.depth = depth;
    report.selective_depth = depth + 1;
    report.nodes += static_cast<std::uint64_t>(depth) * 10;
    report.score = rest == 0 ? -100 : 100;
    report.odds = engine::Odds{700, 200, 100};
    report.moves.clear();
    for (std::size_t i = 0; i < legal.size() && i < lines; ++i) {
      report.moves.push_back(
          {.move = legal[i], .score = 10 - static_cast<int>(i), .mate = {}, .verdict = {}, .pv = {legal[i]}});
    }
    report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    listener.on_progress(report);
    const bool pondering = request.limits.ponder && !stop.ponder_was_hit();
    if (budget && !pondering && Clock::now() - begin >= *budget) break;
    if (request.limits.nodes && report.nodes >= *request.limits.nodes) break;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  misbehave(request, options, report);
  return report;
}

// "Mate" is a heap that is no multiple of four.
Report TakeAway::solve(const Request& request, engine::Listener& listener, const search::StopFlag& stop) {
  Report report = analyze(request, listener, stop);
  report.proved = !stop.requested() && report.nodes > 50;
  if (report.proved && report.score && *report.score > 0) report.mate = 1;
  return report;
}

Report TakeAway::bench(const engine::BenchRequest& bench, engine::Listener& listener,
                       const search::StopFlag& stop) {
  Request request;
  request.limits = bench.limits;
  return analyze(request, listener, stop);
}

void TakeAway::save_table(const std::filesystem::path& file) const {
  std::ofstream out(file);
  out << "takeaway";
  if (!out) throw Error(fmt::format("cannot write '{}'", file.string()));
}

void TakeAway::load_table(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string text;
  if (!(in >> text) || text != "takeaway")
    throw Error(fmt::format("'{}' is no table of this game", file.string()));
}

}  // namespace tesuji::test

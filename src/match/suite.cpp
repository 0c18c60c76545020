#include "match/suite.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/number.hpp"
#include "match/epd.hpp"
#include "protocol/lines.hpp"

namespace tesuji::match {
namespace {

// Without marks such as + # ! ?, which writers add or leave out.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("+#!?=x").find(c) == std::string_view::npos) out.push_back(c == '0' ? 'O' : c);
  }
  return out;
}

// The legal move that is written so, in the protocol's way or in that of game records; empty = none.
std::string find_move(const engine::Board& board, std::string_view text) {
  const std::vector<std::string> legal = board.legal_moves();
  if (const auto same = std::find(legal.begin(), legal.end(), text); same != legal.end()) return *same;
  const std::string wanted = plain(text);
  for (const std::string& move : legal) {
    if (plain(board.written(move)) == wanted) return move;
  }
  return "";
}

std::vector<std::string> read_moves(const engine::Board& board, const std::vector<std::string>& texts) {
  std::vector<std::string> moves;
  for (const std::string& text : texts) {
    moves.push_back(find_move(board, text));
    if (moves.back().empty()) throw Error(fmt::format("'{}' is not a legal move there", text));
  }
  return moves;
}

constexpr int kMaxMate = 10'000;  // moves

Puzzle read_puzzle(const std::string& line, int number, const engine::Game& game) {
  const Epd epd = parse_epd(line, game.epd_layout());
  const auto board = game.board(epd.position);
  Puzzle puzzle{.id = std::to_string(number),
                .position = epd.position,
                .best = read_moves(*board, epd.operands("bm")),
                .avoid = read_moves(*board, epd.operands("am")),
                .mate = std::nullopt};
  if (const auto id = epd.operands("id"); !id.empty()) puzzle.id = id.front();
  if (const auto mate = epd.operands("dm"); !mate.empty()) {
    puzzle.mate = parse_number<int>(mate.front(), "dm", 1, kMaxMate);
  }
  if (puzzle.best.empty() && puzzle.avoid.empty() && !puzzle.mate) throw Error("there is no bm, am or dm");
  return puzzle;
}

// Notes since when the engine has had the answer.
class Watcher : public engine::Listener {
 public:
  Watcher(const Puzzle& puzzle, Attempt& attempt) : puzzle_(puzzle), attempt_(attempt) {}

  void on_progress(const engine::Report& report) override {
    if (report.bound != engine::ScoreBound::Exact) return;
    if (!solves(puzzle_, report)) {
      attempt_.found_at.reset();
    } else if (!attempt_.found_at) {
      attempt_.found_at = report.seconds;
      attempt_.found_depth = report.depth;
    }
  }

 private:
  const Puzzle& puzzle_;
  Attempt& attempt_;
};

}  // namespace

std::vector<Puzzle> read_suite(std::istream& in, const engine::Game& game) {
  std::vector<Puzzle> puzzles;
  std::string line;
  for (int number = 1; protocol::read_line(in, line); ++number) {
    const auto words = protocol::split_words(line);
    if (words.empty() || words[0].starts_with('#')) continue;
    try {
      puzzles.push_back(read_puzzle(line, number, game));
    } catch (const Error& error) {
      throw Error(fmt::format("line {}: {}", number, error.what()));
    }
  }
  return puzzles;
}

bool solves(const Puzzle& puzzle, const engine::Report& report) {
  const std::string played = !report.best.empty() ? report.best.front()
                             : !report.pv.empty() ? report.pv.front()
                                                  : "";
  if (played.empty()) return false;
  const auto among = [&](const std::vector<std::string>& moves) {
    return std::find(moves.begin(), moves.end(), played) != moves.end();
  };
  if (!puzzle.best.empty() && !among(puzzle.best)) return false;
  if (among(puzzle.avoid)) return false;
  return !puzzle.mate || (report.mate && *report.mate > 0 && *report.mate <= *puzzle.mate);
}

Attempt attempt(engine::Engine& engine, const Puzzle& puzzle, const engine::Request& limits,
                const search::StopFlag& stop) {
  Attempt result;
  Watcher watcher(puzzle, result);
  engine::Request request = limits;
  request.position = puzzle.position;
  engine.new_game();
  engine.clear_table();  // no puzzle may profit from the one before
  result.report = engine.analyze(request, watcher, stop);
  result.solved = solves(puzzle, result.report);
  if (!result.solved) result.found_at.reset();
  return result;
}

}  // namespace tesuji::match

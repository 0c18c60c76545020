#include "games/othello/game.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "base/error.hpp"
#include "engine/alphabeta_engine.hpp"
#include "games/othello/board.hpp"
#include "games/othello/endgame.hpp"
#include "games/othello/hooks.hpp"

namespace tesuji::othello {
namespace {

using engine::CommonOptions;
using engine::Listener;
using engine::Report;
using engine::Request;
using Clock = std::chrono::steady_clock;

// An endgame of 16 empty squares.
constexpr const char* kEndgame = "..XXXXX..OOOXX.O.OOXXOOX.OXOXOXX.OXXOXXX..XXOX.X.XXXO.OOX.OOOO.. X";

struct Options : engine::AlphaBetaOptions {
  bool all_moves = false;
  int exact_empties = 14;
};

const engine::OptionTable<Options>& option_table() {
  static const engine::OptionTable<Options> kTable = [] {
    auto table =
        engine::alphabeta_options<Options>(Hooks::levels(), "a scale of search effort, not measured");
    table.flag("all-moves", &Options::all_moves, "Solve: score every move")
        .number("exact-empties", &Options::exact_empties, 0, 30,
                "Number of empty squares from which play is exact");
    return table;
  }();
  return kTable;
}

Position position_of(const Request& request) {
  Position position = parse_position(request.position);
  for (const std::string& move : request.moves) position.make(parse_move(position, move));
  return position;
}

std::string verdict(int score) {
  if (score == 0) return "draw";
  return fmt::format("{} by {}", score > 0 ? "win" : "loss", std::abs(score));
}

class OthelloEngine final : public engine::AlphaBetaEngine<Hooks> {
 public:
  using AlphaBetaEngine::AlphaBetaEngine;

  Report analyze(const Request& request, Listener& listener, const search::StopFlag& stop) override {
    const Options options = option_table().parse(request.options);
    const Position position = position_of(request);
    const bool full_strength = !options.level(Hooks::levels());
    if (full_strength && options.multi_pv == 1 && request.limits.root_moves.empty() &&
        position.discs().empties() <= options.exact_empties && !request.limits.infinite &&
        !request.limits.ponder && !position.over()) {
      Report report = solve(position, options, request.limits, listener, stop);
      if (!report.best.empty()) {
        listener.on_progress(report);
        return report;
      }
    }
    return search_position(position, options, request.limits, listener, stop);
  }

  Report solve(const Request& request, Listener& listener, const search::StopFlag& stop) override {
    return solve(position_of(request), option_table().parse(request.options), request.limits, listener, stop);
  }

 private:
  Report solve(const Position& position, const Options& options, const search::Limits& limits,
               Listener& listener, const search::StopFlag& stop) {
    const auto start = Clock::now();
    Report report;
    report.game = game().name();
    report.position = position_text(position);
    report.side = side_name(position);
    report.board = draw(position);
    auto last_report = start;
    Budget budget(stop, limits.nodes, limits.time);
    const auto on_poll = [&] {
      const auto now = Clock::now();
      if (now - last_report < std::chrono::milliseconds(200)) return;
      last_report = now;
      report.nodes = budget.nodes();
      report.seconds = budget.seconds();
      report.verdict = "solving";
      listener.on_progress(report);
    };
    EndgameSolver solver(table_of_endgames(), budget, on_poll);
    const EndgameResult result = solver.solve(position);
    report.proved = result.score.has_value();
    report.score = result.score;
    for (const Move move : result.line) report.pv.push_back(move_text(move));
    if (!result.score) {
      report.verdict = "not decided";
    } else if (position.over()) {
      report.verdict = fmt::format("the game is over: {}", verdict(*result.score));
    } else {
      report.verdict = verdict(*result.score);
      if (!report.pv.empty()) report.best = {report.pv.front()};
      if (options.all_moves) score_moves(position, solver, *result.score, report);
    }
    report.nodes = solver.nodes();
    report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return report;
  }

  static void score_moves(const Position& position, EndgameSolver& solver, int best, Report& report) {
    report.best.clear();
    Position at = position;
    for (const Move move : position.legal_moves()) {
      at.make(move);
      const std::optional<int> score = solver.score(at.discs());
      at.undo();
      if (!score) {
        report.complete = false;
        report.remarks.emplace_back("stopped before every move was scored");
        break;
      }
      engine::MoveReport item;
      item.move = move_text(move);
      item.score = -*score;
      item.verdict = verdict(-*score);
      if (-*score == best) report.best.push_back(item.move);
      report.moves.push_back(std::move(item));
    }
    if (report.best.empty() && !report.pv.empty()) report.best = {report.pv.front()};
    std::stable_sort(report.moves.begin(), report.moves.end(),
                     [](const auto& a, const auto& b) { return *a.score > *b.score; });
  }

  // For the table of endgames: a quarter of --hash. (Below 2 MiB there is no room for two tables at once.)
  [[nodiscard]] std::uint64_t reserved_bytes(std::uint64_t hash_bytes) const override {
    if (hash_bytes < 2 * tt::kMinTableBytes) return 0;
    return std::max(hash_bytes / 4, tt::kMinTableBytes);
  }
  void give_back_room(std::uint64_t reserved) override {
    if (!endgames_ || endgames_->max_bytes() <= reserved) return;
    if (reserved == 0) {
      endgames_.reset();
    } else {
      endgames_->resize(reserved, threads());
    }
  }
  void clear_other_table() override {
    if (endgames_) endgames_->clear(threads());
  }
  [[nodiscard]] engine::TableReport other_table() const override {
    return endgames_ ? engine::table_report(*endgames_) : engine::TableReport{};
  }

  // Made when the first endgame is solved.
  EndgameTable& table_of_endgames() {
    const std::lock_guard lock(tables_mutex_);
    std::uint64_t bytes = reserved_bytes(common().hash_bytes);
    if (bytes == 0) bytes = take_room();
    with_table_errors([&] {
      if (endgames_) {
        endgames_->resize(bytes, threads());
        endgames_->set_policy(policy());
      } else {
        endgames_ = std::make_unique<EndgameTable>(bytes, policy(), tt::Pages::Huge, tt::kGrowing);
      }
    });
    return *endgames_;
  }

  std::unique_ptr<EndgameTable> endgames_;
};

class Othello final : public engine::Game {
 public:
  [[nodiscard]] std::string_view name() const override { return "othello"; }
  [[nodiscard]] std::string_view title() const override { return "Othello"; }
  [[nodiscard]] std::string_view position_help() const override {
    return "moves from the start, as in f5d6c3, or the 64 squares from a1 (X, O, .) and the side, X or O";
  }
  [[nodiscard]] const std::vector<engine::OptionSpec>& options() const override {
    return option_table().specs();
  }
  [[nodiscard]] std::vector<engine::Example> examples() const override {
    return {{"Start position", ""}, {"An opening", "f5d6c3d3c4f4f6"}, {"An endgame", kEndgame}};
  }
  [[nodiscard]] engine::EpdLayout epd_layout() const override { return {1, {}}; }  // the side
  [[nodiscard]] std::unique_ptr<engine::Engine> new_engine() const override {
    return std::make_unique<OthelloEngine>(*this);
  }
  [[nodiscard]] std::unique_ptr<engine::Board> board(std::string_view position,
                                                     const engine::OptionTexts&) const override {
    return make_board(parse_position(position));
  }

  [[nodiscard]] engine::Perft perft(const Request& request, int depth, const CommonOptions&,
                                    const search::StopFlag& stop) const override {
    (void)option_table().parse(request.options);
    Position position = position_of(request);
    engine::Perft result;
    if (depth <= 0) {
      result.count = 1;
      return result;
    }
    for (const Move move : position.legal_moves()) {
      position.make(move);
      const std::uint64_t count = count_leaves(position.discs(), depth - 1, stop);
      position.undo();
      if (stop.requested()) throw Error("stopped before the count was done");
      result.count += count;
      result.divide.emplace_back(move_text(move), count);
    }
    return result;
  }
};

}  // namespace

const engine::Game& game() {
  static const Othello kGame;
  return kGame;
}

}  // namespace tesuji::othello

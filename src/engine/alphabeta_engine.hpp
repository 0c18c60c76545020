// An engine whose search is alpha-beta: everything that does not depend on the game. A game's engine derives
// from it, and adds analyze() and solve().
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <concepts>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "engine/game.hpp"
#include "engine/levels.hpp"
#include "engine/snapshot.hpp"
#include "engine/table_file.hpp"
#include "engine/table_report.hpp"
#include "search/driver.hpp"
#include "search/mate.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::engine {

// The options of every such engine; a game's own options struct derives from this one.
struct AlphaBetaOptions {
  int multi_pv = 1;
  int move_overhead = 20;  // milliseconds
  int skill = kFullSkill;
  bool limit_strength = false;
  int elo = 1500;

  // The level to play at, by --skill and --elo, whichever is weaker; none = full strength.
  [[nodiscard]] std::optional<Level> level(Levels levels) const {
    if (skill >= kFullSkill && !limit_strength) return std::nullopt;
    const int by_skill = skill < kFullSkill ? elo_of_skill(levels, skill) : levels.back().elo;
    return level_of_elo(levels, limit_strength ? std::min(elo, by_skill) : by_skill);
  }
};

// A table that declares them; the game adds its own. `scale` tells users where the ratings come from.
template <class Values>
OptionTable<Values> alphabeta_options(Levels levels, const std::string& scale) {
  OptionTable<Values> table;
  table.number("multipv", &Values::multi_pv, 1, 500, "Lines to show")
      .number("move-overhead", &Values::move_overhead, 0, 5000,
              "Milliseconds lost between our answer and our clock")
      .number("skill", &Values::skill, 0, kFullSkill, "20 = full strength, 0 = a beginner who hangs pieces")
      .flag("limit-strength", &Values::limit_strength, "Play about as strong as --elo says")
      .number("elo", &Values::elo, levels.front().elo, levels.back().elo,
              "Rating for --limit-strength; " + scale);
  return table;
}

// What the engine needs of a game besides what the search needs: notation, odds, positions to measure.
template <class G>
concept AlphaBetaGame = search::Game<G> &&
    requires(const typename G::Position& position, std::string_view text, std::uint16_t move, int score) {
  { G::kKeys } -> std::convertible_to<std::string_view>;  // names the Zobrist keys; in every snapshot
  { G::parse_position(text) } -> std::same_as<typename G::Position>;
  { G::position_text(position) } -> std::same_as<std::string>;
  { G::parse_move(position, text) } -> std::same_as<std::uint16_t>;  // throws Error on an illegal move
  { G::move_text(position, move) } -> std::same_as<std::string>;
  { G::side_name(position) } -> std::same_as<std::string>;
  { G::drawing(position) } -> std::same_as<std::string>;
  { G::odds(position, score) } -> std::same_as<Odds>;
  { G::bench_positions() } -> std::convertible_to<std::span<const std::string_view>>;
  { G::kBenchDepth } -> std::convertible_to<int>;
  { G::levels() } -> std::same_as<Levels>;
};

template <AlphaBetaGame G>
class AlphaBetaEngine : public Engine {
 public:
  using Position = typename G::Position;

  using Engine::Engine;

  void configure(const CommonOptions& options) override {
    with_table_errors([&] {
      tt::RuntimeReplacement policy;
      if (!options.replacement.empty()) policy = tt::RuntimeReplacement(options.replacement);
      const std::lock_guard lock(tables_mutex_);
      const std::uint64_t bytes = options.hash_bytes - reserved_bytes(options.hash_bytes);
      const bool on_file = !options.hash_file.empty() || !common_.hash_file.empty();
      const tt::MemoryNodes nodes = tt::memory_nodes.load();
      if (std::exchange(table_nodes_, nodes) != nodes) table_.reset();
      if (!table_ || (on_file && (options.hash_file != common_.hash_file ||
                                  bytes / tt::kLineBytes != table_->max_bytes() / tt::kLineBytes))) {
        table_ = std::unique_ptr<search::BoundTable>(new search::BoundTable(make_table<search::BoundTable>(
            bytes, policy, options.hash_file, game().name(), G::kKeys, growth_of(options.hash_auto))));
      } else {
        table_->resize(bytes, static_cast<unsigned>(std::max(options.threads, 1)));
        table_->set_policy(policy);
      }
      if (options.hash_bytes != common_.hash_bytes) give_back_room(reserved_bytes(options.hash_bytes));
    });
    touched_ = false;
    common_ = options;
  }

  Report bench(const BenchRequest& request, Listener& listener, const search::StopFlag& stop) override {
    CommonOptions options;
    options.hash_bytes = kBenchBytes;
    options.threads = common_.threads;
    const int depth = request.table ? G::kBenchDepth + kDeeper : G::kBenchDepth;
    return bench_to(request.limits.depth.value_or(depth), request.table.value_or(options), listener, stop);
  }

  void get_ready() override {
    if (!std::exchange(touched_, true)) table_for_use().touch(threads());
  }
  void new_game() override { driver_.new_game(); }
  void clear_table() override {
    search::BoundTable& table = table_for_use();
    const std::lock_guard lock(tables_mutex_);
    table.clear(threads());
    clear_other_table();
    touched_ = false;  // its pages have gone back to the system
  }
  // Of both tables together; bytes are what they may take. (While the other table has more than its reserve,
  // the alpha-beta table does not grow.)
  [[nodiscard]] TableReport table() const override {
    const std::lock_guard lock(tables_mutex_);
    TableReport sum = table_ ? table_report(*table_) : TableReport{};
    const TableReport other = other_table();
    if (table_ && other.bytes > reserved_bytes(common_.hash_bytes)) sum.bytes = table_->bytes();
    sum.bytes += other.bytes;
    sum.current_bytes += other.current_bytes;
    sum.probes += other.probes;
    sum.hits += other.hits;
    sum.stores += other.stores;
    sum.replacements += other.replacements;
    return sum;
  }

  void save_table(const std::filesystem::path& path) const override {
    if (!table_) throw Error("there is no table to save yet");
    save_snapshot(*table_, path, std::string(game().name()), std::string(G::kKeys));
  }
  void load_table(const std::filesystem::path& path) override {
    load_snapshot(table_for_use(), path, std::string(game().name()), std::string(G::kKeys));
  }

 protected:
  // For games whose evaluator can be changed: `use` is called with every thread's before each search. Scores
  // of another evaluation are of no use any more.
  template <class Use>
  void change_evaluation(Use use) {
    clear_table();
    driver_.new_game();
    driver_.set_evaluator_hook(std::move(use));
  }

  // Searches a position: what analyze() does once the request is parsed.
  Report search_position(const Position& position, const AlphaBetaOptions& options,
                         const search::Limits& limits, Listener& listener, const search::StopFlag& stop,
                         const search::KnownPositions<Position>* known = nullptr) {
    driver_.set_known(known);
    search::Plan plan;
    plan.limits = limits;
    plan.threads = common_.threads;
    plan.multi_pv = options.multi_pv;
    plan.overhead = std::chrono::milliseconds(options.move_overhead);
    for (const std::string& move : limits.root_moves) {
      plan.root_moves.push_back(G::parse_move(position, move));
    }
    const std::optional<Level> level = options.level(G::levels());
    const bool slips = level && weaken(plan, *level);
    plan.report = [&](const search::Progress& progress) {
      listener.on_progress(report_of(position, progress, options.multi_pv));
    };
    plan.report_root_move = [&](std::uint16_t move, int number) {
      listener.on_root_move(G::move_text(position, move), number);
    };
    search::Progress result = driver_.run(position, plan, table_for_use(), stop);
    if (slips) choose_with_errors(result);
    Report report = report_of(position, result, options.multi_pv);
    report.board = G::drawing(position);
    if (table_ && table_->lost_memory()) report.remarks.push_back(lost_memory_remark(common_.hash_file));
    return report;
  }

  search::BoundTable& table_for_use() {
    if (!table_) configure(common_);
    const std::lock_guard lock(tables_mutex_);
    if (common_.hash_auto && common_.hash_file.empty()) adapt_to_memory(*table_, threads());
    give_back_room(reserved_bytes(common_.hash_bytes));
    return *table_;
  }
  [[nodiscard]] const CommonOptions& common() const { return common_; }
  [[nodiscard]] tt::RuntimeReplacement policy() const {
    return common_.replacement.empty() ? tt::RuntimeReplacement{}
                                       : tt::RuntimeReplacement(common_.replacement);
  }
  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(std::max(common_.threads, 1)); }

  // --hash bounds all tables of an engine together. A game that needs another table beside that of the
  // alpha-beta search says so here; all of this is called with tables_mutex_ locked.
  //
  // What of --hash the other table may have at any time.
  [[nodiscard]] virtual std::uint64_t reserved_bytes(std::uint64_t /*hash_bytes*/) const { return 0; }
  // The alpha-beta search begins: another table that has become larger shrinks to `reserved`, or goes.
  virtual void give_back_room(std::uint64_t /*reserved*/) {}
  virtual void clear_other_table() {}
  [[nodiscard]] virtual TableReport other_table() const { return {}; }
  // What the other table may have while the alpha-beta table is not used: all that that one does not take
  // now. If it takes more than half, it is given up.
  std::uint64_t take_room() {
    const std::uint64_t hash = common_.hash_bytes;
    if (table_ && table_->bytes() > hash / 2) {
      table_.reset();
      touched_ = false;
    }
    return hash - (table_ ? table_->bytes() : 0);
  }

  // A mate solver of the game's (MateSolver) with a table of `bytes`, set to the options.
  template <class MateSolver>
  void prepare(std::unique_ptr<MateSolver>& solver, std::uint64_t bytes) const {
    with_table_errors([&] {
      if (solver) {
        solver->table().resize(bytes, threads());
        solver->table().set_policy(policy());
      } else {
        solver = std::make_unique<MateSolver>(bytes, policy());
      }
    });
    solver->use_threads(common_.threads);
  }

  // What a mate solver found. `no_mate` says in words what was refuted.
  template <class Move>
  Report mate_report(const Position& position, const search::MateResult<Move>& result, const Budget& budget,
                     std::string no_mate = "no mate") const {
    using Verdict = typename search::MateResult<Move>::Verdict;
    Report report;
    report.game = game().name();
    report.position = G::position_text(position);
    report.side = G::side_name(position);
    report.board = G::drawing(position);
    report.nodes = budget.nodes();
    report.seconds = budget.seconds();
    report.proved = result.verdict != Verdict::Unknown;
    report.table = other_table();
    if (result.verdict == Verdict::Mate) {
      const auto plies = static_cast<int>(result.line.size());
      report.verdict = mate_verdict(true, plies);
      report.score = search::mate_in(plies);
      report.mate = mate_of(*report.score);
      report.pv = texts(position, result.line);
      report.best = {report.pv.front()};
    } else {
      report.verdict = result.verdict == Verdict::NoMate ? std::move(no_mate) : "not decided";
    }
    return report;
  }

  // For a mate solver to call every few dozen nodes: reports progress a few times a second.
  template <class Move>
  std::function<void()> mate_progress(const Position& position, const Budget& budget,
                                      Listener& listener) const {
    return [&, this, last = Budget::Clock::now()]() mutable {
      constexpr std::chrono::milliseconds kInterval{200};
      const auto now = Budget::Clock::now();
      if (now - last < kInterval) return;
      last = now;
      Report report = mate_report(position, search::MateResult<Move>{}, budget);
      report.verdict = "looking for a mate";
      listener.on_progress(report);
    };
  }

  // Changing a table while table() is asked from another thread needs this.
  mutable std::mutex tables_mutex_;

  // A mate in words. Counted in moves of the side that is asked after, unless the game counts plies
  // (G::kMatesInPlies) and the words say so.
  static std::string mate_verdict(bool mates, int plies) {
    const char* const word = mates ? "mate" : "mated";
    if constexpr (requires { G::kMatesInPlies; }) {
      return fmt::format("{} in {} {}", word, plies, plies == 1 ? "ply" : "plies");
    } else {
      return fmt::format("{} in {}", word, mates ? (plies + 1) / 2 : plies / 2);
    }
  }

 private:
  static constexpr std::uint64_t kBenchBytes = std::uint64_t{16} << 20;
  static constexpr int kDeeper = 5;  // plies, where tables are compared: a minute or two for all of them

  // A table and a driver of its own: the count must not depend on what was searched before.
  Report bench_to(int depth, const CommonOptions& options, Listener& listener, const search::StopFlag& stop) {
    Report total;
    total.game = game().name();
    total.depth = depth;
    tt::RuntimeReplacement policy;
    if (!options.replacement.empty()) policy = tt::RuntimeReplacement(options.replacement);
    search::BoundTable table(options.hash_bytes, policy);
    search::Driver<G> driver;
    search::Plan plan;
    plan.threads = options.threads;
    plan.limits.depth = total.depth;
    for (const std::string_view text : G::bench_positions()) {
      if (stop.requested()) throw Error("stopped before the bench was done");
      const Position position = G::parse_position(text);
      const search::Progress progress = driver.run(position, plan, table, stop);
      total.nodes += progress.nodes;
      total.seconds += progress.seconds;
      listener.on_progress(report_of(position, progress, 1));
    }
    total.table = table_report(table);
    return total;
  }

  // Limits the search as the level says, and returns whether this move is a slip (engine/levels.hpp).
  static bool weaken(search::Plan& plan, const Level& level) {
    plan.threads = 1;
    plan.limits.nodes = std::min(plan.limits.nodes.value_or(level.nodes), level.nodes);
    if (static_cast<int>(random_now()() % 1000) >= level.slips) return false;
    plan.limits.nodes.reset();
    plan.limits.depth = 1;
    plan.multi_pv = static_cast<int>(G::kMaxMoves);
    return true;
  }
  // The error has a triangular distribution from -kError to +kError. Of thirty moves some get a large one, so
  // that the move played is often worse than the best by half of kError.
  static void choose_with_errors(search::Progress& result) {
    constexpr int kError = 600;
    tt::SplitMix64 random = random_now();
    const auto error = [&] {
      return static_cast<int>(random() % kError) - static_cast<int>(random() % kError);
    };
    std::size_t chosen = 0;
    int best = -2 * search::kInfinite;
    for (std::size_t i = 0; i < result.lines.size(); ++i) {
      const int score = result.lines[i].score + error();
      if (score <= best) continue;
      best = score;
      chosen = i;
    }
    if (!result.lines.empty()) std::swap(result.lines[0], result.lines[chosen]);
  }
  static tt::SplitMix64 random_now() {
    return tt::SplitMix64(
        static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()));
  }

  static std::optional<int> mate_of(int score) {
    if (!search::is_mate(score)) return std::nullopt;
    const int plies = search::mate_plies(score);
    return score > 0 ? (plies + 1) / 2 : plies / 2;
  }

  Report report_of(const Position& position, const search::Progress& progress, int lines) const {
    Report report;
    report.game = game().name();
    report.position = G::position_text(position);
    report.side = G::side_name(position);
    report.depth = progress.depth;
    report.nodes = progress.nodes;
    report.seconds = progress.seconds;
    if (progress.known_hits > 0) report.tablebase_hits = progress.known_hits;
    if (table_) report.table = table_report(*table_);
    if (progress.lines.empty()) {
      report.verdict = G::in_check(position) ? "checkmate" : "no legal move";
      return report;
    }
    const search::Line& first = progress.lines.front();
    report.selective_depth = first.selective_depth;
    report.score = first.score;
    report.mate = mate_of(first.score);
    report.bound = first.bound == tt::BoundKind::Lower   ? ScoreBound::Lower
                   : first.bound == tt::BoundKind::Upper ? ScoreBound::Upper
                                                         : ScoreBound::Exact;
    if (report.mate) {
      report.verdict = mate_verdict(first.score > 0, std::abs(search::mate_plies(first.score)));
    }
    report.odds = G::odds(position, first.score);
    for (std::size_t i = 0; i < progress.lines.size() && i < static_cast<std::size_t>(lines); ++i) {
      const search::Line& line = progress.lines[i];
      MoveReport move;
      move.pv = texts(position, line.pv);
      move.move = move.pv.front();
      move.score = line.score;
      move.mate = mate_of(line.score);
      report.moves.push_back(std::move(move));
    }
    report.pv = report.moves.front().pv;
    report.best = {report.pv.front()};
    if (lines == 1) report.moves.clear();
    return report;
  }

  template <class Move>
  static std::vector<std::string> texts(Position position, const std::vector<Move>& moves) {
    std::vector<std::string> result;
    for (const Move each : moves) {
      std::uint16_t move = 0;
      if constexpr (std::integral<Move>) {
        move = each;
      } else {
        move = each.raw();
      }
      result.push_back(G::move_text(position, move));
      G::make(position, move);
    }
    return result;
  }

  CommonOptions common_;
  tt::MemoryNodes table_nodes_ = tt::MemoryNodes::Spread;  // where the table's memory is
  bool touched_ = false;                                   // all of it is there
  std::unique_ptr<search::BoundTable> table_;
  search::Driver<G> driver_;
};

}  // namespace tesuji::engine

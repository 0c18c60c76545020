// Runs a search: iterative deepening with aspiration windows, several lines (MultiPV), limits, and as many
// workers as there are threads (Lazy SMP: all search the same root; what they share is the table).
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "search/alphabeta.hpp"
#include "search/clock.hpp"
#include "search/limits.hpp"
#include "search/threads.hpp"

namespace tesuji::search {

struct Line {
  int score = 0;
  tt::BoundKind bound = tt::BoundKind::Exact;
  int selective_depth = 0;
  std::vector<std::uint16_t> pv;  // at least one move
};

struct Progress {
  int depth = 0;            // the last iteration that was completed
  std::vector<Line> lines;  // best first; empty if there is no legal move
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::uint64_t known_hits = 0;  // positions that tablebases knew
};

struct Plan {
  Limits limits;                          // root_moves and the like are the face's affair
  std::vector<std::uint16_t> root_moves;  // only these; empty = all
  int multi_pv = 1;
  int threads = 1;
  std::chrono::milliseconds overhead{20};
  std::function<void(const Progress&)> report;               // after each iteration; may be empty
  std::function<void(std::uint16_t, int)> report_root_move;  // in a long search; may be empty
};

template <Game G, class Table = BoundTable>
class Driver {
 public:
  using Position = typename G::Position;
  using Move = std::uint16_t;

  // Forgets what was learnt of the course of a game; the table is not ours.
  void new_game() {
    last_line_.clear();
    for (auto& worker : workers_) worker->new_game();
  }

  // Tablebases for the next searches; nullptr = none.
  void set_known(const KnownPositions<Position>* known) { known_ = known; }

  // Called with each worker's evaluator before a search, for evaluators that can be changed.
  void set_evaluator_hook(std::function<void(typename G::Evaluator&)> hook) {
    evaluator_hook_ = std::move(hook);
  }

  Progress run(const Position& position, const Plan& plan, Table& table, const StopFlag& stop) {
    Timer timer(plan.limits, plan.overhead);
    const bool open_ended = plan.limits.infinite || plan.limits.ponder;
    Budget budget(stop, plan.limits.nodes, open_ended ? std::nullopt : timer.hard());
    const int threads = std::max(plan.threads, 1);
    Shared<Table> shared{table, BusyNodes(threads), plan.root_moves.empty(), budget};
    table.new_search();
    while (workers_.size() < static_cast<std::size_t>(threads))
      workers_.push_back(std::make_unique<Worker<G, Table>>(shared));
    workers_.resize(static_cast<std::size_t>(threads));

    std::vector<RootMove> root_moves = legal_root_moves(position, plan.root_moves);
    if (root_moves.empty()) {
      wait_until_released(plan.limits, stop);
      return {};
    }
    warm(position, table);
    known_depth_ = plan.limits.own_clock ? 0 : resume(position, root_moves, table);
    // With one thread the node limit is kept to the node; with several, to the next poll.
    const std::uint64_t node_limit = plan.limits.nodes.value_or(~std::uint64_t{0});
    for (auto& worker : workers_) {
      worker->begin(position, root_moves, shared, threads == 1 ? node_limit : ~std::uint64_t{0});
      worker->set_known(known_);
      if (evaluator_hook_) evaluator_hook_(worker->evaluator());
      worker->set_on_poll({});
    }
    pondering_ = plan.limits.ponder;
    if (pondering_) {
      workers_[0]->set_on_poll([&] {
        if (!pondering_ || !stop.ponder_was_hit()) return;
        pondering_ = false;
        timer.restart();
        if (!plan.limits.infinite) budget.limit_time(timer.hard());
      });
    }

    run_threads(
        threads, [&](int id) { deepen(id, plan, timer, shared); },
        [&] {
          if (!stop.requested()) wait_until_released(plan.limits, stop);
          shared.stop.store(true, std::memory_order_relaxed);
        });
    const Worker<G, Table>& best = best_worker();
    Progress result = progress_of(best, plan, budget);
    if (plan.report && &best != workers_[0].get()) plan.report(result);
    note_line(position, result.lines.front().pv);
    return result;
  }

 private:
  // The last search's main line, as far as the game follows it, is looked at first: where the table has lost
  // it, its moves are put back, with a bound that says nothing.
  void warm(Position position, Table& table) const {
    const std::uint64_t root = G::key(position);
    auto at = std::find_if(last_line_.begin(), last_line_.end(),
                           [&](const auto& step) { return step.key == root; });
    for (; at != last_line_.end() && at->key == G::key(position); ++at) {
      if (!G::pseudo_legal(position, at->move) || !G::legal(position, at->move)) return;
      if (!table.probe(at->key)) table.store(at->key, nothing_but(at->move));
      G::make(position, at->move);
    }
  }
  void note_line(Position position, const std::vector<Move>& line) {
    last_line_.clear();
    for (const Move move : line) {
      last_line_.push_back({G::key(position), move});
      G::make(position, move);
    }
  }

  static std::vector<RootMove> legal_root_moves(const Position& position, const std::vector<Move>& only) {
    std::vector<RootMove> root_moves;
    typename G::Moves list;
    G::noisy(position, list);
    G::quiet(position, list);
    for (const Move move : list) {
      if (!G::legal(position, move)) continue;
      if (!only.empty() && std::find(only.begin(), only.end(), move) == only.end()) continue;
      RootMove root_move;
      root_move.move = move;
      root_move.pv = {move};
      root_moves.push_back(std::move(root_move));
    }
    return root_moves;
  }

  // Analysis goes on where it stopped: the depth to which the table knows the root (from a search before, or
  // from a file). Its move is put in front, with its score and its line. Not in play by a clock, where the
  // small iterations are the insurance.
  static int resume(const Position& position, std::vector<RootMove>& moves, Table& table) {
    const auto entry = table.probe(G::key(position));
    if (!entry || entry->bound != tt::BoundKind::Exact || !G::table_score_usable(position)) return 0;
    const auto best =
        std::find_if(moves.begin(), moves.end(), [&](const RootMove& m) { return m.move == entry->move; });
    if (best == moves.end()) return 0;
    best->score = from_table(entry->score, 0);
    best->pv = known_line(position, table, entry->depth);
    std::rotate(moves.begin(), best, best + 1);
    return entry->depth;
  }

  // The moves that exact entries tell from here on, at most `max_moves`, and never back to where the line
  // was.
  static std::vector<Move> known_line(Position position, Table& table, int max_moves) {
    std::vector<Move> line;
    std::vector<std::uint64_t> seen;
    while (line.size() < static_cast<std::size_t>(std::max(max_moves, 1))) {
      const std::uint64_t key = G::key(position);
      const auto entry = table.probe(key);
      if (!entry || entry->bound != tt::BoundKind::Exact ||
          std::find(seen.begin(), seen.end(), key) != seen.end() || entry->move == 0 ||
          !G::pseudo_legal(position, entry->move) || !G::legal(position, entry->move)) {
        break;
      }
      seen.push_back(key);
      line.push_back(entry->move);
      G::make(position, entry->move);
    }
    return line;
  }

  // An infinite search must not answer before `stop`, nor a pondering one before `stop` or `ponderhit`.
  static void wait_until_released(const Limits& limits, const StopFlag& stop) {
    if (limits.infinite) {
      stop.wait();
    } else if (limits.ponder) {
      stop.wait_for_ponder_hit();
    }
  }

  std::uint64_t total_nodes() const {
    std::uint64_t nodes = 0;
    for (const auto& worker : workers_) nodes += worker->nodes();
    return nodes;
  }

  // Sorts by this iteration's score, then by the last's: moves not yet searched keep their order.
  static void sort_moves(std::vector<RootMove>& moves, std::size_t first) {
    std::stable_sort(moves.begin() + static_cast<std::ptrdiff_t>(first), moves.end(),
                     [](const RootMove& a, const RootMove& b) {
                       return a.score != b.score ? a.score > b.score : a.previous > b.previous;
                     });
  }

  void deepen(int id, const Plan& plan, Timer& timer, Shared<Table>& shared) {
    Worker<G, Table>& worker = *workers_[static_cast<std::size_t>(id)];
    std::vector<RootMove>& moves = worker.root_moves();
    const std::size_t lines = std::min(moves.size(), static_cast<std::size_t>(std::max(plan.multi_pv, 1)));
    const int last_depth = std::min(plan.limits.depth.value_or(kMaxDepth), kMaxDepth);
    // What the table knows is reported, and the next depth begun; several lines, or some moves only, it does
    // not know, so that their depth is searched again, and so is one that is less than it knows.
    const bool table_knows =
        known_depth_ > 0 && known_depth_ <= last_depth && lines == 1 && plan.root_moves.empty();
    const int first_depth = table_knows ? known_depth_ + 1 : std::clamp(known_depth_, 1, last_depth);
    worker.completed_depth = table_knows ? known_depth_ : 0;
    if (id == 0 && plan.report_root_move) {
      worker.set_root_move_hook([&](Move move, int number) {
        if (shared.budget.elapsed() > kQuietTime) plan.report_root_move(move, number);
      });
    } else {
      worker.set_root_move_hook({});
    }

    if (table_knows && id == 0 && plan.report) plan.report(progress_of(worker, plan, shared.budget));
    int stable = 0;  // iterations since the best move changed
    for (int depth = first_depth; depth <= last_depth && !worker.stopped(); ++depth) {
      // Every other helper runs a ply ahead, so that the table is filled with what is needed next.
      const int searched = std::min(depth + id % 2, kMaxDepth);
      const Move best_before = moves[0].move;
      const int score_before = moves[0].score;
      for (RootMove& move : moves) {
        move.previous = move.score;
        move.score = -kInfinite;
      }
      for (std::size_t line = 0; line < lines && !worker.stopped(); ++line) {
        aspire(worker, moves, line, searched);
        sort_moves(moves, 0);
      }
      if (worker.stopped()) break;
      worker.completed_depth = searched;
      worker.completed_moves.assign(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(lines));
      if (id != 0) {
        if (plan.limits.depth && searched >= last_depth) shared.stop.store(true, std::memory_order_relaxed);
        continue;
      }

      if (plan.report) plan.report(progress_of(worker, plan, shared.budget));
      stable = moves[0].move == best_before ? stable + 1 : 0;
      if (plan.limits.infinite || pondering_) continue;
      if (mate_found(plan.limits, moves[0].score)) break;
      if (timer.enough(share_of_time(worker, stable, score_before - moves[0].score))) break;
    }
  }

  // Searches in a narrow window around the last score, and widens it on the side where that was wrong.
  void aspire(Worker<G, Table>& worker, std::vector<RootMove>& moves, std::size_t line, int depth) {
    int delta = G::kTuning.aspiration;
    int alpha = -kInfinite;
    int beta = kInfinite;
    const int centre = moves[line].previous;
    if (depth >= 4 && centre != -kInfinite) {
      delta += std::abs(centre) / 64;
      alpha = std::max(centre - delta, -kInfinite);
      beta = std::min(centre + delta, kInfinite);
    }
    int lowered = 0;  // a fail high is often seen as well a ply or two less deep
    while (true) {
      const int score = worker.search_root(alpha, beta, std::max(depth - lowered, 1), line);
      sort_moves(moves, line);  // also when stopped: a better move may have been found just before
      if (worker.stopped()) return;
      if (score <= alpha) {
        beta = (alpha + beta) / 2;
        alpha = std::max(score - delta, -kInfinite);
        lowered = 0;
      } else if (score >= beta) {
        beta = std::min(score + delta, kInfinite);
        lowered = std::min(lowered + 1, 3);
      } else {
        return;
      }
      delta += delta / 2 + 5;
      if (is_mate(score)) {
        alpha = score < 0 ? -kInfinite : alpha;
        beta = score > 0 ? kInfinite : beta;
      }
    }
  }

  static bool mate_found(const Limits& limits, int score) {
    if (limits.mate) return score >= kMateBound && (mate_plies(score) + 1) / 2 <= *limits.mate;
    return false;
  }

  // Per mille of the soft limit: less when one move took most of the work and has been best for long, more
  // when the score falls.
  int share_of_time(const Worker<G, Table>& worker, int stable, int fall) const {
    const auto& moves = worker.root_moves();
    if (moves.size() == 1) return 50;
    const int effort = static_cast<int>(moves[0].nodes * 1000 / std::max<std::uint64_t>(worker.nodes(), 1));
    int share = std::clamp(2250 - 2 * effort, 450, 1700);
    share = share * (1200 - 60 * std::min(stable, 8)) / 1000;
    share = share * (1000 + std::clamp(fall * 8, -100, 500)) / 1000;
    return share;
  }

  const Worker<G, Table>& best_worker() const {
    const Worker<G, Table>* best = workers_[0].get();
    for (const auto& worker : workers_) {
      if (worker->completed_depth > best->completed_depth) best = worker.get();
    }
    return *best;
  }

  // In an iteration that was interrupted, the best move of the last complete one may have failed low or high,
  // with a short line and a bound for a score. Unless another move has overtaken it, the complete result is
  // the better one to report.
  static const std::vector<RootMove>& reportable(const Worker<G, Table>& worker) {
    const auto& complete = worker.completed_moves;
    const auto& now = worker.root_moves();
    return !complete.empty() && complete[0].move == now[0].move ? complete : now;
  }

  Progress progress_of(const Worker<G, Table>& worker, const Plan& plan, const Budget& budget) const {
    Progress progress;
    progress.depth = worker.completed_depth;
    progress.nodes = total_nodes();
    progress.seconds = budget.seconds();
    for (const auto& each : workers_) progress.known_hits += each->known_hits();
    const auto& moves = reportable(worker);
    const std::size_t lines = std::min(moves.size(), static_cast<std::size_t>(std::max(plan.multi_pv, 1)));
    for (std::size_t i = 0; i < lines; ++i) {
      const bool searched = moves[i].score != -kInfinite;
      const int score = searched ? moves[i].score : moves[i].previous;
      if (score == -kInfinite && i > 0) break;
      progress.lines.push_back({score == -kInfinite ? 0 : score,
                                searched ? moves[i].bound : tt::BoundKind::Exact, moves[i].selective_depth,
                                moves[i].pv});
    }
    return progress;
  }

  static constexpr std::chrono::milliseconds kQuietTime{3000};

  struct Step {
    std::uint64_t key;
    Move move;
  };

  std::vector<std::unique_ptr<Worker<G, Table>>> workers_;
  std::vector<Step> last_line_;
  const KnownPositions<Position>* known_ = nullptr;
  std::function<void(typename G::Evaluator&)> evaluator_hook_;
  int known_depth_ = 0;  // of the root, by the table
  bool pondering_ = false;
};

}  // namespace tesuji::search

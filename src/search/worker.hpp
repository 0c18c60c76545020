// One thread of a search: its position, its memory of moves, its stack of plies. The search itself, step by
// step, is in alphabeta.hpp.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "search/busy.hpp"
#include "search/game.hpp"
#include "search/known.hpp"
#include "search/ordering.hpp"
#include "search/score.hpp"
#include "tt/tt.hpp"

namespace tesuji::search {

using BoundTable = tt::Table<tt::Bound, tt::RuntimeReplacement>;

struct RootMove {
  std::uint16_t move = 0;
  int score = -kInfinite;     // of this iteration
  int previous = -kInfinite;  // of the last
  tt::BoundKind bound = tt::BoundKind::Exact;
  int selective_depth = 0;
  std::uint64_t nodes = 0;  // spent below it, in all iterations
  std::vector<std::uint16_t> pv;
};

// What all workers of one search share. Table is BoundTable, or has its face (tt/trace.hpp).
template <class Table>
struct Shared {
  Table& table;
  BusyNodes busy;
  bool every_root_move = true;  // otherwise the root's score is none of the position
  Budget& budget;
  std::atomic<bool> stop{false};  // the budget is exhausted, or the search has finished
};

// An entry for the sake of its move: every score is at least that of being mated.
inline tt::Bound::Entry nothing_but(std::uint16_t move) {
  return {move, static_cast<std::int16_t>(-kMate), 0, tt::BoundKind::Lower};
}

// log2 in 1024ths, without floating point: the node count must be the same on every machine.
constexpr int log2_1024(unsigned n) {
  int whole = 0;
  while ((n >> (whole + 1)) != 0) ++whole;
  std::uint64_t mantissa = (std::uint64_t{n} << 32) >> whole;  // in [2^32, 2^33)
  int result = whole;
  for (int i = 0; i < 10; ++i) {
    mantissa = (mantissa >> 17) * (mantissa >> 17);  // (m / 2^32)^2 * 2^30
    mantissa <<= 2;
    result *= 2;
    if (mantissa >= std::uint64_t{1} << 33) {
      ++result;
      mantissa >>= 1;
    }
  }
  return result;
}

template <Game G, class Table = BoundTable>
class Worker {
 public:
  using Position = typename G::Position;
  using Move = std::uint16_t;

  explicit Worker(Shared<Table>& shared) : shared_(&shared), histories_(std::make_unique<Histories<G>>()) {
    for (std::size_t n = 1; n < logs_.size(); ++n) logs_[n] = log2_1024(static_cast<unsigned>(n));
  }

  void new_game() { histories_->clear(); }

  // Before a search.
  void begin(const Position& position, std::vector<RootMove> moves, Shared<Table>& shared,
             std::uint64_t node_limit) {
    shared_ = &shared;
    position_ = position;
    root_moves_ = std::move(moves);
    completed_moves.clear();
    node_limit_ = node_limit;
    nodes_.store(0, std::memory_order_relaxed);
    charged_ = 0;
    next_poll_ = std::min<std::uint64_t>(kPollNodes, node_limit_);
    no_null_before_ = 0;
    open_loop_ = kNoLoop;
    frames_ = {};
    for (Frame& frame : frames_) frame.row = &histories_->continuation[Histories<G>::kNoRow];
  }

  // Tablebases to look positions up in; nullptr = none.
  void set_known(const KnownPositions<Position>* known) {
    known_ = known;
    known_hits_.store(0, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t known_hits() const { return known_hits_.load(std::memory_order_relaxed); }

  [[nodiscard]] typename G::Evaluator& evaluator() { return evaluator_; }

  // Called every kPollNodes nodes.
  void set_on_poll(std::function<void()> on_poll) { on_poll_ = std::move(on_poll); }

  // Told of each move at the root and its number, before it is searched.
  void set_root_move_hook(std::function<void(Move, int)> hook) { root_move_hook_ = std::move(hook); }

  // One window at the root, over the moves from `first` on.
  int search_root(int alpha, int beta, int depth, std::size_t first) {
    first_root_move_ = first;
    root_depth_ = depth;
    selective_depth_ = 0;
    return search<true>(alpha, beta, depth, 0, false);
  }

  [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool stopped() const { return shared_->stop.load(std::memory_order_relaxed); }
  std::vector<RootMove>& root_moves() { return root_moves_; }
  [[nodiscard]] const std::vector<RootMove>& root_moves() const { return root_moves_; }
  int completed_depth = 0;
  std::vector<RootMove> completed_moves;  // the first ones, as the last complete iteration left them

 private:
  // A node takes about a microsecond, but up to a millisecond if it is the first to touch a page of the
  // table, because the system then clears two megabytes.
  static constexpr std::uint64_t kPollNodes = 32;
  static constexpr int kShareDepth = 3;      // less is sooner searched twice than told
  static constexpr std::size_t kBefore = 4;  // frames before the root, so that "4 plies ago" is always there
  static constexpr Tuning kTuning = G::kTuning;

  struct Frame {
    typename Histories<G>::Row* row = nullptr;  // of the move made from here
    std::size_t row_index = Histories<G>::kNoRow;
    Move move = 0;
    Move excluded = 0;
    std::array<Move, 2> killers{};
    int evaluation = kNoScore;
    int double_extensions = 0;
    std::array<Move, kMaxPly> pv{};
    int pv_length = 0;
  };

  Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply) + kBefore]; }

  bool count_node() {
    if (stopped()) return true;
    const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed) + 1;
    nodes_.store(nodes, std::memory_order_relaxed);
    if (nodes >= next_poll_) {
      next_poll_ = std::min(nodes + kPollNodes, nodes < node_limit_ ? node_limit_ : nodes + 1);
      if (on_poll_) on_poll_();
      const bool exhausted = !shared_->budget.spend(nodes - std::exchange(charged_, nodes));
      if (exhausted) shared_->stop.store(true, std::memory_order_relaxed);
    }
    return stopped();
  }

  auto probe(std::uint64_t key) { return shared_->table.probe(key); }
  void store(std::uint64_t key, const tt::Bound::Entry& entry) { shared_->table.store(key, entry); }

  void make(Move move, int ply) {
    Frame& here = frame(ply);
    here.move = move;
    here.row_index = G::piece_to(position_, move);
    here.row = &histories_->continuation[here.row_index];
    // The table's line is on its way while the move is made, if the key is known before.
    constexpr bool kKeyFirst = requires {
      G::key_after(position_, move);
    };
    if constexpr (kKeyFirst) shared_->table.prefetch(G::key_after(position_, move));
    G::make(position_, move);
    if constexpr (!kKeyFirst) shared_->table.prefetch(G::key(position_));
  }

  void follow_pv(Move move, int ply) {
    Frame& here = frame(ply);
    const Frame& child = frame(ply + 1);
    here.pv[0] = move;
    here.pv_length = std::min(child.pv_length + 1, kMaxPly);
    std::copy_n(child.pv.begin(), here.pv_length - 1, here.pv.begin() + 1);
  }

  int quiet_history(Move move, std::size_t piece_to, int ply) {
    return histories_->quiet[static_cast<std::size_t>(G::side(position_))][G::from_to(position_, move)] +
           (*frame(ply - 1).row)[piece_to] + (*frame(ply - 2).row)[piece_to];
  }

  void nudge_quiet(Move move, int bonus, int ply) {
    nudge(histories_->quiet[static_cast<std::size_t>(G::side(position_))][G::from_to(position_, move)],
          bonus);
    const std::size_t piece_to = G::piece_to(position_, move);
    for (const int back : {1, 2, 4}) nudge((*frame(ply - back).row)[piece_to], bonus);
  }
  void nudge_noisy(Move move, int bonus) {
    nudge(histories_->noisy[G::piece_to(position_, move)][G::victim(position_, move)], bonus);
  }

  typename MovePicker<G>::Quiets quiets_for(int ply) {
    return {frame(ply).killers,
            histories_->counter[frame(ply - 1).row_index],
            {frame(ply - 1).row, frame(ply - 2).row, frame(ply - 4).row}};
  }

  [[nodiscard]] int reduction(int depth, int number) const {
    const auto log = [this](int n) { return logs_[static_cast<std::size_t>(std::min(n, 255))]; };
    return kTuning.reduction_base + (log(depth) * log(number) >> 10) * kTuning.reduction_slope / 1024;
  }

  // Scores that hang on the path (the graph-history interaction). A repetition is a fact of the loop between
  // two equal positions: for the nodes inside the loop it is the path that made it so, for those above it is
  // not. While a node is searched, open_loop_ is the least ply at which a loop begins that its score has
  // used; a score whose loop begins above the node is not stored.
  static constexpr int kNoLoop = kMaxPly;
  class LoopScope {
   public:
    LoopScope(Worker& worker, int ply) : worker_(worker), ply_(ply), outer_(worker.open_loop_) {
      worker.open_loop_ = kNoLoop;
    }
    LoopScope(const LoopScope&) = delete;
    LoopScope& operator=(const LoopScope&) = delete;
    ~LoopScope() {
      worker_.open_loop_ = std::min(outer_, worker_.open_loop_ < ply_ ? worker_.open_loop_ : kNoLoop);
    }

   private:
    Worker& worker_;
    int ply_, outer_;
  };
  std::optional<int> path_result(int ply) {
    const std::optional<int> score = G::path_result(position_, ply);
    if (score) {
      if (const int back = G::loop(position_); back > 0) open_loop_ = std::min(open_loop_, ply - back);
    }
    return score;
  }
  // A score that hangs on the path leaves its move behind, with a bound that says nothing.
  void remember(std::uint64_t key, Move move, int score, int depth, tt::BoundKind bound, int ply) {
    if (open_loop_ < ply) {
      if (move != 0) store(key, nothing_but(move));
      return;
    }
    store(key, {move, to_table(score, ply), static_cast<std::uint8_t>(std::min(depth, tt::Bound::kMaxDepth)),
                bound});
  }

  // A name for the node that a move from here leads to, before the move is made.
  static std::uint64_t busy_name(std::uint64_t key, Move move) { return key + move * 0xd6e8feb86659fd93ULL; }

  // What the tablebases say of this position, if that decides it within the window. A win is a lower bound:
  // a mate may be nearer.
  std::optional<int> known(std::uint64_t key, int alpha, int beta, int depth, int ply) {
    const std::optional<KnownResult> result = known_->probe(position_);
    if (!result) return std::nullopt;
    known_hits_.store(known_hits_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    const int score = *result == KnownResult::Win    ? known_win(ply)
                      : *result == KnownResult::Loss ? -known_win(ply)
                                                     : 0;
    const tt::BoundKind bound = *result == KnownResult::Win    ? tt::BoundKind::Lower
                                : *result == KnownResult::Loss ? tt::BoundKind::Upper
                                                               : tt::BoundKind::Exact;
    if (bound == tt::BoundKind::Lower ? score < beta : bound == tt::BoundKind::Upper && score > alpha)
      return std::nullopt;
    constexpr int kMoreDepth = 6;  // it is worth more than a search of this depth
    remember(key, 0, score, depth + kMoreDepth, bound, ply);
    return score;
  }

  template <bool Pv>
  int search(int alpha, int beta, int depth, int ply, bool cut_node);
  template <bool Pv>
  int quiesce(int alpha, int beta, int quiet_depth, int ply);
  struct Tried;
  class DeferredMoves;
  void reward(Move best, int depth, int ply, const Tried& tried);

  Shared<Table>* shared_;
  Position position_{};
  typename G::Evaluator evaluator_;
  std::unique_ptr<Histories<G>> histories_;
  std::array<Frame, kMaxPly + kBefore + 2> frames_;
  std::array<int, 256> logs_{};
  std::vector<RootMove> root_moves_;
  std::size_t first_root_move_ = 0;
  int root_depth_ = 0;
  int selective_depth_ = 0;
  int open_loop_ = kNoLoop;
  int no_null_before_ = 0;  // verification of a null move: none before this ply
  std::atomic<std::uint64_t> nodes_{0};
  std::uint64_t node_limit_ = ~std::uint64_t{0};
  std::uint64_t next_poll_ = kPollNodes;
  const KnownPositions<Position>* known_ = nullptr;
  std::atomic<std::uint64_t> known_hits_{0};
  std::uint64_t charged_ = 0;  // nodes that the budget knows of
  std::function<void()> on_poll_;
  std::function<void(Move, int)> root_move_hook_;
};

}  // namespace tesuji::search

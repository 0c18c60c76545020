// Exact scores of acyclic games: null-window negamax on a table that is never wrong.
//
// For two-player zero-sum games that cannot repeat a position, with small whole-number scores. There is no
// depth and no evaluation: every answer is a proof. A window is a single question, "is the score above
// alpha?"; solve() asks questions until the lower bound meets the upper bound.
//
// A game is a small object of a type G, with
//   G::Node            a position that is not decided yet, small and copied freely
//   G::Child           {Node node; int low, high; bool same;}: bounds in the view of the node's mover, and
//                      whether that mover is the parent's (forced replies may have been played on the way)
//   G::Children        {array<Child> list; int size, best; take(), drop(child)}: take() says which child to
//                      search next, likely best first; `best` bounds the moves that need no search
//   settle             plays what is forced; decides a window without search where it can
//   expand             generates the children that need searching
//   key, remember      the table's key, and whether a node is worth a place in the table
//   low, high          what the number of stones says of the score
//   share              whether a node is large enough for threads to divide it among them
//   G::kMaxScore, G::kKeyBits, G::kMaxChildren
//   G::kAskEarly, G::kExtremesFirst   techniques that can be switched off, to see what they are worth
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "search/busy.hpp"
#include "search/limits.hpp"
#include "search/threads.hpp"
#include "tt/layout.hpp"
#include "tt/table.hpp"

namespace tesuji::search {

// A score known from below, from above, or exactly, as one small number.
template <int MaxScore>
struct ScoreCode {
  static constexpr unsigned kRange = 2 * MaxScore + 1;
  static constexpr int kBits = std::bit_width(3 * kRange);  // the table keeps one code for itself

  static constexpr unsigned upper(int score) { return static_cast<unsigned>(score + MaxScore); }
  static constexpr unsigned lower(int score) { return upper(score) + kRange; }
  static constexpr unsigned exact(int score) { return upper(score) + 2 * kRange; }

  // Narrows [low, high] by what the code says.
  static constexpr void narrow(unsigned code, int& low, int& high) {
    if (code < kRange) {
      high = std::min(high, static_cast<int>(code) - MaxScore);
    } else if (code < 2 * kRange) {
      low = std::max(low, static_cast<int>(code - kRange) - MaxScore);
    } else {
      low = high = static_cast<int>(code - 2 * kRange) - MaxScore;
    }
  }
};

template <class G>
using ExactTable = tt::Table<tt::Exact<G::kKeyBits, ScoreCode<G::kMaxScore>::kBits>>;

struct ExactAnswer {
  int low, high;  // equal where the search was not stopped
  std::uint64_t nodes = 0;
  [[nodiscard]] bool exact() const { return low == high; }
};

// Scores that are known beforehand, asked for as the search comes upon a node: an opening book.
template <class Node>
class Oracle {
 public:
  virtual ~Oracle() = default;
  [[nodiscard]] virtual std::optional<int> score(const Node& node) const = 0;
};

template <class G>
class ExactSearch {
 public:
  using Node = typename G::Node;
  using Table = ExactTable<G>;

  ExactSearch(const G& game, Table& table, int threads = 1)
      : game_(game), table_(table), busy_(threads), threads_(threads) {}

  void set_oracle(const Oracle<Node>* oracle) { oracle_ = oracle; }

  void set_threads(int threads) {
    threads_ = threads;
    busy_ = BusyNodes(threads);
  }

  // The score of `root` within [low, high], or how far it got when it was stopped. `heard` is told each
  // narrower pair. The mover of `root` cannot win with its next move.
  ExactAnswer solve(const Node& root, int low, int high, const Limits& limits, const StopFlag& stop,
                    const std::function<void(const ExactAnswer&)>& heard = {}) {
    stop_ = &stop;
    max_nodes_ = limits.nodes.value_or(~std::uint64_t{0});
    deadline_ = limits.time ? std::chrono::steady_clock::now() + *limits.time
                            : std::chrono::steady_clock::time_point::max();
    nodes_ = 0;
    while (low < high && !stop.requested()) {  // a short search never comes to look
      const int alpha = next_question(low, high);
      int value = 0;
      if (!ask(root, alpha, value)) break;
      if (value > alpha) {
        low = std::min(value, high);
      } else {
        high = std::max(value, low);
      }
      if (heard) heard({low, high, nodes_});
    }
    return {low, high, nodes_};
  }

 private:
  using Code = ScoreCode<G::kMaxScore>;
  using Child = typename G::Child;
  static constexpr std::uint64_t kPollInterval = 1 << 12;

  struct Worker {
    std::uint64_t nodes = 0;
    std::uint64_t next_poll = kPollInterval;
    bool aborted = false;
  };

  // Is it decided soon? Who wins? By how much? A quick win, and then a quick loss, is a shallow search and
  // asked for first (Pascal Pons's idea). Then the sign; and from there outwards in single steps, for an
  // answer often is a bound that the next question only has to confirm (as in MTD(f)). A wide range is
  // halved.
  static int next_question(int low, int high) {
    constexpr int kFar = 8;  // the best of 4, 6, 8 and 10 on the sets in docs/measurements/connect4.md
    const int middle = low + (high - low) / 2;
    if (!G::kExtremesFirst) return middle;
    if (low < 0 && high > 0) return high > kFar ? high / 2 : low < -kFar ? low / 2 : 0;
    if (high - low > kFar) return middle;
    return low >= 0 ? low : high - 1;
  }

  // One window, on all threads; the first to know ends it. False = stopped.
  bool ask(const Node& root, int alpha, int& value) {
    Node node = root;
    const auto glance = game_.settle(node, alpha);
    const int sign = glance.flipped ? -1 : 1;
    if (glance.decided) {
      value = sign * glance.value;
      return true;
    }
    const int own_alpha = glance.flipped ? -alpha - 1 : alpha;
    if (threads_ == 1) {
      Worker worker;
      value = sign * search<false>(worker, node, own_alpha, game_.low(node), glance.value);
      nodes_ += worker.nodes;
      return !worker.aborted;
    }
    return ask_together(node, own_alpha, glance.value, sign, value);
  }

  bool ask_together(const Node& node, int alpha, int high, int sign, int& value) {
    std::atomic<int> first{-1};
    finished_.store(false, std::memory_order_relaxed);
    busy_.clear();
    std::vector<int> values(threads_);
    std::vector<Worker> workers(threads_);
    const auto work = [&](int number) {
      Worker worker;
      const int found = search<true>(worker, node, alpha, game_.low(node), high);
      if (!worker.aborted) {
        values[number] = found;
        first.store(number, std::memory_order_relaxed);
        finished_.store(true, std::memory_order_relaxed);
      }
      workers[number] = worker;
    };
    run_threads(threads_, work, [this] { finished_.store(true, std::memory_order_relaxed); });
    for (const Worker& worker : workers) nodes_ += worker.nodes;
    const int winner = first.load(std::memory_order_relaxed);
    if (winner < 0) return false;
    value = sign * values[winner];
    return true;
  }

  bool out_of_limits(Worker& worker) {
    worker.next_poll = worker.nodes + kPollInterval;
    return stop_->requested() || nodes_ + worker.nodes > max_nodes_ ||
           std::chrono::steady_clock::now() > deadline_;
  }

  // Is the node's score above alpha? With v returned: v <= alpha means score <= v, and v > alpha means score
  // >= v. [low, high] is what is known of the score already; it holds alpha: low <= alpha < high. After an
  // abort the value means nothing and nothing is stored.
  template <bool Shared>
  int search(Worker& worker, const Node& node, int alpha, int low, int high) {
    ++worker.nodes;
    if (Shared && finished_.load(std::memory_order_relaxed)) worker.aborted = true;
    if (worker.nodes >= worker.next_poll && out_of_limits(worker)) worker.aborted = true;
    if (worker.aborted) return 0;

    if constexpr (!G::kAskEarly) {
      if (game_.remember(node)) {
        if (const auto code = table_.get(game_.key(node)))
          Code::narrow(static_cast<unsigned>(*code), low, high);
        if (low > alpha) return low;
        if (high <= alpha) return high;
      }
    }

    // Step 1. Children, without those that a static bound decides.
    typename G::Children children;
    if (game_.expand(node, alpha, children)) return children.best;
    int best = children.best;

    // Step 2. Enhanced transposition cutoff: ask the table about all children before searching one of them.
    std::array<std::uint64_t, G::kMaxChildren> keys;
    const bool ask_table =
        (G::kAskEarly || Shared) && children.size > 0 && game_.remember(children.list[0].node);
    if (ask_table) {
      for (int i = 0; i < children.size; ++i) {
        keys[i] = game_.key(children.list[i].node);
        table_.prefetch(keys[i]);
      }
      for (int i = 0; i < children.size; ++i) {
        Child& child = children.list[i];
        const auto code = table_.get(keys[i]);
        const auto told = oracle_ != nullptr ? oracle_->score(child.node) : std::nullopt;
        if (!code && !told) continue;
        if (told) child.low = child.high = *told;
        if (code) Code::narrow(static_cast<unsigned>(*code), child.low, child.high);
        if (floor_of(child) > alpha) return floor_of(child);
        if (ceiling_of(child) <= alpha) {
          best = std::max(best, ceiling_of(child));
          children.drop(i);
        }
      }
    }

    // Step 3. Search them. A child that another thread is at is left for later: by then the table may know
    // it. (The first child is searched by all who come: there is nothing else to do.)
    const bool shared = Shared && ask_table && game_.share(node);
    std::uint32_t later = 0;
    for (bool first = true; best <= alpha; first = false) {
      const int at = children.take();
      if (at < 0) break;
      if (shared && !first && busy_.taken(keys[at])) {
        later |= 1U << at;
        continue;
      }
      best = std::max(best, descend<Shared>(worker, children.list[at], alpha, shared ? &keys[at] : nullptr));
      if (worker.aborted) return 0;
    }
    for (; Shared && later != 0 && best <= alpha; later &= later - 1) {
      const int at = std::countr_zero(later);
      Child& child = children.list[at];
      if (const auto code = table_.get(keys[at])) {
        Code::narrow(static_cast<unsigned>(*code), child.low, child.high);
        if (floor_of(child) > alpha || ceiling_of(child) <= alpha) {
          best = std::max(best, floor_of(child) > alpha ? floor_of(child) : ceiling_of(child));
          continue;
        }
      }
      best = std::max(best, descend<Shared>(worker, child, alpha, &keys[at]));
      if (worker.aborted) return 0;
    }

    // Step 4. Remember. A bound that meets the one known already makes the score exact.
    if (game_.remember(node)) {
      const unsigned code = best > alpha ? (best >= high ? Code::exact(high) : Code::lower(best))
                                         : (best <= low ? Code::exact(low) : Code::upper(best));
      table_.put(game_.key(node), code);
    }
    return best;
  }

  // What is known of a child's value, in the view of the parent's mover.
  static int floor_of(const Child& child) { return child.same ? child.low : -child.high; }
  static int ceiling_of(const Child& child) { return child.same ? child.high : -child.low; }

  // The child's value in the view of the parent's mover.
  template <bool Shared>
  int descend(Worker& worker, const Child& child, int alpha, const std::uint64_t* key) {
    if (Shared && key != nullptr) busy_.take(*key);
    const int value = child.same ? search<Shared>(worker, child.node, alpha, child.low, child.high)
                                 : -search<Shared>(worker, child.node, -alpha - 1, child.low, child.high);
    if (Shared && key != nullptr) busy_.leave(*key);
    return value;
  }

  [[no_unique_address]] G game_;
  Table& table_;
  BusyNodes busy_;
  int threads_;
  const Oracle<Node>* oracle_ = nullptr;
  std::atomic<bool> finished_{false};
  const StopFlag* stop_ = nullptr;
  std::uint64_t max_nodes_ = 0;
  std::chrono::steady_clock::time_point deadline_;
  std::uint64_t nodes_ = 0;
};

}  // namespace tesuji::search

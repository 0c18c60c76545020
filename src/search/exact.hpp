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
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "search/busy.hpp"
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

// A game whose keys are longer than the table takes has keys {key, tag}: the tag is kept with the score, so
// that a hit is never wrong.
template <class G>
inline constexpr int kTagBits = [] {
  if constexpr (requires { G::kTagBits; }) {
    return G::kTagBits;
  } else {
    return 0;
  }
}();
template <class G>
using ExactTable = tt::Table<tt::Exact<G::kKeyBits, ScoreCode<G::kMaxScore>::kBits + kTagBits<G>>>;

struct ExactAnswer {
  int low, high;  // equal where the search was not stopped
  std::uint64_t nodes = 0;
  [[nodiscard]] bool exact() const { return low == high; }
};

// Bounds that are known beforehand, asked for as the search comes upon a node: an opening book.
template <class Node>
class Oracle {
 public:
  virtual ~Oracle() = default;
  // Narrows [low, high], in the view of the node's mover. False = the node is unknown.
  virtual bool narrow(const Node& node, int& low, int& high) const = 0;
};

// Which window to ask for, with the score in [low, high]. Is it decided soon? Who wins? By how much? A quick
// win, and then a quick loss, is a shallow search and asked for first (Pascal Pons's idea). Then the sign;
// and from there outwards in single steps, for an answer often is a bound that the next question only has to
// confirm (as in MTD(f)). A wide range is halved.
inline int next_question(int low, int high) {
  constexpr int kFar = 8;  // the best of 4, 6, 8 and 10 on the sets in docs/measurements/connect4.md
  if (low < 0 && high > 0) return high > kFar ? high / 2 : low < -kFar ? low / 2 : 0;
  if (high - low > kFar) return low + (high - low) / 2;
  return low >= 0 ? low : high - 1;
}

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

  // The score of `root` within [low, high], or how far it got before the budget was exhausted. `on_bounds` is
  // called whenever [low, high] narrows. Precondition: the mover of `root` cannot win with its next move.
  ExactAnswer solve(const Node& root, int low, int high, Budget& budget,
                    const std::function<void(const ExactAnswer&)>& on_bounds = {}) {
    const std::uint64_t before = budget.nodes();
    while (low < high && !budget.exhausted()) {  // a short search never polls
      const int alpha = G::kExtremesFirst ? next_question(low, high) : low + (high - low) / 2;
      int value = 0;
      if (!ask(root, alpha, budget, value)) break;
      if (value > alpha) {
        low = std::min(value, high);
      } else {
        high = std::max(value, low);
      }
      if (on_bounds) on_bounds({low, high, budget.nodes() - before});
    }
    return {low, high, budget.nodes() - before};
  }

 private:
  using Code = ScoreCode<G::kMaxScore>;
  using Child = typename G::Child;
  using Key = decltype(std::declval<const G&>().key(std::declval<const Node&>()));

  static std::uint64_t word(const Key& key) {
    if constexpr (kTagBits < G >> 0) {
      return key.key;
    } else {
      return key;
    }
  }
  std::optional<unsigned> recall(const Key& key) const {
    const auto found = table_.get(word(key));
    if (!found) return std::nullopt;
    if constexpr (kTagBits < G >> 0) {
      if (*found >> Code::kBits != key.tag) return std::nullopt;
      return static_cast<unsigned>(*found) & ((1U << Code::kBits) - 1);
    } else {
      return static_cast<unsigned>(*found);
    }
  }
  void remember(const Key& key, unsigned code) {
    if constexpr (kTagBits < G >> 0) code |= key.tag << Code::kBits;
    table_.put(word(key), code);
  }
  static constexpr std::uint64_t kPollInterval = 512;

  // One window, on all threads; the first to know ends it. False = stopped.
  bool ask(const Node& root, int alpha, Budget& budget, int& value) {
    Node node = root;
    const auto glance = game_.settle(node, alpha);
    const int sign = glance.flipped ? -1 : 1;
    if (glance.decided) {
      value = sign * glance.value;
      return true;
    }
    const int own_alpha = glance.flipped ? -alpha - 1 : alpha;
    if (threads_ == 1) {
      NodeMeter meter(budget, kPollInterval);
      value = sign * search<false>(meter, node, own_alpha, game_.low(node), glance.value);
      return !meter.stopped();
    }
    return ask_together(node, own_alpha, glance.value, sign, budget, value);
  }

  bool ask_together(const Node& node, int alpha, int high, int sign, Budget& budget, int& value) {
    std::atomic<int> first{-1};
    Budget window(budget);
    busy_.clear();
    std::vector<int> values(threads_);
    const auto work = [&](int number) {
      NodeMeter meter(window, kPollInterval);
      const int found = search<true>(meter, node, alpha, game_.low(node), high);
      if (meter.stopped()) return;
      values[number] = found;
      first.store(number, std::memory_order_relaxed);
      window.finish();
    };
    run_threads(threads_, work, [&] { window.finish(); });
    const int winner = first.load(std::memory_order_relaxed);
    if (winner < 0) return false;
    value = sign * values[winner];
    return true;
  }

  template <bool Shared>
  int search(NodeMeter& meter, const Node& node, int alpha, int low, int high) {
    if (!meter.count()) return 0;

    if constexpr (!G::kAskEarly) {
      if (game_.remember(node)) {
        if (const auto code = recall(game_.key(node))) Code::narrow(*code, low, high);
        if (low > alpha) return low;
        if (high <= alpha) return high;
      }
    }

    // Step 1. Children, without those that a static bound decides.
    typename G::Children children;
    if (game_.expand(node, alpha, children)) return children.best;
    int best = children.best;

    // Step 2. Enhanced transposition cutoff: ask the table about all children before searching one of them.
    std::array<Key, G::kMaxChildren> keys;
    const bool ask_table =
        (G::kAskEarly || Shared) && children.size > 0 && game_.remember(children.list[0].node);
    if (ask_table) {
      for (int i = 0; i < children.size; ++i) {
        keys[i] = game_.key(children.list[i].node);
        table_.prefetch(word(keys[i]));
      }
      for (int i = 0; i < children.size; ++i) {
        Child& child = children.list[i];
        const auto code = recall(keys[i]);
        const bool known = oracle_ != nullptr && oracle_->narrow(child.node, child.low, child.high);
        if (!code && !known) continue;
        if (code) Code::narrow(*code, child.low, child.high);
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
      if (shared && !first && busy_.taken(word(keys[at]))) {
        later |= 1U << at;
        continue;
      }
      best = std::max(best, descend<Shared>(meter, children.list[at], alpha, shared ? &keys[at] : nullptr));
      if (meter.stopped()) return 0;
    }
    for (; Shared && later != 0 && best <= alpha; later &= later - 1) {
      const int at = std::countr_zero(later);
      Child& child = children.list[at];
      if (const auto code = recall(keys[at])) {
        Code::narrow(*code, child.low, child.high);
        if (floor_of(child) > alpha || ceiling_of(child) <= alpha) {
          best = std::max(best, floor_of(child) > alpha ? floor_of(child) : ceiling_of(child));
          continue;
        }
      }
      best = std::max(best, descend<Shared>(meter, child, alpha, &keys[at]));
      if (meter.stopped()) return 0;
    }

    // Step 4. Remember. A bound that meets the one known already makes the score exact.
    if (game_.remember(node)) {
      const unsigned code = best > alpha ? (best >= high ? Code::exact(high) : Code::lower(best))
                                         : (best <= low ? Code::exact(low) : Code::upper(best));
      remember(game_.key(node), code);
    }
    return best;
  }

  // What is known of a child's value, in the view of the parent's mover.
  static int floor_of(const Child& child) { return child.same ? child.low : -child.high; }
  static int ceiling_of(const Child& child) { return child.same ? child.high : -child.low; }

  // The child's value in the view of the parent's mover.
  template <bool Shared>
  int descend(NodeMeter& meter, const Child& child, int alpha, const Key* key) {
    if (Shared && key != nullptr) busy_.take(word(*key));
    const int value = child.same ? search<Shared>(meter, child.node, alpha, child.low, child.high)
                                 : -search<Shared>(meter, child.node, -alpha - 1, child.low, child.high);
    if (Shared && key != nullptr) busy_.leave(word(*key));
    return value;
  }

  [[no_unique_address]] G game_;
  Table& table_;
  BusyNodes busy_;
  int threads_;
  const Oracle<Node>* oracle_ = nullptr;
};

}  // namespace tesuji::search

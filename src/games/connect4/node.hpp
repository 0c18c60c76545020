// A position as the exact search sees it: with the threats of both sides, which are computed once, when the
// stone that makes them is tried, and handed down.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "games/connect4/judge.hpp"
#include "games/connect4/position.hpp"

namespace tesuji::connect4 {

template <class S>
struct Node {
  Position<S> at;
  Bits own = 0;      // empty cells where the mover would make four; none can be played at once
  Bits threats = 0;  // the same of the other side
};

// What the search is made of; each can be left out, to measure what it is worth (bench/connect4).
struct AllTechniques {
  static constexpr bool kFollowUp = true;     // static bound: claimeven, and threats that end in zugzwang
  static constexpr bool kForced = true;       // forced replies are played out before a child is searched
  static constexpr bool kThreatOrder = true;  // moves that make more threats first
  static constexpr bool kMirror = true;       // mirror images share a key
  static constexpr bool kAskEarly = true;     // the table is asked about all children before one is searched
  static constexpr bool kExtremesFirst = true;  // windows of extreme scores first
  static constexpr int kSmall = 9;              // no table with this many cells left, or fewer
};

// Binds the game to search/exact.hpp.
template <class S, class T = AllTechniques>
struct Tree {
  using Node = connect4::Node<S>;
  static constexpr bool kAskEarly = T::kAskEarly;
  static constexpr bool kExtremesFirst = T::kExtremesFirst;
  static constexpr int kMaxChildren = S::kWidth;
  static constexpr int kKeyBits = std::min(S::kKeyBits, 63);  // as many as the table takes
  static constexpr int kMaxScore = (S::kCells + 1) / 2 - 3;

  struct Child {
    Node node;
    int low, high;  // what is known of its score, in the view of its mover
    int order;
    bool same;  // its mover is the parent's
  };

  struct Children {
    std::array<Child, kMaxChildren> list;
    int size = 0;
    int best;  // an upper bound on what the moves that are not in the list are worth
  };

  struct Glance {
    bool decided;  // whether the score is above alpha
    bool flipped;  // the side to move is not the one that was
    int value;     // in the view of the side to move now: a bound that decides, else an upper bound
  };

  static Node node(const Position<S>& at) {
    return {at, fours<S>(at.mover) & ~at.stones, fours<S>(at.other()) & ~at.stones};
  }

  // Mirrored positions share a key. Late in the game the mirror image is never met: not looked for.
  static std::uint64_t key(const Node& node) {
    const std::uint64_t key = node.at.key();
    if constexpr (S::kKeyBits > kKeyBits) {
      return S::folded(std::min(key, S::mirror(key)));
    } else {
      return T::kMirror && node.at.count < S::kCells * 3 / 4 ? std::min(key, S::mirror(key)) : key;
    }
  }
  static bool remember(const Node& node) { return node.at.count < S::kCells - T::kSmall; }
  static bool share(const Node& node) { return node.at.count < S::kCells - 18; }
  static int high(const Node& node) { return Position<S>::win_after(node.at.count + 2); }
  static int low(const Node& node) { return -Position<S>::win_after(node.at.count + 3); }

  // Plays what is forced, and looks whether that or a static bound tells if the score is above alpha. The
  // mover has no winning stone.
  static Glance settle(Node& node, int alpha) {
    bool flipped = false;
    Position<S>& at = node.at;
    for (;;) {
      const Bits landings = at.landings();
      const Bits wins = node.threats & landings;
      const Bits safe = landings & ~(node.threats >> 1);
      Bits forced = 0;
      if (wins != 0) {
        if ((wins & (wins - 1)) != 0 || (wins & safe) == 0) return {true, flipped, at.loss_next()};
        forced = wins;
      } else if ((safe & (safe - 1)) == 0) {
        if (safe == 0) return {true, flipped, at.full() ? 0 : at.loss_next()};
        forced = safe;
      }
      if (high(node) <= alpha) return {true, flipped, high(node)};
      if (low(node) > alpha) return {true, flipped, low(node)};
      if (!T::kForced || forced == 0) break;
      const Bits mine = at.mover | forced;
      const Bits theirs = node.threats & ~forced;
      at.play(forced);
      node.threats = fours<S>(mine) & ~at.stones;
      node.own = theirs;
      alpha = -alpha - 1;
      flipped = !flipped;
    }
    if (!T::kFollowUp || (!T::kForced && (node.threats & at.landings()) != 0))
      return {false, flipped, high(node)};
    const int bound = follow_up_bound<S>(at, node.threats);
    return {bound <= alpha, flipped, bound};
  }

  // How good the last stone looks: the threats of its owner that the other side cannot make useless by a
  // threat right below, and once more those that only one stone keeps from being played.
  static int promise(const Node& node) {
    const Bits useful = node.threats & ~(node.own << 1);
    return std::popcount(useful) + std::popcount(useful & (node.at.landings() << 1));
  }

  // Generates what has to be searched to know whether the node's score is above alpha, likely refutations
  // first. Returns true where that is known already: the score is at least `best`, which is above alpha.
  static bool expand(const Node& node, int alpha, Children& out) {
    out.size = 0;
    out.best = low(node) - 1;
    const Bits landings = node.at.landings();
    Bits wins = node.threats & landings;
    Bits safe = landings & ~(node.threats >> 1);
    if (wins) safe &= wins;
    out.best = node.at.loss_next();
    for (const int column : kOrder) {
      const Bits landing = safe & S::column(column);
      if (landing == 0) continue;
      Child& child = out.list[out.size];
      Node& next = child.node;
      next.at = node.at;
      const Bits own = node.at.mover | landing;
      next.at.play(landing);
      next.threats = fours<S>(own) & ~next.at.stones;
      next.own = node.threats & ~landing;
      const int order = T::kThreatOrder ? promise(next) : 0;
      const Glance glance = settle(next, -alpha - 1);
      if (glance.decided) {
        const int value = glance.flipped ? glance.value : -glance.value;
        out.best = std::max(out.best, value);
        if (value > alpha) return true;
        continue;
      }
      child.same = glance.flipped;
      child.low = low(next);
      child.high = glance.value;
      child.order = order;
      int at = out.size++;
      // Insertion sort: stable, so that among equals the middle columns come first.
      if (at > 0 && out.list[at - 1].order < child.order) {
        const Child moved = child;
        do {
          out.list[at] = out.list[at - 1];
          --at;
        } while (at > 0 && out.list[at - 1].order < moved.order);
        out.list[at] = moved;
      }
    }
    return false;
  }

  // Columns from the middle outwards.
  static constexpr std::array<int, S::kWidth> middle_first() {
    std::array<int, S::kWidth> order{};
    for (int i = 0; i < S::kWidth; ++i) order[i] = S::kWidth / 2 + (1 - 2 * (i % 2)) * (i + 1) / 2;
    return order;
  }
  static constexpr std::array<int, S::kWidth> kOrder = middle_first();
};

}  // namespace tesuji::connect4

// A position as the exact search sees it: with the threats of both sides, which are computed once, when the
// stone that makes them is tried, and handed down.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "games/connect4/follow_up.hpp"

namespace tesuji::connect4 {

template <class B>
struct BasicNode {
  BasicPosition<B> at;
  B own = 0;      // empty cells where the mover would make four; none can be played at once
  B threats = 0;  // the same of the other side
};

// A key that is longer than the table takes: `tag` is the rest of it, which is kept with the value.
struct TaggedKey {
  std::uint64_t key;
  std::uint32_t tag;
};

// What the search is made of; each can be left out, to measure what it is worth (bench/connect4).
struct AllTechniques {
  static constexpr bool kFollowUp = true;     // static bound: claimeven, and threats that end in zugzwang
  static constexpr int kHopeless = 9;         // with this many cells left, or fewer: has a side a line left?
  static constexpr bool kForced = true;       // forced replies are played out before a child is searched
  static constexpr bool kThreatOrder = true;  // moves that make more threats first
  static constexpr bool kMirror = true;       // mirror images share a key
  static constexpr bool kAskEarly = true;     // the table is asked about all children before one is searched
  static constexpr bool kExtremesFirst = true;  // windows of extreme scores first
  static constexpr int kSmall = 9;              // no table with this many cells left, or fewer
};

// Binds the game to search/exact.hpp.
template <class S, class T = AllTechniques>
class Tree {
 public:
  using Bits = typename S::Bits;
  using Position = typename S::Position;
  using Node = BasicNode<Bits>;
  static constexpr bool kAskEarly = T::kAskEarly;
  static constexpr bool kExtremesFirst = T::kExtremesFirst;
  static constexpr int kMaxChildren = S::kMaxWidth;
  static constexpr int kKeyBits = std::min(S::kMaxKeyBits, 63);  // as many as the table takes
  static constexpr bool kWide = sizeof(Bits) > 8;
  static constexpr int kTagBits = kWide ? S::kMaxKeyBits - kKeyBits : 0;
  using Key = std::conditional_t<kWide, TaggedKey, std::uint64_t>;
  static constexpr int kMaxScore = (S::kMaxCells + 1) / 2 - 3;

  struct Child {
    Node node;
    int low, high;  // what is known of its score, in the view of its mover
    bool same;      // its mover is the parent's
  };

  class Children {
   public:
    std::array<Child, kMaxChildren> list;
    int size = 0;
    int best;  // an upper bound on what the moves that are not in the list are worth

    // The child at the end of the list is to be searched; the one with the greatest promise is taken first,
    // among equals the one that was added first.
    void add(int promise) {
      rank_[size] = promise << kIndexBits | (kIndexMask - size);
      ++size;
    }
    void drop(int child) { rank_[child] = -1; }
    // Which to search next; -1 = there are no more. Looking for the greatest each time is less work than
    // sorting, for most often the first or the second child ends it.
    int take() {
      int top = -1;
      for (int i = 0; i < size; ++i) top = std::max(top, rank_[i]);
      if (top < 0) return -1;
      const int child = kIndexMask - (top & kIndexMask);
      drop(child);
      return child;
    }

   private:
    static constexpr int kIndexBits = 4, kIndexMask = (1 << kIndexBits) - 1;
    static_assert(kMaxChildren <= kIndexMask);
    std::array<int, kMaxChildren> rank_;
  };

  struct Glance {
    bool decided;  // whether the score is above alpha
    bool flipped;  // the side to move is not the one that was
    int value;     // in the view of the side to move now: a bound that decides, else an upper bound
  };

  constexpr explicit Tree(const S& shape) : shape_(shape) {}

  [[nodiscard]] const S& shape() const { return shape_; }

  [[nodiscard]] Node node(const Position& at) const {
    return {at, shape_.fours(at.mover) & ~at.stones, shape_.fours(at.other()) & ~at.stones};
  }

  // Mirrored positions share a key. Late in the game the mirror image is never met: not looked for.
  [[nodiscard]] Key key(const Node& node) const {
    const Bits key = node.at.key();
    if constexpr (kWide) {
      return tagged(std::min(key, shape_.mirror(key)));
    } else {
      if constexpr (S::kMaxKeyBits > kKeyBits) {
        if (shape_.key_bits() > kKeyBits) return shape_.folded(std::min(key, shape_.mirror(key)));
      }
      return T::kMirror && node.at.count < shape_.cells() * 3 / 4 ? std::min(key, shape_.mirror(key)) : key;
    }
  }
  // The bits above the table's are the tag; they also stir the others, or all positions that differ in the
  // last column would want the same place. Both together are the key: the tag undoes the stirring.
  [[nodiscard]] static TaggedKey tagged(Bits key) {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << kKeyBits) - 1;
    const auto tag = static_cast<std::uint64_t>(key >> kKeyBits);
    return {(static_cast<std::uint64_t>(key) & kMask) ^ (tag * 0x9e3779b97f4a7c15ULL >> 1 & kMask),
            static_cast<std::uint32_t>(tag)};
  }
  [[nodiscard]] bool remember(const Node& node) const { return node.at.count < shape_.cells() - T::kSmall; }
  [[nodiscard]] bool share(const Node& node) const { return node.at.count < shape_.cells() - 18; }
  // From the number of stones: nobody can win with the next stone of either.
  [[nodiscard]] int high(const Node& node) const { return shape_.win_after(node.at.count + 2); }
  [[nodiscard]] int low(const Node& node) const { return -shape_.win_after(node.at.count + 3); }

  // Plays what is forced, and looks whether that or a static bound tells if the score is above alpha. The
  // mover has no winning stone.
  Glance settle(Node& node, int alpha) const {
    bool flipped = false;
    Position& at = node.at;
    for (;;) {
      const Bits landings = shape_.landings(at);
      const Bits wins = node.threats & landings;
      const Bits safe = landings & ~(node.threats >> 1);
      Bits forced = 0;
      if (wins != 0) {
        if ((wins & (wins - 1)) != 0 || (wins & safe) == 0) return {true, flipped, shape_.loss_next(at)};
        forced = wins;
      } else if ((safe & (safe - 1)) == 0) {
        if (safe == 0) return {true, flipped, shape_.full(at) ? 0 : shape_.loss_next(at)};
        forced = safe;
      }
      if (high(node) <= alpha) return {true, flipped, high(node)};
      if (low(node) > alpha) return {true, flipped, low(node)};
      if (!T::kForced || forced == 0) break;
      const Bits mine = at.mover | forced;
      const Bits theirs = node.threats & ~forced;
      at.play(forced);
      node.threats = shape_.fours(mine) & ~at.stones;
      node.own = theirs;
      alpha = -alpha - 1;
      flipped = !flipped;
    }
    Glance glance = glance_at(node, alpha);
    glance.flipped = flipped;
    return glance;
  }

  // Generates what has to be searched to know whether the node's score is above alpha. Returns true where
  // that is known already: the score is at least `best`, which is above alpha. The node has been settled: it
  // has two safe moves at least.
  bool expand(const Node& node, int alpha, Children& out) const {
    Replies replies;
    if (try_all(node, replies)) {  // a stone that cannot be answered
      out.best = high(node);
      return true;
    }
    out.size = 0;
    out.best = shape_.loss_next(node.at);
    const int count = node.at.count + 1;
    const int next_alpha = -alpha - 1;
    const int max = shape_.win_after(count + 2), min = -shape_.win_after(count + 3);
    for (int i = 0; i < replies.size; ++i) {
      Child& child = out.list[out.size];
      const Bits move = replies.moves[i], threats = replies.threats[i];
      child.node = {{node.at.other(), node.at.stones | move, count}, node.threats & ~move, threats};
      const bool forced = replies.wins[i] != 0 || (replies.safe[i] & (replies.safe[i] - 1)) == 0;
      const Glance glance = forced              ? settle(child.node, next_alpha)
                            : max <= next_alpha ? Glance{true, false, max}
                            : min > next_alpha  ? Glance{true, false, min}
                                                : glance_at(child.node, next_alpha);
      if (glance.decided) {
        const int value = glance.flipped ? glance.value : -glance.value;
        out.best = std::max(out.best, value);
        if (value > alpha) return true;
        continue;
      }
      child.same = glance.flipped;
      child.low = low(child.node);
      child.high = glance.value;
      out.add(T::kThreatOrder ? promise(node, move, threats) : 0);
    }
    return false;
  }

 private:
  // Four boards side by side, in the vector types that GCC and Clang have for every processor; of the words
  // for which they have none, one at a time.
  static constexpr int kLanes = kWide ? 1 : 4;
  struct OneBoard {
    using Type = Bits;
  };
  struct FourBoards {
    typedef std::uint64_t Type __attribute__((vector_size(4 * sizeof(std::uint64_t)), may_alias));
  };
  using Boards = typename std::conditional_t<kWide, OneBoard, FourBoards>::Type;
  template <class Mask>
  static bool any(const Mask& mask) {
    if constexpr (kWide) {
      return mask;
    } else {
      return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
    }
  }

  // The safe moves of a node, the middle columns first, and what the other side finds after each.
  struct Replies {
    static constexpr int kRoom = (kMaxChildren + kLanes - 1) / kLanes * kLanes;
    alignas(Boards) std::array<Bits, kRoom> moves{};
    alignas(Boards) std::array<Bits, kRoom> threats;  // against it
    alignas(Boards) std::array<Bits, kRoom> wins;     // of those, what can be played at once
    alignas(Boards) std::array<Bits, kRoom> safe;     // its own safe moves
    int size = 0;
  };

  // True = one of the moves makes two threats at once, or leaves the other side no safe move.
  bool try_all(const Node& node, Replies& replies) const {
    const Bits landings = shape_.landings(node.at);
    Bits safe = landings & ~(node.threats >> 1);
    if constexpr (!T::kForced) {
      if (const Bits wins = node.threats & landings; wins != 0) safe &= wins;
    }
    for (int i = 0; i < shape_.width(); ++i) {  // no branch: which columns are safe nobody can foresee
      const Bits move = safe & shape_.column(shape_.from_middle(i));
      replies.moves[replies.size] = move;
      replies.size += move != 0 ? 1 : 0;
    }
    for (int i = 0; i < replies.size; i += kLanes) {
      const auto lanes = [i](auto& bits) -> Boards& { return reinterpret_cast<Boards&>(bits[i]); };
      const Boards& move = lanes(replies.moves);
      const Boards stones = move | node.at.stones;
      Boards fours;
      shape_.find_fours(Boards(move | node.at.mover), fours);
      fours &= ~stones;
      const Boards room = (stones + shape_.bottom()) & shape_.board();
      const Boards wins = fours & room;
      const Boards rest = room & ~(fours >> 1);
      lanes(replies.threats) = fours;
      lanes(replies.wins) = wins;
      lanes(replies.safe) = rest;
      const auto two = ((wins & (wins - 1)) | (wins & ~rest)) != 0;
      const auto none = (rest == 0) & (room != 0);
      const auto lost = (two | none) & (move != 0);
      if (any(lost)) return true;
    }
    return false;
  }

  // Static bounds on a position in which nothing is forced.
  Glance glance_at(const Node& node, int alpha) const {
    const Position& at = node.at;
    if (!T::kForced && (node.threats & shape_.landings(at)) != 0) return {false, false, high(node)};
    // A side that has no line left on which to make four does not win; early on, both sides always have one.
    if (T::kHopeless > 0 && at.count >= shape_.cells() - T::kHopeless) {
      const Bits against = alpha >= 0 ? at.other() : at.mover;
      if (!shape_.has_four(shape_.board() & ~against)) return {true, false, 0};
    }
    if (!T::kFollowUp) return {false, false, high(node)};
    const int bound = follow_up_bound(shape_, at, node.threats);
    return {bound <= alpha, false, bound};
  }

  // How good a move looks: its threats that the other side cannot make useless by a threat right below, and
  // once more those that only one stone keeps from being played.
  int promise(const Node& node, Bits move, Bits threats) const {
    const Bits useful = threats & ~((node.threats & ~move) << 1);
    const Bits landings = ((node.at.stones | move) + shape_.bottom()) & shape_.board();
    return count_bits(useful) + count_bits(useful & (landings << 1));
  }

  [[no_unique_address]] S shape_;
};

}  // namespace tesuji::connect4

#include "games/othello/endgame.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace tesuji::othello {
namespace {

constexpr int kFewEmpties =
    6;  // from here on, the table and the counting of answers cost more than they save
constexpr std::uint64_t kPollNodes = 4096;
constexpr std::array<Bits, 4> kQuadrants = {0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL,
                                            0x0f0f0f0f00000000ULL, 0xf0f0f0f000000000ULL};

// Two rounds of multiply and shift for each half: every bit of the board reaches every bit of the key.
std::uint64_t key_of(const Discs& discs) {
  const auto mix = [](std::uint64_t x) {
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9ULL;
    return x ^ (x >> 32);
  };
  return mix(discs.own + 0x94d049bb133111ebULL) ^ (mix(mix(discs.other)) * 3);
}

// Bounds on a score, in the two numbers of a Proof entry.
struct Bounds {
  int low = -64, high = 64;
  Move move = 0;
};

Bounds unpack(const tt::Proof::Entry& entry) {
  return {static_cast<int>(entry.pn) - 65, static_cast<int>(entry.dn) - 65, entry.move};
}

tt::Proof::Entry pack(const Bounds& bounds, std::uint64_t work) {
  tt::Proof::Entry entry;
  entry.pn = static_cast<std::uint32_t>(bounds.low + 65);
  entry.dn = static_cast<std::uint32_t>(bounds.high + 65);
  entry.move = bounds.move;
  entry.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 1U << 30));
  return entry;
}

// Quadrants with an odd number of empty squares: who plays there first tends to play there last.
Bits odd_quadrants(Bits empty) {
  Bits odd = 0;
  for (const Bits quadrant : kQuadrants) {
    if (std::popcount(empty & quadrant) % 2 == 1) odd |= quadrant;
  }
  return odd;
}

}  // namespace

bool EndgameSolver::stopped() {
  if (!stopped_ && nodes_ % kPollNodes == 0) {
    stopped_ = !budget_.spend(kPollNodes);
    if (on_poll_) on_poll_();
  }
  return stopped_;
}

// Returns the score if it lies between alpha and beta, a lower bound that is at least beta, or an upper bound
// that is at most alpha. Means nothing once stopped_ is set.
int EndgameSolver::search_few(const Discs& discs, int alpha, int beta, bool passed) {
  ++nodes_;
  if (stopped()) return alpha;
  const Bits empty = discs.empty();
  int best = -65;
  const Bits odd = odd_quadrants(empty);
  for (const Bits part : {empty & odd, empty & ~odd}) {
    for (Bits rest = part; rest != 0; rest &= rest - 1) {
      const int square = std::countr_zero(rest);
      const Bits flipped = flips_of(square, discs.own, discs.other);
      if (flipped == 0) continue;
      const int score = -search_few(discs.after(square, flipped), -beta, -std::max(alpha, best), false);
      best = std::max(best, score);
      if (best >= beta) return best;
    }
  }
  if (best > -65) return best;
  if (passed || empty == 0) return final_score(discs);
  return -search_few(discs.swapped(), -beta, -alpha, true);
}

int EndgameSolver::search(const Discs& discs, int alpha, int beta, bool passed) {
  if (discs.empties() <= kFewEmpties) return search_few(discs, alpha, beta, passed);
  ++nodes_;
  if (stopped()) return alpha;
  Bits squares = moves_of(discs.own, discs.other);
  if (squares == 0) {
    return passed ? final_score(discs) : -search(discs.swapped(), -beta, -alpha, true);
  }

  const std::uint64_t key = key_of(discs);
  Bounds known;
  if (const auto entry = table_.probe(key)) {
    known = unpack(*entry);
    if (known.low >= beta || known.low == known.high) return known.low;
    if (known.high <= alpha) return known.high;
    alpha = std::max(alpha, known.low);
    beta = std::min(beta, known.high);
  }

  struct Child {
    Discs discs;
    Move move;
    int order;  // the less, the earlier
  };
  std::array<Child, 64> children;
  std::size_t count = 0;
  const Bits odd = odd_quadrants(discs.empty());
  for (; squares != 0; squares &= squares - 1) {
    const int square = std::countr_zero(squares);
    const Discs next = discs.after(square, flips_of(square, discs.own, discs.other));
    const Bits answers = moves_of(next.own, next.other);
    int order = 4 * (std::popcount(answers) + std::popcount(answers & kCorners));
    if ((kCorners >> square & 1) != 0) order -= 6;
    if ((odd >> square & 1) != 0) order -= 1;
    if (move_to(square) == known.move) order = -1000;
    children[count++] = {next, move_to(square), order};
  }
  std::sort(children.begin(), children.begin() + static_cast<std::ptrdiff_t>(count),
            [](const Child& a, const Child& b) { return a.order < b.order; });

  const std::uint64_t nodes_before = nodes_;
  const int alpha_before = alpha;
  int best = -65;
  Move best_move = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int low = std::max(alpha, best);
    int score;
    if (i == 0) {
      score = -search(children[i].discs, -beta, -low, false);
    } else {
      score = -search(children[i].discs, -low - 1, -low, false);
      if (score > low && score < beta) score = -search(children[i].discs, -beta, -score, false);
    }
    if (stopped_) return alpha;
    if (score > best) {
      best = score;
      best_move = children[i].move;
    }
    if (best >= beta) break;
  }
  Bounds found{known.low, known.high, best_move};
  if (best > alpha_before) found.low = std::max(found.low, best);
  if (best < beta) found.high = std::min(found.high, best);
  table_.store(key, pack(found, nodes_ - nodes_before));
  return best;
}

std::optional<int> EndgameSolver::score(const Discs& discs, int alpha, int beta) {
  const int found = search(discs, alpha, beta, false);
  if (stopped_) return std::nullopt;
  return found;
}

// At each position a move that keeps the score; shorter if the search is stopped.
std::vector<Move> EndgameSolver::best_line(Position at, int value) {
  std::vector<Move> line;
  while (!at.over()) {
    Move kept = 0;
    for (const Move move : at.legal_moves()) {
      at.make(move);
      const std::optional<int> answer = score(at.discs(), -value, -value + 1);
      if (!answer) return line;
      if (*answer <= -value) {
        kept = move;
        break;
      }
      at.undo();
    }
    assert(kept != 0);
    line.push_back(kept);
    value = -value;
  }
  return line;
}

EndgameResult EndgameSolver::solve(const Position& position) {
  EndgameResult result;
  result.score = score(position.discs());
  if (result.score) result.line = best_line(position, *result.score);
  result.nodes = nodes_;
  return result;
}

}  // namespace tesuji::othello

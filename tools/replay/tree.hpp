// A game that does not exist, to make traces with before there are real ones: an alpha-beta search over it
// makes the stream of probes and stores that searches make, with transpositions, re-searches and one search
// after another.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "tt/trace.hpp"
#include "tt/zobrist.hpp"

namespace replay {

// Each side moves its own pieces along their tracks, one step forward or back at a time; so the same position
// comes about by many orders of moves, as in chess. What a position is worth is a random number for each
// piece's place.
class Tree {
 public:
  static constexpr std::size_t kPieces = 7;
  static constexpr std::size_t kSteps = 12;
  static constexpr std::size_t kMoves = 2 * kPieces;

  explicit Tree(std::uint64_t seed) {
    tt::SplitMix64 random(seed);
    for (auto& side : values_) {
      for (auto& piece : side) {
        for (auto& value : piece) value = static_cast<int>(random() % 61) - 30;
      }
    }
    for (auto& side : at_) {
      for (auto& place : side) place = 4 + random() % 4;
    }
  }

  [[nodiscard]] std::uint64_t key() const {
    std::uint64_t key = kSide[side_];
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t i = 0; i < kPieces; ++i) key ^= kKeys(side * kPieces + i, at_[side][i]);
    }
    return key;
  }
  [[nodiscard]] bool legal(std::size_t move) const {
    return move % 2 == 0 ? at_[side_][move / 2] + 1 < kSteps : at_[side_][move / 2] > 0;
  }
  void play(std::size_t move) {
    at_[side_][move / 2] += move % 2 == 0 ? 1 : std::size_t(-1);
    side_ ^= 1;
  }
  void undo(std::size_t move) {
    side_ ^= 1;
    at_[side_][move / 2] -= move % 2 == 0 ? 1 : std::size_t(-1);
  }
  [[nodiscard]] int value() const {  // for the side to move
    int sum = 0;
    for (std::size_t i = 0; i < kPieces; ++i)
      sum += values_[side_][i][at_[side_][i]] - values_[side_ ^ 1][i][at_[side_ ^ 1][i]];
    return sum;
  }

 private:
  static constexpr tt::PieceSquareKeys<2 * kPieces, kSteps> kKeys{"replay/piece"};
  static constexpr tt::Keys<2> kSide{"replay/side", true};
  std::array<std::array<std::array<int, kSteps>, kPieces>, 2> values_{};
  std::array<std::array<std::size_t, kPieces>, 2> at_{};
  std::size_t side_ = 0;
};

// Fail-soft alpha-beta with the table, the table's move first. Returns the value within (alpha, beta), or a
// bound of it outside.
template <class Table>
int search(Tree& tree, Table& table, int depth, int alpha, int beta) {
  const std::uint64_t key = tree.key();
  const auto hit = table.probe(key);
  if (hit && hit->depth >= depth) {
    if (hit->bound == tt::BoundKind::Exact || (hit->bound == tt::BoundKind::Lower && hit->score >= beta) ||
        (hit->bound == tt::BoundKind::Upper && hit->score <= alpha)) {
      return hit->score;
    }
  }
  if (depth == 0) {
    const int value = tree.value();
    table.store(
        key,
        {.move = 0, .score = static_cast<std::int16_t>(value), .depth = 0, .bound = tt::BoundKind::Exact});
    return value;
  }
  const std::size_t first = hit && hit->move != 0 ? hit->move - 1U : 0;
  const int low = alpha;
  int best = -30000;
  std::size_t best_move = 0;
  for (std::size_t i = 0; i < Tree::kMoves && best < beta; ++i) {
    const std::size_t move = i == 0 ? first : i <= first ? i - 1 : i;
    if (!tree.legal(move)) continue;
    tree.play(move);
    const int value = -search(tree, table, depth - 1, -beta, -std::max(alpha, best));
    tree.undo(move);
    if (value > best) {
      best = value;
      best_move = move;
    }
  }
  const auto bound = best >= beta ? tt::BoundKind::Lower
                     : best > low ? tt::BoundKind::Exact
                                  : tt::BoundKind::Upper;
  table.store(key, {.move = static_cast<std::uint16_t>(best_move + 1),
                    .score = static_cast<std::int16_t>(best),
                    .depth = static_cast<std::uint8_t>(depth),
                    .bound = bound});
  return best;
}

// A game of `plies` moves, each after a search deepened to `depth`, in a table of `bytes`: a search in a
// table under pressure probes otherwise than one in a table that holds everything.
inline tt::trace::Events record(std::uint64_t seed, int plies, int depth, std::uint64_t bytes) {
  Tree tree(seed);
  tt::Table<tt::Bound> table(bytes);
  tt::trace::Recorder recorder(table);
  for (int ply = 0; ply < plies; ++ply) {
    recorder.new_search();
    for (int d = 1; d <= depth; ++d) search(tree, recorder, d, -30000, 30000);
    const auto root = table.probe(tree.key());
    if (!root || root->move == 0 || !tree.legal(root->move - 1U)) break;
    tree.play(root->move - 1U);
  }
  return recorder.events();
}

}  // namespace replay

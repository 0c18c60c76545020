#include "games/chess/perft.hpp"

#include <algorithm>

#include "tt/zobrist.hpp"

namespace tesuji::chess {
namespace {

constexpr int kPollDepth = 3;  // below it, a count takes less than a millisecond

// The same position has another count at every depth, so the depth is part of the key.
constexpr tt::Keys<128> kDepthKeys("chess perft depth 1");

}  // namespace

std::uint64_t perft(Position& position, int depth, const search::StopFlag& stop) {
  if (depth <= 0 || (depth >= kPollDepth && stop.requested())) return 1;
  MoveList list;
  generate_legal(position, list);
  if (depth == 1) return list.size();
  std::uint64_t leaves = 0;
  for (const Move move : list) {
    position.make(move);
    leaves += perft(position, depth - 1, stop);
    position.undo();
  }
  return leaves;
}

std::uint64_t HashedPerft::operator()(Position& position, int depth, const search::StopFlag& stop) {
  if (depth <= 1 || (depth >= kPollDepth && stop.requested())) return perft(position, depth, stop);
  const std::uint64_t key = position.key() ^ kDepthKeys[static_cast<std::size_t>(depth) % kDepthKeys.size()];
  if (const auto entry = table_.probe(key)) return entry->count;
  MoveList list;
  generate_legal(position, list);
  std::uint64_t leaves = 0;
  for (const Move move : list) {
    position.make(move);
    leaves += (*this)(position, depth - 1, stop);
    position.undo();
  }
  table_.store(key, {leaves, std::min(depth, 63)});
  return leaves;
}

}  // namespace tesuji::chess

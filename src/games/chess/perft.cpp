#include "games/chess/perft.hpp"

#include <optional>

#include "tt/bits.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::chess {
namespace {

constexpr int kPollDepth = 3;  // below it, a count takes less than a millisecond

// The same position has another count at every depth, so the depth is part of the key.
constexpr tt::Keys<128> kDepthKeys("chess perft depth 1");

// A table that checks the whole key keeps 54 bits of a count where a proof search keeps its numbers.
std::optional<tt::Proof::Entry> to_entry(std::uint64_t count, int depth) {
  const std::uint64_t value = count + 1;
  const auto low = static_cast<std::uint32_t>(value & tt::Proof::kInfinite);
  const auto middle = static_cast<std::uint32_t>(value >> tt::Proof::kNumberBits & tt::Proof::kInfinite);
  const std::uint64_t high = value >> (2 * tt::Proof::kNumberBits);
  if (low + middle == 0 || high > tt::Proof::kMaxMove) return std::nullopt;  // such an entry may not be
  return tt::Proof::Entry{low, middle, static_cast<std::uint16_t>(high), 0, std::uint32_t{1} << depth};
}
std::uint64_t from_entry(const tt::Proof::Entry& entry) {
  return (std::uint64_t{entry.move} << (2 * tt::Proof::kNumberBits) |
          std::uint64_t{entry.dn} << tt::Proof::kNumberBits | entry.pn) -
         1;
}

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
  if (const auto entry = table_.probe(key)) return from_entry(*entry);
  MoveList list;
  generate_legal(position, list);
  std::uint64_t leaves = 0;
  for (const Move move : list) {
    position.make(move);
    leaves += (*this)(position, depth - 1, stop);
    position.undo();
  }
  if (const auto entry = to_entry(leaves, depth < 31 ? depth : 31)) table_.store(key, *entry);
  return leaves;
}

}  // namespace tesuji::chess

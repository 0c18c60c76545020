#include "games/chess/mate_memory.hpp"

#include <algorithm>
#include <cassert>

namespace tesuji::chess {

namespace {

constexpr std::uint64_t kNever6 = 63;
constexpr int kNumberBits = 19;

// 19 bits with the largest for infinity.
std::uint64_t shorten(search::ProofNumber number) {
  constexpr std::uint64_t kInfinite = tt::low_mask(kNumberBits);
  return number == search::kProofInfinite ? kInfinite : std::min<std::uint64_t>(number, kInfinite - 1);
}
search::ProofNumber restore(std::uint64_t number) {
  return number == tt::low_mask(kNumberBits) ? search::kProofInfinite
                                             : static_cast<search::ProofNumber>(number);
}

std::uint8_t restore_moves(std::uint64_t moves) {
  return moves == kNever6 ? MateKnown::kNever : static_cast<std::uint8_t>(moves);
}

}  // namespace

tt::Packed MateCodec::pack(const Entry& entry) {
  assert(entry.moves <= kMaxMoves);
  const MateKnown& known = entry.known;
  // A number between the two claims less as the nearest that is kept: never mates, or fails with fewer.
  const std::uint64_t mates = std::min<std::uint64_t>(known.mates_with, kNever6);
  const std::uint64_t fails = known.fails_with == MateKnown::kNever
                                  ? kNever6
                                  : std::min<std::uint64_t>(known.fails_with, kNever6 - 1);
  const std::uint64_t low = (entry.moves + 1U) | std::uint64_t{tt::Proof::shorten_work(entry.work)} << 6 |
                            fails << 12 | mates << 18 | std::uint64_t{known.move} << 24 |
                            shorten(entry.numbers.dn) << 40;
  return static_cast<tt::Packed>(shorten(entry.numbers.pn)) << 59 | low;
}

MateCodec::Entry MateCodec::unpack(const tt::Packed& data) {
  const auto low = static_cast<std::uint64_t>(data);
  return {{restore_moves(low >> 18 & 63), restore_moves(low >> 12 & 63), static_cast<Move>(low >> 24)},
          {restore(static_cast<std::uint64_t>(data >> 59) & tt::low_mask(kNumberBits)),
           restore(low >> 40 & tt::low_mask(kNumberBits))},
          tt::Proof::restore_work(static_cast<std::uint32_t>(low >> 6 & 63)),
          static_cast<std::uint8_t>((low & 63) - 1)};
}

}  // namespace tesuji::chess

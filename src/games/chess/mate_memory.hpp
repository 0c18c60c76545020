// The mate solver's table: what is known of a position for any number of moves, in one entry.
#pragma once

#include <cstddef>
#include <cstdint>

#include "games/chess/bitboard.hpp"
#include "search/proof.hpp"
#include "tt/bits.hpp"
#include "tt/bucket.hpp"
#include "tt/memory.hpp"

namespace tesuji::chess {

// The attacker mates with `mates_with` moves left or more, and does not with `fails_with` or fewer. Nobody
// mates with none: a mate on the board is told by the position after it.
struct MateKnown {
  static constexpr std::uint8_t kNever = 255;
  std::uint8_t mates_with = kNever;
  std::uint8_t fails_with = 0;
  Move move = kNoMove;  // attacker to move: the one that mates with `mates_with`
};

class MateMemory {
 public:
  struct Found {
    MateKnown known;
    search::ProofNumbers numbers;  // for the number of moves they were stored with; else {1, 1}
    std::uint32_t work = 0;
  };

  explicit MateMemory(std::uint64_t bytes);

  bool recall(std::uint64_t key, std::uint8_t moves, Found& found) const;
  void remember(std::uint64_t key, std::uint8_t moves, const Found& entry);
  void prefetch(std::uint64_t key) const {
    tt::prefetch_line(reinterpret_cast<const std::byte*>(bucket(key)));
  }
  [[nodiscard]] std::uint64_t bytes() const { return buckets_ * kSlots * sizeof(Slot); }
  [[nodiscard]] int fill() const {
    return static_cast<int>(used_ * 1000 / (buckets_ * kSlots));
  }  // per mille

  // Since the memory was made.
  mutable std::uint64_t probes = 0, hits = 0;
  std::uint64_t stores = 0, replacements = 0;

 private:
  struct Slot {
    std::uint64_t key;
    std::uint32_t pn, dn;
    std::uint32_t work;
    Move move;
    std::uint8_t mates_with, fails_with;
    std::uint8_t moves;  // that the numbers are for
    bool used;
  };
  static constexpr std::size_t kSlots = 4;

  [[nodiscard]] Slot* bucket(std::uint64_t key) const {
    return reinterpret_cast<Slot*>(memory_.data()) + tt::multiply_high(key, buckets_) * kSlots;
  }

  std::uint64_t buckets_;
  std::uint64_t used_ = 0;
  tt::Memory memory_;
};

}  // namespace tesuji::chess

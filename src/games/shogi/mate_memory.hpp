// The mate solver's table. It is indexed by the board alone: entries for one board with different hands lie
// in the same bucket, so that dominance (a proof holds for every better hand of the attacker, a disproof for
// every worse one) costs one probe. Results that hang on the path (repetition) are not kept at all: on
// another path they mislead, and what they would save is small (docs/internals/shogi.md has figures).
//
//   word 0   tag 37 | hand 27
//   word 1   tag 14 | kind 2 | work 6 | payload 42: pn 21, dn 21, or move 16, length 16
//
// Bucket: four lines, sixteen entries; the key says at which line the search through it begins, so that most
// probes touch one. With the bucket's number the tag says all 64 bits of the key. Where a bucket is full, the
// entry with the least work behind it gives way (garbage collection by work, done on the spot).
//
// The table begins small and doubles when it is a quarter full, up to the size it was given: most mates take
// a few thousand entries, which then lie in the nearest cache, and memory that is not needed is never
// touched.
#pragma once

#include <cstddef>
#include <cstdint>

#include "games/shogi/types.hpp"
#include "search/proof.hpp"
#include "tt/bits.hpp"
#include "tt/bucket.hpp"
#include "tt/layout_proof.hpp"
#include "tt/memory.hpp"

namespace tesuji::shogi {

// What is known of a board: a result, and for which hands of the attacker it holds.
struct MateKnown {
  enum class Kind : std::uint8_t { None, Proved, Disproved, Assumed };
  Kind kind = Kind::None;
  std::uint32_t hand = 0;  // proved: for every hand that covers this; disproved: for every hand covered by it
  std::uint16_t move = 0;  // proved, attacker to move: the move that does it
  std::uint16_t length = 0;  // proved: plies to the mate at most
};

class MateMemory {
 public:
  struct Found {
    MateKnown known;
    search::ProofNumbers numbers;
    std::uint32_t work = 0;
    bool met = true;  // false: with other hands only, which say that the numbers are at least these
  };

  explicit MateMemory(std::uint64_t bytes);

  // What is known of the board for this hand: a result, or the numbers stored for it. False = nothing.
  bool recall(std::uint64_t board, std::uint32_t hand, Found& found) const;
  // Of the proofs that hold for this hand, the one of least length; for whoever plays the mate out. A proof
  // was made of shorter ones, so that following the shortest never comes back to where it was.
  [[nodiscard]] MateKnown shortest_proof(std::uint64_t board, std::uint32_t hand) const;
  void remember(std::uint64_t board, std::uint32_t hand, const Found& entry);
  void prefetch(std::uint64_t board) const {
    tt::prefetch_line(bucket(tt::multiply_high(board, buckets_)) + first_slot(board) * kSlotBytes);
  }
  void clear();

  [[nodiscard]] std::uint64_t bytes() const { return most_ * kBucketBytes; }
  [[nodiscard]] int fill() const { return static_cast<int>(used_ * 1000 / (most_ * kSlots)); }  // per mille

  // Since the memory was made.
  mutable std::uint64_t probes = 0, hits = 0;
  std::uint64_t stores = 0, replacements = 0;

 private:
  static constexpr std::size_t kSlots = 16;
  static constexpr std::size_t kSlotBytes = 16;
  static constexpr std::size_t kBucketBytes = kSlots * kSlotBytes;

  enum Kind : std::uint64_t { kOpen = 1, kProved = 2, kDisproved = 3 };  // 0: an empty slot

  struct Slot;

  [[nodiscard]] std::byte* bucket(std::uint64_t number) const {
    return memory_.data() + number * kBucketBytes;
  }
  static std::size_t first_slot(std::uint64_t board) { return (board & 3) * 4; }
  // Calls visit(slot, index) for every entry of the board's until it returns true.
  template <class Visit>
  void each(std::uint64_t board, Visit&& visit) const;
  // Returns true if something had to go for it.
  bool put(std::uint64_t board, std::uint32_t hand, Kind kind, std::uint64_t payload, std::uint32_t work);
  // Makes the numbers stored for this board and hand none.
  void blank(std::uint64_t board, std::uint32_t hand) const;
  void grow();

  std::uint64_t least_, most_;  // buckets: where it begins and where it ends
  std::uint64_t buckets_;
  std::uint64_t used_ = 0;  // slots
  tt::Memory memory_;
};

}  // namespace tesuji::shogi

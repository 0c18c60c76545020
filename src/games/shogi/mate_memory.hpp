// The mate solver's table. It is indexed by the board alone: entries for one board with different hands lie
// in the same bucket, so that dominance (a proof holds for every better hand of the attacker, a disproof for
// every worse one) costs one probe. Results that hang on the path (repetition) have a part of their own.
//
//   word 0   tag 37 | hand 27
//   word 1   tag 14 | kind 2 | work 6 | payload 42: pn 21, dn 21, or move 16, length 16
//
// Bucket: four lines, sixteen entries. With the bucket's number the tag says all 64 bits of the key but a
// few. Where a bucket is full, the entry with the least work behind it gives way (garbage collection by work,
// done on the spot).
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
  };

  explicit MateMemory(std::uint64_t bytes);

  // What is known of the board for this hand: a result, or the numbers stored for it. False = nothing.
  bool recall(std::uint64_t board, std::uint32_t hand, Found& found) const;
  void remember(std::uint64_t board, std::uint32_t hand, const Found& entry);
  void prefetch(std::uint64_t board) const { tt::prefetch_line(main_.bucket(board)); }
  void clear();

  [[nodiscard]] std::uint64_t bytes() const { return main_.bytes() + assumed_.bytes(); }
  [[nodiscard]] int fill() const { return main_.fill(); }  // per mille

  // Since the memory was made.
  mutable std::uint64_t probes = 0, hits = 0;
  std::uint64_t stores = 0, replacements = 0;

 private:
  static constexpr std::size_t kSlots = 16;
  static constexpr std::size_t kBucketBytes = kSlots * 16;

  enum Kind : std::uint64_t { kOpen = 1, kProved = 2, kDisproved = 3 };  // 0: an empty slot

  // One array of buckets.
  class Part {
   public:
    explicit Part(std::uint64_t bytes);
    [[nodiscard]] std::byte* bucket(std::uint64_t board) const {
      return memory_.data() + tt::multiply_high(board, buckets_) * kBucketBytes;
    }
    void clear() { memory_.zero(0, buckets_ * kBucketBytes); }
    [[nodiscard]] std::uint64_t bytes() const { return buckets_ * kBucketBytes; }
    [[nodiscard]] int fill() const;

   private:
    std::uint64_t buckets_;
    tt::Memory memory_;
  };

  // Returns true if something had to go for it.
  static bool put(std::byte* bucket, std::uint64_t board, std::uint32_t hand, Kind kind,
                  std::uint64_t payload, std::uint32_t work);

  Part main_, assumed_;
};

}  // namespace tesuji::shogi

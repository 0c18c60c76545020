// The mate solver's table. It is indexed by the board alone: entries for one board with different hands lie
// in the same bucket, so that dominance (a proof holds for every better hand of the attacker, a disproof for
// every worse one) costs one probe. Results that hang on the path (repetition) are not kept at all: on
// another path they mislead, and what they would save is small (docs/internals/shogi.md has figures).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "games/shogi/types.hpp"
#include "search/proof_game.hpp"
#include "tt/tt.hpp"

namespace tesuji::shogi {

// What is known of a board: a result, and for which hands of the attacker it holds.
struct MateKnown {
  enum class Kind : std::uint8_t { None, Proved, Disproved, Assumed };
  Kind kind = Kind::None;
  std::uint32_t hand = 0;  // proved: for every hand that covers this; disproved: for every hand covered by it
  std::uint16_t move = 0;  // proved, attacker to move: the move that does it
  std::uint16_t length = 0;  // proved: plies to the mate at most
};

// A layout of tt::Table with buckets of four lines, sixteen entries. The key says at which line the search
// through a bucket begins, so that most probes touch one.
//
//   word 0   (tag 37 | hand 27) XOR a hash of word 1
//   word 1   tag 16 | kind 2 | work 6 | payload 40: pn 20, dn 20, or move 16, length 16
//
// With the bucket's number the tag says all 64 bits of the key (a table has at least 2^11 buckets).
class MateLayout {
 public:
  // What is asked for: a result that holds for this hand or the numbers stored for it; or, of all proofs that
  // hold for it, the one of least length, for whoever plays the mate out. (A proof was made of shorter ones,
  // so that following the shortest never comes back to where it was.)
  struct Key {
    std::uint64_t board = 0;
    std::uint32_t hand = 0;
    bool shortest_proof = false;
    [[nodiscard]] std::uint64_t hash() const { return board; }
  };
  struct Entry {
    MateKnown known;  // assumed: the numbers stored for this hand are forgotten
    search::ProofNumbers numbers;
    std::uint32_t work = 0;
    bool met = true;  // false: with other hands only, which say that the numbers are at least these
  };
  struct Place {
    std::uint64_t line;  // the first of the bucket
    Key key;
    [[nodiscard]] std::uint64_t first_line() const { return line + (key.board & 3); }
  };

  static constexpr std::string_view kName = "shogi-mate/1";
  static constexpr unsigned kGenerations = 1;
  static constexpr std::uint64_t kBucketLines = 4;
  static constexpr std::size_t kSlots = 4;  // in a line
  static constexpr bool kRecoversKey = true;
  static constexpr unsigned kGrowAt = 2;  // eighths
  static constexpr bool kGrowsWhenFull = true;

  explicit MateLayout(std::uint64_t lines) : buckets_(lines / kBucketLines) {}

  [[nodiscard]] std::uint64_t lines() const { return buckets_ * kBucketLines; }
  [[nodiscard]] Place locate(const Key& key) const {
    return {tt::multiply_high(key.board, buckets_) * kBucketLines, key};
  }

  [[nodiscard]] std::optional<Entry> find(std::byte* bytes, const Place& place) const;

  // What the new entry makes superfluous gives its slot: the same state's, and what is worse in its hand.
  // Then an empty slot is taken, then the policy chooses, with work in place of depth.
  template <class Policy>
  tt::Stored store(std::byte* bytes, const Place& place, const Entry& entry, unsigned /*generation*/,
                   const Policy& policy) const;

  template <class Visit>
  void visit(std::byte* bytes, std::uint64_t line_number, unsigned /*generation*/, Visit visit) const {
    for (std::size_t i = 0; i < kSlots; ++i) {
      const Cell cell = Cell::load(bytes, i);
      if (cell.empty() || cell.blank()) continue;
      const std::uint64_t board = tt::key_from(line_number / kBucketLines, buckets_, cell.tag(), kTagBits);
      visit(Key{board, cell.hand()}, cell.entry(), 0);
    }
  }

 private:
  static constexpr std::size_t kBucketSlots = kSlots * kBucketLines;
  static constexpr int kHandBits = 27;
  static constexpr int kLowTagBits = 16, kHighTagBits = 37, kTagBits = kLowTagBits + kHighTagBits;
  static constexpr int kNumberBits = 20;
  static constexpr int kPayloadBits = 40;

  enum Kind : std::uint64_t { kOpen = 1, kProved = 2, kDisproved = 3 };  // 0: an empty slot

  struct Cell {
    std::uint64_t first, second;

    [[nodiscard]] bool empty() const { return kind() == 0; }
    [[nodiscard]] std::uint64_t kind() const { return second >> 46 & 3; }
    [[nodiscard]] std::uint32_t hand() const {
      return static_cast<std::uint32_t>(first & tt::low_mask(kHandBits));
    }
    [[nodiscard]] std::uint32_t work_code() const { return static_cast<std::uint32_t>(second >> 40 & 63); }
    [[nodiscard]] std::uint64_t payload() const { return second & tt::low_mask(kPayloadBits); }
    [[nodiscard]] bool blank() const { return kind() == kOpen && payload() == 0; }
    // Of an open state.
    [[nodiscard]] search::ProofNumbers numbers() const {
      return {static_cast<search::ProofNumber>(payload() >> kNumberBits),
              static_cast<search::ProofNumber>(payload() & tt::low_mask(kNumberBits))};
    }
    // Of a proof.
    [[nodiscard]] std::uint16_t move() const { return static_cast<std::uint16_t>(second >> 16); }
    [[nodiscard]] std::uint16_t length() const { return static_cast<std::uint16_t>(second); }
    [[nodiscard]] std::uint64_t tag() const {
      return first >> kHandBits << kLowTagBits | second >> (64 - kLowTagBits);
    }
    [[nodiscard]] bool is_for(std::uint64_t board) const { return tag() == (board & tt::low_mask(kTagBits)); }
    [[nodiscard]] Entry entry() const;
    [[nodiscard]] tt::Slot slot() const { return {static_cast<int>(work_code()), 0, kind() != kOpen}; }

    static Cell load(std::byte* bytes, std::size_t i) {
      const tt::Line<std::uint64_t> words(bytes);
      const std::uint64_t second = words.load(2 * i + 1);
      return {words.load(2 * i) ^ tt::tear_hash(second), second};
    }
    void save(std::byte* bytes, std::size_t i) const {
      const tt::Line<std::uint64_t> words(bytes);
      words.store(2 * i, first ^ tt::tear_hash(second));
      words.store(2 * i + 1, second);
    }
  };

  static bool covers(std::uint32_t better, std::uint32_t worse) {
    return Hand::from_bits(better).covers(Hand::from_bits(worse));
  }
  static std::size_t first_slot(std::uint64_t board) { return (board & 3) * kSlots; }
  static Cell pack(const Key& key, const Entry& entry);
  static tt::Stored forget(std::byte* bytes, const Key& key);

  std::uint64_t buckets_;
};

template <class Policy>
tt::Stored MateLayout::store(std::byte* bytes, const Place& place, const Entry& entry,
                             unsigned /*generation*/, const Policy& policy) const {
  if (entry.known.kind == MateKnown::Kind::Assumed) return forget(bytes, place.key);
  const Cell fresh = pack(place.key, entry);
  const std::uint64_t kind = fresh.kind();
  const std::uint32_t hand = fresh.hand();
  const std::size_t start = first_slot(place.key.board);
  std::array<tt::Slot, kBucketSlots> slots;  // in the order in which they are looked at
  for (std::size_t n = 0; n < kBucketSlots; ++n) {
    const std::size_t i = (start + n) % kBucketSlots;
    const Cell cell = Cell::load(bytes, i);
    if (cell.empty()) {
      fresh.save(bytes, i);
      return tt::Stored::Filled;
    }
    slots[n] = cell.slot();
    if (!cell.is_for(place.key.board)) continue;
    const bool same = cell.hand() == hand && (cell.kind() == kind || cell.kind() == kOpen);
    const bool covered = (kind == kProved && cell.kind() != kDisproved && covers(cell.hand(), hand)) ||
                         (kind == kDisproved && cell.kind() != kProved && covers(hand, cell.hand()));
    // A shorter proof stays, for others were built on its length.
    const bool shorter = kind == kProved && cell.kind() == kProved && cell.length() < fresh.length();
    if (same && shorter) return tt::Stored::Refused;
    if (std::is_same_v<Policy, tt::KeepBest> && same && kind == cell.kind() &&
        fresh.work_code() < cell.work_code())
      return tt::Stored::Refused;  // from another table, and not news
    if ((same || covered) && !shorter) {
      fresh.save(bytes, i);
      return tt::Stored::Updated;
    }
  }
  const std::size_t victim = policy.victim(slots, fresh.slot(), place.key.board);
  if (victim == kBucketSlots) return tt::Stored::Refused;
  fresh.save(bytes, (start + victim) % kBucketSlots);
  return tt::replaced(slots[victim], fresh.slot());
}

using MateTable = tt::Table<MateLayout, tt::RuntimeReplacement>;

}  // namespace tesuji::shogi

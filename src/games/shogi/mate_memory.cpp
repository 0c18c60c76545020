#include "games/shogi/mate_memory.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace tesuji::shogi {

namespace {

constexpr int kHandBits = 27;
constexpr std::uint64_t kHandMask = (std::uint64_t{1} << kHandBits) - 1;
constexpr int kTagBits = 51;  // the lowest of the key; its upper end is the bucket's number

bool covers(std::uint32_t better, std::uint32_t worse) {
  return Hand::from_bits(better).covers(Hand::from_bits(worse));
}

}  // namespace

struct MateMemory::Slot {
  std::uint64_t first, second;

  [[nodiscard]] bool empty() const { return kind() == 0; }
  [[nodiscard]] std::uint64_t kind() const { return second >> 48 & 3; }
  [[nodiscard]] std::uint32_t hand() const { return static_cast<std::uint32_t>(first & kHandMask); }
  [[nodiscard]] std::uint32_t work_code() const { return static_cast<std::uint32_t>(second >> 42 & 63); }
  [[nodiscard]] std::uint64_t payload() const { return second & tt::low_mask(42); }
  // Of a proof.
  [[nodiscard]] std::uint16_t move() const { return static_cast<std::uint16_t>(second >> 16); }
  [[nodiscard]] std::uint16_t length() const { return static_cast<std::uint16_t>(second); }
  [[nodiscard]] std::uint64_t tag() const { return first >> kHandBits << 14 | second >> 50; }
  [[nodiscard]] bool is_for(std::uint64_t board) const {
    return (first >> kHandBits) == (board >> 14 & tt::low_mask(37)) &&
           second >> 50 == (board & tt::low_mask(14));
  }

  static Slot load(const std::byte* bucket, std::size_t i) {
    const tt::Line<std::uint64_t> words(const_cast<std::byte*>(bucket));
    return {words.load(2 * i), words.load(2 * i + 1)};
  }
  void save(std::byte* bucket, std::size_t i) const {
    const tt::Line<std::uint64_t> words(bucket);
    words.store(2 * i, first);
    words.store(2 * i + 1, second);
  }
};

// The sizes it takes are 2^13 to 2^14 buckets, doubled some times: from there on, a bucket's number and a tag
// make a whole key, which growing needs to know.
MateMemory::MateMemory(std::uint64_t bytes)
    : least_(std::max<std::uint64_t>(bytes / kBucketBytes, 64)), most_(1) {
  while (least_ >= std::uint64_t{2} << (64 - kTagBits)) {
    least_ /= 2;
    most_ *= 2;
  }
  most_ *= least_;
  buckets_ = least_;
  memory_ = tt::Memory(most_ * kBucketBytes, tt::Pages::Huge);
}

void MateMemory::clear() {
  memory_.zero(0, buckets_ * kBucketBytes);
  buckets_ = least_;
  used_ = 0;
}

// Bucket n becomes 2n and 2n + 1, the last one first, so that nothing is overwritten before it has moved.
void MateMemory::grow() {
  for (std::uint64_t number = buckets_; number-- > 0;) {
    std::array<Slot, kSlots> slots;
    for (std::size_t i = 0; i < kSlots; ++i) slots[i] = Slot::load(bucket(number), i);
    std::memset(bucket(2 * number), 0, 2 * kBucketBytes);
    // The least key of the bucket, and from it the one that ends in the slot's tag.
    const auto least =
        static_cast<std::uint64_t>(((static_cast<tt::Uint128>(number) << 64) + buckets_ - 1) / buckets_);
    for (const Slot& slot : slots) {
      if (slot.empty()) continue;
      const std::uint64_t board = least + ((slot.tag() - least) & tt::low_mask(kTagBits));
      std::byte* to = bucket(tt::multiply_high(board, 2 * buckets_));
      std::size_t i = first_slot(board);
      while (!Slot::load(to, i).empty()) i = (i + 1) % kSlots;
      slot.save(to, i);
    }
  }
  buckets_ *= 2;
}

template <class Visit>
void MateMemory::each(std::uint64_t board, Visit&& visit) const {
  const std::byte* at = bucket(tt::multiply_high(board, buckets_));
  const std::size_t start = first_slot(board);
  for (std::size_t n = 0; n < kSlots; ++n) {
    const std::size_t i = (start + n) % kSlots;
    const Slot slot = Slot::load(at, i);
    if (slot.empty()) break;  // slots fill up in order
    if (slot.is_for(board) && visit(slot, i)) break;
  }
}

bool MateMemory::recall(std::uint64_t board, std::uint32_t hand, Found& found) const {
  ++probes;
  bool any = false, certain = false;
  found = {};
  search::ProofNumber least_pn = 0, least_dn = 0;
  each(board, [&](const Slot& slot, std::size_t) {
    const std::uint64_t payload = slot.payload();
    switch (slot.kind()) {
      case kProved:
        if (!covers(hand, slot.hand())) break;
        found = {{MateKnown::Kind::Proved, slot.hand(), slot.move(), slot.length()},
                 search::kProvedNumbers,
                 tt::Proof::restore_work(slot.work_code())};
        certain = true;
        break;
      case kDisproved:
        if (!covers(slot.hand(), hand)) break;
        found = {{MateKnown::Kind::Disproved, slot.hand(), 0, 0},
                 search::kDisprovedNumbers,
                 tt::Proof::restore_work(slot.work_code())};
        certain = true;
        break;
      default: {
        const auto pn = static_cast<search::ProofNumber>(payload >> 21);
        const auto dn = static_cast<search::ProofNumber>(payload & tt::low_mask(21));
        if (payload == 0) break;
        if (slot.hand() == hand) {
          found.numbers = {pn, dn};
          found.work = tt::Proof::restore_work(slot.work_code());
          any = true;
        } else if (covers(slot.hand(), hand)) {
          least_pn = std::max(least_pn, pn);  // even the better hand is no nearer to a proof
        } else if (covers(hand, slot.hand())) {
          least_dn = std::max(least_dn, dn);
        }
      }
    }
    return certain;
  });
  if (!certain) {
    // Where the board was met with other hands only, they say at least this.
    found.met = any;
    found.numbers.pn = std::max(found.numbers.pn, least_pn);
    found.numbers.dn = std::max(found.numbers.dn, least_dn);
  }
  if (found.met) ++hits;
  return found.met || (least_pn | least_dn) != 0;
}

MateKnown MateMemory::shortest_proof(std::uint64_t board, std::uint32_t hand) const {
  MateKnown shortest;
  each(board, [&](const Slot& slot, std::size_t) {
    if (slot.kind() == kProved && covers(hand, slot.hand()) &&
        (shortest.kind == MateKnown::Kind::None || slot.length() < shortest.length)) {
      shortest = {MateKnown::Kind::Proved, slot.hand(), slot.move(), slot.length()};
    }
    return false;
  });
  return shortest;
}

void MateMemory::remember(std::uint64_t board, std::uint32_t hand, const Found& entry) {
  ++stores;
  bool replaced = false;
  switch (entry.known.kind) {
    case MateKnown::Kind::Proved:
      replaced = put(board, entry.known.hand, kProved,
                     std::uint64_t{entry.known.move} << 16 | entry.known.length, entry.work);
      break;
    case MateKnown::Kind::Disproved:
      replaced = put(board, entry.known.hand, kDisproved, 0, entry.work);
      break;
    case MateKnown::Kind::Assumed:
      blank(board, hand);  // the numbers that led here are no guide on another path: there, it is a new state
      break;
    case MateKnown::Kind::None:
      replaced =
          put(board, hand, kOpen, std::uint64_t{entry.numbers.pn} << 21 | entry.numbers.dn, entry.work);
      break;
  }
  if (replaced) ++replacements;
}

bool MateMemory::put(std::uint64_t board, std::uint32_t hand, Kind kind, std::uint64_t payload,
                     std::uint32_t work) {
  const Slot fresh{(board >> 14 & tt::low_mask(37)) << kHandBits | hand,
                   (board & tt::low_mask(14)) << 50 | std::uint64_t{kind} << 48 |
                       std::uint64_t{tt::Proof::shorten_work(work)} << 42 | payload};
  if (buckets_ < most_ && used_ * 4 > buckets_ * kSlots) grow();
  std::byte* at = bucket(tt::multiply_high(board, buckets_));
  const std::size_t start = first_slot(board);
  std::size_t victim = 0;
  std::uint32_t least = ~std::uint32_t{0};
  for (std::size_t n = 0; n < kSlots; ++n) {
    const std::size_t i = (start + n) % kSlots;
    const Slot slot = Slot::load(at, i);
    if (slot.empty()) {
      fresh.save(at, i);
      ++used_;
      return false;
    }
    if (slot.is_for(board)) {
      // What the newcomer makes superfluous gives its slot: the same state's, and what is worse in its hand.
      // A shorter proof stays, for others were built on its length.
      const bool same = slot.hand() == hand && (slot.kind() == kind || slot.kind() == kOpen);
      const bool covered = (kind == kProved && slot.kind() != kDisproved && covers(slot.hand(), hand)) ||
                           (kind == kDisproved && slot.kind() != kProved && covers(hand, slot.hand()));
      const bool shorter = kind == kProved && slot.kind() == kProved && slot.length() < fresh.length();
      if (same && shorter) return false;
      if ((same || covered) && !shorter) {
        fresh.save(at, i);
        return false;
      }
    }
    if (slot.work_code() < least) {
      least = slot.work_code();
      victim = i;
    }
  }
  // A full bucket in a table that is not: as good a reason to grow.
  if (buckets_ < most_ && used_ * 8 > buckets_ * kSlots) {
    grow();
    return put(board, hand, kind, payload, work);
  }
  fresh.save(at, victim);
  return true;
}

void MateMemory::blank(std::uint64_t board, std::uint32_t hand) const {
  each(board, [&](Slot slot, std::size_t i) {
    if (slot.kind() != kOpen || slot.hand() != hand) return false;
    slot.second &= ~tt::low_mask(42);
    slot.save(bucket(tt::multiply_high(board, buckets_)), i);
    return true;
  });
}

}  // namespace tesuji::shogi

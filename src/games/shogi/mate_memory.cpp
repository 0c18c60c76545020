#include "games/shogi/mate_memory.hpp"

#include <algorithm>

namespace tesuji::shogi {

namespace {

constexpr int kHandBits = 27;
constexpr std::uint64_t kHandMask = (std::uint64_t{1} << kHandBits) - 1;

struct Slot {
  std::uint64_t first, second;

  [[nodiscard]] bool empty() const { return (second >> 48 & 3) == 0; }
  [[nodiscard]] std::uint64_t kind() const { return second >> 48 & 3; }
  [[nodiscard]] std::uint32_t hand() const { return static_cast<std::uint32_t>(first & kHandMask); }
  [[nodiscard]] std::uint32_t work_code() const { return static_cast<std::uint32_t>(second >> 42 & 63); }
  [[nodiscard]] std::uint64_t payload() const { return second & tt::low_mask(42); }
  // The 51 lowest bits of the key: its upper end is the bucket's number.
  [[nodiscard]] bool is_for(std::uint64_t board) const {
    return first >> kHandBits == (board >> 14 & tt::low_mask(37)) &&
           second >> 50 == (board & tt::low_mask(14));
  }
};

Slot load(std::byte* bucket, std::size_t i) {
  const tt::Line<std::uint64_t> words(bucket);
  return {words.load(2 * i), words.load(2 * i + 1)};
}

void save(std::byte* bucket, std::size_t i, const Slot& slot) {
  const tt::Line<std::uint64_t> words(bucket);
  words.store(2 * i, slot.first);
  words.store(2 * i + 1, slot.second);
}

bool covers(std::uint32_t better, std::uint32_t worse) {
  return Hand::from_bits(better).covers(Hand::from_bits(worse));
}

}  // namespace

MateMemory::Part::Part(std::uint64_t bytes)
    : buckets_(std::max<std::uint64_t>(bytes / kBucketBytes, 64)),
      memory_(buckets_ * kBucketBytes, tt::Pages::Huge) {}

int MateMemory::Part::fill() const {
  const std::uint64_t sampled = std::min<std::uint64_t>(buckets_, 512);
  std::uint64_t used = 0;
  for (std::uint64_t n = 0; n < sampled; ++n) {
    std::byte* at = memory_.data() + buckets_ / sampled * n * kBucketBytes;
    for (std::size_t i = 0; i < kSlots && !load(at, i).empty(); ++i) ++used;
  }
  return static_cast<int>(used * 1000 / (sampled * kSlots));
}

// A quarter of the memory is for results that hang on the path.
MateMemory::MateMemory(std::uint64_t bytes) : main_(bytes / 4 * 3), assumed_(bytes / 4) {}

void MateMemory::clear() {
  main_.clear();
  assumed_.clear();
}

bool MateMemory::recall(std::uint64_t board, std::uint32_t hand, Found& found) const {
  ++probes;
  bool any = false;
  std::byte* bucket = main_.bucket(board);
  found = {};
  search::ProofNumber least_pn = 0, least_dn = 0;
  for (std::size_t i = 0; i < kSlots; ++i) {
    const Slot slot = load(bucket, i);
    if (slot.empty()) break;  // slots fill up in order
    if (!slot.is_for(board)) continue;
    const std::uint64_t payload = slot.payload();
    switch (slot.kind()) {
      case kProved:
        if (!covers(hand, slot.hand())) break;
        found = {{MateKnown::Kind::Proved, slot.hand(), static_cast<std::uint16_t>(payload >> 16),
                  static_cast<std::uint16_t>(payload & 0xffff)},
                 search::kProvedNumbers,
                 tt::Proof::restore_work(slot.work_code())};
        ++hits;
        return true;
      case kDisproved:
        if (!covers(slot.hand(), hand)) break;
        found = {{MateKnown::Kind::Disproved, slot.hand(), 0, 0},
                 search::kDisprovedNumbers,
                 tt::Proof::restore_work(slot.work_code())};
        ++hits;
        return true;
      default: {
        const auto pn = static_cast<search::ProofNumber>(payload >> 21);
        const auto dn = static_cast<search::ProofNumber>(payload & tt::low_mask(21));
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
  }
  if (any) {
    found.numbers.pn = std::max(found.numbers.pn, least_pn);
    found.numbers.dn = std::max(found.numbers.dn, least_dn);
  }
  bucket = assumed_.bucket(board);
  for (std::size_t i = 0; i < kSlots; ++i) {
    const Slot slot = load(bucket, i);
    if (slot.empty()) break;
    if (slot.kind() != kDisproved || slot.hand() != hand || !slot.is_for(board)) continue;
    found.known = {MateKnown::Kind::Assumed, hand, 0, 0};
    found.numbers = search::kDisprovedNumbers;
    any = true;
    break;
  }
  if (any) ++hits;
  return any;
}

void MateMemory::remember(std::uint64_t board, std::uint32_t hand, const Found& entry) {
  ++stores;
  bool replaced = false;
  switch (entry.known.kind) {
    case MateKnown::Kind::Proved:
      replaced = put(main_.bucket(board), board, entry.known.hand, kProved,
                     std::uint64_t{entry.known.move} << 16 | entry.known.length, entry.work);
      break;
    case MateKnown::Kind::Disproved:
      replaced = put(main_.bucket(board), board, entry.known.hand, kDisproved, 0, entry.work);
      break;
    case MateKnown::Kind::Assumed:
      replaced = put(assumed_.bucket(board), board, hand, kDisproved, 0, entry.work);
      break;
    case MateKnown::Kind::None:
      replaced = put(main_.bucket(board), board, hand, kOpen,
                     std::uint64_t{entry.numbers.pn} << 21 | entry.numbers.dn, entry.work);
      // An assumption that did not hold is taken back.
      std::byte* bucket = assumed_.bucket(board);
      for (std::size_t i = 0; i < kSlots; ++i) {
        Slot slot = load(bucket, i);
        if (slot.empty()) break;
        if (slot.kind() == kDisproved && slot.hand() == hand && slot.is_for(board)) {
          slot.second = (slot.second & ~(std::uint64_t{3} << 48)) | std::uint64_t{kOpen} << 48;
          save(bucket, i, slot);
        }
      }
      break;
  }
  if (replaced) ++replacements;
}

bool MateMemory::put(std::byte* bucket, std::uint64_t board, std::uint32_t hand, Kind kind,
                     std::uint64_t payload, std::uint32_t work) {
  const Slot fresh{(board >> 14 & tt::low_mask(37)) << kHandBits | hand,
                   (board & tt::low_mask(14)) << 50 | std::uint64_t{kind} << 48 |
                       std::uint64_t{tt::Proof::shorten_work(work)} << 42 | payload};
  std::size_t victim = 0;
  std::uint32_t least = ~std::uint32_t{0};
  for (std::size_t i = 0; i < kSlots; ++i) {
    const Slot slot = load(bucket, i);
    if (slot.empty()) {
      save(bucket, i, fresh);
      return false;
    }
    if (slot.is_for(board)) {
      const bool same = slot.hand() == hand && (slot.kind() == kind || slot.kind() == kOpen);
      // What the newcomer makes superfluous gives its slot.
      const bool covered = (kind == kProved && slot.kind() != kDisproved && covers(slot.hand(), hand)) ||
                           (kind == kDisproved && slot.kind() != kProved && covers(hand, slot.hand()));
      if (same || covered) {
        save(bucket, i, fresh);
        return false;
      }
    }
    if (slot.work_code() < least) {
      least = slot.work_code();
      victim = i;
    }
  }
  save(bucket, victim, fresh);
  return true;
}

}  // namespace tesuji::shogi

#include "games/shogi/mate_memory.hpp"

namespace tesuji::shogi {

MateLayout::Entry MateLayout::Cell::entry() const {
  const std::uint32_t work = tt::Proof::restore_work(work_code());
  switch (kind()) {
    case kProved:
      return {{MateKnown::Kind::Proved, hand(), move(), length()}, search::kProvedNumbers, work};
    case kDisproved:
      return {{MateKnown::Kind::Disproved, hand(), 0, 0}, search::kDisprovedNumbers, work};
    default:
      return {{}, numbers(), work};
  }
}

// Numbers saturate at 20 bits. The hand of a result is the one it holds for, else the one asked about.
MateLayout::Cell MateLayout::pack(const Key& key, const Entry& entry) {
  std::uint64_t kind = kOpen, payload = 0;
  std::uint32_t hand = key.hand;
  if (entry.known.kind == MateKnown::Kind::None) {
    const auto shorten = [](search::ProofNumber number) {
      return std::min<std::uint64_t>(number, tt::low_mask(kNumberBits));
    };
    payload = shorten(entry.numbers.pn) << kNumberBits | shorten(entry.numbers.dn);
  } else {
    const bool proved = entry.known.kind == MateKnown::Kind::Proved;
    kind = proved ? kProved : kDisproved;
    hand = entry.known.hand;
    if (proved) payload = std::uint64_t{entry.known.move} << 16 | entry.known.length;
  }
  return {(key.board >> kLowTagBits & tt::low_mask(kHighTagBits)) << kHandBits | hand,
          (key.board & tt::low_mask(kLowTagBits)) << (64 - kLowTagBits) | kind << 46 |
              std::uint64_t{tt::Proof::shorten_work(entry.work)} << kPayloadBits | payload};
}

std::optional<MateLayout::Entry> MateLayout::find(std::byte* bytes, const Place& place) const {
  const auto [board, hand, shortest_proof] = place.key;
  std::optional<Entry> proof;
  Entry found;
  found.met = false;
  search::ProofNumber least_pn = 0, least_dn = 0;
  const std::size_t start = first_slot(board);
  for (std::size_t n = 0; n < kBucketSlots; ++n) {
    const Cell cell = Cell::load(bytes, (start + n) % kBucketSlots);
    if (cell.empty()) break;  // slots fill up in order
    if (!cell.is_for(board)) continue;
    switch (cell.kind()) {
      case kProved:
        if (!covers(hand, cell.hand())) break;
        if (!shortest_proof) return cell.entry();
        if (!proof || cell.length() < proof->known.length) proof = cell.entry();
        break;
      case kDisproved:
        if (!shortest_proof && covers(cell.hand(), hand)) return cell.entry();
        break;
      default: {
        if (cell.blank()) break;
        const search::ProofNumbers numbers = cell.numbers();
        if (cell.hand() == hand) {
          found = cell.entry();
        } else if (covers(cell.hand(), hand)) {
          least_pn = std::max(least_pn, numbers.pn);  // even the better hand is no nearer to a proof
        } else if (covers(hand, cell.hand())) {
          least_dn = std::max(least_dn, numbers.dn);
        }
      }
    }
  }
  if (shortest_proof) return proof;
  if (!found.met && (least_pn | least_dn) == 0) return std::nullopt;
  // If the board was met with other hands only, they say at least this.
  found.numbers.pn = std::max(found.numbers.pn, least_pn);
  found.numbers.dn = std::max(found.numbers.dn, least_dn);
  return found;
}

// The numbers that led to an assumption are no guide on another path: there, it is a new state.
tt::Stored MateLayout::forget(std::byte* bytes, const Key& key) {
  const std::size_t start = first_slot(key.board);
  for (std::size_t n = 0; n < kBucketSlots; ++n) {
    const std::size_t i = (start + n) % kBucketSlots;
    Cell cell = Cell::load(bytes, i);
    if (cell.empty()) break;
    if (!cell.is_for(key.board) || cell.kind() != kOpen || cell.hand() != key.hand) continue;
    cell.second &= ~tt::low_mask(kPayloadBits);
    cell.save(bytes, i);
    return tt::Stored::Updated;
  }
  return tt::Stored::Refused;
}

}  // namespace tesuji::shogi

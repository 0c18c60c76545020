#include "games/chess/mate_memory.hpp"

#include <algorithm>
#include <type_traits>

namespace tesuji::chess {

MateMemory::MateMemory(std::uint64_t bytes)
    : buckets_(std::max<std::uint64_t>(bytes / (kSlots * sizeof(Slot)), 64)),
      memory_(buckets_ * kSlots * sizeof(Slot)) {
  static_assert(sizeof(Slot) == 32 && std::is_trivial_v<Slot>);  // memory of zeroes is empty slots
}

bool MateMemory::recall(std::uint64_t key, std::uint8_t moves, Found& found) const {
  ++probes;
  for (const Slot *slot = bucket(key), *end = slot + kSlots; slot != end && slot->used; ++slot) {
    if (slot->key != key) continue;
    found.known = {slot->mates_with, slot->fails_with, slot->move};
    found.numbers = slot->moves == moves ? search::ProofNumbers{slot->pn, slot->dn} : search::ProofNumbers{};
    found.work = slot->work;
    ++hits;
    return true;
  }
  return false;
}

void MateMemory::remember(std::uint64_t key, std::uint8_t moves, const Found& entry) {
  ++stores;
  Slot* const first = bucket(key);
  Slot* place = first;
  for (Slot* slot = first; slot != first + kSlots; ++slot) {
    if (!slot->used || slot->key == key) {
      place = slot;
      break;
    }
    if (slot->work < place->work) place = slot;
  }
  if (!place->used) {
    ++used_;
  } else if (place->key != key) {
    ++replacements;
  }
  *place = {key,
            entry.numbers.pn,
            entry.numbers.dn,
            entry.work,
            entry.known.move,
            entry.known.mates_with,
            entry.known.fails_with,
            moves,
            true};
}

}  // namespace tesuji::chess

// Proof: two words an entry, four in a line; for proof-number searches.
//
//   word 0   key XOR word 1                      the full 64-bit key is checked
//   word 1   pn 21 | dn 21 | move 12 | flags 4 | work 6
//
// The two words are written one after the other without a lock (Hyatt and Mann's XOR scheme): an entry that
// two threads wrote half each, or that is read half written, has the key of neither and is simply not found.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "tt/bits.hpp"
#include "tt/bucket.hpp"
#include "tt/replacement.hpp"
#include "tt/stats.hpp"

namespace tt {

class Proof {
 public:
  static constexpr std::string_view kName = "proof/1";
  static constexpr unsigned kGenerations = 1;  // no age: the work done is what an entry is worth
  static constexpr std::size_t kSlots = 4;
  static constexpr bool kRecoversKey = true;
  static constexpr unsigned kGrowAt = 3;  // eighths

  static constexpr int kNumberBits = 21;
  static constexpr std::uint32_t kInfinite =
      (1U << kNumberBits) - 1;  // proof and disproof numbers saturate below it
  static constexpr std::uint16_t kMaxMove = (1U << 12) - 1;
  static constexpr std::uint8_t kMaxFlags = 15;

  struct Entry {
    std::uint32_t pn = 1, dn = 1;  // stored as at most kInfinite; pn = 0: proved, dn = 0: disproved
    std::uint16_t move = 0;        // more than kMaxMove is stored as 0, no move
    std::uint8_t flags = 0;        // only the bits of kMaxFlags are stored; their meaning is up to the search
    std::uint32_t work = 0;  // nodes searched below; kept to within a factor of the root of two, rounded down
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  struct Place {
    std::uint64_t line;
    std::uint64_t key;
  };

  explicit Proof(std::uint64_t lines) : lines_(lines) {}

  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] Place locate(std::uint64_t key) const { return {multiply_high(key, lines_), key}; }

  // Two steps to each doubling: 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, …
  static constexpr std::uint32_t shorten_work(std::uint32_t work) {
    if (work < 2) return work;
    const int log = static_cast<int>(std::bit_width(work)) - 1;
    const std::uint32_t code = static_cast<std::uint32_t>(2 * log) + (work >> (log - 1) & 1);
    return code < 63 ? code : 63;
  }
  static constexpr std::uint32_t restore_work(std::uint32_t code) {
    return code < 2 ? code : (2U | (code & 1)) << (code / 2 - 1);
  }

  static constexpr std::uint64_t pack(const Entry& entry) {
    const std::uint64_t pn = std::min(entry.pn, kInfinite), dn = std::min(entry.dn, kInfinite);
    const std::uint64_t move = entry.move <= kMaxMove ? entry.move : 0;
    return pn << 43 | dn << 22 | move << 10 | (std::uint64_t{entry.flags} & kMaxFlags) << 6 |
           shorten_work(entry.work);
  }
  static constexpr Entry unpack(std::uint64_t data) {
    return {static_cast<std::uint32_t>(data >> 43), static_cast<std::uint32_t>(data >> 22 & kInfinite),
            static_cast<std::uint16_t>(data >> 10 & kMaxMove),
            static_cast<std::uint8_t>(data >> 6 & kMaxFlags),
            restore_work(static_cast<std::uint32_t>(data & 63))};
  }

  [[nodiscard]] std::optional<Entry> find(std::byte* bytes, const Place& place) const {
    const Line<std::uint64_t> line(bytes);
    for (std::size_t i = 0; i < kSlots; ++i) {
      const std::uint64_t data = line.load(2 * i + 1);
      if ((line.load(2 * i) ^ data) == place.key && occupied(data)) return unpack(data);
    }
    return std::nullopt;
  }

  // The same key is overwritten, for a search knows more each time it comes back; else an empty slot is
  // taken; else the policy chooses, with work in place of depth.
  template <class Policy>
  Stored store(std::byte* bytes, const Place& place, const Entry& entry, unsigned /*generation*/,
               const Policy& policy) const {
    if ((entry.pn | entry.dn) == 0) return Stored::Refused;  // proved and disproved at once: no such result
    const Line<std::uint64_t> line(bytes);
    std::array<std::uint64_t, kSlots> data;
    std::size_t empty = kSlots;
    for (std::size_t i = 0; i < kSlots; ++i) {
      data[i] = line.load(2 * i + 1);
      if (!occupied(data[i])) {
        if (empty == kSlots) empty = i;
      } else if ((line.load(2 * i) ^ data[i]) == place.key) {
        if (!policy_prefers(policy, slot(pack(entry)), slot(data[i]))) return Stored::Refused;
        write(line, i, place.key, entry);
        return Stored::Updated;
      }
    }
    if (empty != kSlots) {
      write(line, empty, place.key, entry);
      return Stored::Filled;
    }
    std::array<Slot, kSlots> slots;
    for (std::size_t i = 0; i < kSlots; ++i) slots[i] = slot(data[i]);
    const Slot incoming = slot(pack(entry));
    const std::size_t victim = policy.victim(slots, incoming, place.key);
    if (victim == kSlots) return Stored::Refused;
    write(line, victim, place.key, entry);
    return slots[victim].depth < incoming.depth ? Stored::ReplacedLesser : Stored::ReplacedBetter;
  }

  template <class Visit>
  void visit(std::byte* bytes, std::uint64_t line_number, unsigned /*generation*/, Visit visit) const {
    const Line<std::uint64_t> line(bytes);
    for (std::size_t i = 0; i < kSlots; ++i) {
      const std::uint64_t data = line.load(2 * i + 1);
      const std::uint64_t key = line.load(2 * i) ^ data;
      // A torn entry has a key that does not belong here; most such are found out by their line.
      if (occupied(data) && locate(key).line == line_number) visit(key, unpack(data), 0);
    }
  }

 private:
  // pn and dn are never both 0, so an occupied word is not 0.
  static constexpr bool occupied(std::uint64_t data) { return data != 0; }
  static constexpr Slot slot(std::uint64_t data) {
    return {static_cast<int>(data & 63), 0, data >> 43 == 0 || (data >> 22 & kInfinite) == 0};
  }
  // Between tables the new entry may be the one that knows less.
  template <class Policy>
  static constexpr bool policy_prefers(const Policy&, const Slot& incoming, const Slot& old) {
    if constexpr (std::is_same_v<Policy, KeepBest>) {
      return incoming.exact != old.exact ? incoming.exact : incoming.depth >= old.depth;
    }
    return true;
  }
  static void write(const Line<std::uint64_t>& line, std::size_t i, std::uint64_t key, const Entry& entry) {
    const std::uint64_t data = pack(entry);
    line.store(2 * i, key ^ data);
    line.store(2 * i + 1, data);
  }

  std::uint64_t lines_;
};

}  // namespace tt

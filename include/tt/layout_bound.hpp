// Bound: one 64-bit word an entry, eight in a line; for alpha-beta searches.
//
//   63      45 44     29 28     13 12    6 5   4 3          0
//   | check 19 | move 16 | score 16 | depth 7 | bound 2 | generation 4 |
//
// A word XORed with the check sought and with ones elsewhere is below 2^45 - 1 for the entry sought and for
// nothing else (an empty word has no bound, so it is not below). So a line is searched by comparing whole
// vectors, without a branch on what the slots hold; such branches are unforeseeable, and cost more than the
// whole comparison. What a policy asks about is in the lowest 16 bits, where one register takes those of the
// whole line.
//
// Slots are filled from the first on and never emptied, so a line is full when its last slot is.
//
// One word is written at once, so an entry is never torn. The line's number says log2(lines) bits of the key
// (its upper end), the check the lowest 19; the rest is not kept, so a hit can be wrong: a probe for a key
// that is not there compares with up to eight entries and agrees by chance with probability at most 8 / 2^19,
// or 15.3 in a million (full line; a table of 3 entries with 16-bit keys has 3 / 2^16, or 45.8). A caller
// that plays the move of a hit must check that it is a move, and may report the mismatch to the table's
// statistics.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "tt/bits.hpp"
#include "tt/bucket.hpp"
#include "tt/hit.hpp"
#include "tt/lanes.hpp"
#include "tt/replacement.hpp"
#include "tt/stats.hpp"

namespace tt {

// Which side of the true value a score is on.
enum class BoundKind : std::uint8_t { None = 0, Upper = 1, Lower = 2, Exact = 3 };

class Bound {
 public:
  static constexpr std::string_view kName = "bound/1";
  static constexpr int kCheckBits = 19;
  static constexpr int kMaxDepth = 127;
  static constexpr unsigned kGenerations = 16;
  static constexpr std::size_t kSlots = 8;
  static constexpr bool kRecoversKey = false;
  static constexpr unsigned kGrowAt = 3;  // eighths

  struct Entry {
    std::uint16_t move = 0;
    std::int16_t score = 0;
    std::uint8_t depth = 0;             // stored as at most kMaxDepth: a larger one becomes that
    BoundKind bound = BoundKind::None;  // an entry with None is not stored
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  struct Place {
    std::uint64_t line;
    std::uint64_t tag;
  };

  explicit Bound(std::uint64_t lines) : lines_(lines) {}

  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] Place locate(std::uint64_t key) const {
    return {multiply_high(key, lines_), key & low_mask(kCheckBits)};
  }

  static constexpr std::uint64_t pack(std::uint64_t tag, const Entry& entry, unsigned generation) {
    return tag << kTagShift | std::uint64_t{entry.move} << 29 |
           std::uint64_t{static_cast<std::uint16_t>(entry.score)} << 13 |
           std::uint64_t{entry.depth} << kDepthShift |
           std::uint64_t{static_cast<std::uint8_t>(entry.bound)} << kBoundShift | generation;
  }
  static constexpr Entry unpack(std::uint64_t word) {
    return {static_cast<std::uint16_t>(word >> 29),
            static_cast<std::int16_t>(static_cast<std::uint16_t>(word >> 13)), depth_of(word),
            bound_of(word)};
  }
  static constexpr std::uint64_t tag_of(std::uint64_t word) { return word >> kTagShift; }
  static constexpr unsigned generation_of(std::uint64_t word) { return static_cast<unsigned>(word & 15); }
  static constexpr bool occupied(std::uint64_t word) { return bound_of(word) != BoundKind::None; }

  [[nodiscard]] Hit<Bound> find(std::byte* bytes, const Place& place) const {
    const Line<std::uint64_t> line(bytes);
    const std::uint64_t wanted = sought(place.tag);
    const unsigned matches = words_below(line, wanted, kNotFound);
    if (matches == 0) return {};
    const std::uint64_t word = line.load(static_cast<std::size_t>(std::countr_zero(matches)));
    if ((word ^ wanted) >= kNotFound) return {};  // another thread has just replaced it
    return Hit<Bound>(word);
  }

  // The same without a branch on what the line holds. For many lookups in a row: whether one hits cannot be
  // foreseen, and a wrong guess would throw away what the processor has begun of the next ones.
  [[nodiscard]] Hit<Bound> find_unbranched(std::byte* bytes, const Place& place) const {
    const Line<std::uint64_t> line(bytes);
    const std::uint64_t wanted = sought(place.tag);
    const unsigned matches = words_below(line, wanted, kNotFound) | 1U << (kSlots - 1);
    const std::uint64_t word = line.load(static_cast<std::size_t>(std::countr_zero(matches)));
    const std::uint64_t found = (word ^ wanted) < kNotFound ? ~std::uint64_t{0} : 0;
    return Hit<Bound>(word & found);
  }

  // A shallower bound does not push out a deeper one of the same position and the same search, unless it is
  // exact; a store without a move keeps the move that is there. `age` is for an entry of an earlier search
  // that comes from another table.
  template <class Policy>
  Stored store(std::byte* bytes, const Place& place, Entry entry, unsigned generation, const Policy& policy,
               int age = 0) const {
    if (entry.bound == BoundKind::None) return Stored::Refused;
    entry.depth = std::min<std::uint8_t>(entry.depth, kMaxDepth);
    const Line<std::uint64_t> line(bytes);
    const std::uint64_t wanted = sought(place.tag);
    if (const unsigned matches = words_below(line, wanted, kNotFound); matches != 0) {
      const auto here = static_cast<std::size_t>(std::countr_zero(matches));
      const std::uint64_t old = line.load(here);
      // If another thread has just replaced the entry, the store goes on as if the key had not been found.
      if ((old ^ wanted) < kNotFound) return update(line, here, old, place.tag, entry, generation, age);
    }
    const std::uint64_t word = pack(place.tag, entry, stored_in(generation, age));
    if (!occupied(line.load(kSlots - 1))) return fill(line, word);
    const Slot incoming{entry.depth, age, entry.bound == BoundKind::Exact};
    const std::size_t victim = choose(line, incoming, place.tag, generation, policy);
    if (victim == kSlots) return Stored::Refused;
    const Slot old = slot(line.load(victim), generation);
    line.store(victim, word);
    return replaced(old, incoming);
  }

  // Calls visit(place, entry, age) for each entry of a line. The key is not known, only where it may lie.
  template <class Visit>
  void visit(std::byte* bytes, std::uint64_t line_number, unsigned generation, Visit visit) const {
    const Line<std::uint64_t> line(bytes);
    for (std::size_t i = 0; i < kSlots; ++i) {
      const std::uint64_t word = line.load(i);
      if (occupied(word)) visit(Place{line_number, tag_of(word)}, unpack(word), age_of(word, generation));
    }
  }

  // The slot that holds the place's entry, or kSlots.
  [[nodiscard]] std::size_t slot_of(std::byte* bytes, const Place& place) const {
    const unsigned matches = words_below(Line<std::uint64_t>(bytes), sought(place.tag), kNotFound);
    return matches == 0 ? kSlots : static_cast<std::size_t>(std::countr_zero(matches));
  }

  // Copies the entry in slot `slot` of one line, if there is one, to the first empty slot of another line,
  // which is for a table of another size. Returns where it is now: kSlots if the other line is full.
  static std::size_t copy_slot(std::byte* from, std::size_t slot, std::byte* to) {
    const std::uint64_t word = Line<std::uint64_t>(from).load(slot);
    if (!occupied(word)) return kSlots;
    const Line<std::uint64_t> line(to);
    std::size_t empty = 0;
    while (empty < kSlots && occupied(line.load(empty))) ++empty;
    if (empty < kSlots) line.store(empty, word);
    return empty;
  }

  // The lines here that a key of line `number` in a table of `other` geometry may belong to: first and last.
  // After growing there are several; an entry is then copied to each of them, so that nothing is lost. The
  // copies that belong elsewhere cost the room that growing has made, and are the first to age out.
  [[nodiscard]] std::array<std::uint64_t, 2> lines_for(const Bound& other, std::uint64_t number) const {
    const Uint128 first = static_cast<Uint128>(number) * lines_ / other.lines_;
    const Uint128 last = ((static_cast<Uint128>(number) + 1) * lines_ - 1) / other.lines_;
    return {static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last)};
  }

 private:
  static constexpr int kBoundShift = 4;
  static constexpr int kDepthShift = 6;
  static constexpr int kTagShift = 45;
  static constexpr std::uint64_t kNotFound = low_mask(kTagShift);

  static constexpr std::uint64_t sought(std::uint64_t tag) { return tag << kTagShift | kNotFound; }
  static constexpr BoundKind bound_of(std::uint64_t word) {
    return static_cast<BoundKind>(word >> kBoundShift & 3);
  }
  static constexpr std::uint8_t depth_of(std::uint64_t word) {
    return static_cast<std::uint8_t>(word >> kDepthShift & kMaxDepth);
  }
  static constexpr unsigned stored_in(unsigned generation, int age) {
    return (generation - static_cast<unsigned>(age)) % kGenerations;
  }
  static constexpr int age_of(std::uint64_t word, unsigned generation) {
    return static_cast<int>((generation - generation_of(word)) % kGenerations);
  }
  static constexpr Slot slot(std::uint64_t word, unsigned generation) {
    return {depth_of(word), age_of(word, generation), bound_of(word) == BoundKind::Exact};
  }

  template <class Policy>
  static std::size_t choose(const Line<std::uint64_t>& line, const Slot& incoming, std::uint64_t tag,
                            unsigned generation, const Policy& policy) {
    if constexpr (std::is_same_v<Policy, RuntimeReplacement>) {
      return policy.apply(
          [&](const auto& chosen) { return choose(line, incoming, tag, generation, chosen); });
    } else if constexpr (requires(Lanes lanes) { Policy::worth(lanes, lanes); }) {
      const Lanes low = low_lanes(line);
      const Lanes depth = low >> kDepthShift & kMaxDepth;
      const Lanes age = (static_cast<std::int16_t>(generation) - low) & std::int16_t{kGenerations - 1};
      return least_lane(Policy::worth(depth, age));
    } else {
      std::array<Slot, kSlots> slots;
      for (std::size_t i = 0; i < kSlots; ++i) slots[i] = slot(line.load(i), generation);
      return policy.victim(slots, incoming, tag);
    }
  }

  // `old` is an entry of the same position, read from slot i.
  static Stored update(const Line<std::uint64_t>& line, std::size_t i, std::uint64_t old, std::uint64_t tag,
                       Entry entry, unsigned generation, int age) {
    constexpr int kSlack = 3;  // plies by which a newer bound may be shallower and still be worth more
    if (entry.move == 0) entry.move = unpack(old).move;
    const Slot before = slot(old, generation);
    if (age > before.age && entry.depth <= before.depth) return Stored::Refused;
    if (entry.bound != BoundKind::Exact && before.age <= age && entry.depth + kSlack < before.depth)
      return Stored::Refused;
    line.store(i, pack(tag, entry, stored_in(generation, age)));
    return Stored::Updated;
  }

  static Stored fill(const Line<std::uint64_t>& line, std::uint64_t word) {
    std::size_t empty = 0;
    while (empty + 1 < kSlots && occupied(line.load(empty))) ++empty;
    line.store(empty, word);
    return Stored::Filled;
  }

  std::uint64_t lines_;
};

}  // namespace tt

// Words<Codec>: two words an entry, four in a line; for a search that packs its entry itself.
//
//   word 0   (tag 50 | data 14) XOR a hash of word 1
//   word 1   data 64
//
// The tag is the lowest 50 bits of the key. The line's number says the upper 14 and more (a table has at
// least 2^14 lines), so the whole key is checked, and can be recovered. The two words are written one after
// the other without a lock: half an entry with half of another has, but for one chance in 2^50, the tag of
// neither and is not found.
//
// A codec is a class of static members:
//   kName                          names the packing in a snapshot, and changes when it does
//   Entry                          what callers store and get back
//   Packed pack(const Entry&)      at most 78 bits, of which the lowest 64 are never all zero
//   Entry unpack(const Packed&)
//   Slot slot(const Packed&)       what a replacement policy may know
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "tt/bits.hpp"
#include "tt/bucket.hpp"
#include "tt/error.hpp"
#include "tt/replacement.hpp"
#include "tt/stats.hpp"

namespace tt {

// Depends on every bit of the word, in the upper bits most: what the first word of two is XORed with.
constexpr std::uint64_t tear_hash(std::uint64_t word) {
  return word * 0x9e3779b97f4a7c15ULL;
}

// The key of which `tag` holds the lowest `bits` bits and whose upper end is bucket `number` of `buckets`.
constexpr std::uint64_t key_from(std::uint64_t number, std::uint64_t buckets, std::uint64_t tag, int bits) {
  const auto least =
      static_cast<std::uint64_t>(((static_cast<Uint128>(number) << 64) + buckets - 1) / buckets);
  return least + ((tag - least) & low_mask(bits));
}

// Bits from the lowest on, as a codec packs them.
using Packed = Uint128;

template <class Codec>
class Words {
 public:
  using Entry = typename Codec::Entry;

  static constexpr std::string_view kName = Codec::kName;
  static constexpr int kTagBits = 50;
  static constexpr int kDataBits = 128 - kTagBits;
  static constexpr unsigned kGenerations = 1;
  static constexpr std::size_t kSlots = 4;
  static constexpr bool kRecoversKey = true;
  static constexpr unsigned kGrowAt = 3;  // eighths

  struct Place {
    std::uint64_t line;
    std::uint64_t key;
  };

  explicit Words(std::uint64_t lines) : lines_(lines) {
    if (lines < std::uint64_t{1} << (64 - kTagBits))
      throw Error("a table of " + std::to_string(lines * kLineBytes) +
                  " bytes is too small; the minimum is 1 MiB");
  }

  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] Place locate(std::uint64_t key) const { return {multiply_high(key, lines_), key}; }

  [[nodiscard]] std::optional<Entry> find(std::byte* bytes, const Place& place) const {
    const Line<std::uint64_t> line(bytes);
    for (std::size_t i = 0; i < kSlots; ++i) {
      const Cell cell = load(line, i);
      if (cell.holds(place.key)) return Codec::unpack(cell.data());
    }
    return std::nullopt;
  }

  // The same key is overwritten, else an empty slot is taken, else the policy chooses.
  template <class Policy>
  Stored store(std::byte* bytes, const Place& place, const Entry& entry, unsigned /*generation*/,
               const Policy& policy) const {
    const Packed data = Codec::pack(entry);
    assert(static_cast<std::uint64_t>(data) != 0 && data >> kDataBits == 0);
    const Cell fresh{place.key << kHighBits | static_cast<std::uint64_t>(data >> 64),
                     static_cast<std::uint64_t>(data)};
    const Line<std::uint64_t> line(bytes);
    std::array<Slot, kSlots> slots;
    const Slot incoming = Codec::slot(data);
    for (std::size_t i = 0; i < kSlots; ++i) {
      const Cell cell = load(line, i);
      if (cell.empty()) {
        save(line, i, fresh);
        return Stored::Filled;
      }
      slots[i] = Codec::slot(cell.data());
      if (!cell.holds(place.key)) continue;
      if (std::is_same_v<Policy, KeepBest> && KeepBest::worth(incoming) < KeepBest::worth(slots[i]))
        return Stored::Refused;  // from another table, and not news
      save(line, i, fresh);
      return Stored::Updated;
    }
    const std::size_t victim = policy.victim(slots, incoming, place.key);
    if (victim == kSlots) return Stored::Refused;
    save(line, victim, fresh);
    return replaced(slots[victim], incoming);
  }

  template <class Visit>
  void visit(std::byte* bytes, std::uint64_t line_number, unsigned /*generation*/, Visit visit) const {
    const Line<std::uint64_t> line(bytes);
    for (std::size_t i = 0; i < kSlots; ++i) {
      const Cell cell = load(line, i);
      if (cell.empty()) break;  // slots are filled in order and never emptied
      visit(key_from(line_number, lines_, cell.first >> kHighBits, kTagBits), Codec::unpack(cell.data()), 0);
    }
  }

 private:
  static constexpr int kHighBits = kDataBits - 64;

  struct Cell {
    std::uint64_t first, second;  // tag and the upper data; the lower data
    [[nodiscard]] bool empty() const { return second == 0; }
    [[nodiscard]] bool holds(std::uint64_t key) const {
      return second != 0 && first >> kHighBits == (key & low_mask(kTagBits));
    }
    [[nodiscard]] Packed data() const {
      return static_cast<Packed>(first & low_mask(kHighBits)) << 64 | second;
    }
  };
  static Cell load(const Line<std::uint64_t>& line, std::size_t i) {
    const std::uint64_t second = line.load(2 * i + 1);
    return {line.load(2 * i) ^ tear_hash(second), second};
  }
  static void save(const Line<std::uint64_t>& line, std::size_t i, const Cell& cell) {
    line.store(2 * i, cell.first ^ tear_hash(cell.second));
    line.store(2 * i + 1, cell.second);
  }

  std::uint64_t lines_;
};

}  // namespace tt

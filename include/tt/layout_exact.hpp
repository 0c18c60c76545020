// Exact<KeyBits, ValueBits>: the whole key is recovered, so a hit is never wrong; for games whose position
// fits the key.
//
// Quotienting: the key goes through a bijection of KeyBits bits (so that neighbouring positions spread), and
// the result m is split into the number of its set and a rest. With `sets` sets, any number of them, set =
// floor(m * sets / 2^KeyBits): the m of one set are a run of at most ceil(2^KeyBits / sets) neighbours, so
// the lowest bits of m that can count such a run tell them apart. A word holds these bits and the value: 32
// bits where they fit, else 64, decided by the size of the table. With KeyBits = 49, ValueBits = 7 and
// one-way sets, 2^24 entries of 4 bytes (64 MiB) are enough for the short words: 25 + 7 bits.
//
// Values are 0 … 2^ValueBits - 2: the stored field is the value plus one, so that an empty word is 0 and
// "absent" is told from "zero" without a bit of its own.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tt/bits.hpp"
#include "tt/bucket.hpp"
#include "tt/error.hpp"
#include "tt/replacement.hpp"
#include "tt/stats.hpp"

namespace tt {

// An invertible mixing of the lowest Bits bits: xor-shifts and odd multiplications are bijections, and so is
// their chain.
template <int Bits>
class Bijection {
  static_assert(Bits >= 8 && Bits <= 63);

 public:
  static constexpr std::uint64_t forward(std::uint64_t x) {
    x ^= x >> kShift;
    x = x * kFactor & kMask;
    x ^= x >> kShift;
    x = x * kFactor & kMask;
    return x ^ x >> kShift;
  }
  static constexpr std::uint64_t backward(std::uint64_t x) {
    x = x ^ x >> kShift;  // kShift is at least half of Bits, so an xor-shift undoes itself
    x = x * kInverse & kMask;
    x = x ^ x >> kShift;
    x = x * kInverse & kMask;
    return x ^ x >> kShift;
  }

 private:
  static constexpr int kShift = (Bits + 1) / 2;
  static constexpr std::uint64_t kMask = low_mask(Bits);
  static constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15ULL;

  // Newton's iteration doubles the number of right bits: 3, 6, 12, 24, 48, 96.
  static constexpr std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t x = odd;
    for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
    return x;
  }
  static constexpr std::uint64_t kInverse = inverse(kFactor);
};

template <int KeyBits, int ValueBits, std::size_t Ways = 1>
class Exact {
  static_assert(ValueBits >= 1 && ValueBits < 32);
  static_assert(Ways >= 1 && Ways <= 8 && std::has_single_bit(Ways));

 public:
  static constexpr std::string_view kName = "exact/1";
  static constexpr int kKeyBits = KeyBits;
  static constexpr int kValueBits = ValueBits;
  static constexpr std::size_t kWays = Ways;
  static constexpr std::uint64_t kMaxValue = low_mask(ValueBits) - 1;
  static constexpr unsigned kGenerations = 1;
  static constexpr bool kRecoversKey = true;
  static constexpr unsigned kGrowAt = 1;  // eighths

  // What a snapshot has to agree on, besides the name.
  static std::string parameters() {
    return std::to_string(KeyBits) + ',' + std::to_string(ValueBits) + ',' + std::to_string(Ways);
  }

  struct Entry {
    std::uint64_t value = 0;  // at most kMaxValue; storing more throws Error
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  struct Place {
    std::uint64_t line;
    std::uint64_t tag;
    std::uint32_t first;  // the first slot of the set within its line
  };

  explicit Exact(std::uint64_t lines)
      : lines_(lines), narrow_(tag_bits_for(lines * (16 / Ways)) + ValueBits <= 32) {
    sets_ = lines * ((narrow_ ? 16 : 8) / Ways);
    tag_bits_ = tag_bits_for(sets_);
    run_ = (std::uint64_t{1} << KeyBits) / sets_;
    run_rest_ = (std::uint64_t{1} << KeyBits) % sets_;
    if (tag_bits_ + ValueBits > 64) {
      throw Error("a table of " + std::to_string(lines * kLineBytes) + " bytes is too small for keys of " +
                  std::to_string(KeyBits) + " bits with values of " + std::to_string(ValueBits));
    }
  }

  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] bool narrow() const { return narrow_; }  // 32-bit words
  [[nodiscard]] std::size_t slots() const { return narrow_ ? 16 : 8; }

  // The key is only checked in debug builds: a check costs as much as a quarter of a probe that hits the
  // cache. The bits of a longer key above KeyBits are lost.
  [[nodiscard]] Place locate(std::uint64_t key) const {
    assert(key <= low_mask(KeyBits));
    const std::uint64_t mixed = Bijection<KeyBits>::forward(key);
    const std::uint64_t set = multiply_high(mixed << (64 - KeyBits), sets_);
    const std::uint64_t tag = mixed & low_mask(tag_bits_);
    const unsigned shift =
        static_cast<unsigned>(std::countr_zero((narrow_ ? std::size_t{16} : std::size_t{8}) / Ways));
    return {set >> shift, tag, static_cast<std::uint32_t>((set & low_mask(static_cast<int>(shift))) * Ways)};
  }

  [[nodiscard]] std::optional<Entry> find(std::byte* bytes, const Place& place) const {
    return narrow_ ? find_in<std::uint32_t>(bytes, place) : find_in<std::uint64_t>(bytes, place);
  }

  // Newest first: the new entry takes the set's first slot, the others move down and the last one falls out.
  // No policy is asked, for an entry has no room for what a policy would want to know.
  template <class Policy>
  Stored store(std::byte* bytes, const Place& place, const Entry& entry, unsigned /*generation*/,
               const Policy&) const {
    if (entry.value > kMaxValue) throw_value_out_of_range(entry.value);
    return narrow_ ? store_in<std::uint32_t>(bytes, place, entry)
                   : store_in<std::uint64_t>(bytes, place, entry);
  }

  template <class Visit>
  void visit(std::byte* bytes, std::uint64_t line_number, unsigned /*generation*/, Visit visit) const {
    if (narrow_) {
      visit_in<std::uint32_t>(bytes, line_number, visit);
    } else {
      visit_in<std::uint64_t>(bytes, line_number, visit);
    }
  }

 private:
  // A wrong value would be a wrong answer later, and there is no value near it that would be right.
  [[noreturn, gnu::cold, gnu::noinline]] static void throw_value_out_of_range(std::uint64_t value) {
    throw Error("a table of " + std::to_string(ValueBits) + "-bit values cannot store " +
                std::to_string(value) + "; the maximum is " + std::to_string(kMaxValue));
  }

  // Bits enough to count the longest run of mixed keys that share a set.
  static constexpr int tag_bits_for(std::uint64_t sets) {
    const std::uint64_t run = divide_up(std::uint64_t{1} << KeyBits, sets);
    return run <= 1 ? 0 : static_cast<int>(std::bit_width(run - 1));
  }

  [[nodiscard]] std::uint64_t key_of(std::uint64_t first, std::uint64_t tag) const {
    const std::uint64_t mixed = first + ((tag - first) & low_mask(tag_bits_));
    return Bijection<KeyBits>::backward(mixed);
  }

  template <class Word>
  static constexpr Word pack(std::uint64_t tag, const Entry& entry) {
    return static_cast<Word>(tag << ValueBits | (entry.value + 1));
  }

  template <class Word>
  static constexpr bool matches(Word word, std::uint64_t tag) {
    return word != 0 && (word >> ValueBits) == tag;
  }

  template <class Word>
  std::optional<Entry> find_in(std::byte* bytes, const Place& place) const {
    const Line<Word> line(bytes);
    for (std::size_t i = place.first; i < place.first + Ways; ++i) {
      const Word word = line.load(i);
      if (matches(word, place.tag)) return Entry{(word & low_mask(ValueBits)) - 1};
    }
    return std::nullopt;
  }

  template <class Word>
  Stored store_in(std::byte* bytes, const Place& place, const Entry& entry) const {
    const Line<Word> line(bytes);
    Word carried = pack<Word>(place.tag, entry);
    for (std::size_t i = place.first; i < place.first + Ways; ++i) {
      const Word word = line.load(i);
      line.store(i, carried);
      if (word == 0) return Stored::Filled;
      if (matches(word, place.tag)) return Stored::Updated;
      carried = word;
    }
    return Stored::ReplacedBetter;
  }

  template <class Word, class Visit>
  void visit_in(std::byte* bytes, std::uint64_t line_number, Visit& visit) const {
    const Line<Word> line(bytes);
    // The least mixed key of a set is ceil(set * 2^KeyBits / sets). It is divided out once a line and then
    // carried from set to set: a division for every entry took most of the time of copying a table.
    const Uint128 scaled =
        (static_cast<Uint128>(line_number * (Line<Word>::kWords / Ways)) << KeyBits) + sets_ - 1;
    auto first = static_cast<std::uint64_t>(scaled / sets_);
    auto rest = static_cast<std::uint64_t>(scaled - static_cast<Uint128>(first) * sets_);
    for (std::size_t i = 0; i < Line<Word>::kWords; i += Ways) {
      for (std::size_t way = i; way < i + Ways; ++way) {
        const Word word = line.load(way);
        if (word == 0) continue;
        visit(key_of(first, word >> ValueBits), Entry{(word & low_mask(ValueBits)) - 1}, 0);
      }
      first += run_;
      rest += run_rest_;
      if (rest >= sets_) {
        rest -= sets_;
        ++first;
      }
    }
  }

  std::uint64_t lines_;
  bool narrow_;
  std::uint64_t sets_ = 0;
  int tag_bits_ = 0;
  std::uint64_t run_ = 0, run_rest_ = 0;  // 2^KeyBits / sets_, and what is left
};

}  // namespace tt

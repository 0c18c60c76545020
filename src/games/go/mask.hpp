// Sets of points by number: a machine word if the numbers fit into one, several words otherwise. Code that
// works on sets is a template over them, so that the single word costs what a word costs.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tesuji::go {

template <std::size_t N>
class Words {
 public:
  Words() = default;                                   // not set, like a word; Words{} is empty
  constexpr Words(std::uint64_t low) : words_{low} {}  // NOLINT(google-explicit-constructor): as a word would

  [[nodiscard]] constexpr std::uint64_t word(std::size_t i) const { return words_[i]; }
  constexpr void set_word(std::size_t i, std::uint64_t word) { words_[i] = word; }

  friend constexpr Words operator&(const Words& a, const Words& b) {
    return each([&](std::size_t i) { return a.words_[i] & b.words_[i]; });
  }
  friend constexpr Words operator|(const Words& a, const Words& b) {
    return each([&](std::size_t i) { return a.words_[i] | b.words_[i]; });
  }
  friend constexpr Words operator~(const Words& a) {
    return each([&](std::size_t i) { return ~a.words_[i]; });
  }
  // By 1 to 63.
  friend constexpr Words operator<<(const Words& a, int by) {
    return each(
        [&](std::size_t i) { return a.words_[i] << by | (i == 0 ? 0 : a.words_[i - 1] >> (64 - by)); });
  }
  friend constexpr Words operator>>(const Words& a, int by) {
    return each(
        [&](std::size_t i) { return a.words_[i] >> by | (i + 1 == N ? 0 : a.words_[i + 1] << (64 - by)); });
  }
  constexpr Words& operator&=(const Words& other) { return *this = *this & other; }
  constexpr Words& operator|=(const Words& other) { return *this = *this | other; }
  friend constexpr bool operator==(const Words& a, const Words& b) {
    std::uint64_t different = 0;
    for (std::size_t i = 0; i < N; ++i) different |= a.words_[i] ^ b.words_[i];
    return different == 0;
  }

 private:
  template <class Word>
  static constexpr Words each(Word word) {
    Words made{};
    for (std::size_t i = 0; i < N; ++i) made.words_[i] = word(i);
    return made;
  }

  std::array<std::uint64_t, N> words_;
};

using Mask64 = std::uint64_t;
using Mask128 = Words<2>;
// Enough for a board of 19x19 with a gap after each row. What callers of the solver see.
using WideMask = Words<6>;

template <class Mask>
inline constexpr std::size_t kWords = sizeof(Mask) / sizeof(std::uint64_t);
template <class Mask>
inline constexpr int kBits = static_cast<int>(64 * kWords<Mask>);

constexpr std::uint64_t word(Mask64 mask, std::size_t) {
  return mask;
}
template <std::size_t N>
constexpr std::uint64_t word(const Words<N>& mask, std::size_t i) {
  return mask.word(i);
}

// The set of one point.
template <class Mask>
constexpr Mask bit(int index) {
  if constexpr (kWords<Mask> == 1) {
    return Mask{1} << index;
  } else {
    Mask mask{};
    mask.set_word(static_cast<std::size_t>(index) / 64, std::uint64_t{1} << (index % 64));
    return mask;
  }
}

// The smallest number; kBits if the set is empty.
constexpr int first(Mask64 mask) {
  return std::countr_zero(mask);
}
template <std::size_t N>
constexpr int first(const Words<N>& mask) {
  for (std::size_t i = 0; i < N; ++i) {
    if (mask.word(i) != 0) return static_cast<int>(64 * i) + std::countr_zero(mask.word(i));
  }
  return static_cast<int>(64 * N);
}

constexpr int count(Mask64 mask) {
  return std::popcount(mask);
}
template <std::size_t N>
constexpr int count(const Words<N>& mask) {
  int sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += std::popcount(mask.word(i));
  return sum;
}

// All but the smallest number.
constexpr Mask64 without_first(Mask64 mask) {
  return mask & (mask - 1);
}
template <std::size_t N>
constexpr Words<N> without_first(Words<N> mask) {
  for (std::size_t i = 0; i < N; ++i) {
    if (mask.word(i) == 0) continue;
    mask.set_word(i, mask.word(i) & (mask.word(i) - 1));
    break;
  }
  return mask;
}

// The smallest number alone.
constexpr Mask64 lowest(Mask64 mask) {
  return mask & -mask;
}
template <std::size_t N>
constexpr Words<N> lowest(const Words<N>& mask) {
  return mask & ~without_first(mask);
}

// One point, or none.
template <class Mask>
constexpr bool single(const Mask& mask) {
  return without_first(mask) == 0;
}

// The same set in another width, which must be enough for it.
template <class To, class From>
constexpr To resized(const From& mask) {
  if constexpr (kWords<To> == 1) {
    return word(mask, 0);
  } else {
    To made{};
    for (std::size_t i = 0; i < kWords<To> && i < kWords<From>; ++i) made.set_word(i, word(mask, i));
    return made;
  }
}

}  // namespace tesuji::go

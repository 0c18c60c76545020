// Zobrist keys: one random 64-bit word for each feature a position can have; a position's key is the XOR of
// the words of the features it has, so that a move updates the key by XORing what it takes away and what it
// adds.
//
// Tables are filled at compile time from a *named* seed. The name is part of what a snapshot records: two
// programs agree about keys exactly when they agree about the names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tt {

// SplitMix64 (Steele, Lea, Flood 2014): every seed gives a full-period sequence, and neighbouring seeds do
// not correlate.
class SplitMix64 {
 public:
  constexpr explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t operator()() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

// Makes a key out of any 64-bit number that tells positions apart, such as a packed board: a bijection, so
// different numbers stay different, and every bit of the result depends on every bit of the number.
//
// The table takes the line from the upper bits of a key and part of the check from its lower bits, and
// trusts them to be uniform. Zobrist keys are. A base-3 board or a bitboard is not: it fills a few lines and
// leaves the rest of the table empty. Debug builds (without NDEBUG) count the keys and say so on stderr.
constexpr std::uint64_t mix(std::uint64_t number) {
  return SplitMix64(number)();
}

// FNV-1a, then one round of mixing: a seed from a name.
constexpr std::uint64_t seed_from_name(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return SplitMix64(hash)();
}

// Count words, one for each value of a feature. The first word of a table made with zero_is_absent is 0: the
// feature's value 0 then means "not there" (no en-passant file, no ko point, nothing in hand) and costs no
// XOR.
template <std::size_t Count>
class Keys {
 public:
  constexpr explicit Keys(std::string_view name, bool zero_is_absent = false) : words_{} {
    SplitMix64 random(seed_from_name(name));
    for (std::uint64_t& word : words_) word = random();
    if (zero_is_absent) words_[0] = 0;
  }

  constexpr std::uint64_t operator[](std::size_t value) const { return words_[value]; }
  static constexpr std::size_t size() { return Count; }

 private:
  std::array<std::uint64_t, Count> words_;
};

// A word for every (piece, square). A piece's number includes its colour: two colours must never share a
// word, or equal armies would cancel out.
template <std::size_t Pieces, std::size_t Squares>
class PieceSquareKeys {
 public:
  constexpr explicit PieceSquareKeys(std::string_view name) : keys_(name) {}
  constexpr std::uint64_t operator()(std::size_t piece, std::size_t square) const {
    return keys_[piece * Squares + square];
  }

 private:
  Keys<Pieces * Squares> keys_;
};

// A word for every (holder, kind, count) with count 0..Most. Count 0 has the word 0, so that an empty hand
// costs nothing; every other count has a word of its own, so that 18 pawns cannot look like 2.
template <std::size_t Holders, std::size_t Kinds, std::size_t Most>
class HandKeys {
 public:
  constexpr explicit HandKeys(std::string_view name) : keys_(name) {}
  constexpr std::uint64_t operator()(std::size_t holder, std::size_t kind, std::size_t count) const {
    return count == 0 ? 0 : keys_[(holder * Kinds + kind) * Most + count - 1];
  }
  // What to XOR when a holder's count of a kind changes.
  constexpr std::uint64_t change(std::size_t holder, std::size_t kind, std::size_t from,
                                 std::size_t to) const {
    return (*this)(holder, kind, from) ^ (*this)(holder, kind, to);
  }

 private:
  Keys<Holders * Kinds * Most> keys_;
};

// How often a position has occurred on the path, for a search that wants repeated positions apart. Kept out
// of the keys that go into a table unless the search says why it is sound.
template <std::size_t Most>
class RepetitionKeys {
 public:
  constexpr explicit RepetitionKeys(std::string_view name) : keys_(name, true) {}
  constexpr std::uint64_t operator()(std::size_t times) const { return keys_[times < Most ? times : Most]; }

 private:
  Keys<Most + 1> keys_;
};

}  // namespace tt

// What the mate solvers of the games share: they prove a mate with the proof-number search, and remember in a
// table of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/proof.hpp"

namespace tesuji::search {

template <class Move>
struct MateResult {
  enum class Verdict : std::uint8_t { Mate, NoMate, Unknown };
  Verdict verdict = Verdict::Unknown;
  std::vector<Move> line;  // the mate, with the defences that hold out longest
  // Every defence was replayed, by a checker that does not know the solver. A Mate always is.
  bool checked = false;
  std::uint64_t nodes = 0;
};

// A memory whose recall fills a Found{known, numbers, work} and, where it knows bounds for states that were
// never searched, met, as the proof-number search wants it.
template <class Game, class Memory>
struct MemoryFace {
  using Rank = typename Game::Rank;
  Memory& memory;

  std::optional<Remembered<typename Game::Known>> recall(std::uint64_t key, Rank rank) const {
    typename Memory::Found found;
    if (!memory.recall(key, rank, found)) return std::nullopt;
    Remembered<typename Game::Known> entry{found.known, found.numbers, found.work};
    if constexpr (requires { found.met; }) entry.met = found.met;
    return entry;
  }
  void remember(std::uint64_t key, Rank rank, const Remembered<typename Game::Known>& entry) const {
    memory.remember(key, rank, {entry.known, entry.numbers, entry.work});
  }
  void prefetch(std::uint64_t key) const { memory.prefetch(key); }
};

}  // namespace tesuji::search

// A match inside one process: a network against the program's, another one or the hand-written evaluation,
// with the same search. For gating; matches between programs are `tesuji match`.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "match/elo.hpp"
#include "net/network.hpp"

namespace tesuji::lab {

// The two games of an opening; half points of the candidate, first with the first move.
struct PlayedPair {
  int number = 0;
  std::array<int, 2> points{};
};

struct GateSettings {
  std::shared_ptr<const net::Network> network;   // the candidate
  std::shared_ptr<const net::Network> opponent;  // null: the program's
  bool against_handwritten = false;              // the opponent is the hand-written evaluation
  std::uint64_t nodes = 10000;                   // per move, for both
  int games = 400;                               // at most; each opening is played with both sides
  int threads = 2;
  std::uint64_t seed = 7;
  std::uint64_t table_bytes = std::uint64_t{16} << 20;
  std::optional<match::Sprt> sprt;
  std::vector<PlayedPair> played;  // before: counted, and not played again
};

// Results of the candidate. on_pair is called after each pair, one call at a time.
template <class Game>
match::Tally gate(const GateSettings& settings, const std::atomic<bool>& quit,
                  const std::function<void(const PlayedPair&, const match::Tally&)>& on_pair);

}  // namespace tesuji::lab

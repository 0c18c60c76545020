// The limits that a search is given.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"

namespace tesuji::search {

using StopFlag = tesuji::StopFlag;

// The clock of one player, in a game with a clock.
struct Clock {
  std::chrono::milliseconds left{0};
  std::chrono::milliseconds increment{0};
};

struct Limits {
  std::optional<std::chrono::milliseconds> time;  // for this search
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::optional<int> mate;  // look for a mate in at most this many moves

  // Play by the clock of the side to move.
  std::optional<Clock> own_clock;
  std::optional<std::chrono::milliseconds> byoyomi;
  std::optional<int> moves_to_go;

  bool infinite = false;  // until stopped, even when nothing is left to search
  bool ponder = false;    // as infinite, until StopFlag::ponder_hit(); then the limits above count
  std::vector<std::string> root_moves;  // only these, where given

  [[nodiscard]] bool any() const {
    return time || nodes || depth || mate || own_clock || byoyomi || infinite || ponder;
  }
};

// For work that has a node and a time limit, but no clock to play by.
inline Budget budget_for(const Limits& limits, const StopFlag& stop) {
  return Budget(stop, limits.nodes, limits.time);
}

}  // namespace tesuji::search

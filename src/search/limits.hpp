// What ends a search: limits given beforehand, and a stop asked for from another thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::search {

// One flag for every way a search is stopped from outside: a signal, a protocol's `stop`, a client that went
// away. The search polls it; whoever sets it need not wait.
class StopFlag {
 public:
  void request() noexcept { flag_.store(true, std::memory_order_relaxed); }
  void clear() noexcept {
    flag_.store(false, std::memory_order_relaxed);
    ponder_hit_.store(false, std::memory_order_relaxed);
  }
  [[nodiscard]] bool requested() const noexcept { return flag_.load(std::memory_order_relaxed); }

  // The move that was pondered on was played: a search with Limits::ponder goes on, and its clocks count now.
  void ponder_hit() noexcept { ponder_hit_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool ponder_was_hit() const noexcept { return ponder_hit_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> flag_{false};
  std::atomic<bool> ponder_hit_{false};
};

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

  // Play by the clock: the side to move first, then the other.
  std::optional<Clock> own_clock, other_clock;
  std::optional<std::chrono::milliseconds> byoyomi;
  std::optional<int> moves_to_go;

  bool infinite = false;  // until stopped, even when nothing is left to search
  bool ponder = false;    // as infinite, until StopFlag::ponder_hit(); then the limits above count
  std::vector<std::string> root_moves;  // only these, where given

  [[nodiscard]] bool any() const {
    return time || nodes || depth || mate || own_clock || byoyomi || infinite || ponder;
  }
};

}  // namespace tesuji::search

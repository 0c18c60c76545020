// How long a side may think.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::match {

struct TimeControl {
  using milliseconds = std::chrono::milliseconds;

  // A clock: `base` for all moves, or for every `moves` of them; `increment` after each move; when the clock
  // is used up, `byoyomi` for each move.
  std::optional<milliseconds> base;
  milliseconds increment{0};
  milliseconds byoyomi{0};
  int moves = 0;

  // Or a fixed amount for each move.
  std::optional<milliseconds> move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;

  [[nodiscard]] bool has_clock() const { return base.has_value(); }
};

// "5+0.05" (seconds), "40/60+0.5", "0+0b1" (one second of byoyomi), "nodes=20k", "movetime=100ms", "depth=8";
// several joined by commas. Throws Error.
TimeControl parse_time_control(std::string_view text);
std::string format_time_control(const TimeControl& control);  // as the PGN tag TimeControl

// The running clock of one side.
class GameClock {
 public:
  using microseconds = std::chrono::microseconds;

  explicit GameClock(const TimeControl& control);

  [[nodiscard]] microseconds left() const { return left_; }
  [[nodiscard]] int moves_to_go() const { return control_.moves == 0 ? 0 : control_.moves - made_; }
  // What a move may take before it oversteps; none = no limit.
  [[nodiscard]] std::optional<microseconds> limit() const;
  void moved(microseconds used);  // precondition: within limit(), give or take the margin

 private:
  TimeControl control_;
  microseconds left_{0};
  int made_ = 0;
};

}  // namespace tesuji::match

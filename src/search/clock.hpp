// Time management: after the soft limit no new iteration starts; at the hard limit the search stops.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "search/limits.hpp"

namespace tesuji::search {

class Timer {
 public:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::milliseconds;

  // `overhead`: time lost between our answer and the moment our clock stops.
  Timer(const Limits& limits, Milliseconds overhead) : start_(Clock::now()) {
    const auto positive = [](Milliseconds time) { return std::max(time, Milliseconds(1)); };
    if (limits.time) {
      hard_ = soft_ = positive(*limits.time - (limits.own_clock ? overhead : Milliseconds(0)));
      fixed_ = true;
    } else if (limits.own_clock || limits.byoyomi) {
      const search::Clock clock = limits.own_clock.value_or(search::Clock{});
      const Milliseconds byoyomi = limits.byoyomi.value_or(Milliseconds(0));
      // Divide the time until the next time control evenly, plus most of the increment.
      const int horizon =
          limits.moves_to_go ? std::clamp(*limits.moves_to_go, 1, kHorizon) : moves_left(clock);
      const Milliseconds reserve = overhead * std::min(horizon, 2);
      const Milliseconds pool = std::max(clock.left - reserve, Milliseconds(0));
      const Milliseconds share = pool / horizon + clock.increment * 7 / 8;
      // Keep enough for the overhead of the remaining moves.
      const Milliseconds ceiling = horizon == 1 ? pool : pool / 4;
      hard_ = positive(std::min(share * 3, ceiling) + std::max(byoyomi - overhead, Milliseconds(0)));
      soft_ = positive(std::min(share + byoyomi * 3 / 4, hard_));
    }
  }

  // The hard limit, for the search's Budget; none = no limit.
  [[nodiscard]] std::optional<Milliseconds> hard() const {
    return limited() ? std::optional(hard_) : std::nullopt;
  }

  // What a move of average difficulty takes; none = no limit.
  [[nodiscard]] std::optional<Milliseconds> soft() const {
    return limited() ? std::optional(soft_) : std::nullopt;
  }

  // The opponent played the move we were pondering on: the clock starts now.
  void restart() { start_ = Clock::now(); }

  // Whether to start no further iteration. `per_mille` of the soft limit is what the stability of the best
  // move suggests to use.
  [[nodiscard]] bool enough(int per_mille) const {
    const auto spent = std::chrono::duration_cast<Milliseconds>(Clock::now() - start_);
    return limited() && !fixed_ && spent * 1000 >= std::min(soft_ * per_mille, hard_ * 1000);
  }

 private:
  static constexpr int kHorizon = 30;  // moves to spread the time over if the time control gives no number

  // Fewer, the nearer the clock is to its increment: then the game is far advanced, and what is not used
  // before its end is lost, while the increments keep a longer game going.
  static int moves_left(const search::Clock& clock) {
    if (clock.increment.count() <= 0) return kHorizon;
    return static_cast<int>(std::clamp<std::int64_t>(14 + clock.left / clock.increment / 6, 14, kHorizon));
  }

  [[nodiscard]] bool limited() const { return hard_.count() > 0; }

  Clock::time_point start_;
  Milliseconds soft_{0}, hard_{0};
  bool fixed_ = false;  // a set time for this move: use all of it
};

}  // namespace tesuji::search

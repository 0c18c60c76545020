// How long to think: a soft limit, after which no new iteration is begun, and a hard one, at which the search
// stops where it is.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "search/limits.hpp"

namespace tesuji::search {

class Timer {
 public:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::milliseconds;

  // `overhead` is what is lost between our answer and the moment our clock stops.
  Timer(const Limits& limits, Milliseconds overhead) : start_(Clock::now()) {
    const auto positive = [](Milliseconds time) { return std::max(time, Milliseconds(1)); };
    if (limits.time) {
      hard_ = soft_ = positive(*limits.time - (limits.own_clock ? overhead : Milliseconds(0)));
      fixed_ = true;
    } else if (limits.own_clock || limits.byoyomi) {
      const search::Clock clock = limits.own_clock.value_or(search::Clock{});
      const Milliseconds byoyomi = limits.byoyomi.value_or(Milliseconds(0));
      // What is there until the time control, increments included; a fixed horizon where none is given.
      const int horizon = std::clamp(limits.moves_to_go.value_or(kHorizon), 1, kHorizon);
      const Milliseconds reserve = overhead * std::min(horizon, 2);
      const Milliseconds pool = std::max(clock.left - reserve, Milliseconds(0));
      const Milliseconds share = pool / horizon + clock.increment * 3 / 4;
      // Never so much that what is left could not pay for the overhead of the moves to come.
      const Milliseconds ceiling = horizon == 1 ? pool : pool / 4;
      hard_ = positive(std::min(share * 3, ceiling) + std::max(byoyomi - overhead, Milliseconds(0)));
      soft_ = positive(std::min(share + byoyomi * 3 / 4, hard_));
    }
  }

  [[nodiscard]] bool limited() const { return hard_.count() > 0; }
  [[nodiscard]] bool fixed() const { return fixed_; }  // a set time for this move: use all of it
  [[nodiscard]] Milliseconds elapsed() const {
    return std::chrono::duration_cast<Milliseconds>(Clock::now() - start_);
  }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  // The pondered move was played: the clock runs from now. What was found until then is a gift.
  void restart() { clock_start_ = Clock::now(); }

  [[nodiscard]] bool over() const { return limited() && since_clock_start() >= hard_; }
  // Whether to begin no new iteration, given how settled the choice looks: per mille of the soft limit.
  [[nodiscard]] bool enough(int per_mille) const {
    return limited() && !fixed_ && since_clock_start() * 1000 >= std::min(soft_ * per_mille, hard_ * 1000);
  }

 private:
  static constexpr int kHorizon = 30;  // moves for which the time is laid out when no number is given

  [[nodiscard]] Milliseconds since_clock_start() const {
    return std::chrono::duration_cast<Milliseconds>(Clock::now() - clock_start_.value_or(start_));
  }

  Clock::time_point start_;
  std::optional<Clock::time_point> clock_start_;
  Milliseconds soft_{0}, hard_{0};
  bool fixed_ = false;
};

}  // namespace tesuji::search

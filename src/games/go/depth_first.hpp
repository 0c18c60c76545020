// Plain depth-first search with a table of results that hold on every path: the algorithm of the ancestor,
// tsumego.js, kept as a baseline, as a second opinion, and as the one search that knows the superko rule.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "games/go/tsumego.hpp"
#include "search/limits.hpp"

namespace tesuji::go {

enum class Repetition {
  Ko,       // the retake is banned for a move; a state that comes back leaves the target alive
  Superko,  // no position since the last pass may come back, except for the ko master
};

class DepthFirst {
 public:
  // Without a table (nullptr) it is a literal player with full history: slow, and a witness for the table.
  DepthFirst(const Tsumego& tsumego, Repetition repetition, Memory* memory)
      : tsumego_(tsumego), superko_(repetition == Repetition::Superko), memory_(memory) {}

  void limit(const search::Limits& limits, const search::StopFlag* stop);
  std::function<void(std::uint64_t nodes)> progress;

  // None = interrupted.
  std::optional<bool> attacker_wins(const Position& start);
  // The winner's first move of the last answer, where the winner was to move.
  [[nodiscard]] std::optional<Step> best() const { return best_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  // `depends` is the depth of the shallowest state on the path that the result owes to; kFree = to none.
  struct Result {
    bool attacker_wins = false;
    int depends = kFree;
  };
  static constexpr int kFree = 1 << 30;

  struct Visit {
    std::uint64_t state;  // everything: stones, side, level, ko, passed
    std::uint64_t board;  // stones alone
    bool after_pass;      // the history starts here
  };
  struct Reply {
    Step step;
    Position next;
    int repeats = kFree;  // depth of the position it recreates
    int order = 0;
  };

  Result search(const Position& p);
  std::vector<Reply> replies(const Position& p, int& earliest) const;
  Result follow(const Position& p, const Reply& reply);
  [[nodiscard]] int on_path(const Position& next) const;
  static std::uint64_t board_key(const Position& p);
  static std::uint64_t state_key(const Position& p);
  [[nodiscard]] std::optional<bool> recall(std::uint64_t state) const;
  void remember(std::uint64_t state, bool attacker_wins, std::uint64_t nodes);
  bool must_stop();

  const Tsumego& tsumego_;
  bool superko_;
  Memory* memory_;
  std::vector<Visit> path_;
  std::vector<std::pair<std::uint64_t, int>> passes_;  // what each pass on the path recorded, and its depth
  std::optional<Step> best_;
  std::uint64_t nodes_ = 0;
  std::optional<Budget> budget_{std::in_place};
  std::uint64_t charged_ = 0;  // nodes that the budget knows of
  bool stopped_ = false;
};

}  // namespace tesuji::go

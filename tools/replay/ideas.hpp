// Replacement policies to be compared on traces before any of them has a place in the table.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lines.hpp"
#include "tt/trace.hpp"

namespace replay {

using Results = std::vector<std::pair<std::string, tt::trace::Score>>;

// Every idea on all of these traces together, each trace in a table of its own.
inline Results try_ideas(std::uint64_t bytes, const std::vector<std::string>& paths) {
  struct Game {
    tt::trace::Events events;
    std::vector<Facts> facts;
  };
  std::vector<Game> games;
  for (const std::string& path : paths) {
    games.push_back({tt::trace::read(path), {}});
    games.back().facts = facts_of(games.back().events);
  }
  Results results;
  const auto try_one = [&](std::string name, auto choose) {
    tt::trace::Score sum;
    for (const Game& game : games) {
      const tt::trace::Score score = simulate(game.events, game.facts, bytes, choose);
      sum.probes += score.probes;
      sum.hits += score.hits;
      sum.work_probed += score.work_probed;
      sum.work_saved += score.work_saved;
    }
    results.emplace_back(std::move(name), sum);
  };
  const auto least = [&](std::string name, auto worth, bool admission = false) {
    try_one(std::move(name), Least(
                                 [worth](const Candidate& c, std::uint32_t now) {
                                   if constexpr (requires { worth(c, now); }) {
                                     return worth(c, now);
                                   } else {
                                     return worth(c);
                                   }
                                 },
                                 admission));
  };
  using tt::BoundKind;
  try_one("optimum in the line", Belady{});
  for (const int plies : {1, 2, 3, 4, 8}) {
    least("depth, a search is " + std::to_string(plies) + " plies",
          [plies](const Candidate& c) { return c.depth - plies * c.age; });
  }
  least(
      "balanced, may refuse", [](const Candidate& c) { return c.depth - 4 * c.age; }, true);
  for (const int age : {2, 4, 8})
    least("log2 of nodes, age " + std::to_string(age),
          [age](const Candidate& c) { return c.log_work - age * c.age; });
  least("depth and log2 of nodes", [](const Candidate& c) { return 2 * c.depth + c.log_work - 6 * c.age; });
  least("exact is worth 2 plies",
        [](const Candidate& c) { return c.depth - 2 * c.age + (c.bound == BoundKind::Exact ? 2 : 0); });
  least("lower is worth 1 ply",
        [](const Candidate& c) { return c.depth - 2 * c.age + (c.bound == BoundKind::Lower ? 1 : 0); });
  least("upper is worth 1 ply",
        [](const Candidate& c) { return c.depth - 2 * c.age + (c.bound == BoundKind::Upper ? 1 : 0); });
  // Quick demotion (S3-FIFO, SIEVE): what has not been hit since it was stored goes first.
  for (const int bonus : {1, 2, 4})
    least("hit is worth " + std::to_string(bonus) + " plies",
          [bonus](const Candidate& c) { return c.depth - 2 * c.age + (c.hits > 0 ? bonus : 0); });
  least("oldest store", [](const Candidate& c) { return c.stored; });
  for (const int weight : {250, 500, 1000, 1500}) {
    least("depth - " + std::to_string(weight) + "/1000 log2 of time",
          [weight](const Candidate& c, std::uint32_t now) {
            return 1000 * c.depth - weight * std::bit_width(now - c.stored);
          });
  }
  return results;
}

}  // namespace replay

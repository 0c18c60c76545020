// Replacement policies to be compared on traces before any of them has a place in the table.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fit.hpp"
#include "levels.hpp"
#include "lines.hpp"
#include "tt/trace.hpp"

namespace replay {

using Results = std::vector<std::pair<std::string, tt::trace::Score>>;

// Every idea on all of these traces together, each trace in a table of its own.
inline Results try_ideas(std::uint64_t bytes, const std::vector<std::string>& paths) {
  const Games games = load_games(paths);
  Results results;
  const auto try_one = [&](std::string name, auto choose) {
    results.emplace_back(std::move(name), simulate_all(games, bytes, choose));
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
            return 1000 * c.depth - weight * static_cast<int>(std::bit_width(now - c.stored));
          });
  }
  // Set dueling: one line in 32 always follows the first policy, one the second; the others follow the one
  // whose lines have lost less work. A store that has to replace is a miss, so probes need not be counted.
  std::int64_t lead = 0;
  try_one("duel of 1 and 8 plies", [&lead](const Line& line, const Candidate& incoming, std::uint32_t now) {
    const Least slow([](const Candidate& c, std::uint32_t) { return c.depth - c.age; });
    const Least quick([](const Candidate& c, std::uint32_t) { return c.depth - 8 * c.age; });
    const auto number = reinterpret_cast<std::uintptr_t>(&line) / sizeof(Line) % 32;
    if (number < 2) lead += (number == 0 ? -1 : 1) * static_cast<std::int64_t>(work_of(incoming.depth));
    const bool first = number == 0 || (number != 1 && lead >= 0);
    return first ? slow(line, incoming, now) : quick(line, incoming, now);
  });
  const auto try_levels = [&](std::string name, const auto& levels) {
    tt::trace::Score sum;
    for (const Game& game : games) sum += replay_levels(game.events, levels);
    results.emplace_back(std::move(name), sum);
  };
  try_levels("one level", OneLevel(bytes));
  for (const std::uint64_t share : {8U, 2U})
    try_levels("front level, 1/" + std::to_string(share), FrontAndBack(bytes, share));
  for (const std::uint64_t quarters : {1U, 2U})
    try_levels("own level for depth 0, " + std::to_string(quarters) + "/4",
               ShallowAndDeep(bytes, 0, quarters));
  try_levels("own level for depth 0-3, 2/4", ShallowAndDeep(bytes, 3, 2));
  return results;
}

}  // namespace replay

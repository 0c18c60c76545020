// Fits the weights of a replacement policy to traces: a linear score of an entry's features, in whole
// numbers.
//
// The weights are changed one at a time, by a step that halves, as long as the work saved on the training
// traces grows. There is no chance in it: the same traces give the same weights.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lines.hpp"
#include "tt/trace.hpp"

namespace replay {

struct Game {
  tt::trace::Events events;
  std::vector<Facts> facts;
};
using Games = std::vector<Game>;

inline Games load_games(const std::vector<std::string>& paths) {
  Games games;
  for (const std::string& path : paths) {
    games.push_back({tt::trace::read(path), {}});
    games.back().facts = facts_of(games.back().events);
  }
  return games;
}

// On all of these traces together, each in a table of its own.
template <class Choose>
tt::trace::Score simulate_all(const Games& games, std::uint64_t bytes, Choose choose) {
  tt::trace::Score sum;
  for (const Game& game : games) sum += simulate(game.events, game.facts, bytes, choose);
  return sum;
}

// The features. The first four are in every entry of tt::Bound; the others would need room in it.
inline constexpr std::size_t kFeatures = 7;
inline constexpr std::size_t kStoredFeatures = 4;
inline constexpr std::array<const char*, kFeatures> kFeatureNames = {
    "age", "exact", "lower", "first search", "hit", "log2 of nodes", "log2 of time"};
inline constexpr int kDepthWeight = 8;  // the scale

using Weights = std::array<int, kFeatures>;
inline constexpr Weights kBalanced{-4 * kDepthWeight};

struct Linear {
  Weights weights;
  int operator()(const Candidate& c, std::uint32_t now) const {
    return kDepthWeight * c.depth + weights[0] * c.age +
           weights[1] * (c.bound == tt::BoundKind::Exact ? 1 : 0) +
           weights[2] * (c.bound == tt::BoundKind::Lower ? 1 : 0) + weights[3] * (c.age > 0 ? 1 : 0) +
           weights[4] * (c.hits > 0 ? 1 : 0) + weights[5] * c.log_work +
           weights[6] * static_cast<int>(std::bit_width(now - c.stored));
  }
};

// The best weights found for the first `features` features; the others stay zero.
inline Weights fit(const Games& games, std::uint64_t bytes, std::size_t features) {
  const auto value = [&](const Weights& weights) {
    return simulate_all(games, bytes, Least(Linear{weights})).work_saved;
  };
  Weights best = kBalanced;
  std::uint64_t best_value = value(best);
  for (int step = 16; step >= 4; step /= 2) {
    for (std::size_t i = 0; i < features; ++i) {
      for (const int direction : {step, -step}) {
        while (true) {
          Weights next = best;
          next[i] += direction;
          const std::uint64_t next_value = value(next);
          if (next_value <= best_value) break;
          best = next;
          best_value = next_value;
        }
      }
    }
  }
  return best;
}

}  // namespace replay

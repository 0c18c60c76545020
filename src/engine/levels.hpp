// How an alpha-beta engine plays below its strength.
//
// Two things make a level: how many nodes it may search for a move, and how often it slips. A move on which
// it slips is chosen after a look of one ply at every legal move, with a large random error on each score, so
// the weakest levels hang pieces as beginners do.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace tesuji::engine {

struct Level {
  int elo;              // measured: docs/measurements/levels.md
  int slips;            // of 1000 moves
  std::uint64_t nodes;  // for the others
};

// A game's levels, weakest first. The last one is the strongest that --elo can ask for.
using Levels = std::span<const Level>;

inline constexpr int kFullSkill = 20;

// The rating of a skill from 0 to 19: equal steps from the weakest to the strongest level.
inline int elo_of_skill(Levels levels, int skill) {
  return levels.front().elo + (levels.back().elo - levels.front().elo) * skill / (kFullSkill - 1);
}

// Between two levels of the table, slips change in proportion to the rating and nodes by equal factors.
inline Level level_of_elo(Levels levels, int elo) {
  elo = std::clamp(elo, levels.front().elo, levels.back().elo);
  const auto above = std::find_if(levels.begin(), levels.end(), [&](const Level& l) { return l.elo >= elo; });
  if (above->elo == elo) return *above;
  const Level& low = *(above - 1);
  const double part = static_cast<double>(elo - low.elo) / (above->elo - low.elo);
  const double ratio = static_cast<double>(above->nodes) / static_cast<double>(low.nodes);
  return {elo, low.slips + static_cast<int>(std::lround(part * (above->slips - low.slips))),
          static_cast<std::uint64_t>(std::llround(static_cast<double>(low.nodes) * std::pow(ratio, part)))};
}

}  // namespace tesuji::engine

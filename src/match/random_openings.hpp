// Openings for matches: random moves from the start position, kept where an engine finds neither side ahead.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/game.hpp"
#include "match/openings.hpp"

namespace tesuji::match {

struct RandomOpenings {
  int count = 100;
  int plies = 8;
  int within = 50;  // largest score, in the engine's unit
  std::uint64_t nodes = 50'000;
  std::uint64_t seed = 1;
};

// No two end in the same position. The same seed and engine give the same openings.
void make_openings(const RandomOpenings& plan, engine::Engine& engine, const search::StopFlag& stop,
                   const std::function<void(const Opening&)>& found);

}  // namespace tesuji::match

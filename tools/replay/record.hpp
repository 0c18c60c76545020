// Records the table traffic of an engine that plays a game against itself: the search is compiled for the
// recorder instead of the table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/driver.hpp"
#include "tt/trace.hpp"
#include "tt/zobrist.hpp"

namespace replay {

struct GameSettings {
  std::uint64_t seed = 1;
  int plies = 10;                                // moves to search
  int depth = 12;                                // of each search
  std::uint64_t bytes = std::uint64_t{4} << 20;  // the table that is played with
};

// From a position some random moves after the start, a new one for each seed.
template <class Hooks>
tt::trace::Events record_game(const GameSettings& settings) {
  using tesuji::search::BoundTable;
  constexpr int kRandomPlies = 8;
  BoundTable table(settings.bytes);
  tt::trace::Recorder recorder(table);
  tesuji::search::Driver<Hooks, decltype(recorder)> driver;
  tesuji::search::Plan plan;
  const tesuji::search::StopFlag stop;
  tt::SplitMix64 random(settings.seed);
  auto position = Hooks::parse_position("");
  const auto legal = [&] {
    typename Hooks::Moves list;
    Hooks::noisy(position, list);
    Hooks::quiet(position, list);
    std::vector<std::uint16_t> moves;
    for (const std::uint16_t move : list) {
      if (Hooks::legal(position, move)) moves.push_back(move);
    }
    return moves;
  };
  for (int ply = 0; ply < kRandomPlies; ++ply) {
    const auto moves = legal();
    if (moves.empty()) break;
    Hooks::make(position, moves[random() % moves.size()]);
  }
  plan.limits.depth = settings.depth;
  for (int ply = 0; ply < settings.plies && !legal().empty(); ++ply) {
    const auto progress = driver.run(position, plan, recorder, stop);
    Hooks::make(position, progress.lines.front().pv.front());
  }
  return recorder.events();
}

}  // namespace replay

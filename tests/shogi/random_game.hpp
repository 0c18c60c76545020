// Positions to test on: games of random legal moves, the same ones on every run.
#pragma once

#include <cstdint>

#include "games/shogi/moves.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::shogi {

// Plays `games` games of at most `plies` moves from the start position and calls visit(position) before
// every move.
template <class Visit>
void random_games(int games, int plies, Visit visit) {
  tt::SplitMix64 random(2026);
  for (int game = 0; game < games; ++game) {
    Position position = Position::start();
    for (int ply = 0; ply < plies; ++ply) {
      visit(position);
      MoveList list;
      generate(position, list);
      if (list.empty()) break;
      position.make(list[static_cast<int>(random() % static_cast<std::uint64_t>(list.size()))]);
    }
  }
}

}  // namespace tesuji::shogi

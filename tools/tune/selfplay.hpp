// Games of the engine against itself, for positions with a result to fit the evaluation to.
#pragma once

#include <cstdint>
#include <iosfwd>

namespace tesuji::tune {

struct SelfPlay {
  int games = 10000;
  std::uint64_t nodes = 1200;  // a move
  int random_plies = 8;        // that begin each game, so that no two are alike
  std::uint64_t seed = 1;
};

// Writes a line for each position that was quiet: FEN;score;result, both from White's side, the result as 0,
// 1 or 2 half points. The same settings give the same lines.
void play_games(const SelfPlay& settings, std::ostream& out);

}  // namespace tesuji::tune

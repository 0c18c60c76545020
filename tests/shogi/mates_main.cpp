// Prints mates that came up in games of random moves, one a line: SFEN, a tab, the plies it takes at most. To
// tune the solver on, and to race others: see docs/shogi.md.
// usage: shogi-mates [GAMES [PLIES [LEAST [NODES]]]]      LEAST: no mate shorter than so many plies
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "games/shogi/mate.hpp"
#include "games/shogi/notation.hpp"
#include "shogi/random_game.hpp"

int main(int argc, char** argv) {
  using namespace tesuji::shogi;
  const auto argument = [&](int at, int standard) { return argc > at ? std::atoi(argv[at]) : standard; };
  const int games = argument(1, 20);
  const int plies = argument(2, 400);
  const auto least = static_cast<std::size_t>(argument(3, 3));
  const auto nodes = static_cast<std::uint64_t>(argument(4, 100'000));
  MateSolver solver(std::uint64_t{256} << 20);
  random_games(games, plies, [&](const Position& position) {
    const MateResult result = solver.solve(position, [&](std::uint64_t done) { return done >= nodes; });
    if (result.verdict != MateResult::Verdict::Mate || result.line.size() < least) return;
    std::printf("%s\t%zu\n", to_sfen(position).c_str(), result.line.size());
  });
}

// Prints random positions with their legal moves, one position a line: SFEN, a tab, the moves in order. For
// checking the rules against another library: see docs/internals/shogi.md.
// usage: shogi-positions [GAMES [PLIES]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "games/shogi/notation.hpp"
#include "shogi/random_game.hpp"

int main(int argc, char** argv) {
  using namespace tesuji::shogi;
  const int games = argc > 1 ? std::atoi(argv[1]) : 20;
  const int plies = argc > 2 ? std::atoi(argv[2]) : 400;
  random_games(games, plies, [](const Position& position) {
    MoveList list;
    generate(position, list);
    std::vector<std::string> moves;
    for (const Move move : list) moves.push_back(to_usi(move));
    std::sort(moves.begin(), moves.end());
    std::string line = to_sfen(position) + '\t';
    for (const std::string& move : moves) line += move + ' ';
    line.back() = '\n';
    std::fputs(line.c_str(), stdout);
  });
}

// tesuji-tune play GAMES NODES SEED > games.txt
// tesuji-tune fit < games.txt > weights.cpp
#include <exception>
#include <iostream>
#include <string>

#include "fit.hpp"
#include "selfplay.hpp"

int main(int argc, char** argv) try {
  const std::string verb = argc > 1 ? argv[1] : "";
  if (verb == "play" && argc == 5) {
    tesuji::tune::SelfPlay settings;
    settings.games = std::stoi(argv[2]);
    settings.nodes = std::stoull(argv[3]);
    settings.seed = std::stoull(argv[4]);
    play_games(settings, std::cout);
  } else if (verb == "fit" && argc == 2) {
    tesuji::tune::fit_weights({}, std::cin, std::cout);
  } else {
    std::cerr << "usage: tesuji-tune play GAMES NODES SEED | fit\n";
    return 2;
  }
} catch (const std::exception& error) {
  std::cerr << "tesuji-tune: " << error.what() << "\n";
  return 1;
}

// tesuji-tune GAME play GAMES NODES SEED > games.txt
// tesuji-tune GAME fit < games.txt > weights.cpp
#include <exception>
#include <iostream>
#include <string>

#include "subject.hpp"

int main(int argc, char** argv) try {
  using namespace tesuji::tune;
  const std::string game = argc > 1 ? argv[1] : "";
  const std::string verb = argc > 2 ? argv[2] : "";
  const Subject* const subject = game == kChess.name ? &kChess : game == kShogi.name ? &kShogi : nullptr;
  if (subject != nullptr && verb == "play" && argc == 6) {
    subject->play({std::stoi(argv[3]), std::stoull(argv[4]), std::stoull(argv[5])}, std::cout);
  } else if (subject != nullptr && verb == "fit" && argc == 3) {
    subject->fit(std::cin, std::cout);
  } else {
    std::cerr << "usage: tesuji-tune chess|shogi play GAMES NODES SEED | tesuji-tune chess|shogi fit\n";
    return 2;
  }
} catch (const std::exception& error) {
  std::cerr << "tesuji-tune: " << error.what() << "\n";
  return 1;
}

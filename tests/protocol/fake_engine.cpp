// The take-away engine as a program: fake-engine uci|usi|xboard|mute.
#include <iostream>
#include <string>
#include <string_view>

#include "protocol/session.hpp"
#include "protocol/takeaway.hpp"

namespace {

// A minimal speaker of xboard's protocol in the old manner: it always takes one.
void speak_xboard() {
  bool forced = false;
  int move = 0;
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line == "quit") return;
    if (line == "force") forced = true;
    if (line == "new") move = 0;
    const bool is_move = line == "1" || line == "2" || line == "3" || line == "pass";
    if (line == "go") forced = false;
    if (line == "protover 2") std::cout << "Illegal move (no match) protover" << std::endl;
    if ((is_move && !forced) || line == "go") std::cout << ++move << ". ... 1 0" << std::endl;
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace tesuji;
  const std::string_view protocol = argc > 1 ? argv[1] : "uci";
  if (protocol == "xboard") {
    speak_xboard();
  } else if (protocol == "mute") {
    for (std::string line; std::getline(std::cin, line);) continue;
  } else {
    test::TakeAway engine;
    protocol::Session(engine, protocol == "usi" ? protocol::kUsi : protocol::kUci, {}, std::cin, std::cout)
        .run();
  }
}

#include <fmt/format.h>

#include "games/games.hpp"

int main() {
  tesuji::engine::Registry registry;
  tesuji::games::register_all(registry);
  fmt::print("tesuji\n");
}

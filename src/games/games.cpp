#include "games/games.hpp"

#define GAME(name)            \
  namespace tesuji::name {    \
  const engine::Game& game(); \
  }
#include "games/games.def"
#undef GAME

namespace tesuji::games {

void register_all(engine::Registry& registry) {
#define GAME(name) registry.add(name::game());
#include "games/games.def"
#undef GAME
}

}  // namespace tesuji::games

#include "games/games.hpp"

#include "games/chess/game.hpp"
#include "games/connect4/game.hpp"
#include "games/go/game.hpp"
#include "games/shogi/game.hpp"

namespace tesuji::games {

void register_all(engine::Registry& registry) {
  registry.add("chess", chess::make_engine);
  registry.add("connect4", connect4::make_engine);
  registry.add("go", go::make_engine);
  registry.add("shogi", shogi::make_engine);
}

}  // namespace tesuji::games

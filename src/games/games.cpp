#include "games/games.hpp"

namespace tesuji::games {

void register_all(engine::Registry& /*registry*/) {}

}  // namespace tesuji::games

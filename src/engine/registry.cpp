#include "engine/registry.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace tesuji::engine {

const Game* Registry::find(std::string_view name) const {
  for (const Game* game : games_) {
    if (game->name() == name) return game;
  }
  return nullptr;
}

const Game& Registry::game(std::string_view name) const {
  if (const Game* const game = find(name)) return *game;
  throw Error(fmt::format("unknown game '{}'; the games are: {}", name, fmt::join(names(), ", ")));
}

std::vector<std::string> Registry::names() const {
  std::vector<std::string> names;
  for (const Game* game : games_) names.emplace_back(game->name());
  return names;
}

}  // namespace tesuji::engine

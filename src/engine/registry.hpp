// The games by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"

namespace tesuji::engine {

class Registry {
 public:
  void add(const Game& game) { games_.push_back(&game); }  // the game must outlive the registry

  [[nodiscard]] const std::vector<const Game*>& games() const { return games_; }  // in the order of add()
  [[nodiscard]] const Game* find(std::string_view name) const;                    // nullptr = there is none
  [[nodiscard]] const Game& game(std::string_view name) const;                    // throws Error
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::vector<const Game*> games_;
};

}  // namespace tesuji::engine

// The games by name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"

namespace tesuji::engine {

class Registry {
 public:
  using Factory = std::function<std::unique_ptr<Engine>()>;

  void add(std::string name, Factory factory);
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> names() const;  // in the order they were added
  [[nodiscard]] std::unique_ptr<Engine> create(
      std::string_view name) const;  // throws Error on an unknown name

 private:
  struct Item {
    std::string name;
    Factory factory;
  };
  std::vector<Item> items_;
};

}  // namespace tesuji::engine

#include "engine/registry.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace tesuji::engine {

void Registry::add(std::string name, Factory factory) {
  items_.push_back({std::move(name), std::move(factory)});
}

bool Registry::has(std::string_view name) const {
  return std::any_of(items_.begin(), items_.end(), [&](const Item& item) { return item.name == name; });
}

std::vector<std::string> Registry::names() const {
  std::vector<std::string> names;
  for (const Item& item : items_) names.push_back(item.name);
  return names;
}

std::unique_ptr<Engine> Registry::create(std::string_view name) const {
  for (const Item& item : items_) {
    if (item.name == name) return item.factory();
  }
  std::string known;
  for (const Item& item : items_) known += (known.empty() ? "" : ", ") + item.name;
  throw Error("there is no game '" + std::string(name) +
              "'; the games are: " + (known.empty() ? "none yet" : known));
}

}  // namespace tesuji::engine

// What a table on disk says of itself, so that it is not taken for another: snapshots and table files.
#pragma once

#include <string>

namespace tt {

// Whose keys these are. A table on disk is only for the same game with the same keys.
struct Origin {
  std::string game;
  std::string keys;  // the name the keys' seeds are made from
};

// A layout's name, with its parameters where it has any: "exact/1 49,7,1".
template <class Layout>
std::string layout_id() {
  std::string id(Layout::kName);
  if constexpr (requires { Layout::parameters(); }) id += " " + std::string(Layout::parameters());
  return id;
}

}  // namespace tt

// SGF FF[4]: a collection of game trees, read and written without interpreting the properties.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tesuji::go::sgf {

struct Property {
  std::string name;                 // upper case
  std::vector<std::string> values;  // unescaped
};

struct Node {
  std::vector<Property> properties;

  // The values of every property of that name; empty = there is none.
  [[nodiscard]] std::vector<std::string> values(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const;
  void add(std::string_view name, std::string value);
};

// A sequence of nodes, then variations.
struct Tree {
  std::vector<Node> nodes;  // at least one in what was read
  std::vector<Tree> variations;
};

// Trees are walked and destroyed recursively; no real file comes near this depth of variations.
inline constexpr int kMaxDepth = 2000;

// Is this SGF at all?
bool has_tree(std::string_view text);
// Throws Error with line and column. Text before the first tree is skipped, as the standard asks.
std::vector<Tree> parse(std::string_view text);
// The parts of the text that hold one tree each. One that parse would refuse ends where a line begins the
// next.
std::vector<std::string> split(std::string_view text);

std::string write(const Tree& tree);

}  // namespace tesuji::go::sgf

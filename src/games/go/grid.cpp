#include "games/go/grid.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"

namespace tesuji::go {

Colour colour_from(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (lower == "b" || lower == "black") return Colour::Black;
  if (lower == "w" || lower == "white") return Colour::White;
  throw Error("'" + std::string(text) + "' is no colour: write B or W");
}

Grid::Grid(int width, int height) : width_(width), height_(height) {
  if (width < kSmallest || height < kSmallest || width > kLargest || height > kLargest) {
    throw Error("a board of " + std::to_string(width) + "x" + std::to_string(height) +
                " points: sizes go from 2x2 to 19x19");
  }
}

std::vector<Point> Grid::points() const {
  std::vector<Point> all;
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) all.push_back({x, y});
  }
  return all;
}

std::vector<Point> Grid::neighbours(Point p) const {
  std::vector<Point> found;
  for (const Point q : {Point{p.x, p.y - 1}, {p.x - 1, p.y}, {p.x + 1, p.y}, {p.x, p.y + 1}}) {
    if (has(q)) found.push_back(q);
  }
  return found;
}

std::vector<Point> Grid::around(Point p) const {
  std::vector<Point> found;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const Point q{p.x + dx, p.y + dy};
      if ((dx != 0 || dy != 0) && has(q)) found.push_back(q);
    }
  }
  return found;
}

std::vector<Point> Grid::block(Point p) const {
  std::vector<Point> stones{p};
  std::array<bool, kLargest * kLargest> seen{};
  const auto meet = [&](Point q) { return !std::exchange(seen[index(q)], true); };
  meet(p);
  for (std::size_t i = 0; i < stones.size(); ++i) {
    for (const Point q : neighbours(stones[i])) {
      if (at(q) == at(p) && meet(q)) stones.push_back(q);
    }
  }
  return stones;
}

std::vector<Point> Grid::liberties(const std::vector<Point>& block) const {
  std::vector<Point> found;
  for (const Point p : block) {
    for (const Point q : neighbours(p)) {
      if (at(q) == Colour::Empty && std::find(found.begin(), found.end(), q) == found.end())
        found.push_back(q);
    }
  }
  return found;
}

std::vector<Point> Grid::play(Point p, Colour colour, bool& legal) {
  legal = false;
  if (!has(p) || at(p) != Colour::Empty) return {};
  set(p, colour);
  std::vector<Point> captured;
  for (const Point q : neighbours(p)) {
    if (at(q) != opposite(colour)) continue;
    const std::vector<Point> enemy = block(q);
    if (!liberties(enemy).empty()) continue;
    for (const Point stone : enemy) set(stone, Colour::Empty);
    captured.insert(captured.end(), enemy.begin(), enemy.end());
  }
  if (captured.empty() && liberties(block(p)).empty()) {
    set(p, Colour::Empty);
    return {};
  }
  legal = true;
  return captured;
}

}  // namespace tesuji::go

#include "go/small_regions.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace witness {

using namespace tesuji::go;

// An eye space grown at random in a corner, at a side or in the middle; around it the defender's stones, with
// a few points of them missing or the attacker's; around those the attacker's wall; inside, a few stones.
std::optional<Enclosure> random_enclosure(tt::SplitMix64& random, int most_points) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  Problem problem;
  problem.grid = Grid(9, 9);
  Grid& grid = problem.grid;
  const Colour attacker = below(2) == 0 ? Colour::Black : Colour::White;
  const int place = below(4);
  std::vector<Point> room{{place == 3 ? 3 : 0, place == 0 ? 0 : 2 + below(2)}};
  const int size = 2 + below(most_points - 1);
  for (int tries = 0; static_cast<int>(room.size()) < size && tries < 200; ++tries) {
    const Point from = room[static_cast<std::size_t>(below(static_cast<int>(room.size())))];
    const std::vector<Point> next = grid.neighbours(from);
    const Point to = next[static_cast<std::size_t>(below(static_cast<int>(next.size())))];
    if (to.x < 6 && to.y < 6 && std::find(room.begin(), room.end(), to) == room.end()) room.push_back(to);
  }
  for (const Point p : grid.points()) {
    if (p.x < 8 && p.y < 8) grid.set(p, attacker);
  }
  std::vector<Point> ring;
  for (const Point p : room) {
    const bool diagonal = below(4) == 0;
    for (const Point q : diagonal ? grid.around(p) : grid.neighbours(p)) {
      if (std::find(room.begin(), room.end(), q) == room.end()) ring.push_back(q);
    }
  }
  for (const Point p : ring) {
    const int dice = below(24);
    grid.set(p, dice == 0 ? Colour::Empty : dice == 1 ? attacker : opposite(attacker));
  }
  for (const Point p : room) {
    const int dice = below(10);
    grid.set(p, dice < 2 ? attacker : dice < 4 ? opposite(attacker) : Colour::Empty);
  }
  std::vector<Point> owned;
  for (const Point p : ring) {
    if (grid.at(p) == opposite(attacker)) owned.push_back(p);
  }
  if (owned.empty()) return std::nullopt;
  problem.target = {owned[static_cast<std::size_t>(below(static_cast<int>(owned.size())))]};
  try {
    return enclose(problem);
  } catch (const tesuji::Error&) {
    return std::nullopt;
  }
}

std::optional<Enclosure> random_open_box(tt::SplitMix64& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  Enclosure e;
  e.attacker = below(2) == 0 ? Colour::Black : Colour::White;
  e.outside_lives = true;
  Grid& grid = e.problem.grid = Grid(7, 7);
  const int width = 2 + below(3), height = width == 4 ? 2 : 2 + below(2);
  const Point corner{below(3), below(3)};
  // Of eight points outside, so many are the defender's.
  const int share = below(3) == 0 ? 0 : 1 + below(8);
  std::vector<Point> own;
  for (const Point p : grid.points()) {
    const bool inside =
        p.x >= corner.x && p.y >= corner.y && p.x < corner.x + width && p.y < corner.y + height;
    const int dice = inside ? below(10) : below(8) < share ? 0 : 9;
    grid.set(p, dice < 3 ? opposite(e.attacker) : inside && dice < 7 ? Colour::Empty : e.attacker);
    if (!inside) continue;
    e.points.push_back(p);
    if (dice < 3) own.push_back(p);
  }
  if (own.empty()) return std::nullopt;
  e.problem.target = {own[static_cast<std::size_t>(below(static_cast<int>(own.size())))]};
  const auto outside = [&](Point p) {
    return std::find(e.points.begin(), e.points.end(), p) == e.points.end();
  };
  for (const Point p : e.points) {
    if (grid.at(p) == Colour::Empty) continue;
    const std::vector<Point> block = grid.block(p);
    if (std::none_of(block.begin(), block.end(), outside) && grid.liberties(block).empty())
      return std::nullopt;
  }
  return e;
}

}  // namespace witness

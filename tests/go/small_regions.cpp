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

}  // namespace witness

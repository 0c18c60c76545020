#include "go/random.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace tesuji::go::bench {

// A space grown at random in a corner, at a side or in the middle of a 13x13 board, with some stones of
// either side in it; around it the defender's stones, one in ten missing; everything else is the attacker's.
std::optional<Enclosure> random_problem(tt::SplitMix64& random, int empty) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  Problem problem;
  problem.grid = Grid(13, 13);
  Grid& grid = problem.grid;
  const int place = below(3);
  std::vector<Point> room{{place == 2 ? 5 : 0, place == 0 ? 0 : 5}};
  const auto in_room = [&](Point p) { return std::find(room.begin(), room.end(), p) != room.end(); };
  const auto size = static_cast<std::size_t>(empty + 1 + below(4));
  while (room.size() < size) {
    const Point from = room[static_cast<std::size_t>(below(static_cast<int>(room.size())))];
    const std::vector<Point> next = grid.neighbours(from);
    const Point to = next[static_cast<std::size_t>(below(static_cast<int>(next.size())))];
    if (to.x < 10 && to.y < 10 && !in_room(to)) room.push_back(to);
  }
  for (const Point p : grid.points()) {
    if (p.x < 12 && p.y < 12) grid.set(p, Colour::Black);
  }
  for (const Point p : room) {
    for (const Point q : grid.neighbours(p)) {
      if (!in_room(q)) grid.set(q, below(10) == 0 ? Colour::Empty : Colour::White);
    }
  }
  for (const Point p : room) {
    const int dice = below(12);
    grid.set(p, dice == 0 ? Colour::Black : dice == 1 ? Colour::White : Colour::Empty);
  }
  std::size_t largest = 0;
  for (const Point p : grid.points()) {
    if (grid.at(p) != Colour::White || grid.block(p).size() <= largest) continue;
    largest = grid.block(p).size();
    problem.target = {p};
  }
  if (problem.target.empty()) return std::nullopt;
  try {
    Enclosure e = enclose(problem);
    const auto free = std::count_if(e.points.begin(), e.points.end(),
                                    [&](Point p) { return e.problem.grid.at(p) == Colour::Empty; });
    if (free != empty) return std::nullopt;
    return e;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace tesuji::go::bench

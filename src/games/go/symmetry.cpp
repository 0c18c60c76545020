#include "games/go/symmetry.hpp"

#include <algorithm>

namespace tesuji::go {

namespace {

Point turned(Point p, int symmetry, int width, int height) {
  if ((symmetry & 1) != 0) p.x = width - 1 - p.x;
  if ((symmetry & 2) != 0) p.y = height - 1 - p.y;
  if ((symmetry & 4) != 0) std::swap(p.x, p.y);
  return p;
}

}  // namespace

std::string identity_of(const Problem& problem) {
  const Grid& grid = problem.grid;
  std::string best;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    for (const bool swap : {false, true}) {
      const bool transposed = (symmetry & 4) != 0;
      const int width = transposed ? grid.height() : grid.width(),
                height = transposed ? grid.width() : grid.height();
      std::string text(static_cast<std::size_t>(width * height), '.');
      const auto at = [&](Point p) -> char& {
        const Point q = turned(p, symmetry, grid.width(), grid.height());
        return text[static_cast<std::size_t>(q.y * width + q.x)];
      };
      for (const Point p : grid.points()) {
        const Colour colour = grid.at(p);
        if (colour != Colour::Empty) at(p) = (colour == Colour::Black) != swap ? 'X' : 'O';
      }
      for (const Point p : problem.target) at(p) = at(p) == 'X' ? '#' : '@';
      text += std::to_string(width) + (!problem.player                              ? '?'
                                       : (*problem.player == Colour::Black) != swap ? 'X'
                                                                                    : 'O');
      if (best.empty() || text < best) best = std::move(text);
    }
  }
  return best;
}

}  // namespace tesuji::go

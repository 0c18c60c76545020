// The search area of a problem without a closed wall: the points near the target's group, and what they
// enclose. Everything beyond belongs to one side by assumption.
#pragma once

#include <vector>

#include "games/go/point_set.hpp"
#include "games/go/region.hpp"

namespace tesuji::go {

// The rectangle of the board that stones occupy, widened by a margin, and up to the edge of the board where
// that is near.
struct Box {
  int left = 0, top = 0, right = 0, bottom = 0;  // inclusive
  [[nodiscard]] bool has(Point p) const { return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom; }
};
Box box_around(const Grid& grid, const std::vector<Point>& stones, int margin);

// The stones that belong together: each is at most kSameProblem lines from another of them.
constexpr int kSameProblem = 3;
std::vector<std::vector<Point>> clusters(const Grid& grid);

// The target's blocks and every block of the same colour that is close enough to connect to them.
PointSet group_of(const Grid& grid, const std::vector<Point>& target);

// The search area for a target. An empty point belongs to it unless it can be reached from beyond the stones
// without coming within `reach` steps of the group. Attacker's blocks with at most one liberty beyond the
// area belong to it with their liberties; others are taken as immortal.
PointSet search_area(const Grid& grid, const std::vector<Point>& target, int reach);

}  // namespace tesuji::go

#include "games/go/area.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

namespace tesuji::go {

namespace {

// A side of the box that is so close to the edge of the board moves there: nothing of interest fits between.
constexpr int kNearEdge = 3;
// How many steps beyond a capture the area grows.
constexpr int kMostBeyond = 2;
// Enclosed blocks of the attacker's with more room than this live.
constexpr std::size_t kLargestRoom = 20;

// Steps from a set of stones through empty points, and through stones of the same colour for nothing.
class Steps {
 public:
  static constexpr int kFar = 1000;
  Steps(const Grid& grid, const PointSet& from, Colour own) {
    steps_.fill(kFar);
    std::deque<Point> queue;
    for (const Point p : from.sorted(grid)) {
      steps_[index(p)] = 0;
      queue.push_back(p);
    }
    while (!queue.empty()) {
      const Point p = queue.front();
      queue.pop_front();
      for (const Point q : grid.neighbours(p)) {
        if (grid.at(q) != Colour::Empty && grid.at(q) != own) continue;
        const bool free = grid.at(q) == own;
        const int there = steps_[index(p)] + (free ? 0 : 1);
        if (there >= steps_[index(q)]) continue;
        steps_[index(q)] = there;
        if (free)
          queue.push_front(q);
        else
          queue.push_back(q);
      }
    }
  }
  [[nodiscard]] int to(Point p) const { return steps_[index(p)]; }

 private:
  static std::size_t index(Point p) { return static_cast<std::size_t>(p.y * Grid::kLargest + p.x); }
  std::array<int, Grid::kLargest * Grid::kLargest> steps_{};
};

// The stones of the problem that the target is part of.
std::vector<Point> stones_around(const Grid& grid, Point target) {
  for (std::vector<Point>& cluster : clusters(grid)) {
    if (std::find(cluster.begin(), cluster.end(), target) != cluster.end()) return std::move(cluster);
  }
  return {};
}

// Empty points that the outside reaches without coming near the group.
PointSet far_points(const Grid& grid, const PointSet& group, Colour defender, const Box& box, int reach) {
  const Steps steps(grid, group, defender);
  PointSet far;
  std::deque<Point> queue;
  for (const Point p : grid.points()) {
    if (!box.has(p)) {
      far.add(p);
      queue.push_back(p);
    }
  }
  for (; !queue.empty(); queue.pop_front()) {
    for (const Point q : grid.neighbours(queue.front())) {
      if (grid.at(q) == Colour::Empty && steps.to(q) > reach && far.add(q)) queue.push_back(q);
    }
  }
  return far;
}

// Attacker's blocks next to the area that can be captured there. A block that joins brings liberties, which
// may make another one capturable. Returns the liberties that are new.
std::vector<Point> add_capturable(const Grid& grid, Colour attacker, PointSet& area) {
  std::vector<Point> gained;
  for (bool changed = true; changed;) {
    changed = false;
    PointSet seen;
    for (const Point p : area.sorted(grid)) {
      for (const Point q : grid.neighbours(p)) {
        if (grid.at(q) != attacker || area.has(q) || seen.has(q)) continue;
        const std::vector<Point> block = grid.block(q);
        for (const Point stone : block) seen.add(stone);
        const std::vector<Point> liberties = grid.liberties(block);
        const auto beyond =
            std::count_if(liberties.begin(), liberties.end(), [&](Point l) { return !area.has(l); });
        if (beyond > 1) continue;
        for (const Point stone : block) area.add(stone);
        for (const Point liberty : liberties) {
          if (area.add(liberty)) gained.push_back(liberty);
        }
        changed = true;
      }
    }
  }
  return gained;
}

// A stone that captures such a block from beyond is not at once in atari on the open board: the empty points
// within so many steps of where it stands join, too.
void add_around(const Grid& grid, std::vector<Point> from, int steps, PointSet& area) {
  for (; steps > 0; --steps) {
    std::vector<Point> next;
    for (const Point p : from) {
      for (const Point q : grid.neighbours(p)) {
        if (grid.at(q) == Colour::Empty && area.add(q)) next.push_back(q);
      }
    }
    from = std::move(next);
  }
}

// The attacker's blocks next to the area that the defender's stones enclose, with all the room they have: in
// a race to capture they are what the defender hopes for.
void add_enclosed(const Grid& grid, Colour attacker, const Box& box, PointSet& area) {
  PointSet seen;
  for (const Point p : area.sorted(grid)) {
    for (const Point q : grid.neighbours(p)) {
      if (grid.at(q) != attacker || area.has(q) || seen.has(q)) continue;
      PointSet room;
      std::deque<Point> queue{q};
      room.add(q);
      bool closed = true;
      for (; !queue.empty(); queue.pop_front()) {
        closed = closed && box.has(queue.front());
        for (const Point r : grid.neighbours(queue.front())) {
          if (grid.at(r) != opposite(attacker) && room.add(r)) queue.push_back(r);
        }
      }
      const std::vector<Point> points = room.sorted(grid);
      for (const Point r : points) seen.add(r);
      if (!closed || points.size() > kLargestRoom) continue;
      for (const Point r : points) area.add(r);
    }
  }
}

}  // namespace

Box box_around(const Grid& grid, const std::vector<Point>& stones, int margin) {
  Box box{grid.width() - 1, grid.height() - 1, 0, 0};
  for (const Point p : stones) {
    box.left = std::min(box.left, p.x);
    box.right = std::max(box.right, p.x);
    box.top = std::min(box.top, p.y);
    box.bottom = std::max(box.bottom, p.y);
  }
  box.left = box.left - margin <= kNearEdge - 1 ? 0 : box.left - margin;
  box.top = box.top - margin <= kNearEdge - 1 ? 0 : box.top - margin;
  box.right = box.right + margin >= grid.width() - kNearEdge ? grid.width() - 1 : box.right + margin;
  box.bottom = box.bottom + margin >= grid.height() - kNearEdge ? grid.height() - 1 : box.bottom + margin;
  return box;
}

std::vector<std::vector<Point>> clusters(const Grid& grid) {
  std::vector<std::vector<Point>> found;
  PointSet seen;
  for (const Point p : grid.points()) {
    if (grid.at(p) == Colour::Empty || !seen.add(p)) continue;
    std::vector<Point> cluster{p};
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      for (int y = -kSameProblem; y <= kSameProblem; ++y) {
        for (int x = -kSameProblem; x <= kSameProblem; ++x) {
          const Point q{cluster[i].x + x, cluster[i].y + y};
          if (grid.has(q) && grid.at(q) != Colour::Empty && seen.add(q)) cluster.push_back(q);
        }
      }
    }
    found.push_back(std::move(cluster));
  }
  return found;
}

PointSet group_of(const Grid& grid, const std::vector<Point>& target) {
  const Colour own = grid.at(target.front());
  PointSet group;
  std::deque<Point> queue;
  const auto join = [&](Point p) {
    if (group.has(p)) return;
    for (const Point stone : grid.block(p)) {
      if (group.add(stone)) queue.push_back(stone);
    }
  };
  for (const Point p : target) join(p);
  for (; !queue.empty(); queue.pop_front()) {
    const Point p = queue.front();
    // A stone next to a shared liberty, or two empty points away in a straight line or round a corner.
    for (const Point q : grid.around(p)) {
      if (grid.at(q) == own) join(q);
    }
    for (const Point q : grid.neighbours(p)) {
      if (grid.at(q) != Colour::Empty) continue;
      for (const Point r : grid.around(q)) {
        if (grid.at(r) == own) join(r);
      }
    }
  }
  return group;
}

PointSet search_area(const Grid& grid, const std::vector<Point>& target, int reach) {
  const Colour defender = grid.at(target.front()), attacker = opposite(defender);
  const PointSet group = group_of(grid, target);
  const Box box = box_around(grid, stones_around(grid, target.front()), 1);
  const PointSet far = far_points(grid, group, defender, box, reach);
  PointSet area;
  std::deque<Point> queue;
  for (const Point p : group.sorted(grid)) {
    area.add(p);
    queue.push_back(p);
  }
  for (; !queue.empty(); queue.pop_front()) {
    for (const Point q : grid.around(queue.front())) {
      if (grid.at(q) != attacker && !far.has(q) && area.add(q)) queue.push_back(q);
    }
  }
  add_enclosed(grid, attacker, box, area);
  add_around(grid, add_capturable(grid, attacker, area), std::min(reach - 1, kMostBeyond), area);
  add_capturable(grid, attacker, area);
  return area;
}

}  // namespace tesuji::go

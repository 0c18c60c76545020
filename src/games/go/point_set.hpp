// A set of points of a whole board.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "games/go/grid.hpp"

namespace tesuji::go {

class PointSet {
 public:
  PointSet() = default;
  explicit PointSet(const std::vector<Point>& points) {
    for (const Point p : points) add(p);
  }
  bool add(Point p) {
    bool& here = has_[index(p)];
    if (here) return false;
    here = true;
    ++size_;
    return true;
  }
  void remove(Point p) {
    bool& here = has_[index(p)];
    if (here) --size_;
    here = false;
  }
  [[nodiscard]] bool has(Point p) const { return has_[index(p)]; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::vector<Point> sorted(const Grid& grid) const {  // row by row
    std::vector<Point> all;
    for (const Point p : grid.points()) {
      if (has(p)) all.push_back(p);
    }
    return all;
  }

 private:
  static std::size_t index(Point p) { return static_cast<std::size_t>(p.y * Grid::kLargest + p.x); }
  std::array<bool, Grid::kLargest * Grid::kLargest> has_{};
  int size_ = 0;
};

}  // namespace tesuji::go

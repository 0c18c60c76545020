// The part of the board where a problem is played, renumbered so that any set of its points is one word.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games/go/grid.hpp"
#include "games/go/notation.hpp"

namespace tesuji::go {

using Mask = std::uint64_t;

constexpr Mask bit(int index) {
  return Mask{1} << index;
}
inline int first(Mask mask) {
  return std::countr_zero(mask);
}
inline int count(Mask mask) {
  return std::popcount(mask);
}

class Region {
 public:
  static constexpr int kMostPoints = 64;

  // `points` in the order of their numbers. Points of the board outside of it are the attacker's immortal
  // wall, except for the defender's stones there, which are as good as the edge.
  Region(const Grid& grid, std::vector<Point> points, Colour attacker);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] Mask all() const { return all_; }
  [[nodiscard]] Mask wall() const { return wall_; }  // points next to the wall
  [[nodiscard]] Mask neighbours(int index) const { return neighbours_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] Point point(int index) const { return points_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] std::optional<int> index(Point point) const;
  [[nodiscard]] Colour attacker() const { return attacker_; }

  // The neighbours of a set: one lookup for each eight points, whatever the shape of the region.
  [[nodiscard]] Mask spread(Mask mask) const {
    Mask out = 0;
    for (std::size_t slice = 0; mask != 0; ++slice, mask >>= 8) out |= spread_[slice][mask & 0xff];
    return out;
  }
  // The part of `within` that is connected to `seed`; `seed` lies in `within`.
  [[nodiscard]] Mask flood(Mask seed, Mask within) const {
    Mask filled = seed, edge = seed;
    while (edge != 0) {
      edge = spread(edge) & within & ~filled;
      filled |= edge;
    }
    return filled;
  }

 private:
  int size_ = 0;
  Mask all_ = 0, wall_ = 0;
  Colour attacker_;
  std::array<Mask, kMostPoints> neighbours_{};
  std::array<std::array<Mask, 256>, kMostPoints / 8> spread_{};
  std::vector<Point> points_;
};

// A problem ready to be solved: stubs filled, target and region settled.
struct Enclosure {
  Problem problem;
  Colour attacker = Colour::Black;
  std::vector<Point> points;         // of the region
  std::vector<std::string> remarks;  // what was guessed, what looks odd
};

// Throws Error where there is no target to be found, or where the region leaks, naming the hole.
Enclosure enclose(Problem problem);

}  // namespace tesuji::go

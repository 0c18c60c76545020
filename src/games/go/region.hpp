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
// One point, or none.
constexpr bool single(Mask mask) {
  return (mask & (mask - 1)) == 0;
}

class Region {
 public:
  static constexpr int kMostPoints = 64;

  // Points of the board outside of it are the attacker's immortal
  // wall, except for the defender's stones there, which are as good as the edge.
  Region(const Grid& grid, const std::vector<Point>& points, Colour attacker);

  [[nodiscard]] int size() const { return count(all_); }
  [[nodiscard]] Mask all() const { return all_; }
  [[nodiscard]] Mask wall() const { return wall_; }  // points next to the wall
  [[nodiscard]] Mask neighbours(int index) const { return neighbours_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] Point point(int index) const { return points_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] std::optional<int> index(Point point) const;
  [[nodiscard]] Colour attacker() const { return attacker_; }

  // The neighbours of a set.
  [[nodiscard]] Mask spread(Mask mask) const {
    if (stride_ != 0) [[likely]]
      return (mask << 1 | mask >> 1 | mask << stride_ | mask >> stride_) & all_;
    Mask out = 0;
    for (; mask != 0; mask &= mask - 1) out |= neighbours(first(mask));
    return out;
  }
  // The part of `within` that is connected to `seed`; `seed` lies in `within`.
  [[nodiscard]] Mask flood(Mask seed, Mask within) const { return grow(0, seed, within); }
  // `filled`, which is connected as far as it goes, and what `seed` adds to it.
  [[nodiscard]] Mask grow(Mask filled, Mask seed, Mask within) const {
    filled |= seed;
    for (Mask edge = seed; edge != 0; filled |= edge) edge = spread(edge) & within & ~filled;
    return filled;
  }
  // Points by how many neighbours they have in a set.
  struct Crowd {
    Mask none, one, two;
  };
  [[nodiscard]] Crowd crowd(Mask set) const {
    Mask once = 0, twice = 0, thrice = 0;
    const auto add = [&](Mask mask) {
      thrice |= twice & mask;
      twice |= once & mask;
      once |= mask;
    };
    if (stride_ != 0) [[likely]] {
      add(set << 1);
      add(set >> 1);
      add(set << stride_);
      add(set >> stride_);
    } else {
      for (; set != 0; set &= set - 1) add(neighbours(first(set)));
    }
    return {all_ & ~once, all_ & once & ~twice, all_ & twice & ~thrice};
  }

 private:
  void number(const std::vector<Point>& points);

  // Points are numbered row by row (or column by column) through the rectangle around them, with a gap of one
  // after each row, so that neighbours are a shift away. Where that takes more than 64 numbers, rows may
  // overlap, as far as no two points get the same number or look like neighbours; where that is not enough,
  // they are numbered in turn and the stride is 0. Of random regions of 18 points that is one in twelve, and
  // would be one in four without overlap; a state takes 1.3 to 1.4 times as long there.
  int stride_ = 0;
  Mask all_ = 0, wall_ = 0;
  Colour attacker_;
  std::array<Mask, kMostPoints> neighbours_{};
  std::array<Point, kMostPoints> points_{};
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

// The part of the board where a problem is played, renumbered so that its points make small sets (mask.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/go/grid.hpp"
#include "games/go/mask.hpp"
#include "games/go/notation.hpp"

namespace tesuji::go {

enum class Side : std::uint8_t { Attacker, Defender };
constexpr Side other(Side side) {
  return side == Side::Attacker ? Side::Defender : Side::Attacker;
}

// A problem ready to be solved: stubs filled, target and region chosen. Empty points outside the region
// belong to one side, and the attacker's stones there are immortal.
struct Enclosure {
  Problem problem;
  Colour attacker = Colour::Black;
  std::vector<Point> points;  // of the region
  Side outside = Side::Attacker;
  // The defender's stones outside the region live: a target that connects to them has escaped. Otherwise they
  // are as good as the edge of the board. If the outside is the defender's, it lives in any case.
  bool outside_lives = false;
  std::vector<std::string> remarks;  // what was guessed, what looks odd
};

// Numbers for the points of a region: row by row (or column by column) through the rectangle around them,
// with a gap of one after each row, so that neighbours are a shift away. If that takes more numbers than a
// word has, rows may overlap, as far as no two points get the same number or look like neighbours; if that is
// not enough, points may look like neighbours, and each shift is masked. As a last resort up to 64 points are
// numbered in turn and the stride is 0, which takes 1.3 times as long or more. Larger regions take two words,
// then six.
struct Numbering {
  explicit Numbering(const std::vector<Point>& points);

  int stride = 0;
  bool masked = false;
  std::vector<std::pair<int, Point>> points;
  int limit = 0;  // more than the largest number
};

template <class Mask>
class BasicRegion {
 public:
  static constexpr int kMaxPoints = kBits<Mask>;

  explicit BasicRegion(const Enclosure& enclosure, const Numbering& numbering);

  [[nodiscard]] int size() const { return count(all_); }
  [[nodiscard]] Mask all() const { return all_; }
  [[nodiscard]] const Mask& wall() const { return wall_; }  // points next to the wall
  [[nodiscard]] const Mask& haven() const {
    return haven_;
  }  // points next to the defender's living stones outside
  [[nodiscard]] Mask neighbours(int index) const { return neighbours_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] Point point(int index) const { return points_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] std::optional<int> index(Point point) const;
  [[nodiscard]] Colour attacker() const { return attacker_; }

  // The neighbours of a set.
  [[nodiscard]] Mask spread(Mask mask) const {
    if (shifts_) [[likely]]
      return (mask << 1 | mask >> 1 | mask << stride_ | mask >> stride_) & all_;
    if (stride_ != 0)
      return (mask << 1 & after_) | (mask >> 1 & before_) | (mask << stride_ & below_) |
             (mask >> stride_ & above_);
    Mask out = 0;
    for (; mask != 0; mask = without_first(mask)) out |= neighbours(first(mask));
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
    if (!shifts_ && stride_ != 0) {
      add(set << 1 & after_);
      add(set >> 1 & before_);
      add(set << stride_ & below_);
      add(set >> stride_ & above_);
    } else if (shifts_) [[likely]] {
      add(set << 1);
      add(set >> 1);
      add(set << stride_);
      add(set >> stride_);
    } else {
      for (; set != 0; set = without_first(set)) add(neighbours(first(set)));
    }
    return {all_ & ~once, all_ & once & ~twice, all_ & twice & ~thrice};
  }

 private:
  int stride_;
  bool shifts_;  // numbers that are 1 or a stride apart are neighbours'
  // Points whose neighbour has the number less 1, plus 1, less a stride, plus a stride.
  Mask after_ = 0, before_ = 0, below_ = 0, above_ = 0;
  Mask all_ = 0, wall_ = 0, haven_ = 0;
  Colour attacker_;
  std::array<Mask, kMaxPoints> neighbours_{};
  std::array<Point, kMaxPoints> points_{};
};

using Region = BasicRegion<WideMask>;

// The region around the target is not closed.
class Leak : public Error {
 public:
  using Error::Error;
};

// Throws Error where there is no target to be found, or where the region leaks, naming the hole.
Enclosure enclose(Problem problem);

}  // namespace tesuji::go

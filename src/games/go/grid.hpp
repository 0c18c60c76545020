// A whole board of stones: what a problem is written on. The search works on a Region cut out of it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::go {

enum class Colour : std::uint8_t { Empty, Black, White };

constexpr Colour opposite(Colour colour) {
  return colour == Colour::Black ? Colour::White : colour == Colour::White ? Colour::Black : Colour::Empty;
}
constexpr std::string_view name(Colour colour) {
  return colour == Colour::Black ? "black" : colour == Colour::White ? "white" : "empty";
}
inline std::string capital(Colour colour) {  // as a sentence begins
  return colour == Colour::Black ? "Black" : "White";
}
constexpr char initial(Colour colour) {
  return colour == Colour::Black ? 'B' : 'W';
}
Colour colour_from(std::string_view text);  // B, b, black, W, …; throws Error

// Column from the left, row from the top, both from 0: as SGF counts.
struct Point {
  int x = 0, y = 0;
  friend bool operator==(Point a, Point b) { return a.x == b.x && a.y == b.y; }
};

class Grid {
 public:
  static constexpr int kSmallest = 2, kLargest = 19;

  Grid() = default;
  Grid(int width, int height);  // throws Error outside kSmallest..kLargest

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] bool has(Point p) const { return p.x >= 0 && p.y >= 0 && p.x < width_ && p.y < height_; }
  [[nodiscard]] Colour at(Point p) const { return stones_[index(p)]; }
  void set(Point p, Colour colour) { stones_[index(p)] = colour; }

  [[nodiscard]] std::vector<Point> points() const;  // row by row
  [[nodiscard]] std::vector<Point> neighbours(Point p) const;
  [[nodiscard]] std::vector<Point> around(Point p) const;  // with the diagonal ones
  [[nodiscard]] std::vector<Point> block(Point p) const;   // of one colour, `p` first
  [[nodiscard]] std::vector<Point> liberties(const std::vector<Point>& block) const;

  // Places a stone, lifts what it captures and returns that; empty and nothing changed where it is suicide
  // or the point is taken, with `legal` false.
  std::vector<Point> play(Point p, Colour colour, bool& legal);

  friend bool operator==(const Grid& a, const Grid& b) {
    return a.width_ == b.width_ && a.height_ == b.height_ && a.stones_ == b.stones_;
  }

 private:
  [[nodiscard]] static std::size_t index(Point p) { return static_cast<std::size_t>(p.y * kLargest + p.x); }

  int width_ = 0, height_ = 0;
  std::array<Colour, kLargest * kLargest> stones_{};
};

}  // namespace tesuji::go

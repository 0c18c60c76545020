// All the boards there are: width and height at least 4, width x (height + 1) at most 64. They are compiled
// in a few translation units, by width.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "games/connect4/shaped_solver.hpp"

namespace tesuji::connect4 {

inline constexpr int kLeastHeight = 4;

// Null where there is no board of this height.
template <int W>
std::unique_ptr<Solver> make_of_width(int height, std::uint64_t table_bytes, int threads) {
  constexpr int kHeights = 64 / W - kLeastHeight;
  std::unique_ptr<Solver> solver;
  const auto make = [&]<int... I>(std::integer_sequence<int, I...>) {
    const auto one = [&]<int H>(std::integral_constant<int, H>) {
      if (height == H) solver = std::make_unique<ShapedSolver<Shape<W, H>>>(table_bytes, threads);
    };
    (one(std::integral_constant<int, kLeastHeight + I>{}), ...);
  };
  make(std::make_integer_sequence<int, kHeights>{});
  return solver;
}

std::unique_ptr<Solver> make_narrow(Size size, std::uint64_t table_bytes, int threads);  // 4 and 5 wide
std::unique_ptr<Solver> make_six_wide(Size size, std::uint64_t table_bytes, int threads);
std::unique_ptr<Solver> make_seven_wide(Size size, std::uint64_t table_bytes, int threads);
std::unique_ptr<Solver> make_wide(Size size, std::uint64_t table_bytes, int threads);  // 8 to 12

}  // namespace tesuji::connect4

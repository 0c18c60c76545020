// In place of solver.cpp where the standard board is enough (TESUJI_CONNECT4_ALL_BOARDS is off): some forty
// boards take longer to compile than everything else together, and the page shows this one only.
#include <fmt/format.h>

#include "games/connect4/shaped_solver.hpp"
#include "games/connect4/solver.hpp"
#include "tt/error.hpp"

namespace tesuji::connect4 {

std::unique_ptr<Solver> make_solver(Size size, std::uint64_t table_bytes, int threads) {
  if (size.width == 7 && size.height == 6) {
    return std::make_unique<ShapedSolver<Shape<7, 6>>>(table_bytes, threads);
  }
  throw Error(fmt::format(
      "this build solves the 7x6 board only, not {}x{}: the program on the machine has the others",
      size.width, size.height));
}

}  // namespace tesuji::connect4

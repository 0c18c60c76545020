#include "games/connect4/solver.hpp"

#include "games/connect4/shaped_solver.hpp"
#include "tt/error.hpp"

namespace tesuji::connect4 {

std::unique_ptr<Solver> make_solver(Size size, std::uint64_t table_bytes, int threads) {
  if (size == Size{7, 6}) return std::make_unique<ShapedSolver<Shape<7, 6>>>(table_bytes, threads);
  if (size == Size{6, 5}) return std::make_unique<ShapedSolver<Shape<6, 5>>>(table_bytes, threads);
  throw Error("there is no solver for a board of this size");
}

}  // namespace tesuji::connect4

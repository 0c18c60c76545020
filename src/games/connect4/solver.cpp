#include "games/connect4/solver.hpp"

#include <fmt/format.h>

#include "games/connect4/shapes.hpp"
#include "tt/error.hpp"

namespace tesuji::connect4 {

std::unique_ptr<Solver> make_solver(Size size, std::uint64_t table_bytes, int threads) {
  for (const auto make : {make_seven_wide, make_six_wide, make_narrow, make_wide}) {
    if (auto solver = make(size, table_bytes, threads)) return solver;
  }
  throw Error(fmt::format("there is no board of {}x{}", size.width, size.height));
}

}  // namespace tesuji::connect4

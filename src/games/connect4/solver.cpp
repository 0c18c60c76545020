#include "games/connect4/solver.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "games/connect4/shaped_solver.hpp"

namespace tesuji::connect4 {

std::unique_ptr<Solver> make_solver(Size size, std::uint64_t table_bytes, int threads,
                                    const tt::Growth& growth, const std::string& file) {
  const auto [width, height] = size;
  if (width < kMinSide || height < kMinSide || width * (height + 1) > WideSized::kMaxKeyBits)
    throw Error(fmt::format("unsupported board size {}x{}", width, height));
  return with_table_errors([&]() -> std::unique_ptr<Solver> {
    if (size == Size{Standard{}.width(), Standard{}.height()})
      return std::make_unique<ShapedSolver<Standard>>(Standard{}, table_bytes, threads, growth, file);
    if (size.width * (size.height + 1) > Sized::kMaxKeyBits)
      return std::make_unique<ShapedSolver<WideSize>>(WideSize(size.width, size.height), table_bytes, threads,
                                                      growth, file);
    return std::make_unique<ShapedSolver<AnySize>>(AnySize(size.width, size.height), table_bytes, threads,
                                                   growth, file);
  });
}

}  // namespace tesuji::connect4

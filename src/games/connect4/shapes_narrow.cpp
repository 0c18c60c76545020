#include "games/connect4/shapes.hpp"

namespace tesuji::connect4 {

std::unique_ptr<Solver> make_narrow(Size size, std::uint64_t table_bytes, int threads) {
  if (size.width == 4) return make_of_width<4>(size.height, table_bytes, threads);
  if (size.width == 5) return make_of_width<5>(size.height, table_bytes, threads);
  return nullptr;
}

}  // namespace tesuji::connect4

#include "games/connect4/shapes.hpp"

namespace tesuji::connect4 {

std::unique_ptr<Solver> make_six_wide(Size size, std::uint64_t table_bytes, int threads) {
  if (size.width == 6) return make_of_width<6>(size.height, table_bytes, threads);
  return nullptr;
}

}  // namespace tesuji::connect4

#include "games/connect4/shapes.hpp"

namespace tesuji::connect4 {

std::unique_ptr<Solver> make_wide(Size size, std::uint64_t table_bytes, int threads) {
  if (size.width == 8) return make_of_width<8>(size.height, table_bytes, threads);
  if (size.width == 9) return make_of_width<9>(size.height, table_bytes, threads);
  if (size.width == 10) return make_of_width<10>(size.height, table_bytes, threads);
  if (size.width == 11) return make_of_width<11>(size.height, table_bytes, threads);
  if (size.width == 12) return make_of_width<12>(size.height, table_bytes, threads);
  return nullptr;
}

}  // namespace tesuji::connect4

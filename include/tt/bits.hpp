// Arithmetic that the table needs and the standard library lacks (or lacks on one of our compilers).
#pragma once

#include <bit>
#include <cstdint>

namespace tt {

__extension__ using Uint128 = unsigned __int128;

// The upper half of a product: maps a uniformly distributed key to [0, range) without division (Lemire).
constexpr std::uint64_t multiply_high(std::uint64_t key, std::uint64_t range) {
  return static_cast<std::uint64_t>((static_cast<Uint128>(key) * range) >> 64);
}

// The lowest `count` bits set, for 0 <= count <= 64.
constexpr std::uint64_t low_mask(int count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

constexpr std::uint64_t divide_up(std::uint64_t dividend, std::uint64_t divisor) {
  return dividend / divisor + (dividend % divisor != 0 ? 1 : 0);
}

}  // namespace tt

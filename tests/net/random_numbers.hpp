// Weights for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tt/zobrist.hpp"

namespace tesuji::net {

inline std::vector<std::int16_t> random_numbers(std::size_t count, int most, std::uint64_t seed) {
  tt::SplitMix64 random(seed);
  std::vector<std::int16_t> out(count);
  for (std::int16_t& each : out) {
    each = static_cast<std::int16_t>(static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) - most);
  }
  return out;
}

}  // namespace tesuji::net

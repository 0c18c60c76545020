// The inner loops of a network, for each instruction set that we have code for. All paths give the same
// integers: 16-bit sums wrap, and 32-bit sums cannot overflow (Network checks the weights for it).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tesuji::net {

inline constexpr std::size_t kWidthUnit = 32;  // widths are multiples of it

struct Kernels {
  const char* name;
  bool (*supported)();
  // to[i] = from[i] + the sum of the added rows - the sum of the removed rows, for i < width. `to` may be
  // `from`.
  void (*update)(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* added,
                 std::size_t added_count, const std::int16_t* const* removed, std::size_t removed_count,
                 std::size_t width);
  // The sum of c(x)^2 * w over both halves, with c(x) = x clamped to [0, kQa].
  std::int32_t (*output)(const std::int16_t* mover, const std::int16_t* other, const std::int16_t* weights,
                         std::size_t width);
};

// Every path that was compiled, slowest first; the first is portable.
std::span<const Kernels> all_kernels();
// The fastest that this machine supports.
const Kernels& best_kernels();

}  // namespace tesuji::net

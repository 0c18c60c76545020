#include "net/kernels.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "net/network.hpp"
#include "net/random_numbers.hpp"

namespace tesuji::net {
namespace {

TEST(Kernels, EveryPathAgreesWithThePortableOne) {
  const Kernels& portable = all_kernels()[0];
  int compared = 0;
  for (const Kernels& path : all_kernels().subspan(1)) {
    if (!path.supported()) continue;
    ++compared;
    for (const std::size_t width : {32, 64, 96, 256}) {
      // Rows up to the limits of 16 bits, so that sums wrap.
      std::vector<std::vector<std::int16_t>> rows;
      std::vector<const std::int16_t*> pointers;
      for (std::uint64_t i = 0; i < 7; ++i) rows.push_back(random_numbers(width, 32767, 10 * width + i));
      for (const auto& row : rows) pointers.push_back(row.data());
      const auto from = random_numbers(width, 32767, width);
      std::vector<std::int16_t> expected(width), found(width);
      portable.update(expected.data(), from.data(), pointers.data(), 4, pointers.data() + 4, 3, width);
      path.update(found.data(), from.data(), pointers.data(), 4, pointers.data() + 4, 3, width);
      EXPECT_EQ(found, expected) << path.name << " " << width;

      const auto weights = random_numbers(2 * width, kMaxOutputWeight, width + 1);
      EXPECT_EQ(path.output(rows[0].data(), rows[1].data(), weights.data(), width),
                portable.output(rows[0].data(), rows[1].data(), weights.data(), width))
          << path.name << " " << width;
      const std::vector<std::int16_t> full(width, 300);
      const std::vector<std::int16_t> largest(2 * width, kMaxOutputWeight);
      const auto most = static_cast<std::int64_t>(2 * width) * kQa * kQa * kMaxOutputWeight;
      if (most > INT32_MAX) continue;
      EXPECT_EQ(path.output(full.data(), full.data(), largest.data(), width), most) << path.name;
    }
  }
#if defined(__x86_64__) || defined(__aarch64__)
  EXPECT_GT(compared, 0);
#endif
}

}  // namespace
}  // namespace tesuji::net

// Every path of tt/lanes.hpp against a plain loop. tests/tt/CMakeLists.txt compiles this file portably, as
// the build is (SSE 4.2 on x86, NEON on aarch64), and with AVX2.
#include "tt/lanes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "tt/zobrist.hpp"

namespace tt {
namespace {

// Memory of one line.
struct Storage {
  alignas(kLineBytes) std::array<std::byte, kLineBytes> bytes{};
};

// Words that differ little, and words at the limits of the comparison, are the hard ones.
void fill(const Line<std::uint64_t>& line, SplitMix64& random, int round) {
  for (std::size_t i = 0; i < 8; ++i) {
    std::uint64_t word = random();
    if (round % 4 == 1) word &= 0xff;
    if (round % 4 == 2) word |= ~std::uint64_t{0xff};
    if (round % 4 == 3) word = (std::uint64_t{1} << 63) + (word % 5) - 2;
    line.store(i, word);
  }
}

TEST(Lanes, WordsBelowIsTheComparisonWordByWord) {
  SplitMix64 random(1);
  Storage storage;
  const Line<std::uint64_t> line(storage.bytes.data());
  for (int round = 0; round < 100'000; ++round) {
    fill(line, random, round);
    const std::uint64_t with = round % 3 == 0 ? 0 : random();
    std::uint64_t limit = random() >> (round % 64);
    if (round % 5 == 0) limit = line.load(static_cast<std::size_t>(round % 8)) ^ with;
    unsigned expected = 0;
    for (std::size_t i = 0; i < 8; ++i) expected |= ((line.load(i) ^ with) < limit ? 1U : 0U) << i;
    ASSERT_EQ(words_below(line, with, limit), expected) << "round " << round;
  }
}

TEST(Lanes, LowLanesAreTheLowestSixteenBits) {
  SplitMix64 random(2);
  Storage storage;
  const Line<std::uint64_t> line(storage.bytes.data());
  for (int round = 0; round < 10'000; ++round) {
    fill(line, random, round);
    const Lanes lanes = low_lanes(line);
    for (std::size_t i = 0; i < 8; ++i) {
      ASSERT_EQ(static_cast<std::uint16_t>(lanes[i]), static_cast<std::uint16_t>(line.load(i)));
    }
  }
}

TEST(Lanes, LeastLaneIsTheFirstOfTheLeast) {
  SplitMix64 random(3);
  for (int round = 0; round < 100'000; ++round) {
    Lanes lanes{};
    const std::uint64_t range = round % 2 == 0 ? 4 : 65536;
    for (std::size_t i = 0; i < 8; ++i) {
      lanes[i] = static_cast<std::int16_t>(static_cast<std::uint16_t>(random() % range + 65534));
    }
    std::size_t expected = 0;
    for (std::size_t i = 1; i < 8; ++i) {
      if (lanes[i] < lanes[expected]) expected = i;
    }
    ASSERT_EQ(least_lane(lanes), expected) << "round " << round;
  }
}

}  // namespace
}  // namespace tt

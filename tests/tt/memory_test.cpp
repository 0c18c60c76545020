#include "tt/memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace tt {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

bool all_zero(const Memory& memory) {
  return std::all_of(memory.data(), memory.data() + memory.bytes(),
                     [](std::byte b) { return b == std::byte{0}; });
}

TEST(Memory, ComesZeroedAndAligned) {
  for (const Pages pages : {Pages::Huge, Pages::Small}) {
    const Memory memory(3 * kMiB + 64, pages);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % 64, 0u);
    EXPECT_EQ(memory.bytes(), 3 * kMiB + 64);
    EXPECT_TRUE(all_zero(memory));
  }
}

TEST(Memory, ZeroingAPartLeavesTheRest) {
  const Memory memory(kMiB);
  std::fill(memory.data(), memory.data() + memory.bytes(), std::byte{7});
  memory.zero(64, 10000);
  for (std::uint64_t i = 0; i < memory.bytes(); ++i) {
    ASSERT_EQ(memory.data()[i], std::byte{i >= 64 && i < 10064 ? std::uint8_t{0} : std::uint8_t{7}}) << i;
  }
  memory.zero(0, memory.bytes());
  EXPECT_TRUE(all_zero(memory));
}

TEST(Memory, MoreThanThereIsGivesAnErrorWithTheSize) {
  try {
    const Memory memory(std::uint64_t{1} << 50);
    FAIL() << memory.bytes();
  } catch (const tt::Error& error) {
    EXPECT_NE(std::string(error.what()).find("1073741824 MiB"), std::string::npos) << error.what();
  }
}

TEST(Memory, MovingLeavesNothingBehind) {
  Memory from(kMiB);
  from.data()[5] = std::byte{1};
  Memory to(2 * kMiB);
  to = std::move(from);
  EXPECT_EQ(to.bytes(), kMiB);
  EXPECT_EQ(to.data()[5], std::byte{1});
  EXPECT_EQ(from.bytes(), 0u);  // NOLINT(bugprone-use-after-move): that is the point
}

}  // namespace
}  // namespace tt

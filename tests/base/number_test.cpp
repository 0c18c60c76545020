#include "base/number.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "base/error.hpp"

namespace tesuji {
namespace {

TEST(Number, AWholeTextIsANumberOrNothing) {
  EXPECT_EQ(to_number<int>("42"), 42);
  EXPECT_EQ(to_number<int>("-7"), -7);
  EXPECT_EQ(to_number<std::uint64_t>("18446744073709551615"), ~std::uint64_t{0});
  for (const char* text : {"", " 1", "1 ", "+1", "1.0", "0x10", "one", "-"})
    EXPECT_EQ(to_number<int>(text), std::nullopt) << text;
  EXPECT_EQ(to_number<unsigned>("-1"), std::nullopt);
  EXPECT_EQ(to_number<std::uint8_t>("256"), std::nullopt);
  EXPECT_EQ(to_number<std::uint64_t>("18446744073709551616"), std::nullopt);
}

TEST(Number, TakingANumberLeavesTheRest) {
  std::string_view text = "12x6";
  EXPECT_EQ(take_number<int>(text), 12);
  EXPECT_EQ(text, "x6");
  EXPECT_EQ(take_number<int>(text), std::nullopt);
  EXPECT_EQ(text, "x6");
}

TEST(Number, AnErrorSaysWhatIsWrongAndWhatIsAllowed) {
  EXPECT_EQ(parse_number<int>("3", "depth", 1, 8), 3);
  for (const char* text : {"0", "9", "three", ""}) {
    try {
      parse_number<int>(text, "depth", 1, 8);
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()),
                "invalid depth '" + std::string(text) + "' (expected a number from 1 to 8)");
    }
  }
}

}  // namespace
}  // namespace tesuji

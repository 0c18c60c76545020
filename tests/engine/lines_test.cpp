#include "engine/lines.hpp"

#include <gtest/gtest.h>

namespace tesuji::engine {
namespace {

TEST(Lines, AreTrimmedAndCommentsPassedOver) {
  EXPECT_EQ(split_lines("one\r\n\n  two \n# three\nfour"), (std::vector<std::string>{"one", "two", "four"}));
}

TEST(Lines, OfNothingAreNone) {
  EXPECT_TRUE(split_lines("").empty());
  EXPECT_TRUE(split_lines("\n \n\t\r\n").empty());
}

}  // namespace
}  // namespace tesuji::engine

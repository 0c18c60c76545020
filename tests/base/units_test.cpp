#include "base/duration.hpp"
#include "base/number.hpp"
#include "base/size.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace tesuji {
namespace {

using std::chrono::milliseconds;

TEST(Units, SizesAreReadInPowersOf1024) {
  EXPECT_EQ(parse_bytes("1M"), 1u << 20);
  EXPECT_EQ(parse_bytes("64MB"), 64u << 20);
  EXPECT_EQ(parse_bytes("64MiB"), 64u << 20);
  EXPECT_EQ(parse_bytes("1.5G"), 3ULL << 29);
  EXPECT_EQ(parse_bytes("2T"), 2ULL << 40);
  EXPECT_EQ(parse_bytes("4096"), 4096u);
}

TEST(Units, DurationsKnowTheirUnit) {
  EXPECT_EQ(parse_duration("5s"), milliseconds(5000));
  EXPECT_EQ(parse_duration("200ms"), milliseconds(200));
  EXPECT_EQ(parse_duration("2m"), milliseconds(120000));
  EXPECT_EQ(parse_duration("0.5"), milliseconds(500));
}

TEST(Units, CountsAreReadInPowersOf1000) {
  EXPECT_EQ(parse_count("5M"), 5'000'000u);
  EXPECT_EQ(parse_count("10k"), 10'000u);
}

TEST(Units, NonsenseIsAnErrorThatQuotesIt) {
  for (const char* text : {"", "M", "-1M", "12X", "1MM", "nan", "inf", "1e999", "99999999T", " 1M"}) {
    EXPECT_THROW(parse_bytes(text), Error) << text;
  }
  EXPECT_THROW(parse_duration("5 s"), Error);
  EXPECT_THROW(parse_count("many"), Error);
  try {
    parse_bytes("lots");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("lots"), std::string::npos);
  }
}

TEST(Units, NumbersAreWrittenForPeople) {
  EXPECT_EQ(format_bytes(256u << 20), "256 MiB");
  EXPECT_EQ(format_bytes(3ULL << 29), "1.5 GiB");
  EXPECT_EQ(format_count(1234567), "1,234,567");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_seconds(0.045), "45 ms");
}

}  // namespace
}  // namespace tesuji

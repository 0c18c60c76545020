#include "engine/options.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace tesuji::engine {
namespace {

enum class Colour { Red, Blue };
struct Values {
  bool loud = false;
  int lines = 3;
  Colour colour = Colour::Blue;
  std::string file;
};

OptionTable<Values> table() {
  OptionTable<Values> table;
  table.flag("loud", &Values::loud, "Say more")
      .number("lines", &Values::lines, 1, 5, "Lines to show")
      .value_optional()
      .choice<Colour>("colour", &Values::colour, {{"red", Colour::Red}, {"blue", Colour::Blue}}, "Colour")
      .file("log", &Values::file, "Where to write")
      .old_name("noisy", "loud");
  return table;
}

TEST(Options, DeclarationsCarryTheDefaultsOfTheStruct) {
  const auto options = table();
  ASSERT_EQ(options.specs().size(), 4U);
  EXPECT_EQ(options.specs()[0].default_value, "false");
  EXPECT_EQ(options.specs()[1].default_value, "3");
  EXPECT_TRUE(options.specs()[1].value_optional);
  EXPECT_EQ(options.specs()[2].default_value, "blue");
  EXPECT_EQ(options.specs()[3].kind, OptionSpec::Kind::File);
}

TEST(Options, ParseIntoTheStruct) {
  const Values values = table().parse({{"loud", "true"}, {"lines", "5"}, {"colour", "red"}, {"log", "x"}});
  EXPECT_TRUE(values.loud);
  EXPECT_EQ(values.lines, 5);
  EXPECT_EQ(values.colour, Colour::Red);
  EXPECT_EQ(values.file, "x");
  EXPECT_TRUE(table().parse({{"noisy", "true"}}).loud);
}

TEST(Options, RefuseWhatDoesNotFitAndSayWhy) {
  const auto message = [](const OptionTexts& texts) -> std::string {
    try {
      (void)table().parse(texts);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({{"lines", "6"}}), "option lines must be a number from 1 to 5, not '6'");
  EXPECT_EQ(message({{"lines", "2x"}}), "option lines must be a number from 1 to 5, not '2x'");
  EXPECT_EQ(message({{"loud", "yes"}}), "option loud must be true or false, not 'yes'");
  EXPECT_EQ(message({{"colour", "green"}}), "option colour must be one of red, blue, not 'green'");
  EXPECT_EQ(message({{"size", "1"}}), "there is no option 'size'; the options are: loud, lines, colour, log");
}

}  // namespace
}  // namespace tesuji::engine

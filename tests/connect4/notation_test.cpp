#include "games/connect4/notation.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace tesuji::connect4 {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Notation, DigitsAreColumns) {
  const Diagram diagram = parse("4453");
  EXPECT_EQ(diagram.count(), 4);
  EXPECT_TRUE(diagram.first_to_move());
  EXPECT_EQ(draw(diagram),
            " . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . O . . .\n . . O X X . .\n"
            " 1 2 3 4 5 6 7\n");
  EXPECT_EQ(to_text(diagram), "4453");
  EXPECT_EQ(parse("").count(), 0);
}

TEST(Notation, ADrawnBoardIsRead) {
  const Diagram diagram = parse("......./......./......./......./...O.../..OXX..");
  const Diagram played = parse("4453");
  EXPECT_TRUE(diagram.first == played.first);
  EXPECT_TRUE(diagram.second == played.second);
  const Diagram again = parse(to_text(diagram));
  EXPECT_TRUE(again.first == diagram.first);
  EXPECT_TRUE(again.second == diagram.second);
  EXPECT_TRUE(parse(draw(played)).first == played.first);
}

TEST(Notation, OtherSizesAreNamedInFront) {
  const Diagram diagram = parse("6x5:33");
  EXPECT_EQ(diagram.size.width, 6);
  EXPECT_EQ(diagram.size.height, 5);
  EXPECT_EQ(to_text(diagram), "6x5:33");
  EXPECT_EQ(parse("12x4:c").count(), 1);
  EXPECT_THROW(parse("3x3:1"), Error);
  EXPECT_EQ(parse("8x8:88888888").count(), 8);
  EXPECT_EQ(to_text(parse(draw(parse("8x8:1")), {8, 8})), to_text(parse("8x8:" + draw(parse("8x8:1")))));
  EXPECT_THROW(parse("9x8:1"), Error);
  EXPECT_THROW(parse("7y6:1"), Error);
}

TEST(Notation, AnErrorNamesTheMoveAndTheReason) {
  EXPECT_EQ(error_of("1111111"), "move 7: column 1 is full");
  EXPECT_EQ(error_of("448"), "move 3: invalid column '8' (1 to 7)");
  EXPECT_EQ(error_of("4?"), "move 2: invalid column '?' (1 to 7)");
  EXPECT_EQ(error_of("4x"), "move 2: invalid column 'x' (1 to 7)");
  EXPECT_EQ(error_of("12121213"), "move 8: '3' comes after the end: X made four with move 7");
}

TEST(Notation, AnImpossibleDrawingSaysWhy) {
  const std::string empty = "......./......./......./......./......./";
  EXPECT_NE(error_of(".....X./......./......./......./......./.......").find("hangs"), std::string::npos);
  EXPECT_NE(error_of(empty + "XXX....").find("3 X and 0 O"), std::string::npos);
  EXPECT_NE(error_of(empty + "......").find("6 cells"), std::string::npos);
  EXPECT_NE(error_of(empty + "...Z...").find("'Z'"), std::string::npos);
  EXPECT_NE(error_of("......./.......").find("2 rows"), std::string::npos);
  EXPECT_NE(error_of("......./......./......./......./OOO..../XXXXO..").find("moved after"),
            std::string::npos);
}

}  // namespace
}  // namespace tesuji::connect4

// Problems as sites, programs and books write them, and input with something wrong in it.
#include <gtest/gtest.h>

#include "games/go/question.hpp"
#include "go/solving.hpp"

namespace {

using namespace tesuji;
using namespace tesuji::go;

using test::has_remark;
using test::message;
using test::solve;

// White has three points in a row in the corner; B19 kills or saves.
const std::string kStones = "AB[ac][bc][cc][dc][ec][eb][fa]AW[ab][bb][cb][db][da]";

// The same problem as several sites and programs write it.
TEST(GoReading, TakesWhatSitesAndProgramsWrite) {
  const std::vector<std::string> written = {
      // goproblems: no PL, a comment, labels on points to choose from, a tree with RIGHT.
      "(;GM[1]FF[3]SZ[19]" + kStones +
          "C[Black to play and kill]LB[ba:A][aa:B](;B[ba]C[RIGHT])(;B[aa];W[ba]))",
      // OGS.
      "(;FF[4]CA[UTF-8]GM[1]GN[Corner]DT[2020-01-01]PB[]PW[]RU[Japanese]SZ[19]KM[0]PL[B]" + kStones +
          "(;B[ba])(;B[ca]))",
      // 101weiqi.
      "(;CA[UTF-8]AP[101]SZ[19]" + kStones + "C[黑先杀白];B[ba])",
      // Sabaki: points as rectangles, a first node without stones.
      "(;GM[1]FF[4]CA[UTF-8]AP[Sabaki:0.52.2]KM[6.5]SZ[19];AB[ac:ec][eb][fa]AW[ab:db][da]PL[B])",
      // A Japanese book.
      "(;SZ[19]GN[黒先白死]" + kStones + ")",
      // rzone and others mark the group with circles, crosses or triangles.
      "(;SZ[19]" + kStones + "PL[B]CR[ab][bb][cb][db][da])", "(;SZ[19]" + kStones + "PL[B]TR[ab])",
      "(;SZ[19]" + kStones + "PL[B]LB[cb:A])",
      // Sensei's Library, its upper left corner.
      "$$B Black to kill\n$$ -------------\n$$ | . . . O . X . .\n$$ | O O O O X . . .\n$$ | X X X X X . . "
      ".\n$$ | "
      ". . . . . . . .\n",
      // A drawing with the frame of a corner, and a title.
      "Problem 3: black to play\n+-----------\n|...O.X..\n|OOOOX...\n|XXXXX...\n|........\n",
      "黒先\n+-----------\n|・・・○・●・・\n|○○○○●・・・\n|●●●●●・・・\n|・・・・・・・・\n"};
  for (const std::string& text : written) {
    const engine::Report report = solve(text);
    EXPECT_EQ(report.verdict.rfind("White is dead: Black plays B19", 0), 0U) << text << "\n"
                                                                             << report.verdict;
    EXPECT_TRUE(report.proved) << text;
    EXPECT_EQ(problem_from(text).grid.width(), 19) << text;
  }
}

// An empty board with the problems in variations, as electronic books have them.
TEST(GoReading, TakesTheFirstProblemOfABook) {
  const Problem book =
      problem_from("(;SZ[19]C[A book](;C[intro])(;" + kStones + "PL[B];B[ba])(;AB[aa]AW[bb]))");
  EXPECT_EQ(book.grid.at({0, 1}), Colour::White);
  EXPECT_EQ(book.player, Colour::Black);
  ASSERT_EQ(book.remarks.size(), 1U);
  EXPECT_EQ(book.remarks[0], "the file has 2 problems in variations, of which this is the first");
  EXPECT_TRUE(problem_from("(;SZ[19](;" + kStones + "))").remarks.empty());
}

TEST(GoReading, TakesDrawingsOfAnySize) {
  const Problem strip = problem_from(". X O . . . .\n. X O . . . .\n");
  EXPECT_EQ(strip.grid.width(), 7);
  EXPECT_EQ(strip.grid.height(), 2);
  // Framed on all sides it is the board; on the right and below only, the lower right corner of 19x19.
  EXPECT_EQ(problem_from("+-----+\n|.X.|\n|O..|\n+-----+\n").grid.width(), 3);
  const Problem corner = problem_from(".XO|\n.XO|\n-----\n");
  EXPECT_EQ(corner.grid.at({18, 18}), Colour::White);
  EXPECT_EQ(corner.grid.at({17, 17}), Colour::Black);
  ASSERT_EQ(corner.remarks.size(), 1U);
  EXPECT_EQ(corner.remarks[0], "the frame shows 3x2 points of a board of 19x19");
  // The numbers of rows show that some are missing below, and letters which columns these are.
  const Problem numbered = problem_from("   R S T\n19 . X O\n18 . X O\n");
  EXPECT_EQ(numbered.grid.at({18, 0}), Colour::White);
  EXPECT_EQ(numbered.grid.at({17, 1}), Colour::Black);
  EXPECT_EQ(numbered.grid.height(), 19);
  EXPECT_EQ(problem_from("9 . X O\n8 . X O\n").grid.width(), 9);
  EXPECT_EQ(problem_from("   A B C\n 2 . X O\n 1 . X O\n").grid.width(), 3);
  // Without a frame it is the board, which is worth a remark unless that has a usual size or a target is
  // marked.
  ASSERT_EQ(strip.remarks.size(), 1U);
  EXPECT_EQ(strip.remarks[0].rfind("the drawing has no frame, so it is the whole board of 7x2 points", 0),
            0U);
  EXPECT_TRUE(problem_from(". X @ .\n. X @ .\n").remarks.empty());
  std::string board(9 * 9, '.');
  board[0] = 'X';
  for (std::size_t row = 1; row < 9; ++row) board.insert(row * 10 - 1, "\n");
  EXPECT_TRUE(problem_from(board).remarks.empty());
}

// Lines of Unicode: corners and T-pieces are points at the edge of the board.
TEST(GoReading, TakesEdgesFromBoxDrawings) {
  const Grid corner = problem_from("(;SZ[19]AW[ca][cb][ac][bc][cc]AB[da][db][dc][ad][bd][cd][dd])").grid;
  for (const char* const text : {
           "┌┬○●┬\n├┼○●┼\n○○○●┼\n●●●●┼\n",                                                   // points only
           "┏┯○●┯\n┠┼○●┼\n○○○●┼\n●●●●┼\n",                                                   // heavy edges
           "黒先\n１┌┬○●┬\n２├┼○●┼\n３○○○●┼\n４●●●●┼\n",                                     // coordinates
           "┌─┬─○─●─┬\n│ │ │ │ │\n├─┼─○─●─┼\n│ │ │ │ │\n○─○─○─●─┼\n│ │ │ │ │\n●─●─●─●─┼\n",  // lines
           "┌─────\n│..○●.\n│..○●.\n│○○○●.\n│●●●●.\n",  // a frame around the points
       }) {
    EXPECT_TRUE(problem_from(text).grid == corner) << text;
  }
  const Problem framed = problem_from("┌────┐\n│.●○.│\n│.●○.│\n└────┘\n");
  EXPECT_EQ(framed.grid.width(), 4);
  EXPECT_EQ(framed.grid.height(), 2);
  const Problem lower_right = problem_from("┼●○┤\n┴●○┘\n");
  EXPECT_EQ(lower_right.grid.at({17, 18}), Colour::White);
  EXPECT_EQ(lower_right.grid.at({16, 17}), Colour::Black);
}

TEST(GoReading, UnderstandsWords) {
  const auto defender = [](const char* text) { return words_in(text).defender; };
  EXPECT_EQ(defender("Black to play and kill."), Colour::White);
  EXPECT_EQ(defender("White to play: kill the black group"), Colour::Black);
  EXPECT_EQ(defender("白先殺黒"), Colour::Black);
  EXPECT_EQ(defender("黑先劫活"), Colour::Black);
  EXPECT_EQ(defender("黒先生き"), Colour::Black);
  EXPECT_EQ(defender("白番 白活"), Colour::White);
  // Words that say nothing: a skill is no kill, a 先生 does not live, 死活 and "life and death" are both.
  EXPECT_FALSE(defender("Skill level 5k, black to play"));
  EXPECT_FALSE(defender("Delivered by Oliver. Black to play"));
  EXPECT_FALSE(defender("呉先生作 黒先"));
  EXPECT_FALSE(defender("死活题 黑先"));
  EXPECT_FALSE(defender("Life and death: white to move"));
  // Who plays: the colour that is named first.
  EXPECT_EQ(words_in("White to play. Black to live if White passes").player, Colour::White);
  EXPECT_EQ(words_in("kill!", Colour::White).defender, Colour::Black);
  EXPECT_FALSE(words_in("kill!").defender);
}

TEST(GoReading, SaysWhatIsWrongWithTheStones) {
  EXPECT_NE(message("(;SZ[19]PL[B])").find("there are no stones on the board"), std::string::npos);
  EXPECT_NE(message("(;SZ[19]AB[cc][dd]PL[B])").find("there are only black stones"), std::string::npos);
  EXPECT_NE(message("(;SZ[9]AB[aa]AW[aa])").find("both have a stone at A9"), std::string::npos);
  EXPECT_NE(message("(;SZ[9]AB[ab][ba]AW[aa]MA[aa])").find("no liberty"), std::string::npos);
}

TEST(GoReading, SaysWhatIsWrongWithTheSolution) {
  const std::string problem = "(;SZ[19]" + kStones + "PL[B]";
  const auto solved = [&](const std::string& tree) { return solve(problem + tree + ")"); };
  EXPECT_TRUE(
      has_remark(solved(";B[ab]"), "at move 1 black plays at A18, where there is a stone; it is ignored"));
  EXPECT_TRUE(has_remark(solved("(;B[ab])(;B[ba];W[aa])"), "its first move is used all the same"));
  EXPECT_TRUE(has_remark(solved(";B[ba];W[ba]"), "at move 2 white plays at B19, where there is a stone"));
  EXPECT_TRUE(has_remark(solved(";B[zz]"), "[zz], which is no point of the board"));
  EXPECT_TRUE(has_remark(solved(";W[ba]"), "begins with white, but PL says that black plays first"));
  EXPECT_FALSE(has_remark(solved(";B[ba];W[aa];B[]"), "the solution"));
}

TEST(GoReading, PassesOverAMarkOnAnEmptyPoint) {
  const engine::Report report = solve("(;SZ[19]" + kStones + "PL[B]MA[ba])");
  EXPECT_EQ(report.verdict.rfind("White is dead: Black plays B19", 0), 0U) << report.verdict;
  EXPECT_TRUE(has_remark(report, "MA at B19 marks an empty point, not a group, and is passed over"));
}

TEST(GoReading, NamesTheProblemsOnABoard) {
  const std::string two = "(;SZ[19]" + kStones + "AW[sq][rq][qq][pq][oq][or][ns]AB[sr][rr][qr][pr][ps]";
  EXPECT_NE(message(two + "PL[B])").find("there are 2 problems on the board, near D19, P3"),
            std::string::npos)
      << message(two + "PL[B])");
  EXPECT_EQ(solve(two + "PL[B])", {{"group", "A18"}}).verdict.rfind("White is dead: Black plays B19", 0), 0U);
  // A point near it, the first move of a solution, or a mark picks one, too.
  EXPECT_EQ(solve(two + "PL[W])", {{"group", "R1"}}).verdict.rfind("Black is dead: White plays S1", 0), 0U);
  EXPECT_EQ(solve(two + ";W[rs])").verdict.rfind("Black is dead: White plays S1", 0), 0U);
  EXPECT_EQ(solve(two + "PL[W]MA[sr])").verdict.rfind("Black is dead: White plays S1", 0), 0U);
}

}  // namespace

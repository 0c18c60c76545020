#include "games/go/notation.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "games/go/region.hpp"

namespace {

using namespace tesuji::go;

std::string message(const auto& call) {
  try {
    call();
  } catch (const tesuji::Error& error) {
    return error.what();
  }
  return "";
}

TEST(Sgf, ReadsEscapesVariationsAndCollections) {
  const auto trees = sgf::parse("intro (;C[a\\]b\\\\c\\\nd]N[x](;B[aa];W[bb])(;B[cc]))(;SZ[9])");
  ASSERT_EQ(trees.size(), 2U);
  EXPECT_EQ(trees[0].nodes[0].values("C"), std::vector<std::string>{"a]b\\cd"});
  EXPECT_EQ(trees[0].variations.size(), 2U);
  EXPECT_EQ(trees[0].variations[0].nodes.size(), 2U);
}

TEST(Sgf, WritesWhatItReadsBack) {
  const std::string text = "(;C[a\\]b\\\\](;B[aa];W[bb])(;B[cc]))";
  EXPECT_EQ(sgf::write(sgf::parse(text).front()), text);
}

TEST(Sgf, SaysWhereItIsBroken) {
  EXPECT_NE(message([] { sgf::parse("(;AB[aa]\n  AW[bb"); }).find("line 2, column 5"), std::string::npos);
  EXPECT_NE(message([] { sgf::parse("(;AB[aa]"); }).find("expected ')'"), std::string::npos);
  EXPECT_NE(message([] { sgf::parse("nothing"); }).find("no game tree"), std::string::npos);
  std::string open(100'000, '(');
  open += ';';
  EXPECT_NE(message([&] { sgf::parse(open); }), "");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "(;";
  EXPECT_NE(message([&] { sgf::parse(deep); }).find("too deeply"), std::string::npos);
}

TEST(Sgf, ABrokenTreeLeavesTheOthersOfItsCollection) {
  const std::vector<std::string> parts =
      split_problems("(c) 1999\n(;SZ[5]AB[aa])\n(;SZ[5]AB)\n(;SZ[5]AB[aa]\n(;SZ[7]AB[cc]C[x\\](;])\n");
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(problem_from(parts[0]).grid.width(), 5);
  EXPECT_NE(message([&] { problem_from(parts[1]); }).find("SGF, line 1"), std::string::npos);
  EXPECT_NE(message([&] { problem_from(parts[2]); }), "");
  EXPECT_EQ(problem_from(parts[3]).grid.width(), 7);
}

TEST(Sgf, SpreadsCompressedPointLists) {
  const Problem problem = problem_from("(;SZ[9]AB[aa:cb]AW[ee]PL[W]MA[ee])");
  int black = 0;
  for (const Point p : problem.grid.points()) black += problem.grid.at(p) == Colour::Black ? 1 : 0;
  EXPECT_EQ(black, 6);
  EXPECT_EQ(problem.player, Colour::White);
}

TEST(Sgf, RefusesPointsOffTheBoardAndOddSizes) {
  EXPECT_NE(message([] { problem_from("(;SZ[9]AB[jj])"); }).find("no point of a 9x9 board"),
            std::string::npos);
  EXPECT_NE(message([] { problem_from("(;SZ[1]AB[aa])"); }), "");
  EXPECT_NE(message([] { problem_from("(;SZ[25]AB[aa])"); }), "");
  EXPECT_NE(message([] { problem_from("(;SZ[9]AB[aa:bb]AW[ba])"); }).find("at B9"), std::string::npos);
}

TEST(Problem, RoundTripsThroughSgf) {
  const std::string text = "(;SZ[7]AB[aa][bb]AW[cc]PL[W]MA[cc]SQ[dd]TR[ee])";
  const std::string once = to_sgf(problem_from(text));
  EXPECT_EQ(to_sgf(problem_from(once)), once);
}

TEST(Problem, RoundTripsThroughADrawing) {
  const Problem problem = problem_from("white to play\n  A B C\n3 . X O\n2 # . @\n1 . . .\n");
  EXPECT_EQ(problem.player, Colour::White);
  EXPECT_EQ(problem.target.size(), 2U);
  const Problem again = problem_from(draw(problem.grid, problem.target, {}));
  EXPECT_TRUE(problem.grid == again.grid);
}

TEST(Problem, DrawingErrorsSayWhere) {
  EXPECT_NE(message([] { problem_from("..X\n..?\n"); }).find("line 2, column 3"), std::string::npos);
  EXPECT_NE(message([] { problem_from("..X\n..\n"); }).find("line 2"), std::string::npos);
  EXPECT_NE(message([] { problem_from("corner.sgf"); }).find("'corner.sgf' is no file"), std::string::npos);
}

TEST(Points, AreWrittenBothWays) {
  const Grid grid(19, 19);
  EXPECT_EQ(to_text(Point{8, 0}, grid), "J19");
  EXPECT_EQ(point_from("J19", grid), (Point{8, 0}));
  EXPECT_EQ(point_from("ia", grid), (Point{8, 0}));
  EXPECT_FALSE(point_from("pass", grid).has_value());
  EXPECT_THROW(point_from("Z3", grid), tesuji::Error);
}

TEST(Region, StopsAtTheWall) {
  const Enclosure e = enclose(problem_from("...OX..\n...OX..\n@OOOX..\nXXXXX..\n.......\n"));
  EXPECT_EQ(e.points.size(), 12U);
  EXPECT_EQ(e.attacker, Colour::Black);
}

// Bands of points down a 13x13 board, in rectangles too large to be numbered with gaps: neighbours are told
// right all the same, whether rows can overlap (the steep and the slanting band) or not (the cross).
TEST(Region, TellsNeighboursHoweverItIsNumbered) {
  const Grid grid(13, 13);
  const auto expect_neighbours = [&](auto inside) {
    std::vector<Point> points;
    for (const Point p : grid.points()) {
      if (inside(p)) points.push_back(p);
    }
    Enclosure enclosure;
    enclosure.problem.grid = grid;
    const Region region(enclosure, Numbering(points));
    ASSERT_EQ(region.size(), static_cast<int>(points.size()));
    for (const Point p : points) {
      WideMask around = 0;
      for (const Point q : grid.neighbours(p)) {
        if (const auto at = region.index(q)) around |= bit<WideMask>(*at);
      }
      const WideMask here = bit<WideMask>(region.index(p).value());
      EXPECT_EQ(region.spread(here), around) << p.x << "," << p.y;
    }
  };
  expect_neighbours([](Point p) { return p.y - p.x >= 0 && p.y - p.x < 3; });
  expect_neighbours([](Point p) { return p.y - 2 * p.x >= 0 && p.y - 2 * p.x < 5; });
  expect_neighbours([](Point p) { return p.x == 6 || p.y == 6; });
  expect_neighbours([](Point p) { return p.x < 9; });
  expect_neighbours([](Point p) { return p.x < 9 && p.y < 7; });
  expect_neighbours([](Point) { return true; });
}

TEST(Region, NamesTheHoleItLeaksThrough) {
  const std::string open = "(;SZ[19]AW[ac][bc][cc][dc][db][da]AB[ad][bd][cd][dd][ed][ec][ea]MA[bc])";
  EXPECT_NE(message([&] { enclose(problem_from(open)); }).find("leaks at E18"), std::string::npos)
      << message([&] { enclose(problem_from(open)); });
  EXPECT_EQ(enclose(problem_from(open.substr(0, open.size() - 1) + "SQ[eb])")).points.size(), 12U);
}

TEST(Region, TakesTheEnclosedGroupWhereNoneIsMarked) {
  const Enclosure e = enclose(problem_from("...OX..\n...OX..\nOOOOX..\nXXXXX..\n.......\n"));
  EXPECT_EQ(e.attacker, Colour::Black);
  ASSERT_EQ(e.remarks.size(), 2U);
  EXPECT_NE(e.remarks[0].find("has no frame"), std::string::npos);
  EXPECT_NE(e.remarks[1].find("no target is marked"), std::string::npos);
}

TEST(Region, RefusesStonesWithoutLiberties) {
  EXPECT_NE(message([] { enclose(problem_from("OX.\nX..\n..@\n")); }).find("no liberty"), std::string::npos);
}

std::string file(const char* path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Docs, ShowTheExampleThatIsCompiled) {
  const std::string example = file("tests/go/example.cpp");
  ASSERT_FALSE(example.empty());
  EXPECT_NE(file("docs/guide/tsumego.md").find(example), std::string::npos);
}

// On a board that would fit into a region as a whole, too.
TEST(Enclosing, NamesTheLeakOnASmallBoard) {
  const char* const leaky = "....X.\n...OX.\n.@OOX.\n.XXXX.\nX.....\n......\n";
  EXPECT_NE(message([&] { enclose(problem_from(leaky)); }).find("leaks at A3"), std::string::npos);
  const Enclosure whole = enclose(problem_from(".OX\n@OX\nOX.\n"));
  EXPECT_EQ(whole.points.size(), 9U);
}

}  // namespace

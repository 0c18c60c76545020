// Problems as people paste them: without marks, walls or anything but stones.
#include <gtest/gtest.h>

#include "games/go/area.hpp"
#include "games/go/choice.hpp"
#include "games/go/diagram.hpp"
#include "games/go/question.hpp"
#include "games/go/verdict.hpp"
#include "go/solving.hpp"

namespace {

using namespace tesuji;
using namespace tesuji::go;

using test::has_remark;
using test::message;
using test::solve;

// White has three points in a row in the corner of a 19x19 board, behind a wall with gaps; nothing is marked.
// The middle point, B19, kills or saves.
const char* const kOpen = "(;SZ[19]AB[ac][bc][cc][dc][ec][eb][fa]AW[ab][bb][cb][db][da]PL[B])";

TEST(GoQuestion, SolvesAProblemOfStonesOnly) {
  const engine::Report report = solve(kOpen);
  EXPECT_TRUE(report.proved);
  EXPECT_EQ(report.verdict.rfind("White is dead: Black plays B19", 0), 0U) << report.verdict;
  EXPECT_FALSE(report.best.empty());
  EXPECT_TRUE(has_remark(report, "the target is White's group"));
  EXPECT_TRUE(has_remark(report, "everything belongs to Black"));
  EXPECT_TRUE(has_remark(report, "--group"));
}

TEST(GoQuestion, TheOtherSideLives) {
  const engine::Report report = solve(kOpen, {{"player", "W"}});
  EXPECT_TRUE(report.proved);
  EXPECT_EQ(report.verdict.rfind("White lives: White plays ", 0), 0U) << report.verdict;
}

TEST(GoQuestion, GivesAMoveWithoutAProof) {
  const engine::Report report = solve(
      "(;SZ[19]AB[cg][dg][eg][fg][gf][ge][gd][gc][hb][ha]AW[cf][df][ef][ff][fe][fd][fc][fb]PL[B])", {}, 3000);
  EXPECT_FALSE(report.proved);
  ASSERT_EQ(report.best.size(), 1U);
  EXPECT_TRUE(has_remark(report, "not proved"));
}

TEST(GoQuestion, SaysWhatIsWrong) {
  EXPECT_NE(message("(;SZ[19])").find("no stones"), std::string::npos);
  EXPECT_NE(message("(;SZ[19]AB[cc][dd])").find("only black"), std::string::npos);
  const std::string two =
      "(;SZ[19]AB[ad][bd][cd][dc][db][ea]AW[ac][bc][cc][cb][ca]AW[sp][rp][qp][pq][pr][ps]AB[sq][rq][qq][qr]["
      "qs])";
  EXPECT_NE(message(two).find("2 problems"), std::string::npos) << message(two);
  EXPECT_EQ(solve(two, {{"group", "A17"}, {"player", "B"}}).verdict.rfind("White is dead", 0), 0U);
  const engine::Report odd = solve("(;SZ[19]AB[ad][bd][cd][dc][db][ea]AW[ac][bc][cc][cb][ca]PL[B];B[ac])");
  EXPECT_TRUE(has_remark(odd, "is ignored")) << odd.verdict;
}

TEST(GoQuestion, SaysThatNothingIsToBeDecided) {
  // White has two eyes.
  const engine::Report alive =
      solve("(;SZ[19]AB[ad][bd][cd][dd][ed][ec][eb][ea]AW[ac][bc][cc][dc][db][da][bb][ba]PL[B])", {}, 50'000);
  EXPECT_NE(alive.verdict.find("White is alive, even if Black plays first"), std::string::npos)
      << alive.verdict;
  EXPECT_TRUE(has_remark(alive, "the result is the same whoever moves first"));
  // Looking further, as the side to move loses, keeps to the limit.
  EXPECT_LT(alive.nodes, 51'000U);
}

TEST(GoQuestion, NamesEachAssumption) {
  const engine::Report report = solve(kOpen);
  std::map<std::string, Assumption> by_name;
  for (const Assumption& assumption : go_report(report).assumptions) by_name[assumption.name] = assumption;
  EXPECT_EQ(by_name.count("player"), 0U);  // stated
  EXPECT_EQ(by_name["defender"].value, "white");
  EXPECT_EQ(by_name["outside"].value, "black");
  EXPECT_NE(by_name["outside"].override_with.find("--outside"), std::string::npos);
  EXPECT_NE(by_name["target"].override_with.find("--group"), std::string::npos);
  EXPECT_TRUE(point_from(by_name["target"].value, problem_from(kOpen).grid));
}

// A white group with room for one eye and a way out to the right.
const char* const kWayOut = "(;SZ[19]AB[ac][bc][cc][dc][ec]AW[ab][bb][cb][db]PL[B])";

TEST(GoOutside, BelongsToTheSideThatIsNamed) {
  const engine::Report attackers = solve(kWayOut, {{"player", "W"}, {"group", "C18"}});
  ASSERT_TRUE(attackers.proved) << attackers.verdict;
  EXPECT_EQ(attackers.score, -1) << attackers.verdict;
  const engine::Report defenders =
      solve(kWayOut, {{"player", "W"}, {"group", "C18"}, {"outside", "defender"}});
  ASSERT_TRUE(defenders.proved) << defenders.verdict;
  EXPECT_EQ(defenders.verdict.rfind("White", 0), 0U);
  EXPECT_EQ(defenders.score, 1) << defenders.verdict;  // it gets out
}

// Where moving first changes nothing, a group that dies is reported dead in the largest area that was tried.
TEST(GoQuestion, ReportsTheLargestAreaInWhichAGroupDies) {
  const engine::Report report = solve(kWayOut, {{"player", "W"}, {"group", "C18"}});
  ASSERT_TRUE(has_remark(report, "the result is the same whoever moves first")) << report.verdict;
  const Problem problem = problem_from(kWayOut);
  EXPECT_EQ(go_report(report).region.size(),
            static_cast<std::size_t>(search_area(problem.grid, {{2, 1}}, 5).size()));
}

// White cannot make two eyes, whoever moves first; E18 is the way out of the corner.
TEST(GoOutside, IsTheDefendersIfNothingElseIsAtStake) {
  const std::string stones = "(;SZ[19]AB[ac][bc][cc][dc][ec][fc][gb]AW[ab][bb][cb][db]PL";
  const engine::Report white = solve(stones + "[W])");
  EXPECT_EQ(white.verdict, "White lives: White plays E18.");
  EXPECT_TRUE(has_remark(white, "everything belongs to White: a group that gets there has escaped"));
  EXPECT_TRUE(has_remark(white, "if that is Black's, White dies"));
  EXPECT_EQ(go_report(white).holds_outside, "defender");
  EXPECT_EQ(solve(stones + "[B])").verdict.rfind("White is dead: Black plays ", 0), 0U);
  const engine::Report closed = solve(stones + "[W])", {{"outside", "attacker"}, {"group", "A18"}});
  EXPECT_EQ(closed.verdict, "White is dead, even if White plays first.");
}

TEST(GoOutside, SaysWhetherItMatters) {
  // The wall of the first is closed; the second group lives or dies by what is outside.
  const engine::Report closed = solve(kOpen, {{"outside", "both"}});
  EXPECT_EQ(go_report(closed).holds_outside, "any") << closed.verdict;
  EXPECT_TRUE(has_remark(closed, "holds whatever is outside"));
  const engine::Report open = solve(kWayOut, {{"player", "W"}, {"group", "C18"}, {"outside", "both"}});
  ASSERT_TRUE(open.proved) << open.verdict;
  EXPECT_EQ(go_report(open).holds_outside, "attacker") << open.verdict;
  EXPECT_TRUE(has_remark(open, "if that is White's, White lives"));
}

TEST(GoVerdict, IsAnAnswerIfTheMoverWinsWithoutThreats) {
  Verdict verdict;
  verdict.mover = Side::Attacker;
  verdict.attacker_first = Threshold{kNoThreats, 0};
  EXPECT_TRUE(verdict.settled());
  verdict.attacker_first = Threshold{kLevels, kNoThreats + 1};  // alive; as ko master perhaps not
  EXPECT_FALSE(verdict.settled());
  verdict.attacker_first = Threshold{kLevels, kLevels};
  EXPECT_TRUE(verdict.settled());
}

TEST(GoRegion, TakesALargeEnclosedRegion) {
  // A wall along the fifth line of a 19x19 board: 95 points less the wall's, and a group in them.
  std::string sgf = "(;SZ[19]AB";
  for (char x = 'a'; x <= 's'; ++x) sgf += std::string("[") + x + "e]";
  sgf += "AW[bb][cb][db]MA[bb]PL[W])";
  const Enclosure e = enclose(problem_from(sgf));
  EXPECT_EQ(e.points.size(), 76U);
}

TEST(GoQuestion, ReadsWords) {
  EXPECT_EQ(words_in("Black to live").defender, Colour::Black);
  EXPECT_EQ(words_in("Black to kill").defender, Colour::White);
  EXPECT_EQ(words_in("White to play and live").player, Colour::White);
  EXPECT_EQ(words_in("黒先白死").defender, Colour::White);
  EXPECT_EQ(words_in("黑先活").defender, Colour::Black);
  EXPECT_FALSE(words_in("Problem 12").player);
}

TEST(GoQuestion, MarksOnStonesAreTheTarget) {
  const Problem circles = problem_from("(;SZ[9]AB[aa][bb]AW[cc]CR[cc])");
  EXPECT_EQ(circles.marks, (std::vector<Point>{{2, 2}}));
  const Problem triangles = problem_from("(;SZ[9]AB[aa][bb]AW[cc]TR[cc])");
  EXPECT_EQ(triangles.marks, (std::vector<Point>{{2, 2}}));
  EXPECT_TRUE(triangles.region.empty());
  const Problem region = problem_from("(;SZ[9]AB[aa][bb]AW[cc]TR[cc][dd])");
  EXPECT_EQ(region.region.size(), 2U);
}

// Black kills the first group, but only a move of its own avoids a ko there; the second, which is
// far-fetched, is a ko that needs threats.
TEST(GoQuestion, PrefersAKoToAvoidToAKoToFightForElsewhere) {
  const Problem problem = problem_from(
      "(;SZ[19]AB[ba][ea][eb][dc][ec][ad][bd][cd][dd][ed]AW[aa][da][db][ac][bc][cc]"
      "AB[ns][sr][nr][oq][nq][sp][rp][qp][pp][op][np]AW[ss][os][pr][or][sq][rq][qq][pq])");
  const std::vector<Reading> readings = {{{{2, 2}, {3, 0}}, "enclosed", false}, {{{15, 16}}, "other", true}};
  Memory memory(16 << 20);
  ChoiceLimits limits;
  limits.search.nodes = 2'000'000;
  std::uint64_t nodes = 0;
  const Choice choice = choose(problem, readings, Colour::Black, std::nullopt, memory, limits, nodes);
  EXPECT_EQ(choice.reading.reason, "enclosed");
  EXPECT_EQ(choice.stake, Stake::Safety);
  // By itself the second group is worth a fight.
  const std::vector<Reading> second = {readings[1]};
  const Choice other = choose(problem, second, Colour::Black, std::nullopt, memory, limits, nodes);
  EXPECT_EQ(other.stake, Stake::Ko);
}

// White is dead without ko threats even if it plays first, but then it is a ko: Black has a move to make.
TEST(GoVerdict, NamesTheMoveThatAvoidsAKo) {
  const engine::Report report =
      solve("(;SZ[9]AB[ba][ea][eb][dc][ec][ad][bd][cd][dd][ed]AW[aa][da][db][ac][bc][cc]PL[B])", {}, 200'000);
  EXPECT_EQ(report.verdict.rfind("White is dead: Black plays ", 0), 0U) << report.verdict;
  EXPECT_TRUE(has_remark(report, "but then ko threats matter"));
}

TEST(GoArea, KeepsTheGroupAndItsSurroundings) {
  const Problem problem = problem_from(kOpen);
  const PointSet near = search_area(problem.grid, {{2, 1}}, 2), wide = search_area(problem.grid, {{2, 1}}, 3);
  EXPECT_TRUE(near.has({0, 0}));
  EXPECT_TRUE(near.has({4, 0}));     // the gap in the wall
  EXPECT_FALSE(near.has({10, 10}));  // open board
  EXPECT_GE(wide.size(), near.size());
  EXPECT_LT(near.size(), 30);
}

// White takes D19 from E19, which is not in atari then: Black has to play F19 first.
TEST(GoArea, HasRoomBeyondACapture) {
  const Problem problem = problem_from("(;SZ[19]AW[ac][bc][cc][cb][ca][db]AB[da][eb][ec][dc][ad][bd][cd])");
  const PointSet near = search_area(problem.grid, {{2, 1}}, 1), wide = search_area(problem.grid, {{2, 1}}, 2);
  EXPECT_TRUE(near.has({3, 0}));
  EXPECT_TRUE(near.has({4, 0}));
  EXPECT_FALSE(near.has({5, 0}));
  EXPECT_TRUE(wide.has({5, 0}));
}

TEST(GoDiagram, ReadsACornerOfTheBoard) {
  const Problem problem = problem_from(
      "$$W White to live\n$$ ---------\n$$ | . . O X . .\n$$ | . 1 O X . .\n$$ | W O O X . .\n$$ | X X X X , "
      ".\n$$ | . . . . . .\n");
  EXPECT_EQ(problem.grid.width(), 19);
  EXPECT_EQ(problem.grid.height(), 19);
  EXPECT_EQ(problem.player, Colour::White);
  EXPECT_EQ(problem.grid.at({0, 2}), Colour::White);
  EXPECT_EQ(problem.grid.at({1, 1}), Colour::Empty);
  EXPECT_EQ(problem.grid.at({3, 3}), Colour::Black);
  EXPECT_EQ(problem.marks, (std::vector<Point>{{0, 2}}));
  EXPECT_EQ(words_in(problem.words).defender, Colour::White);
  const Problem right = problem_from("$$B\n$$ . X O |\n$$ . X O |\n$$ -----\n");
  EXPECT_EQ(right.grid.at({18, 18}), Colour::White);
  const Problem whole = problem_from("$$B\n$$ -----\n$$ | X O . |\n$$ | . . . |\n$$ -----\n");
  EXPECT_EQ(whole.grid.width(), 3);
  EXPECT_EQ(whole.grid.height(), 2);
}

}  // namespace

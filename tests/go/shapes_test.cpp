// Shapes whose status every player knows.
#include <gtest/gtest.h>

#include "games/go/solver.hpp"
#include "games/go/verdict.hpp"

namespace {

using namespace tesuji::go;

struct Shape {
  const char* name;
  const char* drawing;
  // From which level on the attacker wins, when it plays first and when the defender does.
  Level attacker_first, defender_first;
  bool seki = false;
};

constexpr Level kDead = 0, kAlive = kLevels;

const Shape kShapes[] = {
    {"straight three", "XOOOOOX\nXO...@X\nXOOOOOX\nXXXXXXX\n.......\n", kDead, kAlive},
    {"bent three", "XOOOOXX\nXO..OXX\nXOO.@XX\nXXOOOXX\nXXXXXX.\n.......\n", kDead, kAlive},
    {"straight four", "XOOOOOOX\nXO....@X\nXOOOOOOX\nXXXXXXXX\n........\n", kAlive, kAlive},
    {"square four", "XXOOOOXX\nXXO..@XX\nXXO..OXX\nXXOOOOXX\nXXXXXXXX\n........\n", kDead, kDead},
    {"T four", "XOOOOOX\nXO...@X\nXOO.OOX\nXXOOOXX\nXXXXXXX\n.......\n", kDead, kAlive},
    {"bulky five", "XOOOOOX\nXO...@X\nXO..OOX\nXOOOOXX\nXXXXXXX\n.......\n", kDead, kAlive},
    {"crossed five", "XXOOOXX\nXOO.OOX\nXO...@X\nXOO.OOX\nXXOOOXX\nXXXXXXX\n.......\n", kDead, kAlive},
    {"rabbity six", "XXOOOOX\nXOO..OX\nXO...@X\nXOO.OOX\nXXOOOXX\nXXXXXXX\n.......\n", kDead, kAlive},
    {"2x3 in the corner", "...OX..\n...OX..\n@OOOX..\nXXXXX..\n.......\n", kDead, kAlive},
    {"2x4 in the corner", "....OX..\n....OX..\n@OOOOX..\nXXXXXX..\n........\n", kAlive, kAlive},
    {"bent four in the corner's eye space", "...OX..\n.OOOX..\n@OXXX..\nXXXXX..\n.......\n",
     defender_threats(0), kAlive},
    {"1-step ko", ".X.XOX.\n.OX.OX.\n@OOOOX.\nXXXXXX.\n.......\n", attacker_threats(1), attacker_threats(1)},
    {"2-step ko", "X.X.OX.\nOXX.OX.\n@OOOOX.\nXXXXXX.\n.......\n", attacker_threats(1), attacker_threats(2)},
    {"gun, a ko taken first by the defender",
     "..X.OX.\nOX.OOX.\n.OOOXX.\n@OXXX..\nXXX....\n.......\n.......\n", attacker_threats(1), kAlive},
};

class Shapes : public testing::TestWithParam<Shape> {};

TEST_P(Shapes, HaveTheStatusThatIsKnown) {
  const Shape& shape = GetParam();
  const Tsumego tsumego(enclose(problem_from(shape.drawing)));
  Memory memory(1 << 20);
  Solver solver(tsumego, memory);
  const Threshold attacker = solver.threshold(tsumego.start(Side::Attacker, kNoThreats));
  const Threshold defender = solver.threshold(tsumego.start(Side::Defender, kNoThreats));
  ASSERT_TRUE(attacker.settled() && defender.settled()) << shape.name;
  EXPECT_EQ(static_cast<int>(attacker.dead_from), static_cast<int>(shape.attacker_first)) << shape.name;
  EXPECT_EQ(static_cast<int>(defender.dead_from), static_cast<int>(shape.defender_first)) << shape.name;
}

INSTANTIATE_TEST_SUITE_P(Known, Shapes, testing::ValuesIn(kShapes));

}  // namespace

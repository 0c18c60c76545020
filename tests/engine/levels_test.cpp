#include "engine/levels.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tesuji::engine {
namespace {

constexpr std::array<Level, 3> kTable = {{{800, 1000, 100}, {1200, 200, 100}, {2000, 0, 10000}}};

TEST(Levels, KeepTheRowsOfTheTable) {
  for (const Level& row : kTable) {
    const Level level = level_of_elo(kTable, row.elo);
    EXPECT_EQ(level.slips, row.slips);
    EXPECT_EQ(level.nodes, row.nodes);
  }
}

TEST(Levels, LieBetweenTheRowsAndNeverOutside) {
  EXPECT_EQ(level_of_elo(kTable, 1000).slips, 600);
  EXPECT_EQ(level_of_elo(kTable, 1600).nodes, 1000u);  // half of the way is the geometric mean
  EXPECT_EQ(level_of_elo(kTable, 100).elo, 800);
  EXPECT_EQ(level_of_elo(kTable, 9000).elo, 2000);
  Level last = level_of_elo(kTable, 800);
  for (int elo = 801; elo <= 2000; ++elo) {
    const Level level = level_of_elo(kTable, elo);
    ASSERT_LE(level.slips, last.slips) << elo;
    ASSERT_GE(level.nodes, last.nodes) << elo;
    last = level;
  }
}

TEST(Levels, SkillsAreEqualStepsFromTheWeakestToTheStrongest) {
  EXPECT_EQ(elo_of_skill(kTable, 0), 800);
  EXPECT_EQ(elo_of_skill(kTable, kFullSkill - 1), 2000);
  for (int skill = 1; skill < kFullSkill; ++skill)
    EXPECT_NEAR(elo_of_skill(kTable, skill) - elo_of_skill(kTable, skill - 1), 1200.0 / 19, 1);
}

}  // namespace
}  // namespace tesuji::engine

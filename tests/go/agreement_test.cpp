// The solver against the slow witness on random small regions: both sides to move, every kind of ko
// condition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "games/go/depth_first.hpp"
#include "games/go/solver.hpp"
#include "go/small_regions.hpp"
#include "go/witness.hpp"

namespace {

using namespace tesuji::go;

struct Condition {
  Level level;
  witness::Ko ko;
};

const std::vector<Condition> kConditions = {
    {kNoThreats, {}},
    {kAttackerMaster, {witness::Ko::Attacker, witness::Ko::kMaster}},
    {kDefenderMaster, {witness::Ko::Defender, witness::Ko::kMaster}},
    {kAttackerInfinite, {witness::Ko::Attacker, witness::Ko::kInfinite}},
    {kDefenderInfinite, {witness::Ko::Defender, witness::Ko::kInfinite}},
    {attacker_threats(1), {witness::Ko::Attacker, 1}},
    {attacker_threats(2), {witness::Ko::Attacker, 2}},
    {defender_threats(1), {witness::Ko::Defender, 1}},
    {defender_threats(3), {witness::Ko::Defender, 3}},
};

TEST(Agreement, WithTheRetrogradeWitnessOnRandomRegions) {
  // More, or other ones, from the environment: GO_AGREEMENT="rounds seed points".
  long rounds = 60, points = 6;
  constexpr std::size_t most_states = 15'000;
  unsigned long seed = 1;
  if (const char* text = std::getenv("GO_AGREEMENT"))
    std::sscanf(text, "%ld %lu %ld", &rounds, &seed, &points);
  tt::SplitMix64 random(seed);
  Memory memory(1 << 20);
  long compared = 0, won = 0, holes = 0, ko_matters = 0;
  for (long round = 0; round < rounds;) {
    const auto enclosure = witness::random_enclosure(random, static_cast<int>(points));
    if (!enclosure) continue;
    ++round;
    const Tsumego tsumego(*enclosure);
    witness::Retrograde slow(enclosure->problem.grid, enclosure->points, enclosure->attacker,
                             enclosure->problem.target.front());
    for (const Side side : {Side::Attacker, Side::Defender}) {
      long wins = 0;
      for (std::size_t i = 0; i < kConditions.size(); ++i) {
        // The order changes from region to region, so that marks are carried both ways along the scale.
        const Condition& condition =
            kConditions[(i * 4 + static_cast<std::size_t>(round)) % kConditions.size()];
        bool finished = false;
        const bool expected = slow.attacker_wins(side == Side::Attacker, condition.ko, most_states, finished);
        if (!finished) continue;
        Solver solver(tsumego, memory);
        const auto answer = solver.attacker_wins(tsumego.start(side, condition.level));
        ASSERT_TRUE(answer.has_value());
        ASSERT_EQ(*answer, expected) << "round " << round << ", "
                                     << (side == Side::Attacker ? "attacker" : "defender") << " to move, ko "
                                     << to_text(condition.level, tsumego.attacker()) << "\n"
                                     << draw(enclosure->problem.grid, enclosure->problem.target, {}) << "\n"
                                     << to_sgf(enclosure->problem);
        ++compared;
        wins += expected ? 1 : 0;
        holes += static_cast<long>(solver.holes());
      }
      won += wins;
      ko_matters += wins != 0 && wins != static_cast<long>(kConditions.size()) ? 1 : 0;
    }
  }
  std::printf("compared %ld, won %ld, ko matters in %ld, holes %ld\n", compared, won, ko_matters, holes);
  EXPECT_GT(won, compared / 20);
  EXPECT_LT(won, compared * 19 / 20);
  EXPECT_GT(ko_matters, rounds / 50);
}

// Boxes without a wall of their own, with the attacker's or the defender's living stones outside.
TEST(Agreement, WithTheRetrogradeWitnessOnOpenBoxes) {
  // More, or other ones, from the environment: GO_OPEN_BOXES="rounds seed".
  long rounds = 150;
  unsigned long seed = 31;
  if (const char* text = std::getenv("GO_OPEN_BOXES")) std::sscanf(text, "%ld %lu", &rounds, &seed);
  tt::SplitMix64 random(seed);
  Memory memory(1 << 20);
  long compared = 0, won = 0, with_haven = 0;
  for (long round = 0; round < rounds;) {
    const auto enclosure = witness::random_open_box(random);
    if (!enclosure) continue;
    ++round;
    const Tsumego tsumego(*enclosure);
    witness::Retrograde slow(enclosure->problem.grid, enclosure->points, enclosure->attacker,
                             enclosure->problem.target.front(), true);
    for (const Side side : {Side::Attacker, Side::Defender}) {
      for (const Condition& condition : kConditions) {
        bool finished = false;
        const bool expected = slow.attacker_wins(side == Side::Attacker, condition.ko, 15'000, finished);
        if (!finished) continue;
        ASSERT_EQ(Solver(tsumego, memory).attacker_wins(tsumego.start(side, condition.level)), expected)
            << "round " << round << ", " << (side == Side::Attacker ? "attacker" : "defender")
            << " to move, ko " << to_text(condition.level, tsumego.attacker()) << ", region of "
            << enclosure->points.size() << " from " << enclosure->points.front().x << ","
            << enclosure->points.front().y << "\n"
            << draw(enclosure->problem.grid, enclosure->problem.target, {});
        ++compared;
        won += expected ? 1 : 0;
        with_haven += expected && tsumego.region().haven() != 0 ? 1 : 0;
      }
    }
  }
  std::printf("compared %ld, won %ld, with a haven %ld\n", compared, won, with_haven);
  EXPECT_GT(won, compared / 20);
  EXPECT_LT(won, compared * 19 / 20);
  EXPECT_GT(with_haven, compared / 50);
}

// Targets of several blocks, of which the attacker needs all, or one.
TEST(Agreement, WithTheRetrogradeWitnessOnSeveralBlocks) {
  // More, or other ones, from the environment: GO_BLOCKS="rounds seed points".
  long rounds = 25, points = 6;
  unsigned long seed = 5;
  if (const char* text = std::getenv("GO_BLOCKS")) std::sscanf(text, "%ld %lu %ld", &rounds, &seed, &points);
  tt::SplitMix64 random(seed);
  Memory memory(1 << 20);
  long compared = 0, won = 0;
  for (long round = 0; round < rounds;) {
    auto enclosure = random() % 3 != 0 ? witness::random_enclosure(random, static_cast<int>(points))
                                       : witness::random_open_box(random);
    if (!enclosure) continue;
    const Grid& grid = enclosure->problem.grid;
    std::vector<Point>& target = enclosure->problem.target;
    for (const Point p : enclosure->points) {
      const bool known = std::any_of(target.begin(), target.end(), [&](Point t) {
        const std::vector<Point> block = grid.block(t);
        return std::find(block.begin(), block.end(), p) != block.end();
      });
      if (grid.at(p) == opposite(enclosure->attacker) && !known && target.size() < 3) target.push_back(p);
    }
    if (target.size() < 2) continue;
    ++round;
    const bool save_all = random() % 4 == 0;
    const Tsumego tsumego(*enclosure, save_all);
    witness::Retrograde slow(grid, enclosure->points, enclosure->attacker, target.front(),
                             enclosure->outside_lives);
    slow.add_targets({target.begin() + 1, target.end()}, save_all);
    for (const Side side : {Side::Attacker, Side::Defender}) {
      for (const Condition& condition : kConditions) {
        bool finished = false;
        const bool expected = slow.attacker_wins(side == Side::Attacker, condition.ko, 15'000, finished);
        if (!finished) continue;
        ASSERT_EQ(Solver(tsumego, memory).attacker_wins(tsumego.start(side, condition.level)), expected)
            << "round " << round << ", " << (side == Side::Attacker ? "attacker" : "defender")
            << " to move, ko " << to_text(condition.level, tsumego.attacker())
            << (save_all ? ", save all" : "") << "\n"
            << draw(grid, target, {});
        ++compared;
        won += expected ? 1 : 0;
      }
    }
  }
  std::printf("compared %ld, won %ld\n", compared, won);
  EXPECT_GT(won, compared / 20);
  EXPECT_LT(won, compared * 19 / 20);
}

// An eye that can be taken only in a ko counts for a defender with endless threats, unless the attacker takes
// two stones at once there.
TEST(Agreement, AboutEyesThatAreKosWithEndlessThreats) {
  Memory memory(1 << 20);
  const auto check = [&](const char* drawing, bool alive) {
    const Enclosure enclosure = enclose(problem_from(drawing));
    const Tsumego tsumego(enclosure);
    const Position p = tsumego.start(Side::Attacker, kDefenderInfinite);
    EXPECT_EQ(tsumego.evaluator().pass_alive(p) & p.target, WideMask(0)) << drawing;
    EXPECT_EQ((tsumego.evaluator().pass_alive(p, true) & p.target) == p.target, alive) << drawing;
    witness::Retrograde slow(enclosure.problem.grid, enclosure.points, enclosure.attacker,
                             enclosure.problem.target.front());
    for (const Condition& condition : kConditions) {
      bool finished = false;
      const bool expected = slow.attacker_wins(true, condition.ko, 100'000, finished);
      ASSERT_TRUE(finished);
      EXPECT_EQ(Solver(tsumego, memory).attacker_wins(tsumego.start(Side::Attacker, condition.level)),
                expected)
          << drawing << to_text(condition.level, tsumego.attacker());
      EXPECT_TRUE(!alive || expected == (condition.level != kDefenderInfinite)) << drawing;
    }
  };
  check(".OO.OXX.\n@OOOXXX.\nXXXXXXX.\nXXXXXXX.\n........\n", true);
  check("XXXXXXX.\nXXXOXXX.\n.OO.OXX.\n@OOOXXX.\nXXXXXXX.\nXXXXXXX.\n........\n", false);
}

// Stones of the attacker's that answers keep safe, where it would take two answers at once: in the first the
// liberty that they need also takes three stones in the eye space; in the second to join two blocks fills the
// liberty of both.
TEST(Agreement, WhereSafeStonesWouldNeedTwoAnswersAtOnce) {
  Memory memory(1 << 20);
  for (const char* drawing :
       {"XXOXXXX.\nXOOXXXX.\n.@XXXXX.\n.OXXXXX.\nOXXXXXX.\nXXXXXXX.\n........\n",
        "OOOXXXX.\nOO.OXXX.\nOOO@XXX.\n.XOOXXX.\nX.OXXXX.\n.XXXXXX.\nXXXXXXX.\n........\n"}) {
    const Enclosure enclosure = enclose(problem_from(drawing));
    const Tsumego tsumego(enclosure);
    witness::Retrograde slow(enclosure.problem.grid, enclosure.points, enclosure.attacker,
                             enclosure.problem.target.front());
    for (const Side side : {Side::Attacker, Side::Defender}) {
      for (const Condition& condition : kConditions) {
        bool finished = false;
        const bool expected = slow.attacker_wins(side == Side::Attacker, condition.ko, 100'000, finished);
        ASSERT_TRUE(finished);
        EXPECT_EQ(Solver(tsumego, memory).attacker_wins(tsumego.start(side, condition.level)), expected)
            << (side == Side::Attacker ? "attacker" : "defender") << " to move, ko "
            << to_text(condition.level, tsumego.attacker()) << "\n"
            << drawing;
      }
    }
  }
}

// The same problem with more and more of its wall counted as part of the region: one word, two and six.
TEST(Agreement, BetweenMasksOfEveryWidth) {
  tt::SplitMix64 random(21);
  Memory memory(1 << 20);
  long won = 0, asked = 0;
  for (int round = 0; round < 25;) {
    const auto small = witness::random_enclosure(random, 9);
    if (!small) continue;
    ++round;
    const Tsumego expected(*small);
    for (const int side_length : {10, 18}) {
      Enclosure large = *small;
      large.problem.grid = Grid(19, 19);
      for (const Point p : large.problem.grid.points()) {
        const bool inside = std::find(small->points.begin(), small->points.end(), p) != small->points.end();
        large.problem.grid.set(p, inside ? small->problem.grid.at(p)
                                  : p.x < 9 && p.y < 9 && small->problem.grid.at(p) != Colour::Empty
                                      ? small->problem.grid.at(p)
                                      : large.attacker);
        if (!inside && p.x < side_length && p.y < side_length && large.problem.grid.at(p) == large.attacker)
          large.points.push_back(p);
      }
      const Tsumego tsumego(large);
      ASSERT_EQ(Numbering(large.points).limit, side_length == 10 ? kBits<Mask128> : kBits<WideMask>);
      for (const Side side : {Side::Attacker, Side::Defender}) {
        for (const Condition& condition : kConditions) {
          const auto answer = Solver(tsumego, memory).attacker_wins(tsumego.start(side, condition.level));
          ASSERT_TRUE(answer.has_value());
          EXPECT_EQ(answer, Solver(expected, memory).attacker_wins(expected.start(side, condition.level)))
              << to_sgf(small->problem) << " " << side_length;
          won += *answer ? 1 : 0;
          ++asked;
        }
      }
    }
  }
  EXPECT_GT(won, asked / 20);
  EXPECT_LT(won, asked * 19 / 20);
}

// The ancestor's search: under `ko` against the fixed point, under `superko` against the literal player.
TEST(Agreement, OfTheDepthFirstSearch) {
  tt::SplitMix64 random(11);
  long compared = 0, won = 0;
  for (long round = 0; round < 60;) {
    const auto enclosure = witness::random_enclosure(random, 4);
    if (!enclosure) continue;
    ++round;
    const Tsumego tsumego(*enclosure);
    const Grid& grid = enclosure->problem.grid;
    const Point target = enclosure->problem.target.front();
    witness::Retrograde slow(grid, enclosure->points, enclosure->attacker, target);
    witness::Superko literal(grid, enclosure->points, enclosure->attacker, target);
    for (const Side side : {Side::Attacker, Side::Defender}) {
      const bool attacker = side == Side::Attacker;
      tesuji::search::Limits limits;
      limits.nodes = 30'000;
      bool finished = false;
      const bool by_ko = slow.attacker_wins(attacker, {}, 4'000, finished);
      if (finished) {
        Memory memory(1 << 20);
        DepthFirst search(tsumego, Repetition::Ko, &memory);
        search.limit(limits, nullptr);
        const auto answer = search.attacker_wins(tsumego.start(side, kNoThreats));
        EXPECT_EQ(answer.value_or(by_ko), by_ko) << to_sgf(enclosure->problem);
        compared += answer ? 1 : 0;
        won += by_ko ? 1 : 0;
      }
      const bool by_superko = literal.attacker_wins(attacker, witness::Ko::Nobody, 30'000, finished);
      for (const bool table : {true, false}) {
        if (!finished) continue;
        Memory memory(1 << 20);
        DepthFirst search(tsumego, Repetition::Superko, table ? &memory : nullptr);
        search.limit(limits, nullptr);
        const auto answer = search.attacker_wins(tsumego.start(side, kNoThreats));
        EXPECT_EQ(answer.value_or(by_superko), by_superko)
            << to_sgf(enclosure->problem) << (table ? " table" : "");
        compared += answer ? 1 : 0;
      }
    }
  }
  std::printf("compared %ld, won %ld\n", compared, won);
  EXPECT_GT(compared, 150);
  EXPECT_GT(won, 10);
}

}  // namespace

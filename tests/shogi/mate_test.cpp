#include "games/shogi/mate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "games/shogi/mate_check.hpp"
#include "games/shogi/mate_shortest.hpp"
#include "games/shogi/notation.hpp"
#include "shogi/random_game.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::shogi {
namespace {

using Verdict = MateResult::Verdict;

MateResult solve_within(MateSolver& solver, const Position& position, std::uint64_t nodes) {
  Budget budget(nodes);
  return solver.solve(position, budget);
}

MateResult solve(std::string_view text, std::uint64_t bytes = std::uint64_t{8} << 20) {
  MateSolver solver(bytes);
  return solve_within(solver, parse_position(text), 3'000'000);
}

// Mate within `plies`, by trying everything. Knows nothing but the rules.
bool mates_within(Position& position, int plies, std::unordered_map<std::uint64_t, bool>& seen) {
  const std::uint64_t key = position.key() * 16 + static_cast<std::uint64_t>(plies);
  if (const auto at = seen.find(key); at != seen.end()) return at->second;
  bool mates = false;
  MoveList attacks;
  generate(position, attacks);
  for (const Move attack : attacks) {
    if (mates) break;
    if (!position.gives_check(attack)) continue;
    position.make(attack);
    MoveList answers;
    generate(position, answers);
    mates = plies > 1 || answers.empty();
    for (const Move answer : answers) {
      if (!mates) break;
      position.make(answer);
      mates = mates_within(position, plies - 2, seen);
      position.undo();
    }
    position.undo();
  }
  return seen[key] = mates;
}

// A white king near its edge, a few black pieces near it, a few in hand, all the rest in White's hand.
Position random_problem(tt::SplitMix64& random) {
  for (;;) {
    Position position;
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
    std::array<int, 9> left = kSetCount;
    const Square king = make_square(below(5), below(3));
    position.put({kKing, Color::White}, king);
    for (int i = 3 + below(5); i > 0; --i) {
      const Square square = make_square(below(7), below(6));
      if (!position.on(square).none()) continue;
      auto kind = static_cast<Kind>(kPawn + below(7));
      if (left[kind]-- <= 0) continue;
      if (can_promote(kind) && below(3) == 0) kind = promoted(kind);
      position.put({kind, below(5) < 3 ? Color::Black : Color::White}, square);
    }
    for (int i = 1 + below(3); i > 0; --i) {
      const auto kind = static_cast<Kind>(kPawn + below(7));
      if (left[kind]-- <= 0) continue;
      position.set_hand(Color::Black, kind, position.hand(Color::Black).count(kind) + 1);
    }
    for (int kind = kPawn; kind <= kGold; ++kind) {
      const int count = left[static_cast<std::size_t>(kind)];
      if (count > 0) position.set_hand(Color::White, static_cast<Kind>(kind), count);
    }
    position.finish();
    try {
      return parse_position(to_sfen(position));
    } catch (const std::exception&) {
      continue;  // two pawns on a file, or the like
    }
  }
}

TEST(ShogiMate, FindsMatesAndTheirLines) {
  const MateResult one = solve("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
  ASSERT_EQ(one.verdict, Verdict::Mate);
  EXPECT_TRUE(one.checked);
  ASSERT_EQ(one.line.size(), 1u);
  EXPECT_EQ(to_usi(one.line[0]), "G*5b");
}

TEST(ShogiMate, SaysWhereThereIsNone) {
  EXPECT_EQ(solve("4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1").verdict, Verdict::NoMate);
  EXPECT_EQ(solve("4k4/9/9/9/9/9/9/9/4K4 b - 1").verdict, Verdict::NoMate) << "no check at all";
}

// From a game: the attacker can go on giving check for ever. What was found to lead back need not be found
// again on every path: before that was so, 200,000 nodes did not decide this.
TEST(ShogiMate, ADefenceThatGoesInCirclesIsFoundOnce) {
  const Position position =
      parse_position("ln5+S1/4gk3/pbp2p1g1/1p2p1s2/P2r3p1/1PP1BPP2/2S1PK2L/L8/1g4SR1 w NLg2n6p 82");
  MateSolver solver(std::uint64_t{8} << 20);
  const MateResult result = solve_within(solver, position, 20'000);
  EXPECT_EQ(result.verdict, Verdict::NoMate);
}

// The king in the corner has no flight; the gold on 2c guards 1b. A pawn dropped there would be mate and is
// not allowed; a lance is.
TEST(ShogiMate, APawnDropIsNoMate) {
  EXPECT_EQ(solve("7nk/9/7GG/9/9/9/9/9/9 b P2r2b2g4s3n4l17p 1").verdict, Verdict::Mate) << "by the gold";
  const std::string corner = "7nk/7p1/7G1/9/9/9/9/9/9 b ";
  const MateResult pawn = solve(corner + "P2r2b3g4s3n4l16p 1");
  EXPECT_EQ(pawn.verdict, Verdict::NoMate);
  const MateResult lance = solve(corner + "L2r2b3g4s3n3l17p 1");
  ASSERT_EQ(lance.verdict, Verdict::Mate);
  EXPECT_EQ(to_usi(lance.line.back()), "L*1b");
}

TEST(ShogiMate, WhiteCanBeTheAttacker) {
  const MateResult result = solve("9/9/9/9/9/9/4p4/9/4K4 w g2R2B3G4S4N4L17P 1");
  ASSERT_EQ(result.verdict, Verdict::Mate);
  EXPECT_EQ(to_usi(result.line[0]), "G*5h");
}

constexpr std::uint64_t kTable = std::uint64_t{1} << 20;

// The solver against brute force: whatever mates in three plies is found, no mate is claimed that the checker
// does not confirm, and none is denied that a search of every check finds.
TEST(ShogiMate, AgreesWithBruteForceOnRandomProblems) {
  tt::SplitMix64 random(42);
  MateSolver solver(std::uint64_t{16} << 20);
  int mates = 0, none = 0;
  for (int i = 0; i < 150; ++i) {
    Position position = random_problem(random);
    const std::string sfen = to_sfen(position);
    const MateResult result = solve_within(solver, position, 1'500);
    std::unordered_map<std::uint64_t, bool> seen;
    const bool short_mate = mates_within(position, 3, seen);
    if (short_mate) {
      ASSERT_EQ(result.verdict, Verdict::Mate) << sfen;
    }
    if (result.verdict == Verdict::Mate) {
      ++mates;
      ASSERT_TRUE(result.checked) << sfen;
      ASSERT_EQ(result.line.size() % 2, 1u);
    } else if (result.verdict == Verdict::NoMate) {
      ++none;
      Budget limit(5'000);
      ASSERT_TRUE(find_shortest_mate(position, 9, kTable, limit).line.empty()) << sfen;
    }
  }
  EXPECT_GT(mates, 15);
  EXPECT_GT(none, 15);
}

// Whole boards, as games leave them: every mate that is claimed stands up to all defences, and none of three
// plies is missed.
TEST(ShogiMate, MatesInRandomGamesAreReplayed) {
  MateSolver solver(std::uint64_t{16} << 20);
  int mates = 0, none = 0, visited = 0;
  random_games(20, 300, [&](const Position& position) {
    if (position.plies() < 60 || ++visited % 5 != 0) return;
    const MateResult result = solve_within(solver, position, 1'000);
    if (result.verdict == Verdict::Mate) {
      ++mates;
      ASSERT_TRUE(result.checked) << to_sfen(position);
    } else {
      none += result.verdict == Verdict::NoMate ? 1 : 0;
      Position copy = position;
      std::unordered_map<std::uint64_t, bool> seen;
      ASSERT_FALSE(mates_within(copy, 3, seen)) << to_sfen(position);
    }
  });
  EXPECT_GT(mates, 50);
  EXPECT_GT(none, 300);
}

// A table so small that entries are lost all the time changes the work, not the answer.
TEST(ShogiMate, ASmallTableGivesTheSameAnswers) {
  tt::SplitMix64 random(7);
  MateSolver large(std::uint64_t{16} << 20), small(tt::kMinTableBytes);
  for (int i = 0; i < 50; ++i) {
    const Position position = random_problem(random);
    const MateResult with_large = solve_within(large, position, 2'000);
    const MateResult with_small = solve_within(small, position, 2'000);
    if (with_large.verdict == Verdict::Unknown || with_small.verdict == Verdict::Unknown) continue;
    ASSERT_EQ(with_large.verdict, with_small.verdict) << to_sfen(position);
  }
}

TEST(ShogiMateShortest, IsAsShortAsBruteForceSays) {
  tt::SplitMix64 random(11);
  int found = 0;
  for (int i = 0; i < 150; ++i) {
    Position position = random_problem(random);
    Budget unlimited;
    const ShortestMate shortest = find_shortest_mate(position, 3, kTable, unlimited);
    std::unordered_map<std::uint64_t, bool> seen;
    const bool one = mates_within(position, 1, seen);
    const bool three = mates_within(position, 3, seen);
    ASSERT_EQ(shortest.line.size(), one ? 1u : three ? 3u : 0u) << to_sfen(position);
    found += three ? 1 : 0;
  }
  EXPECT_GT(found, 10);
}

TEST(ShogiMateShorten, EndsAtTheShortestMate) {
  tt::SplitMix64 random(23);
  MateSolver solver(std::uint64_t{16} << 20);
  int shortened = 0, shortest = 0;
  for (int i = 0; i < 120; ++i) {
    const Position position = random_problem(random);
    MateResult result = solve_within(solver, position, 20'000);
    if (result.verdict != Verdict::Mate) continue;
    const std::size_t first = result.line.size();
    Budget budget(20'000);
    solver.shorten(position, result, budget);
    EXPECT_LE(result.line.size(), first) << to_sfen(position);
    shortened += result.line.size() < first ? 1 : 0;
    Budget limit(10'000);
    const ShortestMate known =
        find_shortest_mate(position, static_cast<int>(result.line.size()), kTable, limit);
    if (known.given_up) continue;
    if (result.shortest) {
      ASSERT_EQ(result.line.size(), known.line.size()) << to_sfen(position);
      ++shortest;
    }
    // The same question with a limit on the plies.
    const auto plies = static_cast<int>(known.line.size());
    Budget more(50'000), fewer(50'000);
    EXPECT_EQ(solver.solve_within(position, plies, more).line.size(), known.line.size()) << to_sfen(position);
    if (plies > 1) {
      EXPECT_NE(solver.solve_within(position, plies - 2, fewer).verdict, Verdict::Mate) << to_sfen(position);
    }
  }
  EXPECT_GT(shortened, 0);
  EXPECT_GT(shortest, 10);
}

TEST(ShogiMateCheck, FindsTheFlawInAFalseMate) {
  const Position position = parse_position("4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1");
  const auto attack = [](const Position& at) { return at.plies() == 0 ? parse_move(at, "G*5b") : Move(); };
  const MateCheck check = check_mate(position, attack);
  EXPECT_FALSE(check.holds);
  EXPECT_NE(check.flaw.find("G*5b 5a5b"), std::string::npos) << check.flaw;
  const MateCheck quiet = check_mate(position, [](const Position& at) { return parse_move(at, "G*1i"); });
  EXPECT_NE(quiet.flaw.find("no check"), std::string::npos) << quiet.flaw;
}

std::uint16_t shortest_move(const MateTable& table, std::uint64_t board, Hand hand) {
  const auto proof = table.probe({board, hand.bits(), true});
  return proof ? proof->known.move : 0;
}

TEST(ShogiMateTable, ABetterHandInheritsProofsAndAWorseOneDisproofs) {
  MateTable table(tt::kMinTableBytes);
  Hand gold, gold_and_pawn;
  gold.add(kGold);
  gold_and_pawn.add(kGold);
  gold_and_pawn.add(kPawn);
  const std::uint64_t board = 0x123456789abcdef0ULL;
  EXPECT_FALSE(table.probe({board, gold.bits()}));
  table.store({board, gold.bits()}, {{MateKnown::Kind::Proved, gold.bits(), 77, 5}, {}, 10});
  const auto better = table.probe({board, gold_and_pawn.bits()});
  ASSERT_TRUE(better);
  EXPECT_EQ(better->known.kind, MateKnown::Kind::Proved);
  EXPECT_EQ(better->known.move, 77);
  EXPECT_EQ(better->known.length, 5);
  EXPECT_FALSE(table.probe({board, Hand().bits()}));
  EXPECT_FALSE(table.probe({board + 1, gold.bits()})) << "another board";

  table.store({board, 0}, {{MateKnown::Kind::Disproved, 0, 0, 0}, {}, 10});
  const auto none = table.probe({board, Hand().bits()});
  ASSERT_TRUE(none);
  EXPECT_EQ(none->known.kind, MateKnown::Kind::Disproved);
  const auto both = table.probe({board, gold.bits()});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->known.kind, MateKnown::Kind::Proved) << "both results stand side by side";
}

TEST(ShogiMateTable, WhatHangsOnThePathIsNotKept) {
  MateTable table(tt::kMinTableBytes);
  table.store({42, 0}, {{}, {3, 4}, 1});
  const auto first = table.probe({42, 0});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->known.kind, MateKnown::Kind::None);
  EXPECT_EQ(first->numbers.pn, 3u);
  EXPECT_EQ(first->numbers.dn, 4u);
  table.store({42, 0}, {{MateKnown::Kind::Assumed, 0, 0, 0}, {}, 1});
  EXPECT_FALSE(table.probe({42, 0})) << "nor are the numbers that led to it";
  table.store({42, 0}, {{}, {5, 6}, 1});
  const auto again = table.probe({42, 0});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->numbers.pn, 5u);
}

// The table begins small and doubles: nothing is lost on the way, and every board is found where it now lies.
// The same when its maximum changes.
TEST(ShogiMateTable, GrowingAndResizingKeepEverything) {
  MateTable table(std::uint64_t{13} << 20, {}, tt::Pages::Huge, tt::kGrowing);  // no power of two
  constexpr std::uint64_t kBoards = 150'000;
  const auto board = [](std::uint64_t i) { return tt::SplitMix64(i)(); };
  for (std::uint64_t i = 0; i < kBoards; ++i) {
    table.store({board(i), 0}, {{}, {static_cast<search::ProofNumber>(i % 1000 + 1), 7}, 1});
  }
  // All but what a bucket of sixteen has no room for.
  const auto check = [&] {
    std::unordered_map<std::uint64_t, int> in_bucket;
    int lost = 0, overflow = 0;
    for (std::uint64_t i = 0; i < kBoards; ++i) {
      overflow += ++in_bucket[table.layout().locate({board(i), 0}).line] > 16 ? 1 : 0;
      const auto found = table.probe({board(i), 0});
      if (!found) {
        ++lost;
        continue;
      }
      ASSERT_EQ(found->numbers.pn, i % 1000 + 1);
      ASSERT_EQ(found->numbers.dn, 7u);
    }
    EXPECT_EQ(lost, overflow);
    EXPECT_LT(lost, 5);
  };
  EXPECT_EQ(table.statistics().replacements(), 0u);
  EXPECT_GT(table.fill(), 100);
  check();
  table.resize(std::uint64_t{10} << 20, 2);
  check();
  table.clear();
  EXPECT_FALSE(table.probe({board(0), 0}));
  EXPECT_EQ(table.fill(), 0);
}

TEST(ShogiMateTable, AShorterProofStaysBesideOneThatNeedsLess) {
  MateTable table(tt::kMinTableBytes);
  Hand pawn, two;
  pawn.add(kPawn);
  two = pawn;
  two.add(kPawn);
  table.store({9, two.bits()}, {{MateKnown::Kind::Proved, two.bits(), 11, 3}, {}, 1});
  table.store({9, pawn.bits()}, {{MateKnown::Kind::Proved, pawn.bits(), 12, 7}, {}, 1});
  EXPECT_EQ(shortest_move(table, 9, two), 11);
  EXPECT_EQ(shortest_move(table, 9, pawn), 12);
  EXPECT_EQ(shortest_move(table, 9, Hand()), 0);
  table.store({9, two.bits()}, {{MateKnown::Kind::Proved, two.bits(), 13, 9}, {}, 1});
  EXPECT_EQ(shortest_move(table, 9, two), 11);
}

TEST(ShogiMateTable, TheEntryWithLeastWorkGivesWay) {
  MateTable table(tt::kMinTableBytes);
  const std::uint64_t important = 5;
  table.store({important, 0}, {{}, {9, 9}, 1'000'000});
  for (std::uint64_t i = 0; i < 100'000; ++i) table.store({i * 0x9e3779b97f4a7c15ULL, 0}, {{}, {1, 1}, 1});
  const auto found = table.probe({important, 0});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->numbers.pn, 9u);
  EXPECT_GT(table.statistics().replacements(), 0u);
}

// Three threads store results for the same boards with different hands: whatever is found holds.
TEST(ShogiMateTable, ThreadsNeverSeeHalfAnEntry) {
  MateTable table(tt::kMinTableBytes);
  Hand pawn, gold;
  pawn.add(kPawn);
  gold.add(kGold);
  const std::array<Hand, 3> hands = {Hand(), pawn, gold};
  std::atomic<int> wrong{0};
  const auto work = [&](std::size_t number) {
    const Hand own = hands[number];
    const auto move = [](Hand hand, std::uint64_t board) {
      return static_cast<std::uint16_t>(board * 31 + hand.bits() * 7 + 1);
    };
    for (std::uint64_t i = 0; i < 100'000; ++i) {
      const std::uint64_t board = i % 3;  // one bucket
      table.store({board, own.bits()}, {{MateKnown::Kind::Proved, own.bits(), move(own, board), 5}, {}, 1});
      const auto found = table.probe({(i + 1) % 3, own.bits()});
      if (!found || found->known.kind != MateKnown::Kind::Proved) continue;
      const Hand needs = Hand::from_bits(found->known.hand);
      if (!own.covers(needs) || found->known.move != move(needs, (i + 1) % 3)) ++wrong;
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 3; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(ShogiMate, ThreadsFindTheSame) {
  tt::SplitMix64 random(13);
  MateSolver alone(std::uint64_t{16} << 20), together(std::uint64_t{16} << 20);
  together.use_threads(3);
  int mates = 0;
  for (int i = 0; i < 40; ++i) {
    const Position position = random_problem(random);
    const MateResult expected = solve_within(alone, position, 1'500);
    const MateResult result = solve_within(together, position, 3'000);
    if (expected.verdict == Verdict::Unknown || result.verdict == Verdict::Unknown) continue;
    ASSERT_EQ(result.verdict, expected.verdict) << to_sfen(position);
    ASSERT_EQ(result.checked, expected.checked) << to_sfen(position);
    mates += result.verdict == Verdict::Mate ? 1 : 0;
  }
  EXPECT_GT(mates, 3);
}

}  // namespace
}  // namespace tesuji::shogi

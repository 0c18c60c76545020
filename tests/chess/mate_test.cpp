// The mate solver against known mates and against brute force.
#include "games/chess/mate.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "games/chess/game.hpp"
#include "games/chess/mate_check.hpp"
#include "games/chess/notation.hpp"
#include "resident_memory.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::chess {
namespace {

using Verdict = MateResult::Verdict;
constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

// Mate within `moves`, by trying everything. Knows nothing but the rules.
bool mates_within(Position& position, int moves) {
  MoveList attacks;
  generate_legal(position, attacks);
  for (const Move attack : attacks) {
    position.make(attack);
    MoveList answers;
    generate_legal(position, answers);
    bool mates = answers.empty() ? position.in_check() : moves > 1;
    for (const Move answer : answers) {
      if (!mates) break;
      position.make(answer);
      mates = mates_within(position, moves - 1);
      position.undo();
    }
    position.undo();
    if (mates) return true;
  }
  return false;
}

MateResult solve_within(MateSolver& solver, const Position& position, int moves, std::uint64_t nodes) {
  Budget budget(nodes);
  return solver.solve(position, moves, budget);
}

MateResult solve(std::string_view fen, int moves) {
  MateSolver solver(std::uint64_t{16} << 20);
  return solve_within(solver, parse_fen(fen), moves, 1'000'000);
}

struct Problem {
  std::string_view fen;
  int moves;
};

TEST(ChessMate, FindsKnownMatesAndNoneThatIsShorter) {
  constexpr Problem kProblems[] = {{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},  // Morphy's: a quiet move
                                   {"r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2},
                                   {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3},
                                   {"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 3},
                                   {"r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 1", 4},
                                   {"2k4r/1r1q2pp/QBp2p2/1p6/8/8/P4PPP/2R3K1 w - - 0 1", 4},
                                   {"2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1", 5}};
  for (const Problem& problem : kProblems) {
    const MateResult mate = solve(problem.fen, problem.moves);
    ASSERT_EQ(mate.verdict, Verdict::Mate) << problem.fen;
    EXPECT_TRUE(mate.checked);
    EXPECT_EQ(mate.line.size(), static_cast<std::size_t>(2 * problem.moves - 1)) << problem.fen;
    EXPECT_EQ(solve(problem.fen, problem.moves - 1).verdict, Verdict::NoMate) << problem.fen;
    EXPECT_TRUE(solve(problem.fen, 20).checked) << problem.fen;
  }
}

TEST(ChessMate, StalemateIsNoMate) {
  EXPECT_EQ(solve("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", 1).verdict, Verdict::Mate);
  EXPECT_EQ(solve("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", 5).verdict, Verdict::NoMate) << "the mover is stalemated";
  EXPECT_EQ(solve("k7/8/K7/8/8/8/8/2B5 w - - 0 1", 6).verdict, Verdict::NoMate);
}

// Two kings, a few pieces for one side, fewer for the other.
Position random_endgame(tt::SplitMix64& random) {
  for (;;) {
    std::string board(64, '.');
    const auto below = [&](std::size_t n) { return random() % n; };
    const auto drop = [&](char piece, std::size_t rows) {
      const std::size_t square = below(8 * rows);
      if (board[square] == '.') board[square] = piece;
    };
    drop('k', 2);
    drop('K', 8);
    for (std::size_t i = 2 + below(3); i > 0; --i) drop("QRRBN"[below(5)], 8);
    for (std::size_t i = below(4); i > 0; --i) drop("rbn"[below(3)], 4);
    std::string fen;
    for (std::size_t row = 0; row < 8; ++row) {
      if (row > 0) fen += '/';
      for (const char piece : board.substr(8 * row, 8)) fen += piece == '.' ? '1' : piece;
    }
    try {
      return parse_fen(fen + " w - - 0 1");
    } catch (const std::exception&) {
      continue;  // a king is missing or could be taken
    }
  }
}

TEST(ChessMate, AgreesWithBruteForceOnRandomEndgames) {
  tt::SplitMix64 random(5);
  MateSolver solver(std::uint64_t{16} << 20);
  int mates = 0, none = 0;
  for (int i = 0; i < 300; ++i) {
    Position position = random_endgame(random);
    const MateResult result = solve_within(solver, position, 2, kUnlimited);
    const bool expected = mates_within(position, 2);
    ASSERT_EQ(result.verdict, expected ? Verdict::Mate : Verdict::NoMate) << to_fen(position);
    ASSERT_EQ(result.checked, expected) << to_fen(position);
    ++(expected ? mates : none);
  }
  EXPECT_GT(mates, 30);
  EXPECT_GT(none, 30);
}

// Entries are lost all the time: the work changes, not the answer.
TEST(ChessMate, ASmallTableGivesTheSameAnswers) {
  tt::SplitMix64 random(8);
  MateSolver small(tt::kMinTableBytes);
  for (int i = 0; i < 40; ++i) {
    Position position = random_endgame(random);
    (void)solve_within(small, position, 4, 5'000);
  }
  EXPECT_GT(small.table().statistics().replacements(), 0u);
  const Position position = parse_fen("r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 1");
  EXPECT_EQ(solve_within(small, position, 3, 1'000'000).verdict, Verdict::NoMate);
  EXPECT_TRUE(solve_within(small, position, 4, 1'000'000).checked);
}

// Each thread searches the whole problem on the one table.
TEST(ChessMate, ThreadsFindTheSame) {
  tt::SplitMix64 random(6);
  MateSolver alone(std::uint64_t{16} << 20), together(std::uint64_t{16} << 20);
  together.use_threads(3);
  int mates = 0;
  for (int i = 0; i < 60; ++i) {
    const Position position = random_endgame(random);
    const MateResult expected = solve_within(alone, position, 2, kUnlimited);
    const MateResult result = solve_within(together, position, 2, kUnlimited);
    ASSERT_EQ(result.verdict, expected.verdict) << to_fen(position);
    ASSERT_EQ(result.checked, expected.checked) << to_fen(position);
    mates += result.verdict == Verdict::Mate ? 1 : 0;
  }
  EXPECT_GT(mates, 5);
}

TEST(ChessMate, AnEntryComesBackAsItWasPacked) {
  const MateCodec::Entry solved{{7, 3, 0xabcd}, {0, search::kProofInfinite}, 96, 50};
  const MateCodec::Entry open{{MateKnown::kNever, MateKnown::kNever, kNoMove}, {123'456, 7}, 1, 0};
  for (const MateCodec::Entry& entry : {solved, open}) {
    const MateCodec::Entry back = MateCodec::unpack(MateCodec::pack(entry));
    EXPECT_EQ(back.known.mates_with, entry.known.mates_with);
    EXPECT_EQ(back.known.fails_with, entry.known.fails_with);
    EXPECT_EQ(back.known.move, entry.known.move);
    EXPECT_EQ(back.numbers.pn, entry.numbers.pn);
    EXPECT_EQ(back.numbers.dn, entry.numbers.dn);
    EXPECT_EQ(back.work, entry.work);
    EXPECT_EQ(back.moves, entry.moves);
  }
}

TEST(ChessMateCheck, FindsTheFlawInAFalseMate) {
  const Position position = parse_fen("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1");
  const auto play = [](std::string_view move) {
    return [move](const Position& at, int) { return at.side() == kWhite ? parse_move(at, move) : kNoMove; };
  };
  EXPECT_TRUE(check_mate(position, 1, play("c1c8")).holds);
  EXPECT_NE(check_mate(position, 3, play("c1c7")).flaw.find("stalemate"), std::string::npos);
  EXPECT_NE(check_mate(position, 1, play("c1h1")).flaw.find("no moves left"), std::string::npos);
}

TEST(ChessMate, TheEngineReportsIt) {
  const auto engine = game().new_engine();
  engine->configure({.hash_bytes = 8 << 20});
  engine::Listener listener;
  search::StopFlag stop;
  engine::Request request;
  request.game = "chess";
  request.position = "r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 1";
  request.options["shortest"] = "true";
  const engine::Report report = engine->solve(request, listener, stop);
  EXPECT_EQ(report.verdict, "mate in 4");
  EXPECT_EQ(report.mate, 4);
  EXPECT_EQ(report.pv.size(), 7u);
  EXPECT_TRUE(report.proved);
  request.options = {{"mate", "3"}};
  EXPECT_EQ(engine->solve(request, listener, stop).verdict, "no mate in 3");
}

constexpr std::string_view kMateInFour = "r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 1";

// Proved: it is mate. Complete: there is no shorter one. A limit may end the search between the two.
TEST(ChessMate, AnInterruptedSearchForTheShortestIsProvedButNotComplete) {
  engine::Listener listener;
  search::StopFlag stop;
  engine::Request request;
  request.game = "chess";
  request.position = kMateInFour;
  request.options["shortest"] = "true";
  bool undecided = false, proved_only = false, complete = false;
  for (std::uint64_t nodes = 500; nodes <= 4000; nodes += 100) {
    const auto engine = game().new_engine();
    engine->configure({.hash_bytes = 2 << 20});
    request.limits.nodes = nodes;
    const engine::Report report = engine->solve(request, listener, stop);
    if (report.proved && report.complete) {
      ASSERT_EQ(report.verdict, "mate in 4") << nodes;
    }
    undecided |= !report.proved;
    proved_only |= report.proved && !report.complete;
    complete |= report.proved && report.complete;
  }
  EXPECT_TRUE(undecided && proved_only && complete);
}

// Without a number of moves the mate is shortened with what is left of the limit.
TEST(ChessMate, AMateOfAnyLengthIsShortened) {
  const auto engine = game().new_engine();
  engine->configure({.hash_bytes = 8 << 20});
  engine::Listener listener;
  search::StopFlag stop;
  engine::Request request;
  request.position = kMateInFour;
  for (const auto& nodes : {std::optional<std::uint64_t>(20'000), std::optional<std::uint64_t>()}) {
    request.limits.nodes = nodes;
    const engine::Report report = engine->solve(request, listener, stop);
    EXPECT_EQ(report.verdict, "mate in 4");
    EXPECT_EQ(report.remarks, std::vector<std::string>{"this is the shortest mate"});
    EXPECT_TRUE(report.complete);
  }
}

// A mate search counts the same nodes again after the table was cleared, and fewer if it was not.
TEST(ChessMate, TheEngineClearsTheTableOfMates) {
  const auto engine = game().new_engine();
  engine->configure({.hash_bytes = 8 << 20});
  engine::Listener listener;
  search::StopFlag stop;
  engine::Request request;
  request.position = kMateInFour;
  const std::uint64_t nodes = engine->solve(request, listener, stop).nodes;
  EXPECT_LT(engine->solve(request, listener, stop).nodes, nodes);
  engine->clear_table();
  EXPECT_EQ(engine->solve(request, listener, stop).nodes, nodes);
}

// One --hash bounds the tables of both searches.
TEST(ChessMate, BothTablesOfTheEngineShareOneHash) {
  if (!test::kMemoryIsMeasured) GTEST_SKIP() << "a sanitizer takes memory of its own";
  constexpr std::uint64_t kHash = std::uint64_t{32} << 20;
  const auto engine = game().new_engine();
  engine->configure({.hash_bytes = kHash});
  engine::Listener listener;
  search::StopFlag stop;
  engine::Request request;
  request.limits.depth = 1;
  (void)engine->analyze(request, listener, stop);  // what else the engine allocates
  engine->clear_table();
  const std::int64_t before = test::resident_bytes();
  request.limits = {};
  request.limits.nodes = 150'000;
  (void)engine->analyze(request, listener, stop);
  request.position = "1R6/8/p7/8/1B6/8/k6N/5K2 w - - 0 1";
  (void)engine->solve(request, listener, stop);
  EXPECT_LE(engine->table().bytes, kHash);
  EXPECT_LT(test::resident_bytes() - before, static_cast<std::int64_t>(kHash * 5 / 4));
  request.position.clear();
  (void)engine->analyze(request, listener, stop);
  EXPECT_LE(engine->table().bytes, kHash);
}

// With moves to spare, a proof may walk in circles and cannot be replayed: shorter mates are tried first.
TEST(ChessMate, AGenerousNumberOfMovesIsNoObstacle) {
  for (const int moves : {5, 20, 50}) {
    const MateResult mate = solve("1R6/8/p7/8/1B6/8/k6N/5K2 w - - 0 1", moves);
    ASSERT_EQ(mate.verdict, Verdict::Mate) << moves;
    EXPECT_TRUE(mate.checked);
    EXPECT_GE(mate.line.size(), 9u) << moves;  // no mate is shorter
    EXPECT_LT(mate.line.size(), 2u * static_cast<unsigned>(moves)) << moves;
  }
}

}  // namespace
}  // namespace tesuji::chess

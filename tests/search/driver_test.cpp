#include "search/driver.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <thread>
#include <vector>

#include "games/shogi/hooks.hpp"
#include "games/shogi/notation.hpp"
#include "search/game_defaults.hpp"
#include "tt/trace.hpp"

namespace tesuji::search {
namespace {

// Take one, two or three; who cannot take has lost. Declares nothing that GameDefaults has.
struct TakeAway : GameDefaults {
  struct Position {
    int left = 0;
    int mover = 0;
  };
  using Moves = std::vector<std::uint16_t>;
  struct Evaluator {
    int operator()(const Position&) { return 0; }
  };
  static constexpr std::size_t kMaxMoves = 3, kPieceTos = 4, kFromTos = 4;

  static void make(Position& p, std::uint16_t move) { p = {p.left - move, 1 - p.mover}; }
  static void undo(Position& p, std::uint16_t move) { p = {p.left + move, 1 - p.mover}; }
  static std::uint64_t key(const Position& p) {
    return static_cast<std::uint64_t>(2 * p.left + p.mover + 1) * 0x9e3779b97f4a7c15ULL;
  }
  static int side(const Position& p) { return p.mover; }
  static void quiet(const Position& p, Moves& list) {
    for (std::uint16_t n = 1; n <= 3 && n <= p.left; ++n) list.push_back(n);
  }
  static bool pseudo_legal(const Position& p, std::uint16_t move) { return move <= 3 && move <= p.left; }
  static bool legal(const Position&, std::uint16_t) { return true; }
  static std::size_t piece_to(const Position&, std::uint16_t move) { return move; }
  static std::size_t from_to(const Position&, std::uint16_t move) { return move; }
  static int no_moves(const Position&, int ply) { return mated_in(ply); }
};
static_assert(Game<TakeAway>);

TEST(DriverTest, AGameWithoutChecksOrCapturesNeedsNoStubs) {
  BoundTable table(std::uint64_t{1} << 20);
  const StopFlag stop;
  Plan plan;
  plan.limits.depth = 20;
  for (int left = 1; left <= 12; ++left) {
    Driver<TakeAway> driver;
    const Progress result = driver.run({left, 0}, plan, table, stop);
    ASSERT_EQ(result.lines.size(), 1u);
    EXPECT_EQ(result.lines[0].score > 0, left % 4 != 0) << left;
    if (left % 4 != 0) {
      EXPECT_EQ(result.lines[0].pv[0], left % 4) << left;
    }
  }
}

TEST(DriverTest, ASearchThatRecordsIsTheSameSearch) {
  const StopFlag stop;
  Plan plan;
  plan.limits.depth = 20;
  BoundTable plain(std::uint64_t{1} << 20), recorded(std::uint64_t{1} << 20);
  tt::trace::Recorder recorder(recorded);
  const Progress expected = Driver<TakeAway>().run({11, 0}, plan, plain, stop);
  const Progress result = Driver<TakeAway, decltype(recorder)>().run({11, 0}, plan, recorder, stop);
  EXPECT_EQ(result.nodes, expected.nodes);
  EXPECT_EQ(result.lines[0].pv, expected.lines[0].pv);
  std::uint64_t probes = 0, stores = 0;
  for (const tt::trace::Event& event : recorder.events()) {
    probes += event.kind == tt::trace::Kind::Probe ? 1 : 0;
    stores += event.kind == tt::trace::Kind::Store ? 1 : 0;
  }
  const tt::Statistics counted = plain.statistics();
  EXPECT_GT(stores, 0u);
  EXPECT_EQ(probes, counted.probes) << "every probe is recorded, and no other";
  EXPECT_GE(stores, counted.stores()) << "some may have been refused";
}

// Shogi's hooks, watching how often the search asks whether the same move is pseudo-legal in one position.
struct WatchedShogi : shogi::Hooks {
  static inline std::uint64_t last_key = 0, repeats = 0;
  static inline std::uint16_t last_move = 0;
  static bool pseudo_legal(const Position& p, std::uint16_t move) {
    if (p.key() == last_key && move == last_move) ++repeats;
    last_key = p.key();
    last_move = move;
    return shogi::Hooks::pseudo_legal(p, move);
  }
};

TEST(DriverTest, TheTableMoveIsVerifiedOnce) {
  BoundTable table(std::uint64_t{1} << 22);
  const StopFlag stop;
  Plan plan;
  plan.limits.nodes = 20'000;
  Driver<WatchedShogi> driver;
  WatchedShogi::repeats = 0;
  driver.run(shogi::Position::start(), plan, table, stop);
  // Razoring looks at a node again in quiescence; nothing else should.
  EXPECT_LT(WatchedShogi::repeats, *plan.limits.nodes / 100);
}

// Wherever a search is interrupted, its answer is the last report's, or another move that overtook it.
TEST(DriverTest, AnInterruptedIterationDoesNotSpoilTheAnswer) {
  constexpr std::string_view kPositions[] = {
      "lnsgk2nl/1r4gs1/p1pppp1pp/1p4p2/7P1/2P6/PPSPPPP1P/7R1/LN1GKGSNL b Bb 1",
      "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1"};
  for (const std::string_view text : kPositions) {
    const shogi::Position position = shogi::parse_position(text);
    for (std::uint64_t nodes = 500; nodes <= 8'000; nodes += 500) {
      BoundTable table(std::uint64_t{1} << 22);
      const StopFlag stop;
      Plan plan;
      plan.limits.nodes = nodes;
      Progress last;
      plan.report = [&](const Progress& progress) { last = progress; };
      Driver<shogi::Hooks> driver;
      const Progress result = driver.run(position, plan, table, stop);
      ASSERT_FALSE(last.lines.empty());
      if (result.lines[0].pv[0] != last.lines[0].pv[0]) continue;
      EXPECT_EQ(result.lines[0].score, last.lines[0].score) << text << ", nodes " << nodes;
      EXPECT_EQ(result.lines[0].pv, last.lines[0].pv) << text << ", nodes " << nodes;
    }
  }
}

// A search without limits wakes up and answers when it is asked to stop, and one that ponders when the move
// is played.
TEST(DriverTest, StopAndPonderHitWakeASearchThatHasFinished) {
  for (const bool ponder : {false, true}) {
    BoundTable table(std::uint64_t{1} << 20);
    StopFlag stop;
    Plan plan;
    (ponder ? plan.limits.ponder : plan.limits.infinite) = true;
    plan.limits.depth = 3;
    Driver<TakeAway> driver;
    std::thread searching([&] { EXPECT_FALSE(driver.run({7, 0}, plan, table, stop).lines.empty()); });
    if (ponder) {
      stop.ponder_hit();
    } else {
      stop.request();
    }
    searching.join();
  }
}

}  // namespace
}  // namespace tesuji::search

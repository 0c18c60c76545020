// The engine as the faces see it: best moves, mates, declaration, the solver.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "games/shogi/game.hpp"
#include "search/driver.hpp"

namespace tesuji::shogi {
namespace {

class ShogiEngineTest : public testing::Test {
 protected:
  ShogiEngineTest() {
    options_.hash_bytes = std::uint64_t{4} << 20;
    engine_->configure(options_);
  }

  engine::Report analyze(const std::string& position, std::uint64_t nodes) {
    engine::Request request;
    request.game = "shogi";
    request.position = position;
    request.limits.nodes = nodes;
    return engine_->analyze(request, listener_, stop_);
  }
  engine::Report solve(const std::string& position, std::map<std::string, std::string> options = {}) {
    engine::Request request;
    request.game = "shogi";
    request.position = position;
    request.options = std::move(options);
    return engine_->solve(request, listener_, stop_);
  }

  engine::CommonOptions options_;
  std::unique_ptr<engine::Engine> engine_ = game().new_engine();
  engine::Listener listener_;
  search::StopFlag stop_;
};

TEST_F(ShogiEngineTest, TakesAPieceThatIsThereForTheTaking) {
  // The white rook on 5e hangs to the bishop, and so does nothing of ours.
  const auto report = analyze("4k4/9/9/9/4r4/9/2B6/9/4K4 b - 1", 5000);
  ASSERT_FALSE(report.best.empty());
  EXPECT_EQ(report.best[0], "7g5e");
}

TEST_F(ShogiEngineTest, EveryMoveOfAGameAgainstItselfIsLegal) {
  const auto board = engine_->game().board("startpos");
  engine::Request request;
  request.game = "shogi";
  request.limits.nodes = 300;
  for (int ply = 0; ply < 120 && !board->outcome(); ++ply) {
    const auto report = engine_->analyze(request, listener_, stop_);
    ASSERT_FALSE(report.best.empty());
    board->play(report.best[0]);
    request.moves.push_back(report.best[0]);
  }
}

TEST_F(ShogiEngineTest, FindsAMateByTheSolverBeforeTheSearch) {
  const auto report = analyze("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1", 100'000);
  EXPECT_EQ(report.mate, 1);
  EXPECT_EQ(report.verdict, "mate in 1 ply");
  EXPECT_EQ(report.best.at(0), "G*5b");
  EXPECT_TRUE(report.proved);
}

// Searched (several lines: no look by the solver) and solved, a mate is counted in plies, and so is being
// mated.
TEST_F(ShogiEngineTest, AMateIsCountedInPliesByTheSearchToo) {
  engine::Request request;
  request.position = "8k/R8/9/9/9/9/9/9/K5R2 w G 1";  // the king's one move, then G*2b
  request.limits.depth = 4;
  EXPECT_EQ(engine_->analyze(request, listener_, stop_).verdict, "mated in 2 plies");
  request.moves = {"1a2a"};
  request.options["multipv"] = "2";
  EXPECT_EQ(engine_->analyze(request, listener_, stop_).verdict, "mate in 1 ply");
}

// Yesterday's analysis: a table loaded from a snapshot brings a new engine to the same depth for a fraction
// of the nodes.
TEST_F(ShogiEngineTest, ASnapshotSavesMostOfTheSearch) {
  const auto path =
      std::filesystem::temp_directory_path() / ("tesuji-shogi-snapshot-" + std::to_string(::getpid()));
  std::uint64_t first = 0, cold = 0, warm = 0;
  for (const std::string_view position : Hooks::bench_positions()) {
    engine::Request request;
    request.position = position;
    request.limits.depth = 9;
    engine_->clear_table();
    engine_->new_game();
    first += engine_->analyze(request, listener_, stop_).nodes;
    engine_->save_table(path);
    for (const bool load : {false, true}) {
      const std::unique_ptr<engine::Engine> next = game().new_engine();
      next->configure(options_);
      if (load) next->load_table(path);
      const engine::Report report = next->analyze(request, listener_, stop_);
      EXPECT_EQ(report.depth, 9);
      (load ? warm : cold) += report.nodes;
    }
  }
  std::filesystem::remove(path);
  RecordProperty("warm_percent", static_cast<int>(100 * warm / cold));
  EXPECT_EQ(cold, first);
  EXPECT_LT(warm, cold / 2) << warm << " of " << cold;
}

// Stops the search at its first report.
struct Heard : engine::Listener {
  explicit Heard(search::StopFlag& flag) : stop(flag) {}
  void on_progress(const engine::Report& report) override {
    ++reports;
    last = report;
    stop.request();
  }
  search::StopFlag& stop;
  int reports = 0;
  engine::Report last;
};

// Every king's move and interposition to be tried: no answer soon, and reports on the way to it.
TEST_F(ShogiEngineTest, AMateSearchTellsHowItGoes) {
  engine::Request request;
  request.position =
      "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
  Heard heard(stop_);
  const engine::Report report = engine_->solve(request, heard, stop_);
  EXPECT_EQ(report.verdict, "not decided");
  ASSERT_GE(heard.reports, 1);
  EXPECT_EQ(heard.last.verdict, "looking for a mate");
  EXPECT_GT(heard.last.nodes, 0u);
  ASSERT_TRUE(heard.last.table && report.table);
  EXPECT_GT(heard.last.table->stores, 0u);
  EXPECT_LE(report.table->bytes, options_.hash_bytes);
}

// The limit falls between the proof, which takes one node here, and its replay.
TEST_F(ShogiEngineTest, AMateThatWasNotReplayedIsNotDecided) {
  engine::Request request;
  request.position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
  request.limits.nodes = 1;
  const engine::Report report = engine_->solve(request, listener_, stop_);
  EXPECT_EQ(report.verdict, "not decided");
  EXPECT_FALSE(report.proved);
  EXPECT_TRUE(report.best.empty());
}

TEST_F(ShogiEngineTest, DeclaresWhereItMay) {
  const std::string entered = "+R+B+P+P+P+P+P+P+P/PK7/9/9/9/9/9/9/4k4 b RB 1";
  EXPECT_EQ(analyze(entered, 1000).best.at(0), "win");
  engine::Request request;
  request.position = entered;
  request.limits.nodes = 1000;
  request.options["entering-king-rule"] = "none";
  EXPECT_NE(engine_->analyze(request, listener_, stop_).best.at(0), "win");
}

TEST_F(ShogiEngineTest, APositionWithoutAKingCanOnlyBeSolved) {
  const std::string problem = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
  EXPECT_THROW(analyze(problem, 100), Error);
  const auto report = solve(problem);
  EXPECT_TRUE(report.proved);
  EXPECT_EQ(report.mate, 1);
}

TEST_F(ShogiEngineTest, SaysNoMateOfTheLengthAskedFor) {
  // A mate in three plies: nothing mates at once.
  const std::string problem =
      "lnsg3+R+B/3k1s3/p1+b2p2p/3Np1p2/3p5/P1NL1G2P/1+rPPPPPP1/5G3/L2GK1SNL b 2Ps2p 65";
  const auto any = solve(problem);
  EXPECT_TRUE(any.proved);
  EXPECT_GE(any.pv.size(), 3u);
  const auto one = solve(problem, {{"mate", "1"}});
  EXPECT_TRUE(one.proved);
  EXPECT_EQ(one.verdict, "no mate in 1 ply");
  EXPECT_EQ(solve(problem, {{"mate", "3"}}).verdict, "mate in 3 plies");
  EXPECT_EQ(solve(problem, {{"shortest", "true"}}).verdict, "mate in 3 plies");
}

TEST_F(ShogiEngineTest, PerpetualCheckIsNoDrawForWhoGivesIt) {
  // Black could only hold by checking for ever, which loses: the score must not be a draw.
  const Position position = parse_position("k8/9/+R8/9/9/9/9/9/8K w - 1 moves 9a8a 9c8c 8a9a 8c9c");
  EXPECT_EQ(Hooks::path_result(position, 2), std::optional<int>(Hooks::kPerpetual - 2));
}

// Searches with a table and histories of its own, one thread.
class ShogiSearchTest : public testing::Test {
 protected:
  search::Progress run(const std::string& position, int depth) {
    search::Plan plan;
    plan.limits.depth = depth;
    search::Driver<Hooks> driver;  // fresh: nothing but the table is remembered
    return driver.run(parse_position(position), plan, table_, stop_);
  }
  std::optional<tt::Bound::Entry> entry(const std::string& position) {
    return table_.probe(parse_position(position).key());
  }

  search::BoundTable table_{std::uint64_t{4} << 20};
  search::StopFlag stop_;
};

TEST_F(ShogiSearchTest, ARepetitionIsNotStoredAsAFactOfThePosition) {
  // White's king has one square to go to, and with it the position of the start is there again.
  const std::string start = "8k/R8/9/9/9/9/9/9/K5R2 b - 1";
  const std::string played = start + " moves 9i8i 1a2a 8i9i";
  EXPECT_EQ(run(played, 6).lines.at(0).score, 0);
  const auto left = entry(played);
  ASSERT_TRUE(left.has_value());
  EXPECT_EQ(left->bound, tt::BoundKind::Lower);
  EXPECT_LE(left->score, -search::kMateBound);
  // The same position without the path is lost, and the table that saw the draw does not say otherwise.
  EXPECT_LT(run("7k1/R8/9/9/9/9/9/9/K5R2 w - 1", 6).lines.at(0).score, -1000);
}

TEST_F(ShogiEngineTest, ADrawIsWorthWhatTheOptionSays) {
  engine::Request request;
  request.position = "8k/R8/9/9/9/9/9/9/K5R2 b - 1";
  request.moves = {"9i8i", "1a2a", "8i9i"};  // White repeats, or is mated
  request.limits.depth = 4;
  request.options["draw-value-white"] = "77";
  request.options["draw-value-black"] = "-5";
  EXPECT_EQ(engine_->analyze(request, listener_, stop_).score, 77);
}

TEST_F(ShogiSearchTest, TheLastMainLineIsPutBackIntoATableThatHasLostIt) {
  search::Driver<Hooks> driver;
  search::Plan plan;
  plan.limits.depth = 9;
  Position position = Position::start();
  const auto line = driver.run(position, plan, table_, stop_).lines.at(0).pv;
  ASSERT_GE(line.size(), 6u);
  table_.clear();
  for (int i = 0; i < 2; ++i) Hooks::make(position, line[static_cast<std::size_t>(i)]);
  plan.limits.depth = 1;
  driver.run(position, plan, table_, stop_);
  for (int i = 2; i < 5; ++i) Hooks::make(position, line[static_cast<std::size_t>(i)]);
  const auto found = table_.probe(position.key());
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->move, line[5]);
}

TEST_F(ShogiSearchTest, ATooShallowHitStillGivesItsMove) {
  // White has one move, then Black mates. An entry of depth 0 that knows the mate saves the other moves.
  const std::string before = "8k/R8/9/9/9/9/9/9/K5R2 w G 1";
  const Position root = parse_position(before);
  const Position after = parse_position(before + " moves 1a2a");
  const Move mate = parse_move(after, "G*2b");
  const auto nodes = [&](bool hint) {
    table_.clear();
    // So that the search begins with depth 2.
    table_.store(root.key(), {parse_move(root, "1a2a").raw(), 0, 1, tt::BoundKind::Exact});
    if (hint) table_.store(after.key(), search::nothing_but(mate.raw()));
    return run(before, 2).nodes;
  };
  EXPECT_LT(nodes(true), nodes(false));
}

TEST_F(ShogiSearchTest, ThreadsThatShareTheTableNeverSeeATornEntry) {
  static_assert(sizeof(std::atomic<std::uint64_t>) == 8 && std::atomic<std::uint64_t>::is_always_lock_free);
  // A table so small that every entry is fought over; an entry of two halves would hand out foreign moves.
  search::BoundTable tiny(std::uint64_t{1} << 20);  // the least there is
  for (const std::string_view position : Hooks::bench_positions()) {
    search::Plan plan;
    plan.limits.nodes = 40'000;
    plan.threads = 3;
    search::Driver<Hooks> driver;
    driver.run(parse_position(std::string(position)), plan, tiny, stop_);
  }
  const tt::Statistics statistics = tiny.statistics();
  EXPECT_GT(statistics.hits, 1000u);
  EXPECT_LT(statistics.mismatches, statistics.hits / 1000);  // 19 bits of check: about one in 60,000
}

}  // namespace
}  // namespace tesuji::shogi

// The engine as the faces see it: best moves, mates, declaration, the solver.
#include <gtest/gtest.h>

#include <string>

#include "games/shogi/game.hpp"
#include "tt/error.hpp"

namespace tesuji::shogi {
namespace {

class ShogiEngineTest : public testing::Test {
 protected:
  ShogiEngineTest() {
    engine::CommonOptions options;
    options.hash_bytes = std::uint64_t{4} << 20;
    engine_->configure(options);
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

  std::unique_ptr<engine::Engine> engine_ = make_engine();
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
  const auto board = engine_->board("startpos");
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
  EXPECT_EQ(report.best.at(0), "G*5b");
  EXPECT_TRUE(report.exact);
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
  EXPECT_TRUE(report.exact);
  EXPECT_EQ(report.mate, 1);
}

TEST_F(ShogiEngineTest, SaysNoMateOfTheLengthAskedFor) {
  // A mate in three plies: nothing mates at once.
  const std::string problem =
      "lnsg3+R+B/3k1s3/p1+b2p2p/3Np1p2/3p5/P1NL1G2P/1+rPPPPPP1/5G3/L2GK1SNL b 2Ps2p 65";
  const auto any = solve(problem);
  EXPECT_TRUE(any.exact);
  EXPECT_GE(any.pv.size(), 3u);
  const auto one = solve(problem, {{"mate", "1"}});
  EXPECT_TRUE(one.exact);
  EXPECT_EQ(one.verdict, "no mate");
  EXPECT_EQ(solve(problem, {{"mate", "3"}}).verdict, "mate in 3 plies");
  EXPECT_EQ(solve(problem, {{"shortest", "true"}}).verdict, "mate in 3 plies");
}

TEST_F(ShogiEngineTest, PerpetualCheckIsNoDrawForWhoGivesIt) {
  // Black could only hold by checking for ever, which loses: the score must not be a draw.
  const Position position = parse_position("k8/9/+R8/9/9/9/9/9/8K w - 1 moves 9a8a 9c8c 8a9a 8c9c");
  EXPECT_EQ(Rules::settled(position, 2), std::optional<int>(Rules::kPerpetual - 2));
}

}  // namespace
}  // namespace tesuji::shogi

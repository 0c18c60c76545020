// What the engine does with its table: counts, keeps on disk, refuses.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.hpp"
#include "engine/engine.hpp"
#include "games/connect4/game.hpp"
#include "games/connect4/solver.hpp"

namespace tesuji::connect4 {
namespace {

const search::StopFlag kNeverStop;
constexpr const char* kPosition = "44444226";

class TableTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file_); }
  const std::filesystem::path file_ =
      std::filesystem::path(testing::TempDir()) / "tesuji-connect4-table-test.tt";
};

TEST_F(TableTest, IsCounted) {
  const auto solver = make_solver({}, 1 << 20, 1);
  EXPECT_EQ(solver->statistics().probes, 0u);
  const Solution solution = solver->solve(parse("123456712345"), {}, kNeverStop, {});
  const tt::Statistics counted = solver->statistics();
  EXPECT_GT(solution.nodes, 0u);
  EXPECT_GT(counted.probes, 0u);
  EXPECT_GT(counted.hits, 0u);
  EXPECT_LT(counted.hits, counted.probes);
  EXPECT_GT(counted.stores(), 0u);
  solver->clear();
  EXPECT_EQ(solver->statistics().probes, 0u);
}

TEST_F(TableTest, GoesToDiskAndBack) {
  const auto solver = make_solver({6, 5}, 1 << 22, 1);
  const Diagram diagram = parse("33", {6, 5});
  const Solution fresh = solver->solve(diagram, {}, kNeverStop, {});
  solver->save(file_);
  for (const std::uint64_t bytes : {1 << 22, 1 << 23}) {
    const auto other = make_solver({6, 5}, bytes, 1);
    other->load(file_);
    const Solution again = other->solve(diagram, {}, kNeverStop, {});
    EXPECT_EQ(again.low, fresh.low);
    EXPECT_LT(again.nodes, fresh.nodes / 4) << bytes;
  }
  EXPECT_THROW(make_solver({5, 6}, 1 << 22, 1)->load(file_), Error);
  EXPECT_THROW(make_solver({7, 6}, 1 << 22, 1)->load(file_), Error);
}

TEST_F(TableTest, ThroughTheEngine) {
  const auto engine = game().new_engine();
  engine::CommonOptions common;
  common.hash_bytes = 1 << 20;
  engine->configure(common);
  EXPECT_THROW(engine->save_table(file_), Error);
  engine::Listener silent;
  engine::Request request;
  request.position = kPosition;
  request.limits.nodes = 20'000;
  engine->solve(request, silent, kNeverStop);
  EXPECT_GT(engine->table().probes, 0u);
  EXPECT_GT(engine->table().stores, 0u);
  engine->save_table(file_);
  engine->clear_table();
  EXPECT_EQ(engine->table().fill, 0);
  engine->load_table(file_);
  EXPECT_GT(engine->table().fill, 0);
}

TEST_F(TableTest, HasOnePolicy) {
  const auto engine = game().new_engine();
  engine::CommonOptions common;
  common.replacement = "always";
  EXPECT_NO_THROW(engine->configure(common));
  common.replacement = "aging";
  EXPECT_THROW(engine->configure(common), Error);
}

}  // namespace
}  // namespace tesuji::connect4

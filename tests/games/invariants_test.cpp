// What must hold for every game, tried by random play through the one virtual face: keys kept up move by move
// equal keys computed anew, undoing restores, the notation reads back what it writes, and an illegal move
// changes nothing.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "base/error.hpp"
#include "games/games.hpp"
#include "resident_memory.hpp"

namespace tesuji::games {
namespace {

engine::Registry registry() {
  engine::Registry all;
  register_all(all);
  return all;
}

class EveryGame : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { engine_ = registry().game(GetParam()).new_engine(); }

  // Plays random legal moves from the engine's examples and calls `check` after each of them.
  template <class Check>
  void random_games(int games, int plies, Check check) {
    std::mt19937 random(20260101);
    const auto examples = engine_->game().examples();
    ASSERT_FALSE(examples.empty());
    for (int game = 0; game < games; ++game) {
      const auto board =
          engine_->game().board(examples[static_cast<std::size_t>(game) % examples.size()].position);
      for (int ply = 0; ply < plies && !board->outcome(); ++ply) {
        const auto moves = board->legal_moves();
        ASSERT_FALSE(moves.empty()) << board->position();
        board->play(moves[random() % moves.size()]);
        check(*board);
        if (HasFatalFailure()) return;
      }
    }
  }

  std::unique_ptr<engine::Engine> engine_;
};

TEST_P(EveryGame, KeepsItsKeyUpMoveByMove) {
  random_games(20, 120, [](engine::Board& board) {
    ASSERT_EQ(board.key(), board.key_from_scratch()) << board.position();
  });
}

TEST_P(EveryGame, UndoRestoresPositionAndKey) {
  random_games(10, 80, [](engine::Board& board) {
    const std::string before = board.position();
    const std::uint64_t key = board.key();
    if (board.outcome()) return;
    for (const std::string& move : board.legal_moves()) {
      board.play(move);
      board.undo();
      ASSERT_EQ(board.position(), before) << move;
      ASSERT_EQ(board.key(), key) << before << ' ' << move;
    }
  });
}

TEST_P(EveryGame, ReadsBackThePositionItWrites) {
  random_games(10, 80, [this](engine::Board& board) {
    const auto again = engine_->game().board(board.position());
    ASSERT_EQ(again->position(), board.position());
    ASSERT_EQ(again->key(), board.key()) << board.position();
    ASSERT_EQ(again->side(), board.side());
    ASSERT_EQ(again->legal_moves(), board.legal_moves()) << board.position();
  });
}

TEST_P(EveryGame, RefusesAnIllegalMoveAndStaysAsItWas) {
  const auto board = engine_->game().board(engine_->game().examples().front().position);
  const std::string before = board->position();
  for (const char* move : {"nonsense", "z99", "0", "\xff\xfe", "a1a1"}) {
    EXPECT_THROW(board->play(move), Error) << move;
    EXPECT_EQ(board->position(), before);
  }
}

TEST_P(EveryGame, RefusesNonsenseAsAPosition) {
  for (const char* text : {"nonsense!", "////////", "\x01\x02", "9999999999999999999999999"}) {
    EXPECT_THROW(engine_->game().board(text), Error) << text;
  }
}

TEST_P(EveryGame, CountsOneAtDepthZero) {
  const search::StopFlag stop;
  engine::Request request;
  request.position = engine_->game().examples().front().position;
  EXPECT_EQ(engine_->game().perft(request, 0, {}, stop).count, 1u);
}

// Options are declared once: what a declaration says is the default is what an absent option means.
TEST_P(EveryGame, TakesTheDefaultsOfItsOptionsAndRefusesUnknownOnes) {
  const engine::Game& game = engine_->game();
  engine::Request request;
  request.position = game.examples().front().position;
  for (const engine::OptionSpec& spec : game.options()) request.options[spec.name] = spec.default_value;
  const search::StopFlag stop;
  EXPECT_EQ(game.perft(request, 0, {}, stop).count, 1u);
  request.options = {{"no-such-option", "1"}};
  engine::Listener silent;
  EXPECT_THROW(engine_->solve(request, silent, stop), Error);
}

// Two searches in a row from the same state visit the same nodes: with one thread a search is deterministic.
TEST_P(EveryGame, GivesTheSameBenchSignatureTwice) {
  const search::StopFlag stop;
  engine::Listener silent;
  engine::BenchRequest request;
  request.limits.nodes = 20'000;
  engine::CommonOptions common;
  common.hash_bytes = std::uint64_t{16} << 20;
  engine_->configure(common);
  const auto first = engine_->bench(request, silent, stop);
  const auto second = registry().game(GetParam()).new_engine();
  second->configure(common);
  EXPECT_GT(first.nodes, 0u);
  EXPECT_EQ(first.nodes, second->bench(request, silent, stop).nodes);
}

// A short search in a large table takes little memory, and so no time to get it: limits of a millisecond are
// kept, and a program with two such tables ends at once.
TEST_P(EveryGame, AShortSearchTakesLittleOfALargeTable) {
  if (!test::kMemoryIsMeasured) GTEST_SKIP() << "a sanitizer takes memory of its own";
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  engine::CommonOptions common;
  common.hash_bytes = 1024 * kMiB;
  engine_->configure({.hash_bytes = 4 * kMiB});
  engine::Request request;
  request.position = engine_->game().examples().front().position;
  request.limits.nodes = 2'000;
  engine::Listener silent;
  const search::StopFlag stop;
  (void)engine_->analyze(request, silent, stop);  // what else an engine needs
  const std::int64_t before = test::resident_bytes();
  engine_->configure(common);
  engine_->get_ready();
  (void)engine_->analyze(request, silent, stop);
  EXPECT_LT(test::resident_bytes() - before, static_cast<std::int64_t>(64 * kMiB));
  EXPECT_LE(engine_->table().bytes, common.hash_bytes);
}

INSTANTIATE_TEST_SUITE_P(Games, EveryGame, testing::ValuesIn(registry().names()),
                         [](const testing::TestParamInfo<std::string>& game) { return game.param; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EveryGame);

TEST(Games, AllHaveNamesOfTheirOwn) {
  for (const std::string& name : registry().names()) EXPECT_EQ(registry().game(name).name(), name);
  EXPECT_THROW((void)registry().game("tiddlywinks"), Error);
}

}  // namespace
}  // namespace tesuji::games

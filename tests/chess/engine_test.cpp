// The engine through the face that programs see.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "games/chess/game.hpp"
#include "games/chess/hooks.hpp"
#include "net/network.hpp"

namespace tesuji::chess {
namespace {

struct Asked {
  std::unique_ptr<engine::Engine> engine = game().new_engine();
  engine::Request request;
  engine::Listener listener;
  search::StopFlag stop;

  explicit Asked(const char* position, int threads = 1) {
    engine::CommonOptions options;
    options.hash_bytes = 4 << 20;
    options.threads = threads;
    engine->configure(options);
    request.game = "chess";
    request.position = position;
  }
  engine::Report answer() { return engine->analyze(request, listener, stop); }
};

// A network file that cannot be used is named, and the built-in evaluation stays.
TEST(ChessEngine, ABadNetworkLeavesTheBuiltInEvaluation) {
  constexpr const char* kPosition =
      "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
  const std::string path = ::testing::TempDir() + "/tesuji-eval-" + std::to_string(::getpid()) + ".net";
  const auto network = [](std::string name, std::uint32_t inputs) {
    net::Weights weights;
    weights.first.assign(std::size_t{inputs} * 32, 3);
    weights.first_bias.assign(32, 5);
    weights.last.assign(2 * 32, 1);
    weights.last_bias = {1000};
    return net::Network({std::move(name), inputs, 32, 1, 400}, std::move(weights));
  };
  Asked asked(kPosition);
  asked.request.limits.depth = 4;
  const engine::Report built_in = asked.answer();
  EXPECT_TRUE(built_in.remarks.empty());
  const auto with = [&](const std::string& file) {
    asked.request.options["eval-file"] = file;
    asked.engine->clear_table();
    asked.engine->new_game();
    return asked.answer();
  };

  network("chess", 768).save(path);
  const std::string bytes = read_file(path);
  const engine::Report by_network = with(path);
  EXPECT_TRUE(by_network.remarks.empty());
  EXPECT_NE(by_network.score, built_in.score);

  const auto expect_built_in = [&](const std::string& file, std::string_view reason) {
    const engine::Report report = with(file);
    EXPECT_EQ(report.nodes, built_in.nodes) << reason;
    EXPECT_EQ(report.score, built_in.score) << reason;
    ASSERT_EQ(report.remarks.size(), 1u) << reason;
    EXPECT_NE(report.remarks[0].find(reason), std::string::npos) << report.remarks[0];
    EXPECT_NE(report.remarks[0].find("the built-in evaluation is used"), std::string::npos);
  };
  // Another name each time: a file is read once.
  const auto expect_refused = [&](const std::string& contents, std::string_view reason) {
    static int number = 0;
    const std::string file = path + std::to_string(++number);
    std::ofstream(file, std::ios::binary) << contents;
    expect_built_in(file, reason);
    std::filesystem::remove(file);
  };
  expect_refused(bytes.substr(0, bytes.size() / 2), "cut off");
  std::string flipped = bytes;
  flipped[flipped.size() - 40] ^= 1;
  expect_refused(flipped, "damaged");
  expect_refused("tsj-net" + std::string(1000, '0'), "not a network of this program");
  network("shogi", 2344).save(path);
  expect_refused(read_file(path), "for shogi, not for chess");
  std::filesystem::remove(path);
  expect_built_in(path + ".none", path);
  EXPECT_EQ(with("").nodes, built_in.nodes) << "no file: the built-in evaluation, without a remark";
}

TEST(ChessEngine, FindsMates) {
  Asked two("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1");
  two.request.limits.mate = 2;
  two.request.limits.depth = 12;
  const engine::Report report = two.answer();
  EXPECT_EQ(report.mate, 2);
  EXPECT_EQ(report.pv.size(), 3u);
  EXPECT_EQ(report.verdict, "mate in 2");

  Asked mated("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1");
  mated.request.limits.depth = 3;
  EXPECT_TRUE(mated.answer().best.empty());  // stalemate: no move, no crash
}

// The knight on e5 is attacked by a pawn.
TEST(ChessEngine, TheWeakestLevelHangsPiecesAndAStrongOneDoesNot) {
  const auto knight_left = [](const char* skill, int tries) {
    Asked asked("rnbqkb1r/ppp2ppp/3p1n2/4N3/4P3/8/PPPP1PPP/RNBQKB1R w KQkq - 0 4");
    asked.request.options["skill"] = skill;
    int left = 0;
    for (int i = 0; i < tries; ++i) left += asked.answer().best.at(0).substr(0, 2) != "e5" ? 1 : 0;
    return left;
  };
  EXPECT_GE(knight_left("0", 200), 20);
  EXPECT_EQ(knight_left("19", 3), 0);
}

// UCI's "go mate N".
TEST(ChessEngine, AMateThatIsAskedForIsProved) {
  Asked asked("1R6/8/p7/8/1B6/8/k6N/5K2 w - - 0 1");
  asked.request.limits.mate = 20;
  asked.request.limits.nodes = 1'000'000;
  const engine::Report report = asked.answer();
  ASSERT_TRUE(report.mate);
  EXPECT_GE(*report.mate, 5);  // no mate is shorter
  EXPECT_LE(*report.mate, 20);
  EXPECT_TRUE(report.proved);
  Asked none("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  none.request.limits.mate = 2;
  const engine::Report move = none.answer();
  EXPECT_FALSE(move.mate);
  EXPECT_FALSE(move.best.empty());
}

TEST(ChessEngine, AFileHoldsPositionsOrGames) {
  const auto engine = game().new_engine();
  EXPECT_EQ(engine->game().split_positions("# two\nstartpos\n8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\n").size(), 2u);
  const auto games = engine->game().split_positions(
      "\n[Event \"?\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ *\n");
  ASSERT_EQ(games.size(), 2u);
  EXPECT_EQ(engine->game().board(games[0])->position(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  EXPECT_EQ(games[1], "4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q");
  EXPECT_THROW(engine->game().split_positions("[Event \"?\"] 1. e5"), Error);
}

TEST(ChessEngine, SeesRepetitionAndTheFiftyMoveRule) {
  // A queen down, White has a perpetual check.
  Asked perpetual("6k1/5ppp/8/8/8/8/q4PPP/3Q2K1 w - - 98 80");
  perpetual.request.limits.depth = 6;
  perpetual.request.limits.root_moves = {"h2h3"};
  EXPECT_EQ(perpetual.answer().best.front(), "h2h3");

  Asked fifty("8/8/8/8/8/4k3/4q3/7K b - - 99 80");
  fifty.request.limits.depth = 8;
  const engine::Report report = fifty.answer();
  EXPECT_EQ(report.score, 0);  // every quiet move is the hundredth
}

TEST(ChessEngine, KeepsToNodesDepthAndRootMoves) {
  Asked nodes("");
  nodes.request.limits.nodes = 5000;
  EXPECT_EQ(nodes.answer().nodes, 5000u);
  Asked depth("");
  depth.request.limits.depth = 5;
  depth.request.limits.root_moves = {"a2a3", "h2h3"};
  const engine::Report report = depth.answer();
  EXPECT_EQ(report.depth, 5);
  EXPECT_TRUE(report.best.front() == "a2a3" || report.best.front() == "h2h3");
  Asked wrong("");
  wrong.request.limits.root_moves = {"e2e5"};
  EXPECT_THROW(wrong.answer(), Error);
}

TEST(ChessEngine, ShowsSeveralLinesBestFirst) {
  Asked asked("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  asked.request.options["multipv"] = "5";
  asked.request.limits.depth = 6;
  const engine::Report report = asked.answer();
  ASSERT_EQ(report.moves.size(), 5u);
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_GE(*report.moves[i - 1].score, *report.moves[i].score);
    EXPECT_NE(report.moves[i].move, report.moves[0].move);
  }
  asked.request.options["multipv"] = "0";
  EXPECT_THROW(asked.answer(), Error);
}

TEST(ChessEngine, PlaysTheMovesOfTheRequestFirst) {
  Asked asked("startpos");
  asked.request.moves = {"e2e4", "e7e5"};
  asked.request.limits.depth = 3;
  EXPECT_EQ(asked.answer().position, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
}

TEST(ChessEngine, SearchesTheSameNodesEveryTime) {
  Asked one("");
  Asked other("");
  one.request.limits.depth = other.request.limits.depth = 6;
  one.answer();  // what was searched before must not matter
  const auto first =
      one.engine->bench({.limits = one.request.limits, .table = {}}, one.listener, one.stop).nodes;
  const auto second =
      other.engine->bench({.limits = other.request.limits, .table = {}}, other.listener, other.stop).nodes;
  EXPECT_EQ(first, second);
  EXPECT_GT(first, 1000u);
}

TEST(ChessEngine, SearchesOnSeveralThreads) {
  Asked asked("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3);
  asked.request.limits.depth = 7;
  const engine::Report report = asked.answer();
  EXPECT_GE(*report.depth, 7);
  EXPECT_FALSE(report.best.empty());
}

// Does something at the first report of a search.
struct AtFirstReport : engine::Listener {
  std::function<void()> action;
  bool came = false;
  explicit AtFirstReport(std::function<void()> what) : action(std::move(what)) {}
  void on_progress(const engine::Report&) override {
    if (!std::exchange(came, true)) action();
  }
};

TEST(ChessEngine, StopsWhenTold) {
  Asked asked("", 2);
  asked.request.limits.infinite = true;
  AtFirstReport listener([&] { asked.stop.request(); });
  EXPECT_FALSE(asked.engine->analyze(asked.request, listener, asked.stop).best.empty());
  EXPECT_TRUE(listener.came);
}

TEST(ChessEngine, PondersUntilTheMoveIsPlayed) {
  Asked asked("");
  asked.request.limits.ponder = true;
  asked.request.limits.depth = 1;  // reached with the first report; the answer has to wait all the same
  std::atomic<bool> hit = false;
  std::thread opponent;
  AtFirstReport listener([&] {
    opponent = std::thread([&] {
      hit = true;
      asked.stop.ponder_hit();
    });
  });
  asked.engine->analyze(asked.request, listener, asked.stop);
  EXPECT_TRUE(hit);
  ASSERT_TRUE(listener.came);
  opponent.join();
}

// The table keeps what was searched; the score of some moves only is none of the position.
TEST(ChessEngine, AScoreOfSomeRootMovesIsNotRemembered) {
  Asked asked("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
  asked.request.limits.depth = 6;
  asked.request.limits.root_moves = {"h2h3"};
  EXPECT_EQ(asked.answer().best.front(), "h2h3");
  asked.request.limits.root_moves.clear();
  EXPECT_EQ(asked.answer().mate, 1);
}

// Yesterday's analysis goes on where it stopped: its depth, score and move are told without a search (but
// where its last window was searched less deep), and the next depth takes fewer nodes than from nothing. In
// the median, for one position's count may go either way (the histories, which steer the reductions, are not
// in the file).
TEST(ChessEngine, AReloadedTableGoesOnFromItsDepth) {
  const auto file =
      std::filesystem::temp_directory_path() /
      ("tesuji-chess-" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()));
  std::vector<std::uint64_t> reloaded, resized;  // nodes, per mille of those from nothing
  int told = 0;
  for (const std::string_view text : Hooks::bench_positions()) {
    const std::string position(text);
    const auto ask = [&](Asked& asked, int depth) {
      asked.request.limits.depth = depth;
      engine::Report report = asked.answer();
      EXPECT_EQ(report.depth, depth);
      return report;
    };
    Asked first(position.c_str());
    const engine::Report yesterday = ask(first, 10);
    first.engine->save_table(file);
    const std::uint64_t from_nothing = yesterday.nodes + ask(first, 11).nodes;

    Asked second(position.c_str());
    second.engine->load_table(file);
    const engine::Report today = ask(second, 10);
    if (today.nodes == 0) {
      ++told;
      EXPECT_EQ(today.score, yesterday.score);
      EXPECT_EQ(today.best, yesterday.best);
    }
    ask(second, 5);  // and not more, where less is asked for
    reloaded.push_back(ask(second, 11).nodes * 1000 / from_nothing);

    Asked third(position.c_str());  // a change of size keeps what fits
    third.engine->load_table(file);
    engine::CommonOptions larger;
    larger.hash_bytes = 8 << 20;
    third.engine->configure(larger);
    resized.push_back(ask(third, 11).nodes * 1000 / from_nothing);
    std::filesystem::remove(file);
    EXPECT_THROW(third.engine->load_table(file), Error);
  }
  EXPECT_GE(told, 9);  // of 14
  const auto median = [](std::vector<std::uint64_t> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  };
  EXPECT_LT(median(reloaded), 750U);
  EXPECT_LT(median(resized), 750U);
  RecordProperty("median", std::to_string(median(reloaded)) + " and " + std::to_string(median(resized)));
}

TEST(ChessEngine, PlaysLegallyAtEverySkill) {
  for (const char* skill : {"0", "7", "19"}) {
    Asked asked("");
    asked.request.options["skill"] = skill;
    asked.request.limits.time = std::chrono::seconds(5);
    const engine::Report report = asked.answer();
    EXPECT_FALSE(report.best.empty());
    EXPECT_LT(report.nodes, 200000u);
  }
}

TEST(ChessEngine, BoardKnowsHowGamesEnd) {
  const auto engine = game().new_engine();
  const auto reason = [&](const char* position) {
    const auto outcome = engine->game().board(position)->outcome();
    return outcome ? outcome->reason : "none";
  };
  EXPECT_EQ(reason("startpos moves f3 e5 g4 Qh4#"), "checkmate");
  EXPECT_EQ(reason("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), "stalemate");
  EXPECT_EQ(reason("8/8/8/8/8/4k3/4q3/7K b - - 100 80"), "fifty-move rule");
  EXPECT_EQ(reason("startpos moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"), "threefold repetition");
  EXPECT_EQ(reason("8/8/4k3/8/8/3K2N1/8/8 w - - 0 1"), "insufficient material");
  EXPECT_EQ(reason("startpos"), "none");
}

}  // namespace
}  // namespace tesuji::chess

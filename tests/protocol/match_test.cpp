// The match runner with engines that behave and engines that do not.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "base/file.hpp"
#include "match/results.hpp"
#include "match/tournament.hpp"
#include "match/uci_player.hpp"
#include "match/xboard_player.hpp"
#include "protocol/takeaway.hpp"

namespace tesuji::match {
namespace {

using std::chrono::milliseconds;

EngineSpec fake(const std::string& name, const std::string& options = "",
                const std::string& protocol = "uci") {
  return parse_engine(std::string(FAKE_ENGINE) + " " + protocol + ";name=" + name + ";" + options, protocol);
}

struct Played {
  MatchState state;
  std::vector<GameRecord> games;
};

Played play(const MatchPlan& plan) {
  Played played;
  const search::StopFlag stop;
  played.state = play_match(
      plan, test::take_away(),
      [&](const GameRecord& game, int, const MatchState&) { played.games.push_back(game); }, stop);
  return played;
}

MatchPlan plan_of(EngineSpec first, EngineSpec second, int games, const std::string& control = "nodes=100") {
  MatchPlan plan;
  plan.engines = {std::move(first), std::move(second)};
  plan.games = games;
  plan.control = parse_time_control(control);
  return plan;
}

TEST(Match, TheBetterEngineWins) {
  // 21 stones: the side that moves first wins with the right play, and the greedy one never finds it.
  const Played played = play(plan_of(fake("wise"), fake("greedy", "Playing Style=greedy"), 4));
  EXPECT_EQ(played.state.tally.wins, 4);
  EXPECT_EQ(played.state.tally.games(), 4);
  EXPECT_EQ(played.state.tally.pairs, (std::array<int, 5>{0, 0, 0, 0, 2}));
  EXPECT_EQ(played.state.forfeits[0].all() + played.state.forfeits[1].all(), 0);
  EXPECT_EQ(played.state.first_side_wins, 2);
  EXPECT_EQ(played.games[0].reason, "the last was taken");
  EXPECT_EQ(played.games[0].names[0], "wise");
  EXPECT_EQ(played.games[1].names[0], "greedy");
}

TEST(Match, DrawsAndConcurrency) {
  MatchPlan plan = plan_of(fake("a", "Playing Style=passive"), fake("b", "Playing Style=passive"), 10);
  plan.concurrency = 3;
  const Played played = play(plan);
  EXPECT_EQ(played.state.tally.draws, 10);
  EXPECT_EQ(played.state.tally.pairs[2], 5);
  EXPECT_EQ(played.games[0].reason, "two passes");
}

TEST(Match, OpeningsArePlayedWithBothSides) {
  MatchPlan plan = plan_of(fake("a"), fake("b"), 6, "60+1");
  plan.openings = parse_openings("# heaps\nstartpos moves 1 2\n\nfen 20 b 0\n", test::take_away(), 8);
  ASSERT_EQ(plan.openings.size(), 2U);
  const Played played = play(plan);
  // 18 left with the first side to move, 20 with the second to move: whoever moves wins the former, loses the
  // latter.
  EXPECT_EQ(played.games[0].result, Result::FirstWins);
  EXPECT_EQ(played.games[1].result, Result::FirstWins);
  EXPECT_EQ(played.games[2].result, Result::FirstWins);
  EXPECT_EQ(played.games[4].opening.moves.size(), 2U);
  EXPECT_EQ(played.state.tally.pairs[2], 3);
  EXPECT_EQ(played.games[0].moves.size() % 2, 1U);
}

// Only the engine at fault has a clock, so that a busy machine cannot make the other one lose.
TEST(Match, ForfeitsAreCountedApart) {
  struct Case {
    const char* options;
    int ForfeitCount::*kind;
    const char* reason;
  };
  for (const Case& each :
       {Case{"Fault=crash;Fault At=2", &ForfeitCount::crash, "exit code 3: fatal: asked to crash"},
        Case{"Fault=illegal;Fault At=2", &ForfeitCount::illegal, "plays '7'"},
        Case{"Fault=slow;tc=movetime=100ms", &ForfeitCount::time, "oversteps the time"},
        Case{"Fault=hang;tc=movetime=100ms", &ForfeitCount::time, "does not answer 'stop'"}}) {
    SCOPED_TRACE(each.options);
    MatchPlan plan = plan_of(fake("good"), fake("bad", each.options), 2);
    if (std::string_view(each.options).starts_with("Fault=hang")) plan.players.recovery = milliseconds(100);
    const Played played = play(plan);
    EXPECT_EQ(played.state.tally.wins, 2);  // and a new process was started after the first
    EXPECT_EQ(played.state.forfeits[1].*each.kind, 2);
    EXPECT_EQ(played.state.forfeits[1].all(), 2);
    EXPECT_EQ(played.state.forfeits[0].all(), 0);
    EXPECT_NE(played.games[0].reason.find(each.reason), std::string::npos) << played.games[0].reason;
  }
}

TEST(Match, SilenceWithoutAClockIsNoticed) {
  MatchPlan plan = plan_of(fake("good"), fake("bad", "Fault=hang"), 1);
  plan.openings = {Opening{"21 b 0", {}}};  // the bad one moves first
  plan.players.patience = milliseconds(100);
  plan.players.recovery = milliseconds(100);
  const Played played = play(plan);
  EXPECT_EQ(played.state.forfeits[1].crash, 1);
}

TEST(Match, ResigningIsNoForfeit) {
  const Played played = play(plan_of(fake("good"), fake("meek", "Fault=resign"), 2));
  EXPECT_EQ(played.state.tally.wins, 2);
  EXPECT_EQ(played.state.forfeits[1].all(), 0);
  EXPECT_EQ(played.games[0].reason, "meek resigns");
}

TEST(Match, AFloodOnTheErrorOutputBlocksNobody) {
  const Played played = play(plan_of(fake("good"), fake("loud", "Fault=flood"), 1));
  EXPECT_EQ(played.state.forfeits[1].all(), 0);
}

TEST(Match, AdjudicatesByScore) {
  // On a multiple of four the engine says it is 100 behind, else 100 ahead.
  MatchPlan plan = plan_of(fake("a"), fake("b"), 1);
  plan.openings = {Opening{"40 w 0", {}}};
  plan.adjudication.resign_score = 100;
  plan.adjudication.resign_moves = 3;
  Played played = play(plan);
  EXPECT_EQ(played.games[0].result, Result::SecondWins);
  EXPECT_EQ(played.games[0].moves.size(), 5U);  // its third move
  plan.adjudication = {.resign_score = 1000,
                       .resign_moves = 0,
                       .draw_score = 100,
                       .draw_moves = 2,
                       .draw_from = 3,
                       .longest = 0};
  played = play(plan);
  EXPECT_EQ(played.games[0].result, Result::Draw);
  EXPECT_EQ(played.games[0].moves.size(), 9U);
  plan.adjudication = {};
  plan.adjudication.longest = 4;
  played = play(plan);
  EXPECT_EQ(played.games[0].result, Result::Draw);
  EXPECT_EQ(played.games[0].moves.size(), 4U);
}

TEST(Match, TheTestEndsIt) {
  MatchPlan plan = plan_of(fake("wise"), fake("greedy", "Playing Style=greedy"), 1000);
  plan.sprt = Sprt{.elo0 = 0, .elo1 = 200};
  const Played played = play(plan);
  EXPECT_LT(played.state.tally.games(), 60);
  EXPECT_EQ(plan.sprt->decide(played.state.tally), Sprt::Decision::Accept1);
}

TEST(Match, StopsWithTheTallySoFar) {
  MatchPlan plan = plan_of(fake("a"), fake("b"), 100'000);
  search::StopFlag stop;
  int seen = 0;
  const MatchState state = play_match(
      plan, test::take_away(),
      [&](const GameRecord& game, int, const MatchState&) {
        if (game.result != Result::Unfinished && ++seen == 5) stop.request();
      },
      stop);
  EXPECT_GE(state.tally.games(), 5);
  EXPECT_LT(state.tally.games(), 1000);
  EXPECT_EQ(state.tally.games(), seen);
}

TEST(Match, GoesOnFromAResultsFile) {
  const std::string path = ::testing::TempDir() + "/tesuji-match-results.jsonl";
  std::filesystem::remove(path);
  const nlohmann::ordered_json setup = {{"engines", {"wise", "greedy"}}};
  MatchPlan plan = plan_of(fake("wise"), fake("greedy", "Playing Style=greedy"), 3);
  const auto run = [&] {
    ResultsFile results(path, setup);
    plan.played = results.played();
    int games = 0;
    const search::StopFlag stop;
    const MatchState state = play_match(
        plan, test::take_away(),
        [&](const GameRecord& game, int number, const MatchState&) {
          ++games;
          results.add(number, game);
        },
        stop);
    return std::pair(games, state);
  };
  EXPECT_EQ(run().first, 3);
  {  // as if killed while it wrote
    std::ofstream file(path, std::ios::app);
    file << R"({"game": 4, "resu)";
  }
  plan.games = 6;
  const auto [games, state] = run();
  EXPECT_EQ(games, 3);
  EXPECT_EQ(state.tally.wins, 6);
  EXPECT_EQ(state.tally.pairs, (std::array<int, 5>{0, 0, 0, 0, 3}));
  EXPECT_EQ(state.first_side_wins, 3);
  EXPECT_EQ(run().first, 0);
  EXPECT_THROW(ResultsFile(path, {{"engines", {"wise", "other"}}}), Error);
  {
    std::ofstream file(path, std::ios::app);
    file << "nonsense\n";
  }
  EXPECT_THROW(ResultsFile(path, setup), Error);
  std::filesystem::remove(path);
}

TEST(Match, LeavesAFileAloneThatHasNoResults) {
  const std::string path = ::testing::TempDir() + "/tesuji-match-notes.txt";
  const std::string notes = "my notes, without an end of line";
  std::ofstream(path) << notes;
  EXPECT_THROW(ResultsFile(path, {{"engines", {"wise", "greedy"}}}), Error);
  EXPECT_EQ(read_file(path), notes);
  std::filesystem::remove(path);
}

TEST(Match, AnEngineThatCannotBeStartedIsAnError) {
  const auto message = [](EngineSpec bad, milliseconds start_time) {
    MatchPlan plan = plan_of(fake("good"), std::move(bad), 2);
    plan.players.start_time = start_time;
    try {
      play(plan);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  // The long time lets the good engine start on a busy machine; the short one has to pass.
  EXPECT_NE(
      message(parse_engine("/nonexistent/engine", "uci"), milliseconds(60'000)).find("ended before 'uciok'"),
      std::string::npos);
  EXPECT_NE(message(parse_engine(std::string(FAKE_ENGINE) + " mute", "uci"), milliseconds(300))
                .find("no 'uciok' within"),
            std::string::npos);
}

TEST(Match, UsiAndXboardEngines) {
  const Played played = play(plan_of(fake("wise", "", "usi"), fake("old", "", "xboard"), 2, "60+1"));
  EXPECT_EQ(played.state.tally.wins, 2);
  EXPECT_EQ(played.state.forfeits[1].all(), 0) << played.games[0].reason;
}

TEST(Xboard, FindsMovesInOutput) {
  EXPECT_EQ(XboardPlayer::move_in("move e2e4"), "e2e4");
  EXPECT_EQ(XboardPlayer::move_in("My move is: 7g7f"), "7g7f");
  EXPECT_EQ(XboardPlayer::move_in("12. ... P*5e 8960"), "P*5e");
  EXPECT_EQ(XboardPlayer::move_in("12. 7g7f 10000"), std::nullopt);  // the echo of our own move
  EXPECT_EQ(XboardPlayer::move_in("Hint: 6i7h"), std::nullopt);
}

// An engine that knows no increment has the same time in all: left + byoyomi is what the clock allows.
TEST(TimeControl, AnIncrementIsToldAsByoyomiToWhoAsksForIt) {
  const TimeControl control = parse_time_control("10+0.5");
  const std::string start;
  const std::vector<std::string> moves;
  std::array<GameClock, 2> clocks{GameClock(control), GameClock(control)};
  const Turn turn{start, moves, 0, control, clocks};
  const auto go = [&](const char* engine) {
    return UciPlayer::go_command(turn, parse_engine(engine, "usi"), protocol::kUsi);
  };
  EXPECT_EQ(go("x"), "go btime 10000 wtime 10000 binc 500 winc 500");
  EXPECT_EQ(go("x;clock=increment"), go("x"));
  EXPECT_EQ(go("x;clock=byoyomi"), "go btime 9500 wtime 9500 byoyomi 500");
  clocks[0].moved(milliseconds(10'000));  // 500 ms are left
  EXPECT_EQ(go("x;clock=byoyomi"), "go btime 0 wtime 9500 byoyomi 500");
  EXPECT_THROW(parse_engine("x;clock=sundial", "usi"), Error);
}

TEST(TimeControl, ReadsAndWrites) {
  const TimeControl clock = parse_time_control("40/5+0.05");
  EXPECT_EQ(clock.base, milliseconds(5000));
  EXPECT_EQ(clock.increment, milliseconds(50));
  EXPECT_EQ(clock.moves, 40);
  EXPECT_EQ(format_time_control(clock), "40/5+0.05");
  EXPECT_EQ(parse_time_control("0+0b1").byoyomi, milliseconds(1000));
  EXPECT_EQ(parse_time_control("nodes=20k,movetime=1s").nodes, 20'000U);
  for (const char* bad : {"", "x", "0+0", "5+", "nodes=x", "speed=1", "0/5", "depth=-3"}) {
    EXPECT_THROW(parse_time_control(bad), Error) << bad;
  }
}

TEST(TimeControl, TheClockRuns) {
  GameClock clock(parse_time_control("2/10+1"));
  clock.moved(milliseconds(4000));
  EXPECT_EQ(clock.left(), milliseconds(7000));
  EXPECT_EQ(clock.moves_to_go(), 1);
  clock.moved(milliseconds(1000));
  EXPECT_EQ(clock.left(), milliseconds(17000));
  GameClock byoyomi(parse_time_control("1+0b2"));
  EXPECT_EQ(byoyomi.limit(), milliseconds(3000));
  byoyomi.moved(milliseconds(2500));
  EXPECT_EQ(byoyomi.left(), milliseconds(0));
  EXPECT_EQ(byoyomi.limit(), milliseconds(2000));
  EXPECT_FALSE(GameClock(parse_time_control("nodes=1")).limit());
}

}  // namespace
}  // namespace tesuji::match

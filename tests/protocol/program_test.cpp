// The program itself, spoken to through pipes as a GUI does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "protocol/talk.hpp"

namespace tesuji::test {
namespace {

const std::string kProgram = TESUJI_PROGRAM;

TEST(Program, PlaysChessByUci) {
  Talk talk(kProgram + " uci --hash 8M");
  talk.say("uci");
  EXPECT_EQ(talk.hear("uciok"), "uciok");
  EXPECT_TRUE(talk.received("option name Hash type spin default 8"));
  EXPECT_TRUE(talk.received("option name Move Overhead"));
  EXPECT_TRUE(talk.received("option name UCI_Chess960"));
  talk.say("isready");
  EXPECT_EQ(talk.hear("readyok"), "readyok");
  talk.say("ucinewgame");
  talk.say("position startpos moves f2f3 e7e5 g2g4");
  talk.say("go depth 4");
  EXPECT_TRUE(talk.hear("bestmove").starts_with("bestmove d8h4"));
  EXPECT_TRUE(talk.received("score mate 1"));
  talk.say("position startpos moves f2f3 e7e5 g2g4 d8h4");
  talk.say("go depth 4");
  EXPECT_EQ(talk.hear("bestmove"), "bestmove (none)");
  talk.say("position fen 8/8/8 w");
  EXPECT_NE(talk.hear("info string"), "");
  talk.say("position startpos");
  talk.say("go depth 3 searchmoves a2a3");
  EXPECT_TRUE(talk.hear("bestmove").starts_with("bestmove a2a3"));
  talk.say("go perft 3");
  EXPECT_EQ(talk.hear("Nodes searched"), "Nodes searched: 8902");
  talk.say("go infinite");
  talk.hear("info depth");
  talk.say("isready");
  EXPECT_EQ(talk.hear("readyok"), "readyok");
  talk.say("stop");
  EXPECT_NE(talk.hear("bestmove"), "");
  talk.say("go ponder wtime 1000 btime 1000");
  EXPECT_TRUE(talk.silent("bestmove", std::chrono::milliseconds(100)));
  talk.say("ponderhit");
  EXPECT_NE(talk.hear("bestmove"), "");
  talk.say("go infinite");
  talk.say("quit");
  EXPECT_TRUE(talk.ends());
  EXPECT_EQ(talk.last_words(), "exit code 0");
}

TEST(Program, TakesAVeryLongChessGame) {
  Talk talk(kProgram + " uci --hash 1M");
  std::string line = "position startpos moves";
  for (int i = 0; i < 1500; ++i) line += " g1f3 g8f6 f3g1 f6g8";
  talk.say(line);
  talk.say("go depth 2");
  EXPECT_NE(talk.hear("bestmove"), "");
}

TEST(Program, KnowsShogiByUsi) {
  Talk talk(kProgram + " usi --hash 8M");
  talk.say("usi");
  EXPECT_EQ(talk.hear("usiok"), "usiok");
  EXPECT_TRUE(talk.received("option name USI_Hash type spin default 8"));
  talk.say("position startpos moves 7g7f 3c3d 8h2b+");
  talk.say("d");
  EXPECT_NE(talk.hear("sfen:").find(" w B"), std::string::npos);
  talk.say("position startpos moves 7g7e");
  EXPECT_NE(talk.hear("info string"), "");
  talk.say("quit");
  EXPECT_TRUE(talk.ends());
}

TEST(Program, ASolverThatWasStoppedStillPlays) {
  Talk talk(kProgram + " uci connect4 --hash 1M");
  talk.say("position startpos moves 4 4 4 4 4 4 1 2 7");  // beyond the book
  talk.say("go nodes 1");
  EXPECT_EQ(talk.hear("bestmove"), "bestmove 3");
}

TEST(Program, StopsACountWithoutEnd) {
  Talk talk(kProgram + " usi --hash 1M");
  talk.say("go perft 1000000");
  talk.say("isready");
  EXPECT_EQ(talk.hear("readyok"), "readyok");
  talk.say("stop");
  EXPECT_EQ(talk.hear("info string"), "info string stopped before the count was done");
  talk.say("quit");
  EXPECT_TRUE(talk.ends());
  EXPECT_EQ(talk.last_words(), "exit code 0");
}

// What a program prints whose input ends at once.
std::vector<std::string> printed(const std::string& input, const std::string& arguments,
                                 const std::string& before = "", const std::string& after = "") {
  Talk talk("sh -c '" + before + "printf \"" + input + "\" | " + kProgram + " " + arguments + after + "'");
  talk.hear("nothing begins like this", std::chrono::hours(1));
  EXPECT_TRUE(talk.ends()) << arguments;
  return talk.lines;
}

// 1,525 plies: nobody waits for it.
const std::string kLongMate =
    "position sfen g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/"
    "+B5G1g b - 1\\n";

TEST(Program, TheEndOfInputEndsWhatHasNoLimit) {
  EXPECT_EQ(printed(kLongMate + "go mate infinite\\n", "usi --hash 1M").back(), "checkmate timeout");
  EXPECT_EQ(printed("go mate 60\\n", "uci --hash 1M").back().substr(0, 8), "bestmove");
  EXPECT_EQ(printed("go infinite\\n", "uci --hash 1M").back().substr(0, 8), "bestmove");
  for (const char* arguments : {"uci chess", "uci connect4 --hash 1M", "uci othello", "usi shogi"}) {
    const auto lines = printed("go perft 40\\n", arguments);
    ASSERT_FALSE(lines.empty()) << arguments;
    EXPECT_EQ(lines.back(), "info string stopped before the count was done") << arguments;
  }
}

// The limits here are a day: only the reader's end can end these.
TEST(Program, ASearchEndsWithItsReader) {
  EXPECT_TRUE(printed(kLongMate + "go mate 86400000\\n", "usi --hash 1M", "", " | true").empty());
  EXPECT_TRUE(printed("go movetime 86400000\\n", "uci --hash 1M", "", " | true").empty());
  // One stone in an empty corner of 49 points.
  std::string stones = "boardsize 13\\nplay B D4\\n";
  for (char row = '1'; row <= '8'; ++row) stones += std::string("play W H") + row + "\\n";
  for (char column = 'A'; column <= 'G'; ++column) stones += std::string("play W ") + column + "8\\n";
  EXPECT_TRUE(printed(stones + "tsumego-solve W D4\\n", "gtp --hash 1M --time 24h", "", " | true").empty());
}

TEST(Program, SaysThatItCannotStartThreads) {
  const std::string mate_in_one = "position startpos moves f2f3 e7e5 g2g4\\n";
  // A stack that does not fit: not one thread starts.
  const std::string no_threads = "ulimit -s 4000000; ulimit -v 3000000; ";
  const auto alone = printed(mate_in_one + "go depth 3\\n", "uci --hash 1M", no_threads);
  EXPECT_EQ(alone.back(), "bestmove d8h4");
  EXPECT_TRUE(std::any_of(alone.begin(), alone.end(), [](const std::string& line) {
    return line.starts_with("info string cannot start a thread for the search: ");
  }));
  const auto endless = printed(mate_in_one + "go infinite\\n", "uci --hash 1M", no_threads);
  EXPECT_EQ(endless.back().substr(0, 8), "bestmove");
  EXPECT_EQ(endless.front().substr(0, 31), "info string cannot start a thre");
  // Some start, and not all that were asked for.
  const auto some = printed(mate_in_one + "go depth 3\\n", "uci --hash 1M --threads 1000",
                            "ulimit -s 8192; ulimit -v 3000000; ");
  EXPECT_EQ(some.back(), "bestmove d8h4");
  EXPECT_TRUE(std::any_of(some.begin(), some.end(), [](const std::string& line) {
    return line.starts_with("info string cannot start 1000 threads");
  }));
}

TEST(Program, SolvesShogiMatesByUsi) {
  Talk talk(kProgram + " usi --hash 8M");
  talk.say("position sfen 7kl/7p1/6S2/9/9/9/9/9/9 b R2Gr2b2g3s4n3l17p 1");
  talk.say("go mate infinite");
  EXPECT_EQ(talk.hear("checkmate"), "checkmate G*3b 2a1b 3b2b 1b1c G*2d");
  talk.say("position sfen 7nk/7p1/7G1/9/9/9/9/9/9 b P2r2b3g4s3n4l16p 1");
  talk.say("go mate 60000");
  EXPECT_EQ(talk.hear("checkmate"), "checkmate nomate");
  // 1,525 plies: more than a moment.
  talk.say(
      "position sfen g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/"
      "+B5G1g b - 1");
  talk.say("go mate 50");
  EXPECT_EQ(talk.hear("checkmate"), "checkmate timeout");
  talk.say("go mate infinite");
  talk.say("isready");
  EXPECT_EQ(talk.hear("readyok"), "readyok");
  talk.say("stop");
  EXPECT_EQ(talk.hear("checkmate"), "checkmate timeout");
  // A mate in an ordinary search: USI counts plies.
  talk.say("position sfen 7kl/7p1/6S2/9/9/9/9/9/4K4 b R2Gr2b2g3s4n3l17p 1");
  talk.say("go nodes 100000");
  EXPECT_NE(talk.hear("bestmove"), "");
  EXPECT_TRUE(talk.received("score mate 5"));
  talk.say("quit");
  EXPECT_TRUE(talk.ends());
}

TEST(Program, PlaysAMatchAgainstItself) {
  Talk talk(kProgram + " match '" + kProgram + " uci;Hash=1' '" + kProgram +
            " uci;Hash=1' --tc nodes=200 --games 2 --longest 30 --json");
  const std::string last = talk.hear("{\"engines\"");
  EXPECT_NE(last.find("\"games\":2"), std::string::npos) << last;
  EXPECT_NE(last.find("{\"time\":0,\"illegal\":0,\"crash\":0},{\"time\":0,\"illegal\":0,\"crash\":0}"),
            std::string::npos);
}

TEST(Program, RecordsAShogiMatchAsKif) {
  const std::string file = testing::TempDir() + "tesuji-program-test.kif";
  std::remove(file.c_str());
  const std::string engine = "'" + kProgram + " usi;USI_Hash=1;name=";
  Talk talk(kProgram + " match --game shogi " + engine + "one' " + engine +
            "two' --tc nodes=50 --games 1 --longest 12 --json --record " + file);
  EXPECT_NE(talk.hear("{\"engines\"").find("\"games\":1"), std::string::npos);
  EXPECT_TRUE(talk.ends());
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(text.find("先手：one"), std::string::npos) << text;
  // What was written is read: twelve plies from the start.
  Talk reader(kProgram + " analyze shogi " + file + " --depth 1 --hash 1M --json");
  EXPECT_NE(reader.hear("{").find(" 13\""), std::string::npos);
}

TEST(Program, RunsAnEpdSuite) {
  const std::string file = testing::TempDir() + "tesuji-program-test.epd";
  std::ofstream(file) << "6k1/5ppp/8/8/8/8/8/K6R w - - am Rh1; id \"wrong\";\n";
  Talk bad(kProgram + " epd " + file + " --depth 4 --hash 1M 2>&1");
  EXPECT_NE(bad.hear("tesuji:").find("line 1: 'Rh1' is not a legal move"), std::string::npos);
  std::ofstream(file) << "6k1/5ppp/8/8/8/8/8/KR6 w - - bm Rb8#; dm 1; id \"back rank\";\n";
  Talk good(kProgram + " epd " + file + " --depth 4 --hash 1M");
  EXPECT_EQ(good.hear("solved").substr(0, 12), "solved 1 / 1");
}

}  // namespace
}  // namespace tesuji::test

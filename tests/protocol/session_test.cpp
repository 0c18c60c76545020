// UCI and USI conversations with the take-away engine, through pipes.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "protocol/talk.hpp"

namespace tesuji::test {
namespace {

using std::chrono::milliseconds;

const std::string kUciEngine = std::string(FAKE_ENGINE) + " uci";
const std::string kUsiEngine = std::string(FAKE_ENGINE) + " usi";

TEST(Uci, AnnouncesItselfAndItsOptions) {
  Talk talk(kUciEngine);
  talk.say("uci");
  EXPECT_EQ(talk.hear("uciok"), "uciok");
  EXPECT_TRUE(talk.received("id name Tesuji"));
  EXPECT_TRUE(talk.received("id author"));
  EXPECT_TRUE(talk.received("option name Hash type spin default 256 min 1 max"));
  EXPECT_TRUE(talk.received("option name Threads type spin default 1 min 1"));
  EXPECT_TRUE(talk.received("option name Replacement type combo default engine var engine var balanced"));
  EXPECT_TRUE(talk.received("option name Clear Hash type button"));
  EXPECT_TRUE(talk.received("option name HashFile type string default <empty>"));
  EXPECT_TRUE(talk.received("option name MultiPV type spin default 1 min 1 max 4"));
  EXPECT_TRUE(talk.received("option name Playing Style type combo default wise var wise var greedy"));
  EXPECT_TRUE(talk.received("option name UCI_ShowWDL type check default false"));
}

TEST(Uci, TheLastLineOfPlayBeginsWithTheMoveThatIsPlayed) {
  Talk talk(kUciEngine);
  talk.say("setoption name Fault value resign");  // another move than the search reported
  talk.say("go depth 3");
  EXPECT_EQ(talk.hear("bestmove"), "bestmove resign");
  ASSERT_GE(talk.lines.size(), 2U);
  EXPECT_TRUE(talk.lines[talk.lines.size() - 2].ends_with(" pv resign")) << talk.lines[talk.lines.size() - 2];
}

TEST(Uci, SaysThatALimitMakesNoSense) {
  Talk talk(kUciEngine);
  talk.say("go nodes -1 depth 3");
  EXPECT_EQ(talk.hear("bestmove").substr(0, 8), "bestmove");
  EXPECT_TRUE(talk.received("info string go: invalid 'nodes -1' is ignored"));
  EXPECT_TRUE(talk.received("info depth 3"));
}

TEST(Uci, SearchesAndAnswersWithBestAndPonderMove) {
  Talk talk(kUciEngine);
  talk.say("position startpos moves 1 2");  // 18 left
  talk.say("go depth 3");
  EXPECT_EQ(talk.hear("bestmove"), "bestmove 2 ponder 1");
  EXPECT_TRUE(talk.received("info depth 3 seldepth 4 multipv 1 score cp 100 nodes 60"));
  EXPECT_TRUE(talk.received(" pv 2 1"));
  EXPECT_FALSE(talk.received("wdl"));
}

TEST(Uci, ShowsLinesAndOddsWhenAsked) {
  Talk talk(kUciEngine);
  talk.say("setoption name UCI_ShowWDL value true");
  talk.say("go depth 1");
  talk.hear("bestmove");
  EXPECT_TRUE(talk.received("score cp 100 wdl 700 200 100 nodes"));
  talk.say("setoption name multipv value 3");  // names in any case
  talk.say("go depth 1");
  talk.hear("bestmove");
  EXPECT_TRUE(talk.received("multipv 1 score cp 10"));
  EXPECT_TRUE(talk.received("multipv 3 score cp 8"));
}

TEST(Uci, IsReadyAndStopWhileSearching) {
  Talk talk(kUciEngine);
  talk.say("position fen 90001 w 0");
  talk.say("go infinite");
  talk.hear("info depth 2");
  talk.say("isready");
  EXPECT_EQ(talk.hear("readyok"), "readyok");
  talk.say("stop");
  EXPECT_TRUE(talk.hear("bestmove").starts_with("bestmove 1"));
}

TEST(Uci, AnEndlessSearchKeepsItsAnswerUntilStopped) {
  Talk talk(kUciEngine);
  talk.say("position fen 3 w 0");  // the engine is done with it at once
  talk.say("go infinite");
  EXPECT_TRUE(talk.silent("bestmove", milliseconds(200)));
  talk.say("stop");
  EXPECT_EQ(talk.hear("bestmove"), "bestmove 3");
}

TEST(Uci, PonderhitTurnsPonderingIntoPlaying) {
  Talk talk(kUciEngine);
  talk.say("position fen 90001 w 0");
  talk.say("go ponder wtime 400 btime 400");
  EXPECT_TRUE(talk.silent("bestmove", milliseconds(100)));
  talk.say("ponderhit");
  EXPECT_TRUE(talk.hear("bestmove").starts_with("bestmove 1"));
}

TEST(Uci, ABadPositionKeepsTheLastGoodOne) {
  Talk talk(kUciEngine);
  talk.say("position startpos moves 1");
  talk.say("position fen rubbish");
  EXPECT_EQ(talk.hear("info string"), "info string 'rubbish' has no heap");
  talk.say("position startpos moves 1 2 9");
  EXPECT_TRUE(talk.hear("info string").find("'9' is not a legal move") != std::string::npos);
  talk.say("position");
  EXPECT_NE(talk.hear("info string"), "");
  talk.say("d");
  EXPECT_EQ(talk.hear("fen:"), "fen: 20 b 0");
}

TEST(Uci, IgnoresWhatItDoesNotKnow) {
  Talk talk(kUciEngine);
  talk.say("");
  talk.say("   \t ");
  talk.say("register later");
  talk.say("nonsense");
  talk.say("joho debug on");  // the protocol's own example: the unknown word goes, the rest stays
  talk.say("gibberish");
  EXPECT_EQ(talk.hear("info string"), "info string ignored 'gibberish'");
  talk.say("go depth 1 whatever nodes");
  EXPECT_EQ(talk.hear("info string"), "info string go: ignored 'whatever'");
  EXPECT_EQ(talk.hear("bestmove"), "bestmove 1 ponder 1");
}

TEST(Uci, OptionsThatDoNotFitAreRefusedWithAReason) {
  Talk talk(kUciEngine);
  talk.say("setoption name Hash value lots");
  EXPECT_TRUE(talk.hear("info string").find("Hash is a number from 1") != std::string::npos);
  talk.say("setoption name Hash value 33000000");  // the engine's word, not the protocol's
  EXPECT_EQ(talk.hear("info string"), "info string there is not so much memory");
  talk.say("setoption name Nonesuch value 1");
  EXPECT_EQ(talk.hear("info string"), "info string there is no option 'Nonesuch'");
  talk.say("setoption name Playing Style value lazy");
  EXPECT_EQ(talk.hear("info string"),
            "info string Playing Style is one of wise, greedy, passive, not 'lazy'");
  talk.say("setoption name Playing Style value passive");
  talk.say("go depth 1");
  EXPECT_EQ(talk.hear("bestmove"), "bestmove pass ponder 1");
}

TEST(Uci, SavesAndLoadsTheTable) {
  const auto file = std::filesystem::temp_directory_path() / "tesuji-session-test.hash";
  std::filesystem::remove(file);
  Talk talk(kUciEngine);
  talk.say("setoption name SaveHash");
  EXPECT_EQ(talk.hear("info string"), "info string SnapshotFile is not set");
  talk.say("setoption name SnapshotFile value " + file.string());
  talk.say("setoption name LoadHash");
  EXPECT_NE(talk.hear("info string").find("is no table"), std::string::npos);
  talk.say("setoption name SaveHash");
  talk.say("setoption name LoadHash");
  talk.say("setoption name Clear Hash");
  talk.say("isready");
  talk.hear("readyok");
  EXPECT_FALSE(talk.received("info string"));
  EXPECT_TRUE(std::filesystem::exists(file));
  std::filesystem::remove(file);
}

TEST(Uci, SearchMovesAndPerft) {
  Talk talk(kUciEngine);
  talk.say("go depth 1 searchmoves 3 2 8");
  EXPECT_EQ(talk.hear("info string"), "info string searchmoves: '8' is not a legal move here");
  EXPECT_TRUE(talk.hear("bestmove").starts_with("bestmove 3"));
  talk.say("go perft 2");
  EXPECT_EQ(talk.hear("Nodes searched"), "Nodes searched: 16");
  EXPECT_TRUE(talk.received("pass: 4"));
}

TEST(Uci, NoMoveAtTheEndOfTheGame) {
  Talk talk(kUciEngine);
  talk.say("position fen 1 w 0 moves 1");
  talk.say("go depth 1");
  EXPECT_EQ(talk.hear("bestmove"), "bestmove (none)");
}

TEST(Uci, QuitsDuringASearch) {
  Talk talk(kUciEngine);
  talk.say("position fen 90001 w 0");
  talk.say("go infinite");
  talk.hear("info depth 2");
  talk.say("quit");
  EXPECT_TRUE(talk.ends());
  EXPECT_EQ(talk.last_words(), "exit code 0");
}

TEST(Uci, AtTheEndOfInputABoundedSearchStillAnswers) {
  Talk bounded("printf 'go depth 20\\n' | " + kUciEngine);
  EXPECT_EQ(bounded.hear("bestmove"), "bestmove 1 ponder 1");
  EXPECT_TRUE(bounded.received("info depth 20"));
  EXPECT_TRUE(bounded.ends());
  Talk endless("printf 'position fen 90001 w 0\\ngo infinite' | " + kUciEngine);
  EXPECT_NE(endless.hear("bestmove"), "");
  EXPECT_TRUE(endless.ends());
}

TEST(Uci, TakesThousandsOfMoves) {
  Talk talk(kUciEngine);
  std::string line = "position fen 100000 w 0 moves";
  for (int i = 0; i < 20'000; ++i) line += " 2";
  talk.say(line);
  talk.say("d");
  EXPECT_EQ(talk.hear("fen:"), "fen: 60000 w 0");
}

TEST(Uci, AGoDuringASearchEndsTheFirst) {
  Talk talk(kUciEngine);
  talk.say("position fen 90001 w 0");
  talk.say("go infinite");
  talk.say("go depth 1");
  EXPECT_NE(talk.hear("bestmove"), "");
  EXPECT_NE(talk.hear("bestmove"), "");
  EXPECT_TRUE(talk.silent("bestmove", milliseconds(50)));
}

TEST(Usi, SpeaksItsOwnWords) {
  Talk talk(kUsiEngine);
  talk.say("usi");
  EXPECT_EQ(talk.hear("usiok"), "usiok");
  EXPECT_TRUE(talk.received("option name USI_Hash type spin"));
  EXPECT_TRUE(talk.received("option name USI_Ponder type check"));
  EXPECT_TRUE(talk.received("option name PlayingStyle type combo"));
  EXPECT_TRUE(talk.received("option name ResignValue type spin default 99999"));
  talk.say("isready");
  EXPECT_EQ(talk.hear("readyok"), "readyok");
  talk.say("usinewgame");
  talk.say("position sfen 18 w 0 moves 1");
  talk.say("go btime 1000 wtime 1000 byoyomi 20");
  EXPECT_EQ(talk.hear("bestmove"), "bestmove 1 ponder 1");
  talk.say("gameover win");
  talk.say("quit");
  EXPECT_TRUE(talk.ends());
}

TEST(Usi, SolvesMates) {
  Talk talk(kUsiEngine);
  talk.say("position sfen 5 w 0");
  talk.say("go mate infinite");
  EXPECT_EQ(talk.hear("checkmate"), "checkmate 1 1");
  talk.say("position sfen 8 w 0");
  talk.say("go mate 5000");
  EXPECT_EQ(talk.hear("checkmate"), "checkmate nomate");
  talk.say("position sfen 90001 w 0");
  talk.say("go mate infinite");
  talk.hear("info depth 2");
  talk.say("stop");
  EXPECT_EQ(talk.hear("checkmate"), "checkmate timeout");
}

TEST(Usi, Resigns) {
  Talk talk(kUsiEngine);
  talk.say("position sfen 1 w 0 moves 1");
  talk.say("go depth 1");
  EXPECT_EQ(talk.hear("bestmove"), "bestmove resign");
  talk.say("setoption name ResignValue value 100");
  talk.say("position sfen 8 w 0");  // 100 behind
  talk.say("go depth 1");
  EXPECT_EQ(talk.hear("bestmove"), "bestmove resign");
}

}  // namespace
}  // namespace tesuji::test

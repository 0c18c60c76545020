// Many workers at the command line: progress, and one proof that they share.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "app/program.hpp"

namespace tesuji {
namespace {

using nlohmann::json;
using test::Finished;
using test::TemporaryFolder;
using test::tesuji;

// Each question takes many jobs of a few nodes; the answer is that of the search that is not cut up.
TEST(ProofCli, ManyWorkersProveWhatOneProves) {
  const std::string questions[][2] = {
      {"connect4 --book none 44455554221", "score"},
      {"shogi '4k4/9/4P4/9/9/9/9/9/9 b 2G2S 1'", "verdict"},
      {"shogi '4k4/9/9/9/9/9/9/9/9 b 2GS 1'", "proved"},
      {"chess '4r1k1/5ppp/8/8/8/8/1Q3PPP/1R4K1 w - - 0 1' --mate 3", "verdict"},
      {"go '(;SZ[9]AB[ad][bd][cd][dd][ed][fd][fc][fb][fa][ga]AW[ac][bc][cc][dc][ec][eb][ea]MA[cc])'",
       "verdict"},
  };
  for (const auto& [question, field] : questions) {
    const Finished one = tesuji("solve " + question + " --hash 4M --json");
    ASSERT_EQ(one.status, 0) << question << one.err;
    const Finished many =
        tesuji("solve " + question + " --hash 8M --jobs 2 --job-nodes 64 --tree-nodes 50 --json");
    ASSERT_EQ(many.status, 0) << question << many.err;
    const json first = json::parse(one.out), second = json::parse(many.out);
    EXPECT_EQ(second["proved"], true);
    if (field == "score" || field == "proved") {
      EXPECT_EQ(first[field], second[field]) << question;
    } else {
      // The one by jobs does not count the moves of a mate in shogi.
      EXPECT_TRUE(first[field].get<std::string>().starts_with(second[field].get<std::string>()))
          << question << first[field] << second[field];
    }
  }
  EXPECT_EQ(tesuji("solve othello '' --jobs 2").status, 2);
  EXPECT_EQ(tesuji("solve connect4 44 --jobs 2 --all-moves").status, 1);
}

TEST(ProofCli, ATreeLargerThanItsMemoryGoesToDisk) {
  const std::string question =
      "solve go '(;SZ[9]AB[ad][bd][cd][dd][ed][fd][fc][fb][fa][ga]AW[ac][bc][cc][dc][ec][eb][ea]MA[cc])' "
      "--hash 4M --jobs 1 --job-nodes 64 --json";
  const json roomy = json::parse(tesuji(question).out);
  const json tight = json::parse(tesuji(question + " --tree-nodes 10").out);
  EXPECT_EQ(tight["proved"], true);
  EXPECT_EQ(tight["verdict"], roomy["verdict"]);
  EXPECT_EQ(roomy["remarks"].dump().find("written to disk"), std::string::npos) << roomy["remarks"];
  EXPECT_NE(tight["remarks"].dump().find("written to disk"), std::string::npos) << tight["remarks"];
}

// Before anything is asked: no Redis server is needed to find out.
TEST(ProofCli, OptionsThatNameFilesAreRefusedForOtherMachines) {
  const TemporaryFolder folder;
  test::spit(folder.file("in"), "4453\n");
  for (const std::string& command : {"batch connect4 " + folder.file("in") + " --out " + folder.file("out"),
                                     std::string("solve connect4 4453")}) {
    const Finished refused = tesuji(command + " --book other.book --queue redis://127.0.0.1:1/0");
    EXPECT_EQ(refused.status, 2) << refused.err;
    EXPECT_NE(refused.err.find("--book names a file, which workers on other machines do not have"),
              std::string::npos)
        << refused.err;
  }
}

// Stopped twice, once in the middle of a line, it goes on where it was and finds the same.
TEST(ProofCli, AProofThatWasStoppedGoesOnFromItsRecord) {
  const TemporaryFolder folder;
  const std::string question =
      "solve go "
      "'(;SZ[9]AB[ad][bd][cd][dd][ed][fd][fc][fb][fa][ga]AW[ac][bc][cc][dc][ec][eb][ea]MA[cc])' "
      "--hash 4M --jobs 2 --job-nodes 64 --json";
  const std::string recorded = question + " --record " + folder.file("proof");
  const json whole = json::parse(tesuji(question).out);
  ASSERT_EQ(whole["proved"], true);
  const auto jobs = [&] {
    const std::string text = test::slurp(folder.file("proof"));
    return std::count(text.begin(), text.end(), '\n') - 1;
  };
  EXPECT_EQ(tesuji(recorded + " --nodes 100").status, 1);
  const auto first = jobs();
  ASSERT_GT(first, 0);
  test::spit(folder.file("proof"), test::slurp(folder.file("proof")) + "{\"goal\":\"a 1\",\"mo");
  const Finished second = tesuji(recorded + " --nodes 100");
  EXPECT_EQ(second.status, 1) << second.err;
  EXPECT_NE(second.err.find(std::to_string(first) + " jobs are done already"), std::string::npos)
      << second.err;
  EXPECT_GT(jobs(), first);
  const Finished last = tesuji(recorded);
  ASSERT_EQ(last.status, 0) << last.err;
  EXPECT_EQ(json::parse(last.out)["verdict"], whole["verdict"]);
  // Nothing is left to search.
  const json again = json::parse(tesuji(recorded).out);
  EXPECT_EQ(again["verdict"], whole["verdict"]);
  EXPECT_EQ(again["nodes"], 0);

  const Finished other = tesuji(recorded + " --player W");
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.err.find("records another position"), std::string::npos) << other.err;
  test::spit(folder.file("proof"), "no record\n");
  EXPECT_NE(tesuji(recorded).err.find("line 1 was not written by tesuji solve --record"), std::string::npos);
}

// On a terminal: how many are done, and how long the rest will take.
TEST(ProofCli, TheSubmitterShowsProgressAndTheTimeLeft) {
  const TemporaryFolder folder;
  test::spit(
      folder.file("in"),
      "536376766157261213526717212532\n774277125542211223345374373541\n342231337551566313547762752151\n");
  const std::string command = std::string(TESUJI_PROGRAM) + " batch connect4 " + folder.file("in") +
                              " --hash 2M --jobs 2 --out " + folder.file("out");
  const Finished shown = test::run("script", "-qec '" + command + "' /dev/null");
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_NE(shown.out.find("1/3"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find(" left"), std::string::npos) << shown.out;
}

}  // namespace
}  // namespace tesuji

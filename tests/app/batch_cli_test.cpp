// `batch` and `epd`: files of many positions, runs that are continued, many jobs.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "app/program.hpp"
#include "base/file.hpp"

namespace tesuji {
namespace {

using nlohmann::json;
using test::Finished;
using test::kLate;
using test::kLater;
using test::kLatest;
using test::lines;
using test::TemporaryFolder;
using test::tesuji;

TEST(BatchCli, ABadPositionAmongManyDoesNotStopTheRest) {
  const Finished run = tesuji("solve connect4 --json -", std::string(kLate) + "\n49\n" + kLater + "\n");
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(lines(run.out), 3);
  EXPECT_NE(run.err.find("line 2: "), std::string::npos) << run.err;
}

// What is no UTF-8 cannot be quoted as it is.
TEST(BatchCli, AnyBytesAreAnsweredInJson) {
  const TemporaryFolder folder;
  const std::string input = std::string("2:\xff\n") + kLate + "\n";
  const Finished run = tesuji("solve connect4 --json -", input);
  EXPECT_EQ(run.status, 1);
  ASSERT_EQ(lines(run.out), 2) << run.err;
  EXPECT_TRUE(json::parse(run.out.substr(0, run.out.find('\n'))).contains("error"));

  test::spit(folder.file("in"), input);
  const std::string call = "batch connect4 " + folder.file("in") + " --out " + folder.file("out");
  EXPECT_EQ(tesuji(call).status, 1);
  const std::string results = test::slurp(folder.file("out"));
  EXPECT_EQ(lines(results), 3);
  EXPECT_NE(tesuji(call).err.find("2 of 2 are done already"), std::string::npos);
  EXPECT_EQ(test::slurp(folder.file("out")), results);
}

TEST(BatchCli, ABatchGoesOnWhereItStopped) {
  const TemporaryFolder folder;
  test::spit(folder.file("in"), std::string(kLate) + "\n" + kLater + "\n" + kLatest + "\n");
  const std::string call = "batch connect4 " + folder.file("in") + " --out " + folder.file("out");
  ASSERT_EQ(tesuji(call).status, 0);
  const std::string whole = test::slurp(folder.file("out"));
  ASSERT_EQ(lines(whole), 4);

  // Cut in the middle of the second result, as a crash would.
  const std::size_t first_line = whole.find('\n', whole.find('\n') + 1) + 1;
  test::spit(folder.file("out"), whole.substr(0, first_line + 10));
  const Finished again = tesuji(call);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_NE(again.err.find("1 of 3 are done already"), std::string::npos) << again.err;
  const std::string resumed = test::slurp(folder.file("out"));
  EXPECT_EQ(resumed.substr(0, first_line), whole.substr(0, first_line));
  EXPECT_EQ(lines(resumed), 4);

  // Results of another input are not mixed in.
  test::spit(folder.file("in"), "1\n2\n3\n");
  EXPECT_EQ(tesuji(call).status, 1);
  EXPECT_EQ(test::slurp(folder.file("out")), resumed);
}

TEST(BatchCli, ABatchSaysWhatItIsAndLeavesOtherFilesAlone) {
  const TemporaryFolder folder;
  test::spit(folder.file("in"), std::string(kLate) + "\n");
  const std::string call = "batch connect4 " + folder.file("in") + " --out " + folder.file("out");
  ASSERT_EQ(tesuji(call).status, 0);
  const std::string whole = test::slurp(folder.file("out"));
  const json header = json::parse(whole.substr(0, whole.find('\n')))["batch"];
  EXPECT_EQ(header["program"], "tesuji");
  EXPECT_EQ(header["game"], "connect4");
  EXPECT_EQ(header["input"].get<std::string>().size(), 16U);

  // Neither without an end of line nor with one is a file emptied that we did not write.
  for (const char* notes : {"my notes", "my notes\n", "{\"input\":\"44\"}\n"}) {
    test::spit(folder.file("notes"), notes);
    const Finished run = tesuji("batch connect4 " + folder.file("in") + " --out " + folder.file("notes"));
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(test::slurp(folder.file("notes")), notes);
  }
  // Other options are another batch.
  EXPECT_EQ(tesuji(call + " --weak").status, 1);
  EXPECT_EQ(test::slurp(folder.file("out")), whole);
}

// The lock is held for the whole run, also while the file is being replaced.
TEST(BatchCli, TwoBatchesDoNotWriteTheSameFile) {
  const TemporaryFolder folder;
  test::spit(folder.file("in"), std::string(kLate) + "\n");
  const std::string call = "batch connect4 " + folder.file("in") + " --out " + folder.file("out");
  {
    const RunLock other(folder.file("out"));
    const Finished run = tesuji(call);
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.err.find("another run is writing"), std::string::npos) << run.err;
    EXPECT_FALSE(std::filesystem::exists(folder.file("out")));
  }
  EXPECT_EQ(tesuji(call).status, 0);
  EXPECT_FALSE(std::filesystem::exists(folder.file("out") + ".lock"));
}

TEST(BatchCli, AResumedBatchCountsTheErrorsOfTheWholeFile) {
  const TemporaryFolder folder;
  test::spit(folder.file("in"), "9\n" + std::string(kLate) + "\n");
  const std::string call = "batch connect4 " + folder.file("in") + " --out " + folder.file("out");
  EXPECT_EQ(tesuji(call).status, 1);
  const Finished again = tesuji(call);
  EXPECT_EQ(again.status, 1) << again.err;
  EXPECT_NE(again.err.find("1 of them with an error"), std::string::npos) << again.err;
}

TEST(BatchCli, ABatchTriesAgainWhenALimitIsRaised) {
  const TemporaryFolder folder;
  test::spit(folder.file("in"), std::string("44534453\n") + kLate + "\n");
  const std::string call = "batch connect4 --hash 4M " + folder.file("in") + " --out " + folder.file("out");
  (void)tesuji(call + " --nodes 1000");
  const std::string first = test::slurp(folder.file("out"));
  EXPECT_NE(first.find("\"proved\":false"), std::string::npos) << first;
  (void)tesuji(call + " --nodes 1000");
  EXPECT_EQ(test::slurp(folder.file("out")), first) << "the same limit: nothing to do";
  EXPECT_EQ(tesuji(call + " --nodes 50M").status, 0);
  const std::string second = test::slurp(folder.file("out"));
  EXPECT_EQ(second.find("\"proved\":false"), std::string::npos) << second;
  EXPECT_EQ(lines(second), 3);
  EXPECT_LT(second.find("\"index\":1,"), second.find("\"index\":2,"));
}

// Lines of a batch without what differs from run to run.
std::vector<json> answers(const std::string& text) {
  std::vector<json> all;
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);  // the header
  while (std::getline(in, line)) {
    json answer = json::parse(line);
    for (const char* field : {"nodes", "seconds", "nps", "table", "pv", "work"}) answer.erase(field);
    all.push_back(answer);
  }
  return all;
}

TEST(BatchCli, ABatchWithManyJobsAnswersTheSameInTheSameOrder) {
  const TemporaryFolder folder;
  std::string input;
  for (std::size_t i = 0; i < 40; ++i) {
    const std::string game = i % 3 == 0 ? kLate : i % 3 == 1 ? kLater : kLatest;
    input += i == 7 ? "nonsense\n" : game.substr(0, 24 + i % 7) + "\n";
  }
  test::spit(folder.file("in"), input);
  const std::string one = "batch connect4 " + folder.file("in") + " --hash 4M --out ";
  const Finished alone = tesuji(one + folder.file("one"));
  const Finished many = tesuji(one + folder.file("many") + " --jobs 3");
  EXPECT_EQ(alone.status, 1);
  EXPECT_EQ(many.status, 1);
  const auto expected = answers(test::slurp(folder.file("one")));
  ASSERT_EQ(expected.size(), 40u);
  EXPECT_EQ(answers(test::slurp(folder.file("many"))), expected);
  // A run that was killed leaves lines in any order, and perhaps a part of one.
  const std::string whole = test::slurp(folder.file("many"));
  std::vector<std::string> kept;
  std::istringstream in(whole);
  for (std::string line; std::getline(in, line);) kept.push_back(line);
  test::spit(folder.file("killed"),
             kept[0] + '\n' + kept[9] + '\n' + kept[3] + '\n' + kept[20].substr(0, 30));
  const Finished resumed = tesuji(one + folder.file("killed") + " --jobs 2");
  EXPECT_NE(resumed.err.find("2 of 40 are done already"), std::string::npos) << resumed.err;
  EXPECT_EQ(answers(test::slurp(folder.file("killed"))), expected);
}

TEST(BatchCli, ASuiteWithManyJobsIsPrintedInOrder) {
  const Finished one = tesuji("epd examples/mates.epd --nodes 20k --hash 2M --json");
  const Finished many = tesuji("epd examples/mates.epd --nodes 20k --hash 2M --jobs 3 --json");
  EXPECT_EQ(many.status, 0) << many.err;
  std::istringstream first(one.out), second(many.out);
  int rows = 0;
  for (std::string a, b; std::getline(first, a) && std::getline(second, b); ++rows)
    EXPECT_EQ(json::parse(a).value("id", ""), json::parse(b).value("id", ""));
  EXPECT_GT(rows, 3);
}

TEST(BatchCli, AnInterruptStopsAllJobsAndTheRunGoesOnLater) {
  const TemporaryFolder folder;
  // The empty board of 8x7 takes hours; the others a moment.
  test::spit(folder.file("in"), "8x7:\n8x7:5\n" + std::string(kLate) + '\n' + kLater + '\n' + kLatest + '\n');
  const std::string command = std::string(TESUJI_PROGRAM) + " batch connect4 " + folder.file("in") +
                              " --hash 3M --jobs 3 --out " + folder.file("out");
  // Interrupted when the three small ones are answered.
  const Finished run =
      test::run("sh", "-c '" + command + " & while [ $(cat " + folder.file("out") +
                          " 2>/dev/null | wc -l) -lt 4 ]; do sleep 0.05; done; kill -INT $!; wait $!'");
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_EQ(lines(test::slurp(folder.file("out"))), 4);
  const Finished again = test::run("sh", "-c '" + command + " --nodes 1000'");
  EXPECT_NE(again.err.find("3 of 5 are done already"), std::string::npos) << again.err;
}

}  // namespace
}  // namespace tesuji

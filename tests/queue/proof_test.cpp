// One proof on the workers of a real Redis server, whose submitter is killed in the middle.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "queue/redis_queue.hpp"
#include "queue/redis_server.hpp"

namespace tesuji::queue {
namespace {

using test::Child;

TEST(RedisProof, GoesOnAfterTheDeathOfItsSubmitter) {
  const test::TemporaryFolder folder;
  test::RedisServer server;
  const std::string program = TESUJI_PROGRAM;
  const Child worker({program, "worker", "--queue", server.url(), "--hash", "4M", "--jobs", "2"},
                     folder.file("log"));
  const auto submitter = [&](const std::string& output) {
    return std::make_unique<Child>(
        std::vector<std::string>{program, "solve", "connect4", "4444442", "--json", "--queue", server.url(),
                                 "--job-nodes", "3k", "--record", folder.file("proof")},
        output);
  };
  const auto jobs = [&] {
    const std::string text = test::slurp(folder.file("proof"));
    return std::count(text.begin(), text.end(), '\n') - 1;
  };
  auto first = submitter(folder.file("first"));
  while (jobs() < 5 && first->running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_TRUE(first->running()) << test::slurp(folder.file("first"));
  first->end(SIGKILL);
  const auto done = jobs();
  ASSERT_EQ(submitter(folder.file("second"))->wait(), 0) << test::slurp(folder.file("second"));
  const std::string found = test::slurp(folder.file("second"));
  EXPECT_NE(found.find(std::to_string(done) + " jobs are done already"), std::string::npos) << found;
  EXPECT_GT(jobs(), done);

  Child status({program, "queue", "status", server.url()}, folder.file("status"));
  ASSERT_EQ(status.wait(), 0);
  EXPECT_NE(test::slurp(folder.file("status")).find("2 threads at work"), std::string::npos)
      << test::slurp(folder.file("status"));

  Child alone({program, "solve", "connect4", "4444442", "--json", "--hash", "4M"}, folder.file("alone"));
  ASSERT_EQ(alone.wait(), 0);
  const auto score = [](const std::string& text) {
    const std::size_t at = text.find("\"score\":");
    return at == std::string::npos ? "no score: " + text : text.substr(at, text.find(',', at) - at);
  };
  EXPECT_EQ(score(found), score(test::slurp(folder.file("alone"))));
}

}  // namespace
}  // namespace tesuji::queue

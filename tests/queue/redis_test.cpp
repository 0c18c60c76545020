// The queue on a real Redis server.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <sstream>

#include "queue/redis_queue.hpp"
#include "queue/redis_server.hpp"

namespace tesuji::queue {
namespace {

using std::chrono::milliseconds;
using test::Child;
using test::RedisServer;

constexpr const char* kOurs = "test 1";

class Echo : public Worker {
 public:
  std::optional<std::string> answer(const std::string& question, const StopFlag&) override {
    return "<" + question + ">";
  }
};

std::vector<std::string> numbers(std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(std::to_string(i));
  return all;
}

// Workers in a thread.
class WorkerThread {
 public:
  explicit WorkerThread(const RedisServer& server, int jobs = 1) {
    settings_.address = server.address();
    settings_.signature = kOurs;
    settings_.jobs = jobs;
    settings_.lease = milliseconds(300);
    thread_ = std::thread([this] {
      answered = work_for_redis(
          settings_, [] { return std::make_unique<Echo>(); }, stop_);
    });
  }
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;
  ~WorkerThread() { end(); }
  void end() {
    stop_.request();
    if (thread_.joinable()) thread_.join();
  }

  std::uint64_t answered = 0;

 private:
  WorkerSettings settings_;
  StopFlag stop_;
  std::thread thread_;
};

std::vector<std::string> ask(const RedisServer& server, const std::vector<std::string>& questions) {
  std::vector<std::string> answers(questions.size());
  StopFlag stop;
  RedisQueue(server.address(), kOurs, nullptr)
      .run(
          questions,
          [&](std::size_t question, const std::string& answer) {
            EXPECT_EQ(answers[question], "") << "answered twice";
            answers[question] = answer;
          },
          stop);
  return answers;
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(RedisAddress, IsReadAndShownWithoutThePassword) {
  const RedisAddress full = parse_redis_address("redis://:se:cr@t@example.org:7000/3");
  EXPECT_EQ(full.password, "se:cr@t");
  EXPECT_EQ(full.shown(), "example.org:7000/3");
  EXPECT_EQ(parse_redis_address("redis://host").shown(), "host:6379/0");
  EXPECT_EQ(parse_redis_address("redis://[::1]:1/").host, "::1");
  for (const char* bad : {"", "host", "http://host", "redis://", "redis://host:x", "redis://host:0",
                          "redis://user@host", "redis://host/x", "rediss://host"}) {
    EXPECT_THROW(parse_redis_address(bad), Error) << bad;
  }
}

TEST(RedisQueue, AnswersEveryQuestionOnce) {
  const RedisServer server;
  WorkerThread first(server), second(server, 2);
  std::vector<std::string> questions = numbers(1000);
  questions.push_back("5");  // asked twice, answered twice
  const auto answers = ask(server, questions);
  for (std::size_t i = 0; i < questions.size(); ++i) EXPECT_EQ(answers[i], "<" + questions[i] + ">");
  first.end();
  second.end();
  EXPECT_EQ(first.answered + second.answered, 1000u);
  const QueueStatus status = queue_status(server.address());
  EXPECT_EQ(status.signature, kOurs);
  EXPECT_EQ(status.waiting + status.running + status.results + status.failed.size() + status.workers.size(),
            0u);
}

TEST(RedisQueue, ASubmitterThatWasStoppedFindsItsAnswersLater) {
  const RedisServer server;
  StopFlag stop;
  stop.request();  // after the questions were queued
  RedisQueue(server.address(), kOurs, nullptr)
      .run(
          numbers(300), [](std::size_t, const std::string&) { FAIL(); }, stop);
  EXPECT_EQ(queue_status(server.address()).waiting, 300u);
  {
    WorkerThread worker(server);
    while (queue_status(server.address()).results < 300) std::this_thread::yield();
  }
  const auto answers = ask(server, numbers(300));  // there is no worker any more
  EXPECT_EQ(answers.back(), "<299>");
  EXPECT_EQ(queue_status(server.address()).results, 0u);
}

TEST(RedisQueue, AQuestionOfADeadWorkerIsAnsweredByAnother) {
  const RedisServer server;
  std::vector<std::string> answers;
  std::thread submitter([&] { answers = ask(server, numbers(3)); });
  // A worker that takes a question and is never heard of again.
  Redis ghost(server.address());
  while (queue_status(server.address()).waiting < 3) std::this_thread::yield();
  ghost.command({"XREADGROUP", "GROUP", "workers", "ghost", "COUNT", "1", "STREAMS", "tesuji:jobs", ">"});
  const std::string id =
      ghost.command({"XPENDING", "tesuji:jobs", "workers", "-", "+", "1"}).items.at(0).items.at(0).text;
  WorkerThread worker(server);
  submitter.join();
  EXPECT_EQ(answers, (std::vector<std::string>{"<0>", "<1>", "<2>"}));
  // Its answer comes too late and finds nothing to answer.
  EXPECT_EQ(ghost.command({"XACK", "tesuji:jobs", "workers", id}).number, 0);
}

// A worker that was asleep for longer than its lease, and answers after another has.
class Sleeper final : public Worker {
 public:
  explicit Sleeper(StopFlag& began, const StopFlag& wake) : began_(began), wake_(wake) {}
  std::optional<std::string> answer(const std::string&, const StopFlag&) override {
    began_.request();
    wake_.wait();
    return "late";
  }

 private:
  StopFlag& began_;
  const StopFlag& wake_;
};

TEST(RedisQueue, ALateAnswerChangesNothing) {
  const RedisServer server;
  StopFlag began, wake, stop_sleeper;
  WorkerSettings settings;
  settings.address = server.address();
  settings.signature = kOurs;
  settings.lease = std::chrono::hours(1);  // it renews nothing in this test
  std::uint64_t counted = 99;
  std::thread sleeper([&] {
    counted = work_for_redis(
        settings, [&] { return std::make_unique<Sleeper>(began, wake); }, stop_sleeper);
  });
  std::thread submitter([&] { EXPECT_EQ(ask(server, {"7"}), std::vector<std::string>{"<7>"}); });
  began.wait();
  {
    WorkerThread other(server);
    submitter.join();
  }
  stop_sleeper.request();
  wake.request();
  sleeper.join();
  EXPECT_EQ(counted, 0u);
  EXPECT_EQ(queue_status(server.address()).results, 0u);
}

// Questions that come up on the way: each answer gives the next one, down to zero.
class Countdown final : public Source {
 public:
  Countdown(int from, bool stops_early) : left_(from), stops_early_(stops_early) {}
  std::optional<std::string> next() override {
    if (waiting_ || left_ == 0) return std::nullopt;
    waiting_ = true;
    return std::to_string(left_);
  }
  void on_answer(std::size_t number, const std::string& answer) override {
    EXPECT_EQ(number, answers);
    EXPECT_EQ(answer, "<" + std::to_string(left_) + ">");
    ++answers;
    --left_;
    waiting_ = false;
  }
  [[nodiscard]] bool finished() const override { return stops_early_ && answers == 3; }

  std::size_t answers = 0;

 private:
  int left_;
  const bool stops_early_;
  bool waiting_ = false;
};

TEST(RedisQueue, QuestionsMayDependOnAnswers) {
  const RedisServer server;
  WorkerThread worker(server, 2);
  StopFlag stop;
  RedisQueue queue(server.address(), kOurs, nullptr);
  Countdown all(20, false), some(20, true);
  queue.serve(all, stop);
  EXPECT_EQ(all.answers, 20u);
  queue.serve(some, stop);
  EXPECT_EQ(some.answers, 3u);
  EXPECT_FALSE(stop.requested());
}

// More questions than are wanted: what nobody waits for is dropped.
class TooMany final : public Source {
 public:
  std::optional<std::string> next() override { return std::to_string(asked_++); }
  void on_answer(std::size_t, const std::string&) override { ++answers_; }
  [[nodiscard]] bool finished() const override { return answers_ >= 5; }

 private:
  int asked_ = 0, answers_ = 0;
};

TEST(RedisQueue, WhatNobodyWaitsForIsDropped) {
  const RedisServer server;
  WorkerThread worker(server, 3);
  StopFlag stop;
  TooMany source;
  RedisQueue(server.address(), kOurs, nullptr).serve(source, stop);
  worker.end();
  const QueueStatus status = queue_status(server.address());
  EXPECT_EQ(status.waiting + status.running + status.results, 0u);
}

TEST(RedisQueue, AQuestionThatEndedThreeWorkersIsSetAside) {
  const RedisServer server;
  std::vector<std::string> answers;
  std::thread submitter([&] { answers = ask(server, {"poison"}); });
  Redis ghost(server.address());
  while (queue_status(server.address()).waiting < 1) std::this_thread::yield();
  ghost.command({"XREADGROUP", "GROUP", "workers", "first", "COUNT", "1", "STREAMS", "tesuji:jobs", ">"});
  for (const char* name : {"second", "third"})
    ghost.command({"XAUTOCLAIM", "tesuji:jobs", "workers", name, "0", "0-0", "COUNT", "1"});
  WorkerThread worker(server);
  submitter.join();
  EXPECT_NE(answers.at(0).find("set aside: 3 workers"), std::string::npos) << answers[0];
  EXPECT_EQ(queue_status(server.address()).failed, std::vector<std::string>{"poison"});
}

TEST(RedisQueue, AWorkerThatIsStoppedGivesItsQuestionBack) {
  const RedisServer server;
  class Sleeper : public Worker {
   public:
    std::optional<std::string> answer(const std::string&, const StopFlag& stop) override {
      stop.wait();
      return std::nullopt;
    }
  };
  std::vector<std::string> answers;
  std::thread submitter([&] { answers = ask(server, {"a"}); });
  for (int i = 0; i < 5; ++i) {  // more often than kMaxLeases
    StopFlag stop;
    WorkerSettings settings;
    settings.address = server.address();
    settings.signature = kOurs;
    settings.lease = std::chrono::hours(1);  // only a question that was given back is claimed before that
    std::thread worker([&] {
      work_for_redis(
          settings, [] { return std::make_unique<Sleeper>(); }, stop);
    });
    Redis redis(server.address());
    const auto taken = [&] {
      const RedisReply pending = redis.command({"XPENDING", "tesuji:jobs", "workers", "-", "+", "1"});
      return !pending.items.empty() && pending.items[0].items.at(2).number < 800'000'000;
    };
    while (queue_status(server.address()).waiting + queue_status(server.address()).running == 0 || !taken())
      std::this_thread::yield();
    stop.request();
    worker.join();
  }
  WorkerThread worker(server);
  submitter.join();
  EXPECT_EQ(answers.at(0), "<a>");
}

TEST(RedisQueue, OtherProgramsAreRefused) {
  const RedisServer server;
  StopFlag stop;
  stop.request();
  RedisQueue(server.address(), kOurs, nullptr)
      .run(
          numbers(1), [](std::size_t, const std::string&) {}, stop);
  EXPECT_NE(
      error_of([&] { RedisQueue(server.address(), "test 2", nullptr); }).find("has questions of test 1"),
      std::string::npos);
  WorkerSettings settings;
  settings.address = server.address();
  settings.signature = "test 2";
  StopFlag go_on;
  const auto work = [&] {
    work_for_redis(
        settings, [] { return std::make_unique<Echo>(); }, go_on);
  };
  EXPECT_NE(error_of(work).find("this is test 2: use the same program"), std::string::npos);
  clear_queue(server.address());
  RedisQueue(server.address(), "test 2", nullptr);  // an empty queue belongs to nobody
}

TEST(RedisQueue, ErrorsSayWhatToDo) {
  RedisServer server;
  Redis redis(server.address());
  redis.command({"CONFIG", "SET", "maxmemory", "3mb"});
  std::vector<std::string> large;
  for (char c = 'a'; c <= 'z'; ++c) large.emplace_back(200'000, c);
  EXPECT_NE(error_of([&] { ask(server, large); }).find("has no memory left"), std::string::npos);
  redis.command({"CONFIG", "SET", "maxmemory", "0"});
  {
    WorkerThread worker(server);
    EXPECT_EQ(ask(server, large).back().size(), 200'002u);  // the same command again
  }
  redis.command({"CONFIG", "SET", "requirepass", "secret"});
  RedisAddress address = server.address();
  EXPECT_NE(error_of([&] { Redis once(address); }).find("wants a password"), std::string::npos);
  address.password = "wrong";
  EXPECT_NE(error_of([&] { Redis once(address); }).find("does not accept this password"), std::string::npos);
  address.password = "secret";
  EXPECT_EQ(error_of([&] { Redis once(address); }), "no error");
  server.kill();
  EXPECT_NE(error_of([&] { ask(server, {"a"}); }).find("cannot be reached: Connection refused"),
            std::string::npos);
}

TEST(RedisQueue, ARedisThatForgotEverythingIsToldAgain) {
  RedisServer server;
  std::vector<std::string> answers;
  std::thread submitter([&] { answers = ask(server, numbers(50)); });
  while (queue_status(server.address()).waiting < 50) std::this_thread::yield();
  server.forget_everything();
  WorkerThread worker(server);
  submitter.join();
  EXPECT_EQ(answers.back(), "<49>");
}

// Whether one side has four in a row. `columns` are the stones from the bottom up.
bool has_four(const std::vector<std::string>& columns) {
  const auto at = [&](int x, int y) {
    return x >= 0 && x < 7 && y >= 0 &&
                   static_cast<std::size_t>(y) < columns[static_cast<std::size_t>(x)].size()
               ? columns[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)]
               : '.';
  };
  for (int x = 0; x < 7; ++x) {
    for (int y = 0; y < 6; ++y) {
      for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
        const char stone = at(x, y);
        if (stone != '.' && at(x + dx, y + dy) == stone && at(x + 2 * dx, y + 2 * dy) == stone &&
            at(x + 3 * dx, y + 3 * dy) == stone)
          return true;
      }
    }
  }
  return false;
}

// Connect 4 games of 28 stones that nobody has won.
std::string random_games(std::size_t count) {
  std::mt19937 random(1);
  std::string all;
  while (count > 0) {
    std::vector<std::string> columns(7);
    std::string game;
    while (game.size() < 28) {
      const std::size_t column = random() % 7;
      if (columns[column].size() == 6) continue;
      columns[column] += game.size() % 2 == 0 ? 'x' : 'o';
      game += static_cast<char>('1' + column);
      if (has_four(columns)) break;
    }
    if (has_four(columns)) continue;
    all += game + '\n';
    --count;
  }
  return all;
}

// The answers of a batch, without what depends on who computed them.
std::vector<std::string> scores(const std::string& file) {
  std::istringstream in(test::slurp(file));
  std::vector<std::string> all;
  std::string line;
  std::getline(in, line);  // the header
  while (std::getline(in, line)) all.push_back(line.substr(0, line.find(",\"best\"")));
  return all;
}

// Workers, the submitter and Redis are killed in the middle of 2,000 questions.
TEST(RedisQueue, SurvivesTheDeathOfEverybody) {
  constexpr std::size_t kQuestions = 2000;
  const test::TemporaryFolder folder;
  RedisServer server;
  test::spit(folder.file("in"), random_games(kQuestions));
  const std::string program = TESUJI_PROGRAM;
  const auto batch = [&](const std::string& out, const std::vector<std::string>& more) {
    std::vector<std::string> command = {program,  "batch", "connect4", folder.file("in"),
                                        "--hash", "2M",    "--out",    out};
    command.insert(command.end(), more.begin(), more.end());
    return std::make_unique<Child>(command, folder.file("log"));
  };
  ASSERT_EQ(batch(folder.file("alone"), {})->wait(), 0);

  const auto worker = [&] {
    return std::make_unique<Child>(
        std::vector<std::string>{program, "worker", "--queue", server.url(), "--hash", "2M", "--lease", "1s"},
        folder.file("log"));
  };
  const auto submitter = [&] { return batch(folder.file("out"), {"--queue", server.url()}); };
  std::unique_ptr<Child> workers[] = {worker(), worker()};
  std::unique_ptr<Child> asking = submitter();
  const auto answered = [&] {
    const std::string text = test::slurp(folder.file("out"));
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  };
  for (std::size_t step = 1; step < 10; ++step) {
    while (answered() < step * kQuestions / 10 && asking->running())
      std::this_thread::sleep_for(milliseconds(1));
    ASSERT_TRUE(asking->running()) << test::slurp(folder.file("log"));
    if (step % 3 == 0) {
      asking->end(SIGKILL);
      asking = submitter();
    } else if (step % 3 == 1) {
      auto& victim = workers[step % 2];
      victim->end(SIGKILL);
      victim = worker();
    } else {
      server.kill();
      ASSERT_TRUE(server.start());
    }
  }
  EXPECT_EQ(asking->wait(), 0) << test::slurp(folder.file("log"));
  const auto expected = scores(folder.file("alone"));
  ASSERT_EQ(expected.size(), kQuestions);
  EXPECT_EQ(scores(folder.file("out")), expected);
  for (auto& each : workers) {
    EXPECT_TRUE(each->running()) << test::slurp(folder.file("log"));
    each->end(SIGTERM);
  }
  EXPECT_TRUE(queue_status(server.address()).failed.empty());
}

}  // namespace
}  // namespace tesuji::queue

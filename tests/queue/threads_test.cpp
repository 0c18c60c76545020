#include "queue/threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <set>

#include "base/error.hpp"

namespace tesuji::queue {
namespace {

// Answers with a function; counts how many of them there are.
class FunctionWorker : public Worker {
 public:
  using Function = std::function<std::optional<std::string>(const std::string&, const StopFlag&)>;
  explicit FunctionWorker(Function function) : function_(std::move(function)) {}
  std::optional<std::string> answer(const std::string& question, const StopFlag& stop) override {
    return function_(question, stop);
  }

 private:
  Function function_;
};

WorkerFactory workers(FunctionWorker::Function function) {
  return [function = std::move(function)] { return std::make_unique<FunctionWorker>(function); };
}

std::vector<std::string> numbers(std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(std::to_string(i));
  return all;
}

TEST(ThreadQueue, AnswersEveryQuestionOnce) {
  for (const int threads : {1, 2, 7}) {
    std::vector<std::string> answers(1000);
    StopFlag stop;
    Threads(threads,
            workers([](const std::string& question, const StopFlag&) { return "<" + question + ">"; }))
        .run(
            numbers(1000),
            [&](std::size_t question, const std::string& answer) {
              EXPECT_EQ(answers[question], "");
              answers[question] = answer;
            },
            stop);
    for (std::size_t i = 0; i < answers.size(); ++i) EXPECT_EQ(answers[i], "<" + std::to_string(i) + ">");
    EXPECT_FALSE(stop.requested());
  }
}

TEST(ThreadQueue, NothingToDoIsDoneAtOnce) {
  StopFlag stop;
  Threads(3, [] { return std::unique_ptr<Worker>(); })
      .run(
          {}, [](std::size_t, const std::string&) { FAIL(); }, stop);
}

// Each waits until both have begun: one after the other would never end.
TEST(ThreadQueue, WorkersWorkAtTheSameTime) {
  std::latch begun(2);
  StopFlag stop;
  int answered = 0;
  Threads(2, workers([&](const std::string& question, const StopFlag&) {
            begun.arrive_and_wait();
            return question;
          }))
      .run(
          numbers(2), [&](std::size_t, const std::string&) { ++answered; }, stop);
  EXPECT_EQ(answered, 2);
}

TEST(ThreadQueue, StopsWhenAskedAndDeliversWhatThereIs) {
  StopFlag stop;
  std::set<std::size_t> delivered;
  Threads(2, workers([](const std::string& question, const StopFlag& asked) -> std::optional<std::string> {
            if (std::stoi(question) < 10) return question;
            asked.wait();
            return std::nullopt;
          }))
      .run(
          numbers(100),
          [&](std::size_t question, const std::string&) {
            delivered.insert(question);
            if (delivered.size() == 10) stop.request();
          },
          stop);
  EXPECT_EQ(delivered.size(), 10u);
  EXPECT_EQ(*delivered.rbegin(), 9u);
}

TEST(ThreadQueue, AFailureEndsTheRun) {
  StopFlag stop;
  Threads queue(2,
                workers([](const std::string& question, const StopFlag& asked) -> std::optional<std::string> {
                  if (question == "3") throw Error("three is too much");
                  if (std::stoi(question) > 3) asked.wait();
                  return question;
                }));
  EXPECT_THROW(queue.run(
                   numbers(100), [](std::size_t, const std::string&) {}, stop),
               Error);
  EXPECT_TRUE(stop.requested());

  StopFlag again;
  Threads fine(2, workers([](const std::string& question, const StopFlag&) { return question; }));
  EXPECT_THROW(
      fine.run(
          numbers(100), [](std::size_t, const std::string&) { throw Error("the disk is full"); }, again),
      Error);
}

// Asks for more than it wants: the first answer is enough.
class FirstAnswer final : public Source {
 public:
  std::optional<std::string> next() override { return std::to_string(asked++); }
  void on_answer(std::size_t, const std::string& text) override { answer = text; }
  [[nodiscard]] bool finished() const override { return !answer.empty(); }

  int asked = 0;
  std::string answer;
};

TEST(ThreadQueue, ASourceThatIsFinishedEndsWhatIsOpen) {
  StopFlag stop;
  FirstAnswer source;
  Threads(3, workers([](const std::string& question, const StopFlag& asked) -> std::optional<std::string> {
            if (question == "1") return "one";
            asked.wait();  // until nobody wants to know
            return std::nullopt;
          }))
      .serve(source, stop);
  EXPECT_EQ(source.answer, "one");
  EXPECT_EQ(source.asked, 3);
  EXPECT_FALSE(stop.requested());
}

}  // namespace
}  // namespace tesuji::queue

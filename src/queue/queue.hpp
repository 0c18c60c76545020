// Work spread over workers: a list of questions goes in, answers come out. Questions and answers are texts,
// so that the same work can be done by threads of this process (threads.hpp) or by other machines
// (redis_queue.hpp). Knows no game.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"

namespace tesuji::queue {

// Answers questions one after the other. Each thread has its own, which may keep an engine and its table.
class Worker {
 public:
  Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  virtual ~Worker() = default;

  // Nothing if it was stopped before it had an answer: the question will be asked again. Whatever is wrong
  // with a question is said in the answer; an exception ends the run.
  virtual std::optional<std::string> answer(const std::string& question, const StopFlag& stop) = 0;
};
using WorkerFactory = std::function<std::unique_ptr<Worker>()>;

// Questions that depend on the answers to others, as in a search.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  // The next question; none = not before the next answer.
  virtual std::optional<std::string> next() = 0;
  // The answer to the question that next() gave as the n-th, from 0.
  virtual void on_answer(std::size_t number, const std::string& answer) = 0;
  // No further answer is needed: questions that are still open are dropped.
  [[nodiscard]] virtual bool finished() const = 0;
};

class Queue {
 public:
  Queue() = default;
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  virtual ~Queue() = default;

  // Called once for each question, in any order, in the thread that called run().
  using OnAnswer = std::function<void(std::size_t question, const std::string& answer)>;
  // Returns when every question is answered or `stop` is requested. If something fails, requests `stop` and
  // throws; the answers so far were delivered.
  virtual void run(const std::vector<std::string>& questions, const OnAnswer& on_answer, StopFlag& stop) = 0;
  // The same for questions that come up on the way: as many are open as there are workers. Returns when the
  // source is finished, or has no question and waits for no answer.
  virtual void serve(Source& source, StopFlag& stop) = 0;
};

}  // namespace tesuji::queue

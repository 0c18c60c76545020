#include "queue/threads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.hpp"

namespace tesuji::queue {
namespace {

// What the threads of one run share with the thread that started them.
class Run {
 public:
  Run(const std::vector<std::string>& questions, const WorkerFactory& new_worker, StopFlag& stop)
      : questions_(questions), new_worker_(new_worker), stop_(stop) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    for (std::thread& thread : threads_) thread.join();
  }

  void start(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      {
        const std::lock_guard lock(mutex_);
        ++working_;
      }
      try {
        threads_.emplace_back([this] { work(); });
      } catch (const std::system_error& error) {
        const std::lock_guard lock(mutex_);
        --working_;
        if (threads_.empty()) throw Error(fmt::format("cannot start a thread: {}", error.what()));
        return;
      }
    }
  }

  void deliver(const Queue::OnAnswer& on_answer) {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return !answers_.empty() || working_ == 0; });
      if (answers_.empty()) break;
      const auto [question, answer] = std::move(answers_.front());
      answers_.pop_front();
      lock.unlock();
      on_answer(question, answer);
      lock.lock();
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    try {
      const std::unique_ptr<Worker> worker = new_worker_();
      while (!stop_.requested()) {
        const std::size_t question = next_++;
        if (question >= questions_.size()) break;
        std::optional<std::string> answer = worker->answer(questions_[question], stop_);
        if (!answer) break;
        const std::lock_guard lock(mutex_);
        answers_.emplace_back(question, std::move(*answer));
        changed_.notify_one();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.request();
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_one();
  }

  const std::vector<std::string>& questions_;
  const WorkerFactory& new_worker_;
  StopFlag& stop_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<std::size_t, std::string>> answers_;
  std::size_t working_ = 0;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace

void Threads::run(const std::vector<std::string>& questions, const OnAnswer& on_answer, StopFlag& stop) {
  Run run(questions, new_worker_, stop);
  try {
    run.start(std::min(static_cast<std::size_t>(count_), questions.size()));
    run.deliver(on_answer);
  } catch (...) {
    stop.request();
    throw;
  }
}

}  // namespace tesuji::queue

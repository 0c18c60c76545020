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
  // `may_drop`: the source may be finished while questions are open, so that workers have to be stopped.
  Run(const WorkerFactory& new_worker, StopFlag& stop, bool may_drop)
      : new_worker_(new_worker),
        stop_(stop),
        cut_(StopFlag::below(stop)),
        seen_by_workers_(may_drop ? cut_ : stop) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    end();
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

  // Keeps `open` questions without an answer; returns when the source is finished or the threads have ended.
  void feed(Source& source, std::size_t open) {
    std::unique_lock lock(mutex_);
    std::size_t asked = 0, answered = 0;
    for (;;) {
      while (!cut_.requested() && asked - answered < open) {
        lock.unlock();
        std::optional<std::string> question = source.next();
        lock.lock();
        if (!question) break;
        questions_.emplace_back(asked++, std::move(*question));
        wanted_.notify_one();
      }
      if (asked == answered) break;  // nothing to wait for
      changed_.wait(lock, [&] { return !answers_.empty() || working_ == 0; });
      if (answers_.empty()) break;
      while (!answers_.empty()) {
        const auto [number, answer] = std::move(answers_.front());
        answers_.pop_front();
        ++answered;
        lock.unlock();
        source.on_answer(number, answer);
        lock.lock();
      }
      if (source.finished()) break;
    }
    lock.unlock();
    end();
    lock.lock();
    changed_.wait(lock, [&] { return working_ == 0; });
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // The threads stop what they are doing.
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    cut_.request();
    wanted_.notify_all();
  }

  void work() {
    try {
      const std::unique_ptr<Worker> worker = new_worker_();
      for (;;) {
        std::unique_lock lock(mutex_);
        wanted_.wait(lock, [&] { return ended_ || !questions_.empty(); });
        if (ended_ || cut_.requested()) break;
        const auto [number, question] = std::move(questions_.front());
        questions_.pop_front();
        lock.unlock();
        std::optional<std::string> answer = worker->answer(question, seen_by_workers_);
        if (!answer) break;
        lock.lock();
        answers_.emplace_back(number, std::move(*answer));
        changed_.notify_one();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.request();
    }
    const std::lock_guard lock(mutex_);
    --working_;
    // One that was stopped ends all of them: those that wait for a question do not see the flag.
    ended_ = true;
    wanted_.notify_all();
    changed_.notify_one();
  }

  const WorkerFactory& new_worker_;
  StopFlag& stop_;
  StopFlag cut_;
  const StopFlag& seen_by_workers_;
  std::mutex mutex_;
  std::condition_variable wanted_, changed_;
  std::deque<std::pair<std::size_t, std::string>> questions_, answers_;
  std::size_t working_ = 0;
  bool ended_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

// A list whose order is known beforehand.
class List final : public Source {
 public:
  List(const std::vector<std::string>& questions, const Queue::OnAnswer& on_answer)
      : questions_(questions), on_answer_(on_answer) {}
  std::optional<std::string> next() override {
    return next_ < questions_.size() ? std::optional(questions_[next_++]) : std::nullopt;
  }
  void on_answer(std::size_t number, const std::string& answer) override { on_answer_(number, answer); }
  [[nodiscard]] bool finished() const override { return false; }

 private:
  const std::vector<std::string>& questions_;
  const Queue::OnAnswer& on_answer_;
  std::size_t next_ = 0;
};

}  // namespace

void Threads::run(const std::vector<std::string>& questions, const OnAnswer& on_answer, StopFlag& stop) {
  List list(questions, on_answer);
  const std::size_t threads = std::min(static_cast<std::size_t>(count_), questions.size());
  feed(list, threads, 2 * threads, false, stop);  // nobody waits for the thread that hands them out
}

void Threads::serve(Source& source, StopFlag& stop) {
  feed(source, static_cast<std::size_t>(count_), static_cast<std::size_t>(count_), true, stop);
}

void Threads::feed(Source& source, std::size_t threads, std::size_t open, bool may_drop,
                   StopFlag& stop) const {
  Run run(new_worker_, stop, may_drop);
  try {
    run.start(threads);
    run.feed(source, open);
  } catch (...) {
    stop.request();
    throw;
  }
}

}  // namespace tesuji::queue

// A few threads for work that is short but too long for the event loop: parsing requests and drawing boards.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tesuji::server {

class WorkQueue {
 public:
  WorkQueue(int threads, std::size_t max_waiting) : max_waiting_(max_waiting) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~WorkQueue() { stop(); }
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  // False if too much waits already.
  bool add(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      if (stopping_ || tasks_.size() >= max_waiting_) return false;
      tasks_.push_back(std::move(task));
    }
    changed_.notify_one();
    return true;
  }

  // Drops what waits, and waits for what runs.
  void stop() {
    std::deque<std::function<void()>> dropped;
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      dropped.swap(tasks_);
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return stopping_ || !tasks_.empty(); });
      if (stopping_) return;
      {
        const std::function<void()> task = std::move(tasks_.front());
        tasks_.pop_front();
        lock.unlock();
        task();
      }
      lock.lock();
    }
  }

  const std::size_t max_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tesuji::server

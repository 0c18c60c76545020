// A few threads for work that is short but too long for the event loop: parsing requests and drawing boards.
//
// Clients take turns, and one client never has all threads: whoever sends many long requests waits for their
// own, and delays nobody else.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tesuji::server {

class WorkQueue {
 public:
  WorkQueue(int threads, std::size_t max_waiting)
      : max_running_of_client_(threads > 1 ? threads - 1 : 1), max_waiting_(max_waiting) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~WorkQueue() { stop(); }
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  using Task = std::function<void()>;

  // False if too much waits already.
  bool add(const std::string& client, Task task) {
    {
      const std::lock_guard lock(mutex_);
      if (stopping_ || waiting_ >= max_waiting_) return false;
      auto turn = clients_.begin();
      while (turn != clients_.end() && turn->name != client) ++turn;
      if (turn == clients_.end()) turn = clients_.insert(clients_.end(), Client{client, {}, 0});
      turn->tasks.push_back(std::move(task));
      ++waiting_;
    }
    changed_.notify_one();
    return true;
  }

  // Drops what waits, and waits for what runs.
  void stop() {
    std::vector<std::deque<Task>> dropped;
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      waiting_ = 0;
      for (Client& client : clients_) dropped.push_back(std::exchange(client.tasks, {}));
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }

 private:
  // One that has something waiting or running.
  struct Client {
    std::string name;
    std::deque<Task> tasks;
    int running;
  };
  using Turn = std::list<Client>::iterator;

  // The first in the row whose task may run now.
  Turn next() {
    auto turn = clients_.begin();
    while (turn != clients_.end() && (turn->tasks.empty() || turn->running >= max_running_of_client_)) ++turn;
    return turn;
  }

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      Turn turn = clients_.end();
      changed_.wait(lock, [&] { return stopping_ || (turn = next()) != clients_.end(); });
      if (stopping_) return;
      {
        const Task task = std::move(turn->tasks.front());
        turn->tasks.pop_front();
        --waiting_;
        ++turn->running;
        clients_.splice(clients_.end(), clients_, turn);  // to the end of the row; the iterator stays valid
        lock.unlock();
        task();
      }
      lock.lock();
      if (--turn->running == 0 && turn->tasks.empty()) {
        clients_.erase(turn);
      } else {
        changed_.notify_one();  // the client may have another now, which nobody was allowed to take
      }
    }
  }

  const int max_running_of_client_;
  const std::size_t max_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Client> clients_;  // whose turn it is comes first
  std::size_t waiting_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tesuji::server

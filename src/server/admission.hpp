// Admission control: some searches run, some wait, and when the queue is full there are no more. One client
// gets only a part of the places, and among the waiting searches the client with the fewest running ones
// comes first.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/search_job.hpp"

namespace tesuji::server {

class Admission {
 public:
  struct Limits {
    int running = 2;
    int waiting = 8;
    int per_client = 5;  // running and waiting together
  };
  enum class Verdict { Accepted, Full, ClientHasItsShare };
  struct Statistics {
    int running = 0, waiting = 0;
    std::uint64_t served = 0, turned_away = 0;
  };

  // Starts a thread for each search that may run at once.
  Admission(EnginePool& engines, const Limits& limits);
  ~Admission();
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  Verdict submit(std::shared_ptr<SearchJob> job);
  // The client of this search has gone: stops it, or takes it out of the queue.
  void cancel(const std::shared_ptr<SearchJob>& job);
  void stop();  // stops every search and accepts no more
  void join();  // after stop(): waits for the threads
  [[nodiscard]] Statistics statistics() const;

 private:
  void work();
  [[nodiscard]] int held_by(const std::list<std::shared_ptr<SearchJob>>& jobs,
                            const std::string& client) const;

  EnginePool& engines_;
  const Limits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::shared_ptr<SearchJob>> running_, waiting_;  // waiting: in the order they came
  std::uint64_t served_ = 0, turned_away_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tesuji::server

// The queue of this process: threads, each with a worker of its own.
#pragma once

#include "queue/queue.hpp"

namespace tesuji::queue {

class Threads final : public Queue {
 public:
  // If fewer threads can be started, the work is done by those; run() throws Error if there is none.
  Threads(int count, WorkerFactory new_worker) : count_(count), new_worker_(std::move(new_worker)) {}

  void run(const std::vector<std::string>& questions, const OnAnswer& on_answer, StopFlag& stop) override;
  void serve(Source& source, StopFlag& stop) override;

 private:
  void feed(Source& source, std::size_t threads, std::size_t open, bool may_drop, StopFlag& stop) const;

  const int count_;
  const WorkerFactory new_worker_;
};

}  // namespace tesuji::queue

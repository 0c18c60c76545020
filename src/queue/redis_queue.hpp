// The queue of many machines: a Redis server holds the questions, `tesuji worker` anywhere answers them.
//
//   tesuji:jobs       stream: the questions (key, question, signature), read by the consumer group "workers"
//   tesuji:queued     set: the keys in tesuji:jobs, so that nothing is asked twice
//   tesuji:results    hash: key -> answer, until the submitter has taken it
//   tesuji:done       stream: the keys of new answers, for submitters to wait on
//   tesuji:failed     hash: key -> a question that was set aside
//   tesuji:workers    hash: name -> JSON, renewed with the lease
//   tesuji:signature  whose questions these are
//
// No answer is lost and none counts twice: a question has a key made of its text; only a script adds it, and
// only while it is not queued; only a script takes an answer, and only while the question is still pending. A
// question that its submitter has dropped is in tesuji:queued no longer, and its answer is thrown away.
// A worker renews its lease on the question it works on. If it dies, another one claims the question when the
// lease is over. A question whose lease ran out kMaxLeases times is set aside, and its answer is an error.
// Submitters look for lost questions from time to time and queue them again, which heals whatever a Redis
// that was restarted without its last second, or without everything, has forgotten.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "queue/queue.hpp"
#include "queue/redis.hpp"

namespace tesuji::queue {

inline constexpr int kMaxLeases = 3;

// Called with a line for people: the connection was lost, and is there again.
using OnNotice = std::function<void(const std::string&)>;

class RedisQueue final : public Queue {
 public:
  // `signature` names the program and what it computes: only workers with the same one answer. Throws Error
  // if the queue holds questions of another.
  RedisQueue(RedisAddress address, std::string signature, OnNotice on_notice);

  void run(const std::vector<std::string>& questions, const OnAnswer& on_answer, StopFlag& stop) override;
  void serve(Source& source, StopFlag& stop) override;

 private:
  const RedisAddress address_;
  const std::string signature_;
  const OnNotice on_notice_;
};

struct WorkerSettings {
  RedisAddress address;
  std::string signature;
  int jobs = 1;
  std::chrono::milliseconds lease = std::chrono::seconds(30);
  bool until_empty = false;  // end when there is no question left, instead of waiting for more
  OnNotice on_notice;
};
// Works until `stop` is requested. What it was working on then is given back. Returns the number of answers.
// Throws Error if the queue has questions of another program.
std::uint64_t work_for_redis(const WorkerSettings& settings, const WorkerFactory& new_worker, StopFlag& stop);

struct QueueStatus {
  std::string signature;  // empty = nothing was ever queued
  std::uint64_t waiting = 0, running = 0, results = 0;
  std::vector<std::string> failed;  // the questions set aside
  struct WorkerStatus {
    std::string name;
    std::uint64_t answered = 0;
    std::size_t threads = 1;
    double per_second = 0;  // since it started
    double silent_seconds = 0;
    bool alive = false;  // it sent a heartbeat within two leases
  };
  std::vector<WorkerStatus> workers;
};
QueueStatus queue_status(const RedisAddress& address);
// Forgets questions, answers and failures.
void clear_queue(const RedisAddress& address);

}  // namespace tesuji::queue

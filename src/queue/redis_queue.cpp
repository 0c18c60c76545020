#include "queue/redis_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <sstream>
#include <thread>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "base/platform.hpp"
#include "tt/checksum.hpp"

namespace tesuji::queue {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using Words = Redis::Words;

constexpr const char* kJobs = "tesuji:jobs";
constexpr const char* kQueued = "tesuji:queued";
constexpr const char* kResults = "tesuji:results";
constexpr const char* kDone = "tesuji:done";
constexpr const char* kFailed = "tesuji:failed";
constexpr const char* kWorkers = "tesuji:workers";
constexpr const char* kSignature = "tesuji:signature";
constexpr const char* kGroup = "workers";

constexpr const char* kBlock = "500";       // milliseconds to wait for news before looking at the stop flag
constexpr milliseconds kHeartbeat(2000);    // workers say what they have done at least as often
constexpr int kQuietRounds = 20;            // of kBlock without an answer, then questions are looked for
constexpr std::size_t kTogether = 256;      // questions in one round trip
constexpr const char* kFree = "864000000";  // ten days: longer than any lease

// KEYS: queued, jobs. ARGV: key, question, signature. Returns its place in the stream; empty = it was queued.
constexpr const char* kSubmit = R"(
if redis.call('SADD', KEYS[1], ARGV[1]) == 0 then return '' end
return redis.call('XADD', KEYS[2], '*', 'key', ARGV[1], 'question', ARGV[2], 'signature', ARGV[3]))";
// KEYS: queued, jobs, results. ARGV: key, place.
constexpr const char* kDrop = R"(
redis.call('SREM', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
if ARGV[2] ~= '' then redis.call('XDEL', KEYS[2], ARGV[2]) end
return 1)";
// KEYS: jobs, results, done, queued. ARGV: group, id, key, answer. 0 = another worker was first.
constexpr const char* kFinish = R"(
if redis.call('XACK', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('XDEL', KEYS[1], ARGV[2])
if redis.call('SREM', KEYS[4], ARGV[3]) == 0 then return 0 end
if redis.call('HSETNX', KEYS[2], ARGV[3], ARGV[4]) == 1 then
  redis.call('XADD', KEYS[3], 'MAXLEN', '~', '10000', '*', 'key', ARGV[3])
end
return 1)";
// KEYS: signature, jobs. ARGV: signature. Returns the signature that the queue has now.
constexpr const char* kSign = R"(
local now = redis.call('GET', KEYS[1])
if now and now ~= ARGV[1] and redis.call('XLEN', KEYS[2]) > 0 then return now end
redis.call('SET', KEYS[1], ARGV[1])
return ARGV[1])";

struct Stopped {};

// A connection that is made again when it is lost, until `stop` is requested.
class Session {
 public:
  enum class Connect { Now, AtFirstCommand };
  // With Now, throws Error if there is no server to begin with; for one that is starting the first command
  // waits.
  Session(const RedisAddress& address, OnNotice on_notice, const StopFlag& stop, Connect when = Connect::Now)
      : address_(address), on_notice_(std::move(on_notice)), stop_(stop) {
    if (when == Connect::AtFirstCommand) return;
    try {
      connect();
    } catch (const RedisLoading&) {
      redis_.reset();
    }
  }

  // Calls `action` with the connection, again if it was lost. Throws Stopped.
  template <class Action>
  auto with(const Action& action) {
    bool noticed = false;
    for (;;) {
      try {
        if (!redis_) connect();
        if (noticed && on_notice_) on_notice_(fmt::format("Redis at {} is there again", address_.shown()));
        return action(*redis_);
      } catch (const RedisLost& lost) {
        redis_.reset();
        if (!noticed && on_notice_) on_notice_(fmt::format("{}; waiting for it", lost.what()));
        noticed = true;
        if (stop_.requested()) throw Stopped();
        std::this_thread::sleep_for(milliseconds(100));
      }
    }
  }
  RedisReply command(const Words& words) {
    return with([&](Redis& redis) { return redis.command(words); });
  }
  [[nodiscard]] int connections() const { return connections_; }

 private:
  void connect() {
    redis_ = std::make_unique<Redis>(address_);
    ++connections_;
    try {
      redis_->command({"XGROUP", "CREATE", kJobs, kGroup, "0", "MKSTREAM"});
    } catch (const RedisLost&) {
      throw;
    } catch (const Error& error) {
      if (std::string_view(error.what()).find("BUSYGROUP") == std::string_view::npos) throw;  // it is there
    }
  }

  const RedisAddress address_;
  const OnNotice on_notice_;
  const StopFlag& stop_;
  std::unique_ptr<Redis> redis_;
  int connections_ = 0;
};

Words eval(const char* script, std::initializer_list<const char*> keys,
           const std::vector<std::string>& arguments) {
  Words words = {"EVAL", script, std::to_string(keys.size())};
  words.insert(words.end(), keys.begin(), keys.end());
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

std::string key_of(const std::string& signature, const std::string& question) {
  const std::string text = signature + '\n' + question;
  const auto bytes = std::as_bytes(std::span(text));
  return fmt::format("{:016x}{:016x}", tt::checksum(bytes, 1), tt::checksum(bytes, 2));
}

// What the workers say of themselves; the time is the server's.
std::vector<QueueStatus::WorkerStatus> read_workers(const RedisReply& time, const RedisReply& workers) {
  const double now = std::stod(time.items.at(0).text) * 1000 + std::stod(time.items.at(1).text) / 1000;
  std::vector<QueueStatus::WorkerStatus> out;
  for (std::size_t i = 0; i + 1 < workers.items.size(); i += 2) {
    QueueStatus::WorkerStatus worker;
    worker.name = workers.items[i].text;
    double began = 0, seen = 0, lease = 0;
    std::istringstream(workers.items[i + 1].text) >> worker.answered >> began >> seen >> lease >>
        worker.threads;
    worker.silent_seconds = std::max(0.0, now - seen) / 1000;
    worker.alive = now - seen < 2 * lease;
    if (seen > began) worker.per_second = static_cast<double>(worker.answered) * 1000 / (seen - began);
    out.push_back(std::move(worker));
  }
  return out;
}

Error other_program(const std::string& ours, const std::string& theirs) {
  return Error(fmt::format("the queue has questions of {}, and this is {}: use the same program everywhere",
                           theirs, ours));
}

// The questions of one run that have no answer yet.
class Submission {
 public:
  Submission(Session& session, std::string signature, const Queue::OnAnswer& on_answer)
      : session_(session), signature_(std::move(signature)), on_answer_(on_answer) {
    const RedisReply newest = session_.command({"XREVRANGE", kDone, "+", "-", "COUNT", "1"});
    last_ = newest.items.empty() ? "0-0" : newest.items[0].items.at(0).text;
  }

  void run(const std::vector<std::string>& questions, const StopFlag& stop) {
    for (std::size_t i = 0; i < questions.size(); ++i) add(i, questions[i]);
    submit(all());
    while (!open_.empty() && !stop.requested()) wait();
  }

  void serve(Source& source, const StopFlag& stop) {
    std::size_t asked = 0;
    while (!source.finished() && !stop.requested()) {
      std::vector<std::string> fresh;
      for (const std::size_t width = worker_threads(); open_.size() < width;) {
        const std::optional<std::string> question = source.next();
        if (!question) break;
        fresh.push_back(add(asked++, *question));
      }
      submit(std::move(fresh));
      if (open_.empty()) break;
      wait();
    }
    drop();
  }

 private:
  struct Open {
    std::string question, place;       // place: in the stream, if we put it there
    std::vector<std::size_t> numbers;  // of the questions with this text
  };

  // Returns its key.
  std::string add(std::size_t number, const std::string& question) {
    std::string key = key_of(signature_, question);
    Open& open = open_[key];
    open.question = question;
    open.numbers.push_back(number);
    return key;
  }

  std::vector<std::string> all() const {
    std::vector<std::string> keys;
    for (const auto& [key, open] : open_) keys.push_back(key);
    // In the order of the input: what is asked first is answered first.
    std::sort(keys.begin(), keys.end(), [&](const std::string& a, const std::string& b) {
      return open_.at(a).numbers.front() < open_.at(b).numbers.front();
    });
    return keys;
  }

  // Takes the answers that are there, and queues what is neither answered nor queued.
  void submit(std::vector<std::string> keys) {
    for (std::size_t at = 0; at < keys.size(); at += kTogether) {
      const std::span part = std::span(keys).subspan(at, std::min(kTogether, keys.size() - at));
      take(part);
      std::vector<Words> commands;
      std::vector<Open*> queued;
      for (const std::string& key : part) {
        const auto found = open_.find(key);
        if (found == open_.end()) continue;
        commands.push_back(eval(kSubmit, {kQueued, kJobs}, {key, found->second.question, signature_}));
        queued.push_back(&found->second);
      }
      const std::vector<RedisReply> places =
          session_.with([&](Redis& redis) { return redis.pipeline(commands); });
      for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i].text.empty()) queued[i]->place = places[i].text;
      }
    }
  }

  // Waits for an answer for a while. After a long silence, or if the connection was made again, looks for
  // questions that were lost.
  void wait() {
    quiet_ = wait_for_answers() ? 0 : quiet_ + 1;
    if (quiet_ < kQuietRounds && session_.connections() == connections_) return;
    connections_ = session_.connections();
    quiet_ = 0;
    submit(all());
  }

  // Of all workers that are alive; at least one, so that there is something to do when one comes.
  std::size_t worker_threads() {
    std::size_t threads = 0;
    for (const auto& worker :
         read_workers(session_.command({"TIME"}), session_.command({"HGETALL", kWorkers}))) {
      if (worker.alive) threads += worker.threads;
    }
    return std::max<std::size_t>(threads, 1);
  }

  // Nobody wants to know any more.
  void drop() {
    std::vector<Words> commands;
    for (const auto& [key, open] : open_)
      commands.push_back(eval(kDrop, {kQueued, kJobs, kResults}, {key, open.place}));
    if (!commands.empty()) session_.with([&](Redis& redis) { return redis.pipeline(commands); });
    open_.clear();
  }

  // Whether there was one of ours.
  bool wait_for_answers() {
    const RedisReply news =
        session_.command({"XREAD", "COUNT", "1000", "BLOCK", kBlock, "STREAMS", kDone, last_});
    if (news.items.empty()) return false;
    std::vector<std::string> keys;
    for (const RedisReply& entry : news.items[0].items.at(1).items) {
      last_ = entry.items.at(0).text;
      const std::string& key = entry.items.at(1).items.at(1).text;
      if (open_.contains(key)) keys.push_back(key);
    }
    const std::size_t before = open_.size();
    take(keys);
    return open_.size() < before;
  }

  void take(std::span<const std::string> keys) {
    if (keys.empty()) return;
    Words ask = {"HMGET", kResults}, forget = {"HDEL", kResults};
    ask.insert(ask.end(), keys.begin(), keys.end());
    const RedisReply answers = session_.command(ask);
    for (std::size_t i = 0; i < keys.size() && i < answers.items.size(); ++i) {
      const auto found = open_.find(keys[i]);
      if (answers.items[i].nil() || found == open_.end()) continue;
      for (const std::size_t number : found->second.numbers) on_answer_(number, answers.items[i].text);
      open_.erase(found);
      forget.push_back(keys[i]);
    }
    if (forget.size() > 2) session_.command(forget);
  }

  Session& session_;
  const std::string signature_;
  const Queue::OnAnswer& on_answer_;
  std::unordered_map<std::string, Open> open_;  // by key
  std::string last_;                            // of kDone
  int connections_ = session_.connections(), quiet_ = 0;
};

// The workers of one process, and the thread that renews their leases.
class Workers {
 public:
  Workers(const WorkerSettings& settings, const WorkerFactory& new_worker, StopFlag& stop)
      : settings_(settings), new_worker_(new_worker), stop_(stop) {}

  std::uint64_t run() {
    Session session(settings_.address, settings_.on_notice, stop_);
    const RedisReply theirs = session.command({"GET", kSignature});
    if (!theirs.nil() && theirs.text != settings_.signature && session.command({"XLEN", kJobs}).number > 0)
      throw other_program(settings_.signature, theirs.text);
    const std::int64_t began = server_time(session);
    std::thread renewal;
    std::vector<std::thread> threads;
    {
      // All end before this does, whatever happens.
      const auto join = [&] {
        for (std::thread& thread : threads) thread.join();
        {
          const std::lock_guard lock(mutex_);
          ended_ = true;
        }
        changed_.notify_all();
        if (renewal.joinable()) renewal.join();
      };
      try {
        renewal = std::thread([&] { renew(began); });
        for (int i = 0; i < settings_.jobs; ++i) threads.emplace_back([this, i] { work(i); });
      } catch (const std::system_error& error) {
        fail(std::make_exception_ptr(Error(fmt::format("cannot start a thread: {}", error.what()))));
      }
      join();
    }
    if (failure_) std::rethrow_exception(failure_);
    return answered_;
  }

 private:
  struct Job {
    std::string id, key, question, signature;
    std::int64_t leases = 1;
  };

  static std::int64_t server_time(Session& session) {
    const RedisReply time = session.command({"TIME"});
    return std::stoll(time.items.at(0).text) * 1000 + std::stoll(time.items.at(1).text) / 1000;
  }

  static std::string process_name() {
    return fmt::format("{}:{:08x}", platform::host_and_process(), std::random_device()());
  }

  void fail(std::exception_ptr failure) {
    {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::move(failure);
    }
    stop_.request();
  }

  void work(int number) {
    try {
      const std::string name = fmt::format("{}:{}", name_, number);
      // run() has found the server; should it be away just now, this waits for it.
      Session session(settings_.address, settings_.on_notice, stop_, Session::Connect::AtFirstCommand);
      const std::unique_ptr<Worker> worker = new_worker_();
      bool idle = false;
      auto claimed = steady_clock::now();
      std::string cursor = "0-0";
      while (!stop_.requested()) {
        std::optional<Job> job;
        // Questions of dead workers, when there is nothing else to do, and else twice in a lease.
        if (idle || steady_clock::now() - claimed > settings_.lease / 2) {
          claimed = steady_clock::now();
          job = claim(session, name, cursor);
        }
        if (!job) job = next(session, name);
        idle = !job;
        if (idle && settings_.until_empty && session.command({"XLEN", kJobs}).number == 0) break;
        if (job) answer(session, *worker, name, *job);
      }
      // Only a consumer without a question: with one, the question would be forgotten.
      if (session.command({"XPENDING", kJobs, kGroup, "-", "+", "1", name}).items.empty())
        session.command({"XGROUP", "DELCONSUMER", kJobs, kGroup, name});
    } catch (const Stopped&) {
    } catch (...) {
      fail(std::current_exception());
    }
  }

  void answer(Session& session, Worker& worker, const std::string& name, const Job& job) {
    if (job.signature != settings_.signature) {
      give_back(session, name, job);
      throw other_program(settings_.signature, job.signature);
    }
    if (job.leases > kMaxLeases) {
      session.command({"HSET", kFailed, job.key, job.question});
      finish(
          session, job,
          fmt::format(
              R"({{"error":"set aside: {} workers ended, or lost their connection, while they had this question"}})",
              kMaxLeases));
      return;
    }
    {
      const std::lock_guard lock(mutex_);
      running_[name] = job.id;
    }
    const std::optional<std::string> answer = worker.answer(job.question, stop_);
    {
      const std::lock_guard lock(mutex_);
      running_.erase(name);
    }
    if (answer) {
      finish(session, job, *answer);
    } else {
      give_back(session, name, job);
    }
  }

  static Job job_from(const RedisReply& entry) {
    Job job;
    job.id = entry.items.at(0).text;
    const auto& fields = entry.items.at(1).items;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
      if (fields[i].text == "key") job.key = fields[i + 1].text;
      if (fields[i].text == "question") job.question = fields[i + 1].text;
      if (fields[i].text == "signature") job.signature = fields[i + 1].text;
    }
    return job;
  }

  static std::optional<Job> next(Session& session, const std::string& name) {
    const RedisReply news = session.command(
        {"XREADGROUP", "GROUP", kGroup, name, "COUNT", "1", "BLOCK", kBlock, "STREAMS", kJobs, ">"});
    if (news.items.empty() || news.items[0].items.at(1).items.empty()) return std::nullopt;
    return job_from(news.items[0].items[1].items[0]);
  }

  std::optional<Job> claim(Session& session, const std::string& name, std::string& cursor) const {
    const RedisReply reply = session.command(
        {"XAUTOCLAIM", kJobs, kGroup, name, std::to_string(settings_.lease.count()), cursor, "COUNT", "1"});
    cursor = reply.items.at(0).text;
    const auto& entries = reply.items.at(1).items;
    if (entries.empty() || entries[0].items.size() < 2) return std::nullopt;
    Job job = job_from(entries[0]);
    const RedisReply pending = session.command({"XPENDING", kJobs, kGroup, job.id, job.id, "1"});
    if (!pending.items.empty()) job.leases = pending.items[0].items.at(3).number;
    return job;
  }

  void finish(Session& session, const Job& job, const std::string& answer) {
    const RedisReply counted =
        session.command(eval(kFinish, {kJobs, kResults, kDone, kQueued}, {kGroup, job.id, job.key, answer}));
    if (counted.number == 1) ++answered_;
  }

  // For another worker to claim at once, as if this one had never had it.
  static void give_back(Session& session, const std::string& name, const Job& job) {
    session.command({"XCLAIM", kJobs, kGroup, name, "0", job.id, "IDLE", kFree, "RETRYCOUNT",
                     std::to_string(job.leases - 1), "JUSTID"});
  }

  void renew(std::int64_t began) {
    try {
      Session session(settings_.address, nullptr, stop_, Session::Connect::AtFirstCommand);
      std::unique_lock lock(mutex_);
      while (!ended_) {
        std::vector<Words> commands;
        for (const auto& [name, id] : running_)
          commands.push_back({"XCLAIM", kJobs, kGroup, name, "0", id, "IDLE", "0", "JUSTID"});
        lock.unlock();
        const std::int64_t now = server_time(session);
        commands.push_back({"HSET", kWorkers, name_,
                            fmt::format("{} {} {} {} {}", answered_.load(), began, now,
                                        settings_.lease.count(), settings_.jobs)});
        session.with([&](Redis& redis) { return redis.pipeline(commands); });
        lock.lock();
        changed_.wait_for(lock, std::min<milliseconds>(settings_.lease / 3, kHeartbeat),
                          [&] { return ended_; });
      }
      lock.unlock();
      session.command({"HDEL", kWorkers, name_});
    } catch (const Stopped&) {
    } catch (...) {
      fail(std::current_exception());
    }
  }

  const WorkerSettings& settings_;
  const WorkerFactory& new_worker_;
  StopFlag& stop_;
  const std::string name_ = process_name();
  std::atomic<std::uint64_t> answered_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::string> running_;  // worker -> the question it works on
  std::exception_ptr failure_;
  bool ended_ = false;
};

}  // namespace

RedisQueue::RedisQueue(RedisAddress address, std::string signature, OnNotice on_notice)
    : address_(std::move(address)), signature_(std::move(signature)), on_notice_(std::move(on_notice)) {
  Redis redis(address_);
  const std::string now = redis.command(eval(kSign, {kSignature, kJobs}, {signature_})).text;
  if (now != signature_) throw other_program(signature_, now);
}

void RedisQueue::run(const std::vector<std::string>& questions, const OnAnswer& on_answer, StopFlag& stop) {
  if (questions.empty()) return;
  try {
    Session session(address_, on_notice_, stop);
    Submission(session, signature_, on_answer).run(questions, stop);
  } catch (const Stopped&) {
  } catch (...) {
    stop.request();
    throw;
  }
}

void RedisQueue::serve(Source& source, StopFlag& stop) {
  try {
    Session session(address_, on_notice_, stop);
    const OnAnswer on_answer = [&](std::size_t number, const std::string& answer) {
      source.on_answer(number, answer);
    };
    Submission(session, signature_, on_answer).serve(source, stop);
  } catch (const Stopped&) {
  } catch (...) {
    stop.request();
    throw;
  }
}

std::uint64_t work_for_redis(const WorkerSettings& settings, const WorkerFactory& new_worker,
                             StopFlag& stop) {
  return Workers(settings, new_worker, stop).run();
}

QueueStatus queue_status(const RedisAddress& address) {
  Redis redis(address);
  QueueStatus status;
  status.signature = redis.command({"GET", kSignature}).text;
  const auto length = static_cast<std::uint64_t>(redis.command({"XLEN", kJobs}).number);
  if (length > 0) {
    // The consumer group does not exist until the first worker creates it.
    const RedisReply groups = redis.command({"XINFO", "GROUPS", kJobs});
    if (!groups.items.empty())
      status.running =
          static_cast<std::uint64_t>(redis.command({"XPENDING", kJobs, kGroup}).items.at(0).number);
  }
  status.waiting = length - std::min(length, status.running);
  status.results = static_cast<std::uint64_t>(redis.command({"HLEN", kResults}).number);
  for (const RedisReply& question : redis.command({"HVALS", kFailed}).items)
    status.failed.push_back(question.text);
  status.workers = read_workers(redis.command({"TIME"}), redis.command({"HGETALL", kWorkers}));
  return status;
}

void clear_queue(const RedisAddress& address) {
  Redis(address).command({"DEL", kJobs, kQueued, kResults, kDone, kFailed, kWorkers, kSignature});
}

}  // namespace tesuji::queue

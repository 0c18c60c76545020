#include "server/admission.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/platform.hpp"

namespace tesuji::server {

namespace {

constexpr int kSearchNiceness = 5;

}  // namespace

Admission::Admission(EnginePool& engines, const Limits& limits) : engines_(engines), limits_(limits) {
  try {
    for (int i = 0; i < limits.running; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    stop();
    join();
    throw Error("cannot start a thread for each search; try fewer with --searches");
  }
}

Admission::~Admission() {
  stop();
  join();
}

Admission::Verdict Admission::submit(std::shared_ptr<SearchJob> job) {
  int ahead = 0;
  {
    const std::lock_guard lock(mutex_);
    const int held = held_by(running_, job->client()) + held_by(waiting_, job->client());
    const bool full =
        stopping_ || running_.size() + waiting_.size() >= static_cast<std::size_t>(limits_.running) +
                                                              static_cast<std::size_t>(limits_.waiting);
    if (full || held >= limits_.per_client) {
      ++turned_away_;
      return full ? Verdict::Full : Verdict::ClientHasItsShare;
    }
    ++served_;
    ahead = static_cast<int>(running_.size() + waiting_.size()) - limits_.running + 1;
    // Before it is in the queue: a search may post its own events from then on.
    if (ahead > 0) job->queued(ahead);
    waiting_.push_back(std::move(job));
  }
  changed_.notify_one();
  return Verdict::Accepted;
}

void Admission::cancel(const std::shared_ptr<SearchJob>& job) {
  job->stop();
  const std::lock_guard lock(mutex_);
  waiting_.remove(job);
}

void Admission::stop() {
  std::list<std::shared_ptr<SearchJob>> dropped;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    dropped.swap(waiting_);
    for (const auto& job : running_) job->stop();
  }
  changed_.notify_all();
  for (const auto& job : dropped) job->fail("the server is stopping");
}

void Admission::join() {
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

Admission::Statistics Admission::statistics() const {
  const std::lock_guard lock(mutex_);
  return {static_cast<int>(running_.size()), static_cast<int>(waiting_.size()), served_, turned_away_};
}

int Admission::held_by(const std::list<std::shared_ptr<SearchJob>>& jobs, const std::string& client) const {
  return static_cast<int>(
      std::count_if(jobs.begin(), jobs.end(), [&](const auto& job) { return job->client() == client; }));
}

void Admission::work() {
  // On Linux this concerns the calling thread, and those that it starts: the event loop comes before
  // searches.
  platform::lower_thread_priority(kSearchNiceness);
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    const auto next = std::min_element(waiting_.begin(), waiting_.end(), [&](const auto& a, const auto& b) {
      return held_by(running_, a->client()) < held_by(running_, b->client());
    });
    const std::shared_ptr<SearchJob> job = *next;
    running_.splice(running_.end(), waiting_, next);
    lock.unlock();
    // The place is free before the client hears the end: it may ask again at once.
    job->run(engines_, [&] {
      const std::lock_guard again(mutex_);
      running_.remove(job);
    });
    lock.lock();
  }
}

}  // namespace tesuji::server

#include "server/desk.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/error.hpp"

namespace tesuji::server {

Desk::Ticket::Ticket(Ticket&& other) noexcept
    : desk_(std::exchange(other.desk_, nullptr)),
      number_(other.number_),
      worker_(std::exchange(other.worker_, nullptr)) {}

Desk::Ticket::~Ticket() {
  if (desk_ != nullptr) desk_->leave(*this);
}

int Desk::Ticket::ahead() const {
  const std::lock_guard lock(desk_->mutex_);
  return desk_->ahead_of(number_);
}

bool Desk::Ticket::wait(const search::StopFlag& stop) {
  // A StopFlag wakes nobody, so the line looks up now and then.
  constexpr std::chrono::milliseconds kLookUp(50);
  std::unique_lock lock(desk_->mutex_);
  while (!desk_->closed_ && !stop.requested()) {
    if (desk_->ahead_of(number_) == 0) return true;
    desk_->turn_.wait_for(lock, kLookUp);
  }
  return false;
}

engine::Engine& Desk::Ticket::engine(const std::string& game, const engine::CommonOptions& common) {
  worker_ = &desk_->worker_for(game, common);
  return *worker_->engine;
}

void Desk::Ticket::note(const engine::TableReport& table) {
  const std::lock_guard lock(desk_->mutex_);
  worker_->table = table;
}

Desk::Desk(const engine::Registry& registry, int searches, int queue, std::uint64_t memory)
    : registry_(registry), searches_(searches), queue_(queue), memory_(memory) {}

Desk::~Desk() = default;

std::optional<Desk::Ticket> Desk::enter() {
  const std::lock_guard lock(mutex_);
  if (closed_ || line_.size() >= static_cast<std::size_t>(searches_ + queue_)) {
    ++turned_away_;
    return std::nullopt;
  }
  line_.push_back(next_number_);
  return Ticket(*this, next_number_++);
}

void Desk::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  turn_.notify_all();
}

Desk::Statistics Desk::statistics() const {
  const std::lock_guard lock(mutex_);
  const int inside = static_cast<int>(line_.size());
  return {std::min(inside, searches_), std::max(0, inside - searches_), next_number_, turned_away_};
}

std::vector<Desk::Table> Desk::tables() const {
  const std::lock_guard lock(mutex_);
  std::vector<Table> tables;
  for (const Worker& worker : workers_) tables.push_back({worker.game, worker.searching, worker.table});
  return tables;
}

int Desk::ahead_of(std::uint64_t number) const {
  const auto place = std::distance(line_.begin(), std::find(line_.begin(), line_.end(), number));
  return std::max(0, static_cast<int>(place) - searches_ + 1);
}

Desk::Worker& Desk::worker_for(const std::string& game, const engine::CommonOptions& common) {
  Worker* worker = nullptr;
  {
    const std::lock_guard lock(mutex_);
    const auto idle = std::find_if(workers_.rbegin(), workers_.rend(), [&](const Worker& candidate) {
      return !candidate.searching && candidate.game == game;
    });
    if (idle != workers_.rend()) {
      worker = &*idle;
      worker->searching = true;
      worker->common.hash_bytes = std::max(worker->common.hash_bytes, common.hash_bytes);
      make_room(0);
    } else {
      make_room(common.hash_bytes);
      workers_.push_back({game, common, nullptr, {}, true});
      worker = &workers_.back();
    }
    // Most recently used last: the node moves, its address does not.
    workers_.splice(workers_.end(), workers_,
                    std::find_if(workers_.begin(), workers_.end(),
                                 [&](const Worker& candidate) { return &candidate == worker; }));
  }
  // Memory is allocated without the lock: this can take long, and concerns only this worker.
  try {
    if (!worker->engine) worker->engine = registry_.create(game);
    worker->engine->configure(common);
    const std::lock_guard lock(mutex_);
    worker->common = common;
    worker->table.bytes = common.hash_bytes;
  } catch (...) {
    const std::lock_guard lock(mutex_);
    workers_.remove_if([&](const Worker& candidate) { return &candidate == worker; });
    throw;
  }
  return *worker;
}

void Desk::make_room(std::uint64_t bytes) {
  std::uint64_t sum = bytes;
  for (const Worker& worker : workers_) sum += worker.common.hash_bytes;
  for (auto worker = workers_.begin(); worker != workers_.end() && sum > memory_;) {
    if (worker->searching) {
      ++worker;
      continue;
    }
    sum -= worker->common.hash_bytes;
    worker = workers_.erase(worker);
  }
}

void Desk::leave(Ticket& ticket) {
  {
    const std::lock_guard lock(mutex_);
    line_.remove(ticket.number_);
    if (ticket.worker_ != nullptr) ticket.worker_->searching = false;
  }
  turn_.notify_all();
}

}  // namespace tesuji::server

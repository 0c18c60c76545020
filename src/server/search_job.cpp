#include "server/search_job.hpp"

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/json.hpp"

namespace tesuji::server {

SearchJob::SearchJob(std::string client, Task task, engine::Request request, engine::CommonOptions common,
                     std::function<void()> on_event)
    : client_(std::move(client)),
      task_(task),
      request_(std::move(request)),
      common_(std::move(common)),
      on_event_(std::move(on_event)) {}

SearchJob::~SearchJob() = default;

void SearchJob::queued(int ahead) {
  post({Event::Kind::Queued, engine::to_line(nlohmann::ordered_json{{"ahead", ahead}})});
}

void SearchJob::run(EnginePool& engines, const std::function<void()>& on_end) {
  Event last = search(engines);
  on_end();
  post(std::move(last));
}

void SearchJob::fail(const std::string& why) {
  post({Event::Kind::Failed, engine::to_line(engine::error_json(why))});
}

std::optional<Event> SearchJob::next() {
  const std::lock_guard lock(mutex_);
  return std::exchange(pending_ ? pending_ : last_, std::nullopt);
}

std::optional<Event> SearchJob::table() {
  const std::lock_guard lock(mutex_);
  if (lease_ == nullptr) return std::nullopt;
  const engine::TableReport table = lease_->engine().table();
  if (table.probes == probes_before_) return std::nullopt;
  lease_->note(table);
  return Event{Event::Kind::Table, engine::to_line(engine::to_json(table))};
}

Event SearchJob::search(EnginePool& engines) {
  try {
    const auto lease = engines.take(request_.game, common_);
    engine::Engine& engine = lease->engine();
    set_lease(lease.get());
    // The lease may end only after nobody can ask for the table any more.
    struct Reset {
      SearchJob& job;
      ~Reset() { job.set_lease(nullptr); }
    } const reset{*this};
    const engine::Report report =
        task_ == Task::Solve ? engine.solve(request_, *this, stop_) : engine.analyze(request_, *this, stop_);
    lease->note(report.table ? *report.table : engine.table());
    return {Event::Kind::Done, engine::to_line(engine::to_json(report))};
  } catch (const std::exception& error) {
    return {Event::Kind::Failed, engine::to_line(engine::error_json(error.what()))};
  }
}

void SearchJob::set_lease(EnginePool::Lease* lease) {
  const std::lock_guard lock(mutex_);
  lease_ = lease;
  if (lease != nullptr) probes_before_ = lease->engine().table().probes;
}

void SearchJob::on_progress(const engine::Report& report) {
  // Called by the searching thread, which alone changes the lease.
  if (report.table) lease_->note(*report.table);
  post({Event::Kind::Report, engine::to_line(engine::to_json(report))});
}

void SearchJob::post(Event event) {
  {
    const std::lock_guard lock(mutex_);
    (event.last() ? last_ : pending_) = std::move(event);
  }
  on_event_();
}

}  // namespace tesuji::server

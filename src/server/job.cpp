#include "server/job.hpp"

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "engine/json.hpp"

namespace tesuji::server {

Job::Job(Desk::Ticket ticket, Task task, engine::Request request, engine::CommonOptions common)
    : ticket_(std::move(ticket)),
      task_(task),
      request_(std::move(request)),
      common_(std::move(common)),
      thread_([this] { run(); }) {}

Job::~Job() {
  stop();
  thread_.join();
}

std::optional<Event> Job::next(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  posted_.wait_for(lock, patience, [&] { return pending_ || last_; });
  return std::exchange(pending_ ? pending_ : last_, std::nullopt);
}

std::optional<Event> Job::table() {
  const std::lock_guard lock(mutex_);
  if (searching_ == nullptr) return std::nullopt;
  const engine::TableReport table = searching_->table();
  if (table.probes == untouched_) return std::nullopt;
  ticket_->note(table);
  return Event{Event::Kind::Table, engine::to_line(engine::to_json(table))};
}

void Job::run() {
  Event last = search();
  ticket_.reset();
  post(std::move(last));
}

Event Job::search() {
  try {
    if (const int ahead = ticket_->ahead(); ahead > 0) {
      post({Event::Kind::Queued, engine::to_line(nlohmann::ordered_json{{"ahead", ahead}})});
    }
    if (!ticket_->wait(stop_)) throw Error("stopped before its turn came");
    engine::Engine& engine = ticket_->engine(request_.game, common_);
    set_searching(&engine);
    const engine::Report report =
        task_ == Task::Solve ? engine.solve(request_, *this, stop_) : engine.analyze(request_, *this, stop_);
    set_searching(nullptr);
    ticket_->note(report.table ? *report.table : engine.table());
    return {Event::Kind::Done, engine::to_line(engine::to_json(report))};
  } catch (const std::exception& error) {
    set_searching(nullptr);
    return {Event::Kind::Failed, engine::to_line(engine::error_json(error.what()))};
  }
}

void Job::set_searching(const engine::Engine* engine) {
  const std::lock_guard lock(mutex_);
  searching_ = engine;
  if (engine != nullptr) untouched_ = engine->table().probes;
}

void Job::progress(const engine::Report& report) {
  if (report.table) ticket_->note(*report.table);
  post({Event::Kind::Report, engine::to_line(engine::to_json(report))});
}

void Job::post(Event event) {
  {
    const std::lock_guard lock(mutex_);
    const bool final = event.kind == Event::Kind::Done || event.kind == Event::Kind::Failed;
    (final ? last_ : pending_) = std::move(event);
  }
  posted_.notify_one();
}

}  // namespace tesuji::server

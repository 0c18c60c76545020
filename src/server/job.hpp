// One search in a thread of its own, and the mailbox through which a connection hears of it. Destroying the
// job stops the search: a client that goes away takes its search with it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/engine.hpp"
#include "search/limits.hpp"
#include "server/desk.hpp"

namespace tesuji::server {

enum class Task { Analyze, Solve };

struct Event {
  enum class Kind { Queued, Report, Table, Done, Failed };
  Kind kind;
  std::string data;  // one line of JSON
};

class Job final : private engine::Listener {
 public:
  Job(Desk::Ticket ticket, Task task, engine::Request request, engine::CommonOptions common);
  ~Job() override;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // The next event, if there is one within `patience`. A slow reader misses reports between the newest ones,
  // never the last event, which is Done or Failed; after it there are none.
  std::optional<Event> next(std::chrono::milliseconds patience);
  // The table's statistics, once the search has been to it: a mate search may have one of its own.
  std::optional<Event> table();
  void stop() { stop_.request(); }

 private:
  void run();
  Event search();
  void progress(const engine::Report& report) override;
  void post(Event event);
  void set_searching(const engine::Engine* engine);

  std::optional<Desk::Ticket> ticket_;  // given back before the last event is posted
  const Task task_;
  const engine::Request request_;
  const engine::CommonOptions common_;
  search::StopFlag stop_;

  std::mutex mutex_;
  std::condition_variable posted_;
  std::optional<Event> pending_, last_;
  const engine::Engine* searching_ = nullptr;
  std::uint64_t untouched_ = 0;  // the table's probes when the search began
  std::thread thread_;           // after everything it uses
};

}  // namespace tesuji::server

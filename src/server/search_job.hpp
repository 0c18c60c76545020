// One search, and the mailbox through which its client hears of it.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "engine/engine.hpp"
#include "search/limits.hpp"
#include "server/engine_pool.hpp"

namespace tesuji::server {

enum class Task { Analyze, Solve };

struct Event {
  enum class Kind { Queued, Report, Table, Done, Failed };
  Kind kind;
  std::string data;  // one line of JSON

  [[nodiscard]] bool last() const { return kind == Kind::Done || kind == Kind::Failed; }
};

class SearchJob final : private engine::Listener {
 public:
  // `on_event` is called from the searching thread whenever next() has something new.
  SearchJob(std::string client, Task task, engine::Request request, engine::CommonOptions common,
            std::function<void()> on_event);
  ~SearchJob() override;
  SearchJob(const SearchJob&) = delete;
  SearchJob& operator=(const SearchJob&) = delete;

  [[nodiscard]] const std::string& client() const { return client_; }
  void queued(int ahead);  // tells the client how many searches come first
  // Searches, calls `on_end`, and posts the last event.
  void run(EnginePool& engines, const std::function<void()>& on_end);
  void fail(const std::string& why);  // posts the last event without a search
  void stop() { stop_.request(); }
  [[nodiscard]] bool stopped() const { return stop_.requested(); }

  // The next event, if there is one. A slow reader misses reports between the newest ones, never the last
  // event, which is Done or Failed.
  std::optional<Event> next();
  // The table's statistics, once the search has used it.
  std::optional<Event> table();

 private:
  Event search(EnginePool& engines);
  void on_progress(const engine::Report& report) override;
  void post(Event event);
  void set_lease(EnginePool::Lease* lease);

  const std::string client_;
  const Task task_;
  const engine::Request request_;
  const engine::CommonOptions common_;
  const std::function<void()> on_event_;
  search::StopFlag stop_;

  std::mutex mutex_;
  std::optional<Event> pending_, last_;
  EnginePool::Lease* lease_ = nullptr;  // while the engine searches
  std::uint64_t probes_before_ = 0;     // the table's probes when the search began
};

}  // namespace tesuji::server

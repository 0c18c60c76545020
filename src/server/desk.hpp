// Who may search now, and with which engine. A search needs a ticket: some tickets search, some wait in line,
// and when the line is full there are no more. Engines are kept between searches, so that their tables stay
// warm, as long as the memory of all of them together allows it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/registry.hpp"
#include "search/limits.hpp"

namespace tesuji::server {

class Desk {
  struct Worker;

 public:
  // Leave to search, now or soon. Giving it back (destruction) lets the next in line search.
  class Ticket {
   public:
    Ticket(Ticket&& other) noexcept;
    Ticket& operator=(Ticket&&) = delete;
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    ~Ticket();

    // How many are to be served before this one; 0 = its turn.
    [[nodiscard]] int ahead() const;
    // Waits for its turn; false where `stop` was requested or the desk closed before it came.
    bool wait(const search::StopFlag& stop);
    // After wait() was true: an engine of this game, configured. Throws Error where the memory is not to be
    // had.
    engine::Engine& engine(const std::string& game, const engine::CommonOptions& common);
    // To be shown to whoever asks for statistics while the search runs.
    void note(const engine::TableReport& table);

   private:
    friend class Desk;
    Ticket(Desk& desk, std::uint64_t number) : desk_(&desk), number_(number) {}

    Desk* desk_;
    std::uint64_t number_;
    Worker* worker_ = nullptr;
  };

  struct Statistics {
    int searching = 0, waiting = 0;
    std::uint64_t served = 0, turned_away = 0;
  };
  struct Table {
    std::string game;
    bool searching;
    engine::TableReport report;
  };

  // `memory`: the sum of all tables, in bytes.
  Desk(const engine::Registry& registry, int searches, int queue, std::uint64_t memory);
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  [[nodiscard]] std::optional<Ticket> enter();  // none: the line is full, or the desk is closed
  void close();                                 // nobody waits any more, nobody enters
  [[nodiscard]] Statistics statistics() const;
  [[nodiscard]] std::vector<Table> tables() const;

 private:
  // An engine and what is known of it without asking it: a searching engine is asked nothing.
  struct Worker {
    std::string game;
    engine::CommonOptions common;
    std::unique_ptr<engine::Engine> engine;
    engine::TableReport table;
    bool searching = true;
  };

  [[nodiscard]] int ahead_of(std::uint64_t number) const;  // with the lock held
  Worker& worker_for(const std::string& game, const engine::CommonOptions& common);
  void make_room(std::uint64_t bytes);  // with the lock held
  void leave(Ticket& ticket);

  const engine::Registry& registry_;
  const int searches_, queue_;
  const std::uint64_t memory_;

  mutable std::mutex mutex_;
  std::condition_variable turn_;
  std::list<std::uint64_t> line_;  // tickets in the order they came; the first `searches_` search
  std::list<Worker> workers_;      // least recently used first
  std::uint64_t next_number_ = 0, turned_away_ = 0;
  bool closed_ = false;
};

}  // namespace tesuji::server

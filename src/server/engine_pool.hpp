// Warm engines: an engine is kept between searches, so that its table stays filled, as long as the memory of
// all engines together allows it.
//
// An engine counts with all the table memory that it may take: `hash_bytes`, which bounds every table of the
// engine together.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/registry.hpp"

namespace tesuji::server {

class EnginePool {
  struct Slot;

 public:
  // An engine for one search. Destruction gives it back.
  class Lease {
   public:
    Lease(EnginePool& pool, Slot& slot) : pool_(pool), slot_(slot) {}
    ~Lease() { pool_.give_back(slot_); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    [[nodiscard]] engine::Engine& engine() const;
    // What tables() shows from now on; thread-safe.
    void note(const engine::TableReport& table) { pool_.note(slot_, table); }

   private:
    EnginePool& pool_;
    Slot& slot_;
  };

  struct Table {
    std::string game;
    bool searching;
    engine::TableReport report;
  };

  EnginePool(const engine::Registry& registry, std::uint64_t memory_bytes);
  ~EnginePool();
  EnginePool(const EnginePool&) = delete;
  EnginePool& operator=(const EnginePool&) = delete;

  // Throws Error if there is no memory for it.
  [[nodiscard]] std::unique_ptr<Lease> take(const std::string& game, const engine::CommonOptions& common);
  [[nodiscard]] std::vector<Table> tables() const;
  [[nodiscard]] std::uint64_t bytes() const;  // of all tables, as counted

 private:
  // An engine and what is known of it without asking it.
  struct Slot {
    std::string game;
    engine::CommonOptions common;
    std::unique_ptr<engine::Engine> engine;
    engine::TableReport table;
    bool searching = true;
  };

  void make_room(std::uint64_t bytes);  // with the lock held: drops idle engines, least recently used first
  void give_back(Slot& slot);
  void note(Slot& slot, const engine::TableReport& table);

  const engine::Registry& registry_;
  const std::uint64_t memory_;
  mutable std::mutex mutex_;
  std::list<Slot> slots_;  // least recently used first
};

}  // namespace tesuji::server

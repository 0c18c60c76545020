#include "server/engine_pool.hpp"

#include <algorithm>

namespace tesuji::server {

engine::Engine& EnginePool::Lease::engine() const {
  return *slot_.engine;
}

EnginePool::EnginePool(const engine::Registry& registry, std::uint64_t memory_bytes)
    : registry_(registry), memory_(memory_bytes) {}

EnginePool::~EnginePool() = default;

std::unique_ptr<EnginePool::Lease> EnginePool::take(const std::string& game,
                                                    const engine::CommonOptions& common) {
  Slot* slot = nullptr;
  {
    const std::lock_guard lock(mutex_);
    const auto idle = std::find_if(slots_.rbegin(), slots_.rend(), [&](const Slot& candidate) {
      return !candidate.searching && candidate.game == game;
    });
    if (idle != slots_.rend()) {
      slot = &*idle;
      slot->searching = true;
      // While the table changes size, the old one and the new one may exist together.
      slot->common.hash_bytes = std::max(slot->common.hash_bytes, common.hash_bytes);
      make_room(0);
    } else {
      make_room(common.hash_bytes);
      slots_.push_back({game, common, nullptr, {}, true});
      slot = &slots_.back();
    }
    // Most recently used last: the node moves, its address does not.
    slots_.splice(slots_.end(), slots_,
                  std::find_if(slots_.begin(), slots_.end(),
                               [&](const Slot& candidate) { return &candidate == slot; }));
  }
  // Without the lock: allocating can take long, and concerns only this engine.
  try {
    if (!slot->engine) slot->engine = registry_.game(game).new_engine();
    slot->engine->configure(common);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    slots_.remove_if([&](const Slot& candidate) { return &candidate == slot; });
    throw;
  }
  const std::lock_guard lock(mutex_);
  slot->common = common;
  slot->table.bytes = common.hash_bytes;
  return std::make_unique<Lease>(*this, *slot);
}

std::vector<EnginePool::Table> EnginePool::tables() const {
  const std::lock_guard lock(mutex_);
  std::vector<Table> tables;
  for (const Slot& slot : slots_) tables.push_back({slot.game, slot.searching, slot.table});
  return tables;
}

std::uint64_t EnginePool::bytes() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  for (const Slot& slot : slots_) sum += slot.common.hash_bytes;
  return sum;
}

void EnginePool::make_room(std::uint64_t bytes) {
  std::uint64_t sum = bytes;
  for (const Slot& slot : slots_) sum += slot.common.hash_bytes;
  for (auto slot = slots_.begin(); slot != slots_.end() && sum > memory_;) {
    if (slot->searching) {
      ++slot;
      continue;
    }
    sum -= slot->common.hash_bytes;
    slot = slots_.erase(slot);
  }
}

void EnginePool::give_back(Slot& slot) {
  const std::lock_guard lock(mutex_);
  slot.searching = false;
}

void EnginePool::note(Slot& slot, const engine::TableReport& table) {
  const std::lock_guard lock(mutex_);
  slot.table = table;
}

}  // namespace tesuji::server

// Traces: the stream of probes and stores that a search made, to be replayed on any layout and policy at any
// size.
//
//   tt::trace::Recorder recorder(table);       // has the face of the table, and remembers
//   recorder.store(key, entry);
//   tt::trace::write(recorder.events(), "search.trace");
//
// An event is one of: a probe of a key, a store under a key with what a policy may know of the entry, a new
// search. The optimum for a trace (Belady 1966: of all that could go, that goes whose next probe is the
// farthest; a new entry that is never probed again is not stored) bounds what any policy can reach with as
// many entries.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tt/error.hpp"
#include "tt/table.hpp"

namespace tt::trace {

enum class Kind : std::uint8_t { Probe, Store, NewSearch };

struct Event {
  std::uint64_t key = 0;
  Kind kind = Kind::Probe;
  std::uint8_t depth = 0;
  BoundKind bound = BoundKind::Lower;
};

using Events = std::vector<Event>;

// A table type: has the face of the Bound table that it wraps, and remembers what passes through. A search
// that is compiled for it records; one that is compiled for the table itself has no trace of this. For one
// thread: a trace is an order.
template <class Table>
class Recorder {
 public:
  explicit Recorder(Table& table) : table_(table) {}

  [[nodiscard]] auto probe(std::uint64_t key) {
    events_.push_back({key, Kind::Probe});
    return table_.probe(key);
  }
  void store(std::uint64_t key, const typename Table::Entry& entry) {
    events_.push_back({key, Kind::Store, entry.depth, entry.bound});
    table_.store(key, entry);
  }
  void prefetch(std::uint64_t key) const { table_.prefetch(key); }
  void mismatch() const { table_.mismatch(); }
  void new_search() {
    events_.push_back({0, Kind::NewSearch});
    table_.new_search();
  }
  [[nodiscard]] const Events& events() const { return events_; }

 private:
  Table& table_;
  Events events_;
};

// The file: a magic number, the count, and ten bytes for each event: key 8, kind 2 bits and bound 6, depth 1.
inline constexpr std::array<char, 8> kMagic = {'t', 't', 't', 'r', 'a', 'c', 'e', '1'};
inline constexpr std::size_t kEventBytes = 10;

namespace detail {
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
inline File open(const std::string& path, const char* mode) {
  File file(std::fopen(path.c_str(), mode), &std::fclose);
  if (!file) throw Error("trace '" + path + "' cannot be opened");
  return file;
}
}  // namespace detail

inline void write(const Events& events, const std::string& path) {
  const auto file = detail::open(path, "wb");
  const std::uint64_t count = events.size();
  bool good = std::fwrite(kMagic.data(), kMagic.size(), 1, file.get()) == 1 &&
              std::fwrite(&count, sizeof count, 1, file.get()) == 1;
  for (const Event& event : events) {
    std::array<unsigned char, kEventBytes> bytes{};
    for (int i = 0; i < 8; ++i)
      bytes[static_cast<std::size_t>(i)] = static_cast<unsigned char>(event.key >> 8 * i);
    bytes[8] = static_cast<unsigned char>(static_cast<int>(event.kind) | static_cast<int>(event.bound) << 2);
    bytes[9] = event.depth;
    good = good && std::fwrite(bytes.data(), bytes.size(), 1, file.get()) == 1;
  }
  if (!good || std::fflush(file.get()) != 0) throw Error("trace '" + path + "' cannot be written");
}

inline Events read(const std::string& path) {
  const auto file = detail::open(path, "rb");
  std::array<char, 8> magic{};
  std::uint64_t count = 0;
  if (std::fread(magic.data(), magic.size(), 1, file.get()) != 1 || magic != kMagic ||
      std::fread(&count, sizeof count, 1, file.get()) != 1) {
    throw Error("'" + path + "' is not a trace");
  }
  Events events;
  std::array<unsigned char, kEventBytes> bytes{};
  while (std::fread(bytes.data(), bytes.size(), 1, file.get()) == 1) {
    Event event{0, static_cast<Kind>(bytes[8] & 3), bytes[9], static_cast<BoundKind>(bytes[8] >> 2)};
    for (int i = 0; i < 8; ++i) event.key |= std::uint64_t{bytes[static_cast<std::size_t>(i)]} << 8 * i;
    const bool sound = event.kind <= Kind::NewSearch && event.depth <= Bound::kMaxDepth &&
                       event.bound <= BoundKind::Exact &&
                       (event.kind != Kind::Store || event.bound != BoundKind::None);
    if (!sound) throw Error("trace '" + path + "' is damaged at event " + std::to_string(events.size()));
    events.push_back(event);
  }
  if (events.size() != count) {
    throw Error("trace '" + path + "' is cut off: " + std::to_string(events.size()) + " events of " +
                std::to_string(count));
  }
  return events;
}

struct Score {
  std::uint64_t probes = 0;
  std::uint64_t hits = 0;   // with what was stored under this very key
  std::uint64_t wrong = 0;  // with another key's entry
  std::uint64_t work_probed = 0,
                work_saved = 0;  // 2^(depth / 2): what the subtree behind a hit would cost, roughly

  Score& operator+=(const Score& other) {
    probes += other.probes;
    hits += other.hits;
    wrong += other.wrong;
    work_probed += other.work_probed;
    work_saved += other.work_saved;
    return *this;
  }
  [[nodiscard]] double hit_rate() const {
    return probes == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(probes);
  }
  [[nodiscard]] double work_rate() const {
    return work_probed == 0 ? 0 : static_cast<double>(work_saved) / static_cast<double>(work_probed);
  }
};

namespace detail {
inline std::uint64_t work(int depth) {
  return std::uint64_t{1} << std::min(depth / 2, 40);
}
}  // namespace detail

// Replays on anything with the face of a table: probe(key), store(key, entry), new_search(). What is stored
// is made of the key, so that a hit tells whose it is.
template <class AnyTable>
Score replay_on(AnyTable& table, const Events& events) {
  const auto entry_for = [](const Event& event) {
    return Bound::Entry{.move = static_cast<std::uint16_t>(event.key >> 20 | 1),
                        .score = static_cast<std::int16_t>(event.key >> 36),
                        .depth = event.depth,
                        .bound = event.bound};
  };
  std::unordered_map<std::uint64_t, int> depths;  // the last stored under a key
  Score score;
  for (const Event& event : events) {
    switch (event.kind) {
      case Kind::Probe: {
        const std::optional<Bound::Entry> found = table.probe(event.key);
        const Bound::Entry own = entry_for(event);
        const bool hit = found && found->move == own.move && found->score == own.score;
        const auto known = depths.find(event.key);
        const std::uint64_t work = known == depths.end() ? 0 : detail::work(known->second);
        ++score.probes;
        score.hits += hit ? 1 : 0;
        score.wrong += found && !hit ? 1 : 0;
        score.work_probed += work;
        score.work_saved += hit ? work : 0;
        break;
      }
      case Kind::Store:
        table.store(event.key, entry_for(event));
        depths[event.key] = event.depth;
        break;
      case Kind::NewSearch:
        table.new_search();
    }
  }
  return score;
}

template <class Replacement>
Score replay(const Events& events, std::uint64_t bytes, Replacement policy = {}) {
  Table<Bound, Replacement, NoCounters> table(bytes, policy);
  return replay_on(table, events);
}

// Belady's optimum with room for `entries` of them anywhere: no lines, no checks, all of the future known.
inline Score optimum(const Events& events, std::uint64_t entries) {
  constexpr std::uint64_t kNever = ~std::uint64_t{0};
  std::vector<std::uint64_t> next(events.size(), kNever);  // the next probe of the same key
  std::unordered_map<std::uint64_t, std::uint64_t> seen;
  for (std::size_t i = events.size(); i-- > 0;) {
    if (events[i].kind == Kind::NewSearch) continue;
    if (const auto later = seen.find(events[i].key); later != seen.end()) next[i] = later->second;
    if (events[i].kind == Kind::Probe) seen[events[i].key] = i;
  }
  std::unordered_map<std::uint64_t, std::uint64_t> held;      // key -> its next probe
  std::set<std::pair<std::uint64_t, std::uint64_t>> by_need;  // (next probe, key)
  const auto keep = [&](std::uint64_t key, std::uint64_t need) {
    if (const auto old = held.find(key); old != held.end()) {
      by_need.erase({old->second, key});
      held.erase(old);
    }
    if (need == kNever) return;
    if (held.size() == entries) {
      const auto farthest = std::prev(by_need.end());
      if (farthest->first < need) return;
      held.erase(farthest->second);
      by_need.erase(farthest);
    }
    held[key] = need;
    by_need.insert({need, key});
  };
  Score score;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.kind == Kind::Store) {
      keep(event.key, next[i]);
    } else if (event.kind == Kind::Probe) {
      ++score.probes;
      if (held.contains(event.key)) {
        ++score.hits;
        keep(event.key, next[i]);
      }
    }
  }
  return score;
}

}  // namespace tt::trace

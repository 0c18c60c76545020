// Lines of a table as a simulation: whole keys, every feature of an entry that a policy could want to know,
// and the future. So that ideas can be tried before they have a place in an entry.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tt/bits.hpp"
#include "tt/trace.hpp"

namespace replay {

inline constexpr std::uint32_t kNever = ~std::uint32_t{0};
inline constexpr std::uint8_t kNoDepth = 255;

// What is known of an event besides itself.
struct Facts {
  std::uint32_t next_probe = kNever;  // the event that probes the same key next
  std::uint8_t log_work = 0;          // of a store: log2 of the events since the node was entered
  std::uint8_t depth = kNoDepth;      // of a probe: what was last stored under the key
};

// The subtree of a store is what happened since the last probe of its key.
inline std::vector<Facts> facts_of(const tt::trace::Events& events) {
  std::vector<Facts> facts(events.size());
  std::unordered_map<std::uint64_t, std::uint32_t> seen;
  for (std::size_t i = events.size(); i-- > 0;) {
    if (events[i].kind == tt::trace::Kind::NewSearch) continue;
    const auto found = seen.find(events[i].key);
    if (found != seen.end()) facts[i].next_probe = found->second;
    if (events[i].kind == tt::trace::Kind::Probe) seen[events[i].key] = static_cast<std::uint32_t>(i);
  }
  struct Last {
    std::uint32_t probe = kNever;
    std::uint8_t depth = kNoDepth;
  };
  std::unordered_map<std::uint64_t, Last> last;
  last.reserve(seen.size());
  seen = {};
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].kind == tt::trace::Kind::NewSearch) continue;
    Last& known = last[events[i].key];
    if (events[i].kind == tt::trace::Kind::Probe) {
      facts[i].depth = known.depth;
      known.probe = static_cast<std::uint32_t>(i);
    } else {
      const std::uint64_t work = known.probe == kNever ? 1 : i - known.probe;
      facts[i].log_work = static_cast<std::uint8_t>(std::bit_width(work));
      known.depth = events[i].depth;
    }
  }
  return facts;
}

// What the subtree behind a hit would cost, roughly.
inline std::uint64_t work_of(int depth) {
  return std::uint64_t{1} << std::min(depth / 2, 40);
}

struct Candidate {
  std::uint64_t key = 0;
  int depth = 0, age = 0;
  tt::BoundKind bound = tt::BoundKind::None;
  int log_work = 0;
  int hits = 0;              // since it was stored
  std::uint32_t stored = 0;  // when
  std::uint32_t asked = 0;   // when it was last stored or hit
  std::uint32_t next_probe = kNever;
};

inline constexpr std::size_t kSlots = tt::Bound::kSlots;
using Line = std::array<Candidate, kSlots>;

// Replays events on lines of eight entries, with the rules of tt::Bound. choose(line, new entry, now) returns
// the slot to give up, or kSlots to keep the new entry out.
template <class Choose>
tt::trace::Score simulate(const tt::trace::Events& events, const std::vector<Facts>& facts,
                          std::uint64_t bytes, Choose choose) {
  struct Stored {
    Line slots;
    std::array<std::uint8_t, kSlots> generation{};
  };
  const std::uint64_t lines = bytes / 64;
  std::vector<Stored> table(lines);
  unsigned generation = 0;
  tt::trace::Score score;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const tt::trace::Event& event = events[i];
    if (event.kind == tt::trace::Kind::NewSearch) {
      generation = (generation + 1) % 16;
      continue;
    }
    Stored& line = table[tt::multiply_high(event.key, lines)];
    std::size_t at = 0;
    while (at < kSlots && (line.slots[at].bound == tt::BoundKind::None || line.slots[at].key != event.key))
      ++at;
    if (event.kind == tt::trace::Kind::Probe) {
      const std::uint64_t work = facts[i].depth == kNoDepth ? 0 : work_of(facts[i].depth);
      ++score.probes;
      score.work_probed += work;
      if (at == kSlots) continue;
      ++score.hits;
      score.work_saved += work;
      ++line.slots[at].hits;
      line.slots[at].asked = static_cast<std::uint32_t>(i);
      line.slots[at].next_probe = facts[i].next_probe;
      continue;
    }
    const auto now = static_cast<std::uint32_t>(i);
    const Candidate incoming{.key = event.key,
                             .depth = event.depth,
                             .bound = event.bound,
                             .log_work = facts[i].log_work,
                             .stored = now,
                             .asked = now,
                             .next_probe = facts[i].next_probe};
    const auto age = [&](std::size_t slot) {
      return static_cast<int>((generation - line.generation[slot]) % 16);
    };
    if (at < kSlots) {
      if (event.bound != tt::BoundKind::Exact && age(at) == 0 && event.depth + 3 < line.slots[at].depth) {
        line.slots[at].next_probe = facts[i].next_probe;
        continue;
      }
    } else {
      at = 0;
      while (at < kSlots && line.slots[at].bound != tt::BoundKind::None) ++at;
      if (at == kSlots) {
        for (std::size_t slot = 0; slot < kSlots; ++slot) line.slots[slot].age = age(slot);
        at = choose(line.slots, incoming, now);
        if (at == kSlots) continue;
      }
    }
    line.slots[at] = incoming;
    line.generation[at] = static_cast<std::uint8_t>(generation);
  }
  return score;
}

// Of the entries of a line and the new entry, that goes whose next probe is the farthest.
struct Belady {
  std::size_t operator()(const Line& line, const Candidate& incoming, std::uint32_t) const {
    std::size_t farthest = kSlots;
    std::uint32_t need = incoming.next_probe;
    for (std::size_t i = 0; i < kSlots; ++i) {
      if (line[i].next_probe > need ||
          (need == kNever && line[i].next_probe == kNever && farthest == kSlots)) {
        farthest = i;
        need = line[i].next_probe;
      }
    }
    return farthest;
  }
};

// The entry of least worth goes; the new entry is asked as well only if `admission` says so.
template <class Worth>
struct Least {
  Worth worth;
  bool admission;
  explicit Least(Worth worth_of, bool admit = false) : worth(std::move(worth_of)), admission(admit) {}
  std::size_t operator()(const Line& line, const Candidate& incoming, std::uint32_t now) const {
    std::size_t least = 0;
    auto best = worth(line[0], now);
    for (std::size_t i = 1; i < kSlots; ++i) {
      if (const auto other = worth(line[i], now); other < best) {
        best = other;
        least = i;
      }
    }
    return admission && worth(incoming, now) < best ? kSlots : least;
  }
};

}  // namespace replay

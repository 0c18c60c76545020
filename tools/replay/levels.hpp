// Tables of two levels with the bytes of one, on traces: a small level in front of a large one, and separate
// levels for shallow and deep entries.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "lines.hpp"
#include "tt/trace.hpp"

namespace replay {

// One level: lines of eight, whole keys, the least of depth - 4 * age goes. Says what a store pushed out.
class OneLevel {
 public:
  explicit OneLevel(std::uint64_t bytes) : lines_(std::max<std::uint64_t>(bytes / 64, 1)) {}

  [[nodiscard]] bool holds(std::uint64_t key) const {
    const Set& set = set_of(key);
    return std::any_of(set.begin(), set.end(), [&](const Candidate& c) { return is(c, key); });
  }
  void drop(std::uint64_t key) {
    for (Candidate& c : set_of(key)) {
      if (is(c, key)) c = {};
    }
  }
  // `age` of a Candidate is here the number of the search that stored it.
  std::optional<Candidate> store(const Candidate& incoming, int search) {
    Set& set = set_of(incoming.key);
    Candidate* least = nullptr;
    for (Candidate& c : set) {
      if (is(c, incoming.key)) {
        const bool keep =
            incoming.bound != tt::BoundKind::Exact && c.age == search && incoming.depth + 3 < c.depth;
        if (!keep) c = incoming;
        return std::nullopt;
      }
      if (least == nullptr || worth(c, search) < worth(*least, search)) least = &c;
    }
    const Candidate out = *least;
    *least = incoming;
    return out.bound == tt::BoundKind::None ? std::nullopt : std::optional(out);
  }

 private:
  using Set = std::array<Candidate, kSlots>;

  static bool is(const Candidate& c, std::uint64_t key) {
    return c.bound != tt::BoundKind::None && c.key == key;
  }
  static int worth(const Candidate& c, int search) {
    return c.bound == tt::BoundKind::None ? -10000 : c.depth - 4 * (search - c.age);
  }
  Set& set_of(std::uint64_t key) { return lines_[tt::multiply_high(key, lines_.size())]; }
  [[nodiscard]] const Set& set_of(std::uint64_t key) const {
    return lines_[tt::multiply_high(key, lines_.size())];
  }

  std::vector<Set> lines_;
};

// New entries go to the front, an eighth of the bytes; what it pushes out goes to the back.
class FrontAndBack {
 public:
  FrontAndBack(std::uint64_t bytes, std::uint64_t front_share)
      : front_(bytes / front_share), back_(bytes - bytes / front_share) {}
  [[nodiscard]] bool holds(std::uint64_t key) const { return front_.holds(key) || back_.holds(key); }
  void store(const Candidate& incoming, int search) {
    if (const auto out = front_.store(incoming, search)) back_.store(*out, search);
  }

 private:
  OneLevel front_, back_;
};

// Entries of at most `shallow` plies have a level of their own.
class ShallowAndDeep {
 public:
  ShallowAndDeep(std::uint64_t bytes, int shallow, std::uint64_t quarters)
      : shallow_depth_(shallow), shallow_(bytes * quarters / 4), deep_(bytes - bytes * quarters / 4) {}
  [[nodiscard]] bool holds(std::uint64_t key) const { return shallow_.holds(key) || deep_.holds(key); }
  void store(const Candidate& incoming, int search) {
    if (incoming.depth > shallow_depth_) {
      shallow_.drop(incoming.key);
      deep_.store(incoming, search);
    } else if (!deep_.holds(incoming.key)) {
      shallow_.store(incoming, search);
    }
  }

 private:
  int shallow_depth_;
  OneLevel shallow_, deep_;
};

template <class Levels>
tt::trace::Score replay_levels(const tt::trace::Events& events, Levels levels) {
  std::unordered_map<std::uint64_t, std::uint8_t> depths;
  tt::trace::Score score;
  int search = 0;
  for (const tt::trace::Event& event : events) {
    if (event.kind == tt::trace::Kind::NewSearch) {
      ++search;
    } else if (event.kind == tt::trace::Kind::Store) {
      depths[event.key] = event.depth;
      levels.store({.key = event.key, .depth = event.depth, .age = search, .bound = event.bound}, search);
    } else {
      const auto known = depths.find(event.key);
      const std::uint64_t work = known == depths.end() ? 0 : work_of(known->second);
      const bool hit = levels.holds(event.key);
      ++score.probes;
      score.hits += hit ? 1 : 0;
      score.work_probed += work;
      score.work_saved += hit ? work : 0;
    }
  }
  return score;
}

}  // namespace replay

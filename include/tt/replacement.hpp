// Replacement policies: which of the entries in a line gives way to a new one.
//
// A policy is a type with
//   template <std::size_t N>
//   std::size_t victim(const std::array<Slot, N>& slots, const Slot& incoming, std::uint64_t tag) const;
// that returns the slot to overwrite, or N to keep the new entry out. It is asked only when the line holds
// neither the new entry's key nor an empty slot. A policy may have state (it is a member of the table), so
// one that learns or adapts fits the same seam. A policy that always replaces the entry of least worth may
// say so with
//   template <class Number> static constexpr Number worth(Number depth, Number age);
// and a layout will then compute the worth of a whole line at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tt/error.hpp"
#include "tt/stats.hpp"

namespace tt {

// What a policy may know about an entry, whatever the layout.
struct Slot {
  int depth = 0;       // or the amount of work, in the layout's unit
  int age = 0;         // searches since it was stored; 0 = this one
  bool exact = false;  // an exact score, or a proved result
};

// How a replacement is counted: arithmetic, for a branch here could not be foreseen.
constexpr Stored replaced(const Slot& old, const Slot& incoming) {
  const int within = static_cast<int>(Stored::ReplacedLesser) + (old.depth < incoming.depth ? 0 : 1);
  return static_cast<Stored>(old.age > 0 ? static_cast<int>(Stored::ReplacedOld) : within);
}
static_assert(static_cast<int>(Stored::ReplacedBetter) == static_cast<int>(Stored::ReplacedLesser) + 1);

// The slot of least worth; the first of them on a tie. Worth and number are compared as one integer, which
// compiles to minima and not to branches that nobody could foresee.
template <std::size_t N, class Worth>
constexpr std::size_t least(const std::array<Slot, N>& slots, Worth worth) {
  static_assert(N <= 16);
  int best = worth(slots[0]) * 16;
#pragma GCC unroll 8
  for (std::size_t i = 1; i < N; ++i) best = std::min(best, worth(slots[i]) * 16 + static_cast<int>(i));
  return static_cast<std::size_t>(best & 15);
}

// Always: the new entry goes where its key says, whatever is there. The classic of direct-mapped tables.
struct Always {
  static constexpr std::string_view kName = "always";
  template <std::size_t N>
  std::size_t victim(const std::array<Slot, N>&, const Slot&, std::uint64_t tag) const {
    return static_cast<std::size_t>(tag % N);
  }
};

// Depth-preferred: the shallowest entry goes, and only for a new entry at least as deep. Never ages: what a
// long search has left stays, which is its well-known weakness in play.
struct DepthPreferred {
  static constexpr std::string_view kName = "depth";
  template <std::size_t N>
  std::size_t victim(const std::array<Slot, N>& slots, const Slot& incoming, std::uint64_t) const {
    const std::size_t shallowest = least(slots, [](const Slot& s) { return s.depth; });
    return incoming.depth >= slots[shallowest].depth ? shallowest : N;
  }
};

// Aging: entries of earlier searches go first, the oldest first; among those of one age, the shallowest.
struct Aging {
  static constexpr std::string_view kName = "aging";
  template <std::size_t N>
  std::size_t victim(const std::array<Slot, N>& slots, const Slot&, std::uint64_t) const {
    return least(slots, [](const Slot& s) { return s.depth - 1024 * s.age; });
  }
};

// Two-tier (Ebeling; Breuker's "two-deep"): most slots prefer depth among the entries of this search; the
// last quarter always stores what the first tier refused.
struct TwoTier {
  static constexpr std::string_view kName = "two-tier";
  template <std::size_t N>
  std::size_t victim(const std::array<Slot, N>& slots, const Slot& incoming, std::uint64_t tag) const {
    constexpr std::size_t kAlways = N >= 4 ? N / 4 : 1;
    constexpr std::size_t kDeep = N - kAlways;
    std::size_t shallowest = 0;
    for (std::size_t i = 1; i < kDeep; ++i) {
      if (slots[i].depth - 1024 * slots[i].age < slots[shallowest].depth - 1024 * slots[shallowest].age)
        shallowest = i;
    }
    if (kDeep > 0 && (slots[shallowest].age > 0 || incoming.depth >= slots[shallowest].depth))
      return shallowest;
    return kDeep + static_cast<std::size_t>(tag % kAlways);
  }
};

// Balanced: one scale for depth and age, so that a deep old entry outlives a shallow new one for a few
// searches. Always stores the new entry. On traces of the chess engine (docs/measurements/table.md) four
// plies a search are the best of 2, 4, 8 and 16; what more an exact score should be worth made no difference,
// so nothing.
struct Balanced {
  static constexpr std::string_view kName = "balanced";
  template <class Number>
  static constexpr Number worth(Number depth, Number age) {
    return depth - 4 * age;
  }
  template <std::size_t N>
  std::size_t victim(const std::array<Slot, N>& slots, const Slot&, std::uint64_t) const {
    return least(slots, [](const Slot& s) { return worth(s.depth, s.age); });
  }
};

using DefaultReplacement = Balanced;

// KeepBest: the least of all goes, be it the new entry. For entries that are moved between tables, where the
// new one is not better informed.
struct KeepBest {
  template <std::size_t N>
  std::size_t victim(const std::array<Slot, N>& slots, const Slot& incoming, std::uint64_t) const {
    const std::size_t worst = least(slots, worth);
    return worth(incoming) < worth(slots[worst]) ? N : worst;
  }
  static constexpr int worth(const Slot& s) { return Balanced::worth(s.depth, s.age); }
};

// The names a user may give, in the order in which help texts list them.
inline constexpr std::array<std::string_view, 5> kReplacementNames = {
    Balanced::kName, Always::kName, DepthPreferred::kName, Aging::kName, TwoTier::kName};

// Chosen by name at run time: one well-predicted switch on a store that has to replace; probes never see it.
class RuntimeReplacement {
 public:
  RuntimeReplacement() = default;
  // Throws tt::Error on an unknown name, listing the known ones.
  explicit RuntimeReplacement(std::string_view name) : kind_(parse(name)) {}

  [[nodiscard]] std::string_view name() const { return kReplacementNames[static_cast<std::size_t>(kind_)]; }

  // Calls use with the policy chosen.
  template <class Use>
  decltype(auto) apply(Use use) const {
    switch (kind_) {
      case Kind::Always:
        return use(Always{});
      case Kind::Depth:
        return use(DepthPreferred{});
      case Kind::Aging:
        return use(Aging{});
      case Kind::TwoTier:
        return use(TwoTier{});
      case Kind::Balanced:
        break;
    }
    return use(Balanced{});
  }

  template <std::size_t N>
  std::size_t victim(const std::array<Slot, N>& slots, const Slot& incoming, std::uint64_t tag) const {
    return apply([&](const auto& policy) { return policy.victim(slots, incoming, tag); });
  }

 private:
  enum class Kind : std::uint8_t {
    Balanced,
    Always,
    Depth,
    Aging,
    TwoTier
  };  // in the order of kReplacementNames

  static Kind parse(std::string_view name) {
    std::string known;
    for (std::size_t i = 0; i < kReplacementNames.size(); ++i) {
      if (kReplacementNames[i] == name) return static_cast<Kind>(i);
      if (i > 0) known += ", ";
      known += kReplacementNames[i];
    }
    throw Error("there is no replacement policy '" + std::string(name) + "'; there are: " + known);
  }

  Kind kind_ = Kind::Balanced;
};

}  // namespace tt

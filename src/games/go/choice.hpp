// Which reading of a problem is meant: in a proper problem it matters who moves first, so the solver decides.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "games/go/area.hpp"
#include "games/go/question.hpp"
#include "games/go/solver.hpp"

namespace tesuji::go {

// How the result changes if the other side moves first.
enum class Stake {
  Unknown,  // not found out
  Nothing,  // the result is the same
  Safety,   // the side to move wins anyway, but only a move makes it independent of ko threats
  Ko,       // with a move of its own it wins if it has ko threats
  All,      // it wins with a move of its own, and loses without
};

// What the defender finds beyond the search area; each is better for it than the one before.
enum class Beyond {
  Enemies,  // nothing but the attacker's
  Friends,  // its own stones there live: a group that connects to them is saved
  Freedom,  // the empty points there are its own as well: a group that gets there has escaped
};

struct Choice {
  Reading reading;
  Enclosure enclosure;
  int reach = 0;  // of the search area
  Beyond beyond = Beyond::Enemies;
  Stake stake = Stake::Unknown;
  bool only_here = false;  // in a larger area nothing is at stake any more
};

struct ChoiceLimits {
  search::Limits search;
  const search::StopFlag* stop = nullptr;
  int threads = 1;
  std::function<void(std::uint64_t nodes)> on_progress;
};

// A problem with its target and search area chosen, and what was assumed for that.
struct ResolvedProblem {
  Enclosure enclosure;
  bool open = false;  // the area is an assumption
  std::vector<Assumption> assumptions;
};

// Uses what the problem says (marks, words, the first move of its solution) and chooses the rest. `near` is a
// stone of the group to solve, or a point near the problem, if there are several on the board. `outside` is
// whose the board beyond the area is, none = the attacker's unless that leaves nothing to play for; it
// matters only if the area is an assumption. Throws Error.
ResolvedProblem resolve(Problem problem, std::optional<Point> near, std::optional<Side> outside,
                        Memory& memory, const ChoiceLimits& limits, std::uint64_t& nodes);

// Tries the readings, the most plausible first, each in search areas that grow (see
// docs/internals/tsumego.md). Returns the first under which something is at stake for `player`; if there is
// none, the most plausible one that was not refuted. `nodes` is what that took.
Choice choose(const Problem& problem, const std::vector<Reading>& readings, Colour player,
              std::optional<Side> outside, Memory& memory, const ChoiceLimits& limits, std::uint64_t& nodes);

}  // namespace tesuji::go

// The two walks of docs/internals/certificates.md. The one who writes a certificate and the one who checks it
// walk in the same way; they differ in where the winner's moves come from: a solver, or the certificate.
//
// Rules is a class with
//   State                                      copyable
//   Key, KeyHash                               what a state is compared by, and its hash
//   Key key(const State&)                      equal keys = equal states
//   bool winner_to_move(const State&)
//   Standing standing(const State&)            whether the state ends its line
//   std::vector<State> replies(const State&)   after each of the loser's moves, in the order of the format
//   std::optional<State> play(const State&, std::string_view move)   none = not legal for the winner
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/stop.hpp"

namespace tesuji::engine {

enum class Standing : std::uint8_t { Open, Holds, Broken };

struct WalkLimits {
  std::uint64_t max_states = 0;  // 0 = no limit
  const StopFlag* stop = nullptr;

  // A reason to stop; empty = none.
  [[nodiscard]] std::string exceeded(std::uint64_t states) const {
    if (stop != nullptr && stop->requested()) return "stopped";
    if (max_states != 0 && states > max_states)
      return "more than " + std::to_string(max_states) + " states (see --certificate-states)";
    return {};
  }
};

struct Walk {
  bool holds = false;
  std::string flaw;
  std::uint64_t states = 0;
  int height = 0;  // of a founded walk: plies of the longest line
};

// Nothing the loser does leads out of the set of states that the winner's moves keep to: for claims that
// something never happens, and for games in which every line ends by itself. `next_move(state)` names the
// winner's move, empty = there is none.
template <class Rules, class NextMove>
Walk walk_closed(const Rules& rules, const typename Rules::State& root, NextMove next_move,
                 const WalkLimits& limits) {
  Walk walk;
  std::unordered_set<typename Rules::Key, typename Rules::KeyHash> seen;
  std::vector<typename Rules::State> open;
  const auto meet = [&](typename Rules::State state) {
    if (seen.insert(rules.key(state)).second) open.push_back(std::move(state));
  };
  meet(root);
  while (!open.empty()) {
    if (walk.flaw = limits.exceeded(seen.size()); !walk.flaw.empty()) return walk;
    const typename Rules::State state = std::move(open.back());
    open.pop_back();
    ++walk.states;
    const Standing standing = rules.standing(state);
    if (standing == Standing::Holds) continue;
    if (standing == Standing::Broken) {
      walk.flaw = "the claim fails in " + rules.text(state);
      return walk;
    }
    if (!rules.winner_to_move(state)) {
      for (typename Rules::State& reply : rules.replies(state)) meet(std::move(reply));
      continue;
    }
    const std::string move(next_move(state));
    std::optional<typename Rules::State> next;
    if (!move.empty()) next = rules.play(state, move);
    if (!next) {
      walk.flaw =
          (move.empty() ? "no move is given in " : "'" + move + "' is not possible in ") + rules.text(state);
      return walk;
    }
    meet(std::move(*next));
  }
  walk.holds = true;
  return walk;
}

// As above, and every line comes to an end at which the winner has won: no state comes back on its own line.
template <class Rules, class NextMove>
Walk walk_founded(const Rules& rules, const typename Rules::State& root, NextMove next_move,
                  const WalkLimits& limits) {
  constexpr int kOnPath = -1;
  struct Frame {
    int* height;                                  // of this state, once it is known
    std::vector<typename Rules::State> children;  // the last one is next
    int best = 0;
  };
  Walk walk;
  std::unordered_map<typename Rules::Key, int, typename Rules::KeyHash> heights;
  std::vector<Frame> path;
  // Opens a state, or says how high it is. False: a flaw.
  const auto enter = [&](const typename Rules::State& state, std::optional<int>& known) {
    const auto [at, fresh] = heights.try_emplace(rules.key(state), kOnPath);
    if (!fresh) {
      if (at->second == kOnPath) {
        walk.flaw = "play comes back to " + rules.text(state);
        return false;
      }
      known = at->second;
      return true;
    }
    ++walk.states;
    const Standing standing = rules.standing(state);
    if (standing == Standing::Broken) {
      walk.flaw = "the claim fails in " + rules.text(state);
      return false;
    }
    if (standing == Standing::Holds) {
      known = at->second = 0;
      return true;
    }
    Frame frame{&at->second, {}};
    if (rules.winner_to_move(state)) {
      const std::string move(next_move(state));
      std::optional<typename Rules::State> next;
      if (!move.empty()) next = rules.play(state, move);
      if (!next) {
        walk.flaw = (move.empty() ? "no move is given in " : "'" + move + "' is not possible in ") +
                    rules.text(state);
        return false;
      }
      frame.children.push_back(std::move(*next));
    } else {
      std::vector<typename Rules::State> replies = rules.replies(state);
      frame.children.assign(std::make_move_iterator(replies.rbegin()),
                            std::make_move_iterator(replies.rend()));
    }
    path.push_back(std::move(frame));
    return true;
  };
  std::optional<int> known;
  if (!enter(root, known)) return walk;
  while (!path.empty()) {
    if (walk.flaw = limits.exceeded(heights.size()); !walk.flaw.empty()) return walk;
    Frame& top = path.back();
    if (known) top.best = std::max(top.best, *known + 1);
    known.reset();
    if (top.children.empty()) {
      known = *top.height = top.best;
      path.pop_back();
      continue;
    }
    const typename Rules::State child = std::move(top.children.back());
    top.children.pop_back();
    if (!enter(child, known)) return walk;
  }
  walk.height = known.value_or(0);
  walk.holds = true;
  return walk;
}

}  // namespace tesuji::engine

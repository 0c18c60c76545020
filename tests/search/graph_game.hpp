// Games on graphs made at random, with cycles in them, and who wins them: for tests of the proof searches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "search/proof_game.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::search::test {

struct State {
  bool attacker = false;  // to move
  bool goal = false;      // the attacker has reached it
  ProofNumbers first;     // what it looks like
  std::vector<int> next;
};
using Graph = std::vector<State>;

class GraphGame {
 public:
  using Move = int;  // the state it leads to
  using Rank = int;  // there is one
  struct Known {
    bool proved = false, disproved = false, assumed = false;
  };
  using Child = ProofChild<GraphGame>;

  GraphGame(const Graph& graph, int start) : graph_(graph), path_{start} {}

  [[nodiscard]] bool attacker_to_move() const { return here().attacker; }
  [[nodiscard]] std::uint64_t key() const { return key_of(path_.back()); }
  [[nodiscard]] Rank rank() const { return 0; }
  void play(Move move) { path_.push_back(move); }
  void undo() { path_.pop_back(); }
  void expand(std::vector<Child>& children) const {
    for (const int to : here().next) {
      Child& child = children.emplace_back();
      child.move = to;
      child.key = key_of(to);
    }
  }
  void look_at(Child& child) const {
    const State& state = graph_[static_cast<std::size_t>(child.move)];
    child.known.proved = state.goal;
    child.numbers = state.first;
  }
  [[nodiscard]] bool no_better(Rank, Rank) const { return true; }
  [[nodiscard]] ProofStatus status(const Known& known, Rank) const {
    return known.proved      ? ProofStatus::Proved
           : known.disproved ? ProofStatus::Disproved
           : known.assumed   ? ProofStatus::Assumed
                             : ProofStatus::Open;
  }
  [[nodiscard]] Known conclude(std::span<const Child> children) const {
    const bool attacker = attacker_to_move();
    Known all{!attacker, attacker, attacker};
    for (const Child& child : children) {
      const Known& k = child.known;
      const bool assumed = k.disproved || k.assumed;
      all = attacker ? Known{all.proved || k.proved, all.disproved && k.disproved, all.assumed && assumed}
                     : Known{all.proved && k.proved, all.disproved || k.disproved, all.assumed || assumed};
    }
    return all;
  }
  [[nodiscard]] Known assumed(Known known, Rank) const { return known.assumed = true, known; }
  [[nodiscard]] Known confirmed(Known known, Rank) const { return known.disproved = true, known; }
  [[nodiscard]] Known merge(Known known, const Known& earlier) const {
    return {known.proved || earlier.proved, known.disproved || earlier.disproved, known.assumed};
  }

 private:
  [[nodiscard]] const State& here() const { return graph_[static_cast<std::size_t>(path_.back())]; }
  static std::uint64_t key_of(int state) { return tt::SplitMix64(static_cast<std::uint64_t>(state))(); }

  const Graph& graph_;
  std::vector<int> path_;
};

inline std::vector<bool> least_fixed_point(const Graph& graph) {
  std::vector<bool> won(graph.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < graph.size(); ++i) {
      if (won[i]) continue;
      const State& state = graph[i];
      const auto wins = [&](int to) { return won[static_cast<std::size_t>(to)]; };
      won[i] = state.goal || (state.attacker ? std::any_of(state.next.begin(), state.next.end(), wins)
                                             : std::all_of(state.next.begin(), state.next.end(), wins));
      changed = changed || won[i];
    }
  }
  return won;
}

// The sides move in turn: even states are the attacker's.
inline Graph random_graph(tt::SplitMix64& random, std::size_t states, bool misleading) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const auto number = [&]() -> ProofNumber {
    if (!misleading) return 1;
    return below(3) == 0 ? kProofInfinite - 1 : static_cast<ProofNumber>(1 + below(1000));
  };
  Graph graph(states);
  for (std::size_t i = 0; i < states; ++i) {
    State& state = graph[i];
    state.attacker = i % 2 == 0;
    state.goal = !state.attacker && below(6) == 0;
    state.first = {number(), number()};
    for (std::size_t n = 1 + below(3); n > 0; --n)
      state.next.push_back(static_cast<int>(below(states / 2) * 2 + (state.attacker ? 1 : 0)));
  }
  return graph;
}

}  // namespace tesuji::search::test

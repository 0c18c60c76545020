// The states from the root of a proof search to the one at hand, and whether play comes back to one of them.
#pragma once

#include <cstdint>
#include <vector>

#include "search/proof_game.hpp"

namespace tesuji::search {

template <class Game>
class ProofPath {
 public:
  using Rank = typename Game::Rank;

  void clear() {
    states_.clear();
    filter_.assign(kFilter, 0);
  }
  void enter(std::uint64_t key, Rank rank) {
    states_.push_back({key, rank});
    ++filter_[key % kFilter];
  }
  void leave() {
    --filter_[states_.back().key % kFilter];
    states_.pop_back();
  }
  // The place of the state at hand.
  [[nodiscard]] std::int32_t here() const { return static_cast<std::int32_t>(states_.size()) - 1; }

  // The place of the lowest state that a child comes back to, the attacker being no better off than there, or
  // kNothing.
  [[nodiscard]] std::int32_t comes_back_to(const ProofChild<Game>& child, const Game& game) const {
    if (child.barred || filter_[child.key % kFilter] == 0) return kNothing;
    for (std::int32_t i = here(); i >= 0; --i) {
      const State& state = states_[static_cast<std::size_t>(i)];
      if (state.key == child.key && game.no_better(child.rank, state.rank)) return i;
    }
    return kNothing;
  }

 private:
  struct State {
    std::uint64_t key;
    Rank rank;
  };
  static constexpr std::size_t kFilter = 4096;

  std::vector<State> states_;
  std::vector<std::uint16_t> filter_ = std::vector<std::uint16_t>(kFilter, 0);  // how many, by key
};

}  // namespace tesuji::search

// One job of a proof that many workers search together (job_tree.hpp): a proof search of one state, with a
// budget, on the worker's own table. What it proves or disproves is a fact: solve() confirms every defence,
// and the path to the state plays no part in it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "base/error.hpp"
#include "search/proof.hpp"

namespace tesuji::search {

// Which state to search, and when to give up besides the budget.
struct LeafQuestion {
  std::vector<std::string> moves;  // from the root
  // Numbers at which another leaf becomes the more promising one. They are raised until `min_nodes` were
  // searched: a job has to be worth its way.
  ProofNumbers limits{kProofInfinite, kProofInfinite};
  std::uint64_t min_nodes = 0;
};

struct ProofLeaf {
  struct Child {
    std::string move;
    std::uint64_t state = 0;  // equal for moves that lead to the same state
    ProofNumbers numbers;     // a number of 0 is a fact
  };

  std::optional<bool> proved;  // none = the budget ran out, or a limit was reached
  // Of the state itself, if it was not decided; none if the search has no such numbers.
  std::optional<ProofNumbers> numbers;
  std::uint64_t state = 0;  // as of Child
  bool attacker_to_move = true;
  std::uint64_t nodes = 0;
  std::vector<Child> children;  // if it was not decided
};

// What stands in the place of a path-dependent defence: likely, and no fact.
inline constexpr ProofNumbers kLikelyDisproved{1 << 12, 1};

// What is known of a child of the state at hand, from the memory or by looking at it.
template <class Game, class Memory>
void look(Game& game, Memory& memory, ProofChild<Game>& child) {
  if (child.looked_at) return;
  const auto found = memory.recall(child.key, child.rank);
  if (found && found->met) {
    child.known = found->known;
    child.numbers = found->numbers;
  } else {
    game.look_at(child);
  }
  const ProofStatus status = game.status(child.known, child.rank);
  if (status == ProofStatus::Proved) child.numbers = kProvedNumbers;
  if (status == ProofStatus::Disproved) child.numbers = kDisprovedNumbers;
  // Numbers that came out of a search at another rank, where the state was solved.
  const bool solved = child.numbers.pn == 0 || child.numbers.dn == 0;
  if (status == ProofStatus::Open && solved) child.numbers = {};
}

inline bool reached(const ProofNumbers& numbers, const ProofNumbers& limits) {
  return numbers.pn >= limits.pn || numbers.dn >= limits.dn;
}

// Plays the question's moves, written as `name` writes them, from the state at hand, and searches where they
// lead. Throws Error if one cannot be played.
template <class Game, class Memory, class Name>
ProofLeaf search_leaf(Game& game, Memory& memory, const LeafQuestion& question, Budget& budget,
                      const Name& name) {
  for (const std::string& text : question.moves) {
    std::vector<ProofChild<Game>> children;
    game.expand(children);
    const ProofChild<Game>* played = nullptr;
    for (const ProofChild<Game>& child : children) {
      if (!child.barred && name(child.move) == text) played = &child;
    }
    if (played == nullptr)
      throw Error("a job of a proof has the move '" + text + "', which cannot be played");
    game.play(played->move);
  }
  const auto state = [](std::uint64_t key, typename Game::Rank rank) {
    return key ^ (std::hash<typename Game::Rank>{}(rank) + 1) * 0x9e3779b97f4a7c15ULL;
  };
  ProofSearch<Game, Memory> search(game, memory);
  search.budget = &budget;
  ProofLeaf leaf;
  leaf.attacker_to_move = game.attacker_to_move();
  leaf.state = state(game.key(), game.rank());
  search.goes_on = true;
  search.limits = question.limits;
  const auto raised = [](ProofNumber limit) {
    return static_cast<ProofNumber>(std::min<std::uint64_t>(std::uint64_t{limit} * 2, kProofInfinite));
  };
  for (;;) {
    leaf.proved = search.solve();
    if (leaf.proved || budget.exhausted() || search.nodes() >= question.min_nodes) break;
    search.limits = {raised(search.limits.pn), raised(search.limits.dn)};
  }
  leaf.nodes = search.nodes();
  if (leaf.proved) return leaf;
  // A defence that was found and could not be confirmed in time is likely, and no fact.
  const bool solved = search.numbers().pn == 0 || search.numbers().dn == 0;
  leaf.numbers = solved ? kLikelyDisproved : search.numbers();
  std::vector<ProofChild<Game>> children;
  game.expand(children);
  for (ProofChild<Game>& child : children) {
    if (child.barred) continue;
    look(game, memory, child);
    const bool assumed = game.status(child.known, child.rank) == ProofStatus::Assumed;
    leaf.children.push_back(
        {name(child.move), state(child.key, child.rank), assumed ? kLikelyDisproved : child.numbers});
  }
  return leaf;
}

}  // namespace tesuji::search

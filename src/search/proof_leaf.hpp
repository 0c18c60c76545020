// One job of a proof that many workers search together (job_tree.hpp): a proof search of one state, with a
// budget, on the worker's own table. What it proves or disproves is a fact: solve() confirms every defence,
// and the path to the state plays no part in it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "base/error.hpp"
#include "search/proof.hpp"

namespace tesuji::search {

struct ProofLeaf {
  struct Child {
    std::string move;
    std::uint64_t state = 0;  // equal for moves that lead to the same state
    ProofNumbers numbers;     // a number of 0 is a fact
  };

  std::optional<bool> proved;  // none = the budget ran out
  std::uint64_t state = 0;     // as of Child
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
    game.judge(child);
  }
  const ProofStatus status = game.status(child.known, child.rank);
  if (status == ProofStatus::Proved) child.numbers = kProvedNumbers;
  if (status == ProofStatus::Disproved) child.numbers = kDisprovedNumbers;
  // Numbers that came out of a search at another rank, where the state was solved.
  const bool solved = child.numbers.pn == 0 || child.numbers.dn == 0;
  if (status == ProofStatus::Open && solved) child.numbers = {};
}

// Plays `moves`, written as `name` writes them, from the state at hand, and searches where they lead. Throws
// Error if one cannot be played.
template <class Game, class Memory, class Name>
ProofLeaf search_leaf(Game& game, Memory& memory, std::span<const std::string> moves, Budget& budget,
                      const Name& name) {
  for (const std::string& text : moves) {
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
  leaf.proved = search.solve();
  leaf.nodes = search.nodes();
  if (leaf.proved) return leaf;
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

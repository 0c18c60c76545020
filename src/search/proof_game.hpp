// What the proof search (proof.hpp) needs of a game and of a memory.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::search {

enum class ProofStatus : std::uint8_t { Open, Proved, Disproved, Assumed };

// Saturating, as the table keeps them.
using ProofNumber = std::uint32_t;
inline constexpr ProofNumber kProofInfinite = (1U << 21) - 1;

struct ProofNumbers {
  ProofNumber pn = 1, dn = 1;
};
inline constexpr ProofNumbers kProvedNumbers{0, kProofInfinite};
inline constexpr ProofNumbers kDisprovedNumbers{kProofInfinite, 0};

// How numbers grow; a game may declare its own as `kTuning`.
struct ProofTuning {
  unsigned each = 1;    // to the largest number that is summed, for each other open child
  unsigned share = 0;   // and sixteenths of the other children's numbers
  unsigned slack = 4;   // of the second-best number, in sixteenths, by which the best child may exceed it
  unsigned step = 1;    // and a constant
  unsigned guided = 0;  // states that one simulation of a sibling's proof may visit
};

// The highest state that a defence leans on: its place in the path, counted from the root, or one of these.
inline constexpr std::int32_t kElsewhere = -1;  // an assumption that was made on another path
inline constexpr std::int32_t kNothing = std::numeric_limits<std::int32_t>::max();

// A move from the state at hand and what is known of the state it leads to.
//
// A state is a key and a *rank*. Ranks say how well off the attacker is in what the key leaves out (threats
// in a ko, pieces in hand) and better is never worse: what is proved holds for every better rank, what is
// disproved for every worse one. A game without such a thing has one rank.
template <class Game>
struct ProofChild {
  typename Game::Move move{};
  std::uint64_t key = 0;
  typename Game::Rank rank{};
  typename Game::Known known{};  // what holds over all ranks; for the game's conclude()
  ProofNumbers numbers;
  bool barred = false;  // not to be played at this rank, but conclude() has to see it
  // Counts for nothing until the child before it is solved: for moves so alike (pieces interposed on one
  // square) that one at a time tells all, and each would only inflate the numbers.
  bool waits = false;
  // The numbers and what is known are set; by the search, or by expand() where a move is known to fail
  // whatever is known of where it leads.
  bool looked_at = false;
  // The search's own:
  std::int32_t leans_on = kNothing;
};

// What the search needs of a game. Everything is about the *state at hand*.
//   Move, Rank, Known          small values; Known{} = nothing is known
//   attacker_to_move()
//   key(), rank()
//   expand(children)           appends the moves, with key and rank of where they lead, best first
//   look_at(child)             a state not met before: sets `known` where it is plain, else first numbers
//   play(move), undo()
//   no_better(now, then)       on meeting the same key again: the attacker is no better off than before
//   status(known, rank)        what `known` says of one rank
//   conclude(children)         what the children's `known` say of the state at hand
//   assumed(known, rank)       `known`, and the defence is assumed at this rank
//   confirmed(known, rank)     `known`, and the defence is certain at this rank
//   merge(known, earlier)      `known`, and what was certain earlier
template <class Game>
concept ProofGame = requires(Game& game, const Game& fixed, std::vector<ProofChild<Game>>& children,
                             ProofChild<Game>& child, std::span<const ProofChild<Game>> all,
                             typename Game::Move move, typename Game::Rank rank, typename Game::Known known) {
  { fixed.attacker_to_move() } -> std::convertible_to<bool>;
  { fixed.key() } -> std::convertible_to<std::uint64_t>;
  { fixed.rank() } -> std::convertible_to<typename Game::Rank>;
  game.expand(children);
  game.look_at(child);
  game.play(move);
  game.undo();
  { fixed.no_better(rank, rank) } -> std::convertible_to<bool>;
  { fixed.status(known, rank) } -> std::convertible_to<ProofStatus>;
  { fixed.conclude(all) } -> std::convertible_to<typename Game::Known>;
  { fixed.assumed(known, rank) } -> std::convertible_to<typename Game::Known>;
  { fixed.confirmed(known, rank) } -> std::convertible_to<typename Game::Known>;
  { fixed.merge(known, known) } -> std::convertible_to<typename Game::Known>;
};

// What the search needs of a memory, which may lose whatever it likes:
//   std::optional<Remembered<Known>> recall(key, rank)     what is known, or what it must be at least
//   remember(key, rank, Remembered<Known>)
//   prefetch(key)
template <class Known>
struct Remembered {
  Known known{};
  ProofNumbers numbers;    // for the rank they were stored at
  std::uint32_t work = 0;  // states searched below
  bool met = true;         // false: never searched at this rank, but the numbers are at least these
  std::uint32_t hint = 0;  // solved by a move of the winner's: its number for ProofGuided; 0 = not kept
};

// What a game offers besides, if proofs are to be tried on siblings (ProofSearch::simulate):
//   Guide                      a state that is followed beside the one at hand
//   guide()                    the state at hand
//   guide_key(guide)
//   follow(guide, number)      the state after that move, none where it cannot be played
//   number_of(move)            never 0
template <class Game>
concept ProofGuided = requires(const Game& game, const typename Game::Guide& guide,
                               const typename Game::Move& move) {
  { game.guide() } -> std::convertible_to<typename Game::Guide>;
  { game.guide_key(guide) } -> std::convertible_to<std::uint64_t>;
  { game.follow(guide, 1U) } -> std::convertible_to<std::optional<typename Game::Guide>>;
  { game.number_of(move) } -> std::convertible_to<std::uint32_t>;
};

}  // namespace tesuji::search

// Tsume-shogi within a number of plies: the solver's game (mate.hpp) with the plies that are left as a second
// part of the rank. It shortens a mate that was found, and shows that there is no shorter one.
//
// It works on the solver's table. A proof is stored with its length, so one entry serves every number of
// plies; open states and escapes hold for one number of plies, which goes into their key.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "games/shogi/mate.hpp"
#include "games/shogi/mate_memory.hpp"
#include "search/proof_game.hpp"

namespace tesuji::shogi {

class BoundedMateGame {
 public:
  using Move = MateGame::Move;
  using Rank = std::uint64_t;  // the attacker's hand, and above it the plies left
  using Known = MateKnown;     // disproved: within the plies left
  using Child = search::ProofChild<BoundedMateGame>;
  static constexpr search::ProofTuning kTuning = MateGame::kTuning;

  // `plies` is odd and not negative.
  BoundedMateGame(const Position& position, int plies)
      : game_(position), left_(static_cast<std::uint32_t>(plies)) {}

  [[nodiscard]] bool attacker_to_move() const { return game_.attacker_to_move(); }
  [[nodiscard]] std::uint64_t key() const { return game_.key(); }
  [[nodiscard]] Rank rank() const { return rank_of(game_.rank(), left_); }
  void expand(std::vector<Child>& children);
  void look_at(Child& child);
  void play(Move move) {
    game_.play(move);
    --left_;
  }
  void undo() {
    game_.undo();
    ++left_;
  }
  // With fewer plies left each time, no line goes on for ever.
  [[nodiscard]] bool no_better(Rank, Rank) const { return false; }
  [[nodiscard]] search::ProofStatus status(const Known& known, Rank rank) const;
  [[nodiscard]] Known conclude(std::span<const Child> children) const;
  [[nodiscard]] Known assumed(const Known& known, Rank) const { return known; }
  [[nodiscard]] Known confirmed(const Known& known, Rank) const { return known; }
  [[nodiscard]] Known merge(const Known& known, const Known& earlier) const;

  static std::uint32_t hand_of(Rank rank) { return static_cast<std::uint32_t>(rank); }
  static std::uint32_t plies_of(Rank rank) { return static_cast<std::uint32_t>(rank >> 32); }

 private:
  static Rank rank_of(std::uint32_t hand, std::uint32_t plies) { return Rank{plies} << 32 | hand; }

  MateGame game_;
  std::uint32_t left_;
  mutable std::vector<MateGame::Child> unbounded_;  // scratch: the children as MateGame has them
};

// The solver's table as the search for a bounded mate wants it.
class BoundedMateMemory {
 public:
  explicit BoundedMateMemory(MateTable& table) : table_(table) {}
  [[nodiscard]] std::optional<search::Remembered<MateKnown>> recall(std::uint64_t board,
                                                                    BoundedMateGame::Rank rank) const;
  void remember(std::uint64_t board, BoundedMateGame::Rank rank, const search::Remembered<MateKnown>& entry);
  void prefetch(std::uint64_t board) const { table_.prefetch({board}); }

 private:
  MateTable& table_;
};

}  // namespace tesuji::shogi

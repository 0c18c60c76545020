// Mate in so many moves: does the mover, with any moves it likes, mate within N of them? A proof-number
// search (search/proof.hpp) over positions; the moves the attacker has left are the rank, since more are
// never worse. The number of moves bounds every line, so that neither repetition nor, within kMostMoves, the
// fifty-move rule has a say.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/chess/mate_memory.hpp"
#include "games/chess/moves.hpp"
#include "games/chess/position.hpp"
#include "search/mate.hpp"
#include "search/proof_leaf.hpp"

namespace tesuji::chess {

// The game as the proof-number search sees it.
class MateGame {
 public:
  using Move = chess::Move;
  using Rank = std::uint8_t;  // moves the attacker has left
  using Known = MateKnown;
  using Child = search::ProofChild<MateGame>;

  MateGame(const Position& position, int moves)
      : position_(position), attacker_(position.side()), left_(static_cast<Rank>(moves)) {}

  [[nodiscard]] bool attacker_to_move() const { return position_.side() == attacker_; }
  [[nodiscard]] std::uint64_t key() const {
    return position_.key() ^ (attacker_ == kWhite ? 0 : kBlackAttacks);
  }
  [[nodiscard]] Rank rank() const { return left_; }
  void expand(std::vector<Child>& children);
  void look_at(Child& child);
  void play(Move move);
  void undo();
  // With fewer moves left each time, no line goes on for ever.
  [[nodiscard]] bool no_better(Rank, Rank) const { return false; }
  [[nodiscard]] search::ProofStatus status(const Known& known, Rank rank) const;
  [[nodiscard]] Known conclude(std::span<const Child> children) const;
  [[nodiscard]] Known assumed(const Known& known, Rank) const { return known; }
  [[nodiscard]] Known confirmed(const Known& known, Rank) const { return known; }
  [[nodiscard]] Known merge(const Known& known, const Known& earlier) const;

  [[nodiscard]] const Position& position() const { return position_; }

 private:
  static constexpr std::uint64_t kBlackAttacks = 0x6a09e667f3bcc909ULL;

  Position position_;
  Color attacker_;
  Rank left_;
};

using MateResult = search::MateResult<Move>;

class MateSolver {
 public:
  explicit MateSolver(std::uint64_t bytes, tt::RuntimeReplacement policy = {})
      : table_(bytes, policy, tt::Pages::Huge, tt::kGrowing) {}

  void use_threads(int threads) { threads_ = threads; }

  // The most moves that can be asked for: the fifty-move rule cannot end the game before.
  static int most_moves(const Position& position);

  // Mate within `moves`? Shorter mates are tried first, so that `moves` may be generous. `on_poll` is called
  // every few dozen nodes, for progress reports.
  MateResult solve(const Position& position, int moves, Budget& budget,
                   const std::function<void()>& on_poll = {});

  // One job of a proof that many workers search (search/job_tree.hpp): mate within `length` moves of the
  // position, after `moves` in UCI notation.
  search::ProofLeaf search_leaf(const Position& position, int length, const search::LeafQuestion& question,
                                Budget& budget);

  [[nodiscard]] MateTable& table() { return table_; }
  [[nodiscard]] const MateTable& table() const { return table_; }

 private:
  // Does the attacker mate within `moves`? None = the budget is exhausted.
  std::optional<bool> prove(const Position& position, int moves, Budget& budget,
                            const std::function<void()>& on_poll, std::uint64_t& nodes);
  // Replays a proof of a mate within `moves`; sets the line.
  bool replay(const Position& position, int moves, Budget& budget, const std::function<void()>& on_poll,
              MateResult& result);

  MateTable table_;
  int threads_ = 1;
};

}  // namespace tesuji::chess

// Tsume-shogi: does the mover, giving check with every move, mate? A proof-number search (search/proof.hpp)
// over boards; the attacker's hand is the rank, since a better hand never hurts.
//
// Which hands a result holds for is found on the way up (Seo's proof pieces, Nagai's disproof pieces): a mate
// that never used a piece of the hand holds without it; an escape holds against every hand that opens no new
// drop.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/shogi/mate_memory.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/position.hpp"
#include "search/limits.hpp"
#include "search/mate.hpp"
#include "search/proof_leaf.hpp"

namespace tesuji::shogi {

// The game as the proof-number search sees it.
class MateGame {
 public:
  using Move = std::uint16_t;
  using Rank = std::uint32_t;  // the attacker's hand
  using Known = MateKnown;
  using Child = search::ProofChild<MateGame>;
  // A quarter of a sum: a whole one takes five times the nodes on long mates, whose lines meet again and
  // again, none at all takes a tenth more on mates from games.
  static constexpr search::ProofTuning kTuning{.each = 1, .share = 4, .slack = 4, .step = 1};

  explicit MateGame(const Position& position);

  [[nodiscard]] bool attacker_to_move() const { return position_.side() == attacker_; }
  [[nodiscard]] std::uint64_t key() const { return position_.board_key() ^ salt_; }
  [[nodiscard]] Rank rank() const { return position_.hand(attacker_).bits(); }
  void expand(std::vector<Child>& children);
  void look_at(Child& child);
  void play(Move move) { position_.make(shogi::Move::from_raw(move)); }
  void undo() { position_.undo(); }
  [[nodiscard]] bool no_better(Rank now, Rank then) const {
    return Hand::from_bits(then).covers(Hand::from_bits(now));
  }
  [[nodiscard]] search::ProofStatus status(const Known& known, Rank rank) const;
  [[nodiscard]] Known conclude(std::span<const Child> children) const;
  [[nodiscard]] Known assumed(const Known& known, Rank rank) const;
  [[nodiscard]] Known confirmed(const Known& known, Rank rank) const;
  [[nodiscard]] Known merge(const Known& known, const Known& earlier) const;

  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] Color attacker() const { return attacker_; }

 private:
  void expand_attack(std::vector<Child>& children);
  void expand_defence(std::vector<Child>& children);
  // With the check on the board.
  void look_at_check(Child& child);
  Child& add_attack(std::vector<Child>& children, shogi::Move move) const;
  // Of these empty squares, those on which the defender could take.
  [[nodiscard]] Bitboard guarded_by_defender(Bitboard squares) const;
  [[nodiscard]] Known conclude_attack(std::span<const Child> children) const;
  [[nodiscard]] Known conclude_defence(std::span<const Child> children) const;
  // The hand a mate needs where the defender to move has no answer but those that were proved to fail:
  // nothing, except pieces the defender must not have for an interposition.
  [[nodiscard]] Hand kept_from_defender() const;
  // The most that the attacker could have in hand on this board without having another kind to drop.
  [[nodiscard]] Hand no_new_drop() const;

  Position position_;
  Color attacker_;
  std::uint64_t salt_;  // keeps problems with another attacker or another set of pieces apart
  MoveList list_;
};

using MateResult = search::MateResult<Move>;

class MateSolver {
 public:
  explicit MateSolver(std::uint64_t bytes, tt::RuntimeReplacement policy = {})
      : table_(bytes, policy, tt::Pages::Huge, tt::kGrowing) {}

  void use_threads(int threads) { threads_ = threads; }

  // `on_poll` is called every few dozen nodes, for progress reports. Precondition: the defender's king is on
  // the board.
  MateResult solve(const Position& position, Budget& budget, const std::function<void()>& on_poll = {});

  // Looks for shorter mates than `result`, which solve() has found, until there is none or the budget is
  // exhausted; improves `result` with each.
  void shorten(const Position& position, MateResult& result, Budget& budget,
               const std::function<void()>& on_poll = {});

  // A mate of at most `plies`? The verdict is NoMate also if there are longer ones.
  MateResult solve_within(const Position& position, int plies, Budget& budget,
                          const std::function<void()>& on_poll = {});

  // A mating move, without the line and without the replay that solve() adds; none = no mate, or given up.
  // For positions of a mate that was solved before: what the table has lost is proved again.
  Move mating_move(const Position& position, Budget& budget);

  // One job of a proof that many workers search (search/job_tree.hpp); `moves` are in USI notation.
  search::ProofLeaf search_leaf(const Position& position, const search::LeafQuestion& question,
                                Budget& budget);

  [[nodiscard]] MateTable& table() { return table_; }
  [[nodiscard]] const MateTable& table() const { return table_; }

 private:
  static constexpr int kCrowded = 500;  // per mille

  MateResult attempt(const Position& position, Budget& budget, const std::function<void()>& on_poll);
  // Plays the mate that the table knows against every defence: sets the line.
  void replay(const Position& position, Budget& budget, const std::function<void()>& on_poll,
              MateResult& result);
  // Adds to `nodes`.
  Move mating_move(const Position& position, Budget& budget, const std::function<void()>& on_poll,
                   std::uint64_t& nodes);

  MateTable table_;
  int threads_ = 1;
};

}  // namespace tesuji::shogi

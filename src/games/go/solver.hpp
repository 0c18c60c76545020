// The questions a player asks of a problem, answered by the proof search.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "games/go/tsumego.hpp"
#include "search/limits.hpp"

namespace tesuji::go {

// Where on the scale of ko conditions the result turns. Both are kLevels or 0 where it never does.
struct Threshold {
  Level dead_from = kLevels;  // the lowest level known to be the attacker's
  Level alive_below = 0;      // every level below is the defender's
  [[nodiscard]] bool settled() const { return dead_from == alive_below; }
  [[nodiscard]] bool dead(Level level) const { return level >= dead_from; }
  [[nodiscard]] bool alive(Level level) const { return level < alive_below; }
};

struct MoveResult {
  Step step;
  std::optional<bool> attacker_wins;  // none = interrupted
};

class Solver {
 public:
  using Progress = std::function<void(std::uint64_t nodes)>;

  Solver(const Tsumego& tsumego, Memory& memory) : tsumego_(tsumego), memory_(memory) {}

  // Ends every search from now on: a limit on all of them together, and a stop from outside. To give a search
  // that was interrupted another slice of nodes or time, set a limit and ask again: the table has what was
  // found.
  void limit(const search::Limits& limits, const search::StopFlag* stop);
  // The same with a part of another budget, which has to outlive the searches.
  void limit(Budget& whole, std::uint64_t nodes);
  // While it lives, searches end at these limits as well. What they leave open can be asked again afterwards.
  class Slice {
   public:
    Slice(Solver& solver, const search::Limits& limits);
    ~Slice();
    Slice(const Slice&) = delete;
    Slice& operator=(const Slice&) = delete;

   private:
    Solver& solver_;
  };
  void use_threads(int threads) { threads_ = threads; }
  Progress progress;  // now and then, from the thread that called

  // Does the side to attack capture the target? None = interrupted.
  std::optional<bool> attacker_wins(const Position& p);
  // The result under every ko condition.
  Threshold threshold(Position p);

  // Every legal move, and who wins after it. Moves that take long to decide wait for the others.
  std::vector<MoveResult> moves(const Position& p);
  std::vector<Step> winning_moves(const Position& p);
  // Moves after which the mover would win if the other side did not answer, but which do not win by
  // themselves.
  std::vector<Step> threats(const Position& p);
  // A line of good play: the winner's moves win, the loser's hold out.
  std::vector<Step> line(Position p, std::size_t longest = 40);
  // The moves that look best so far in a position that is not solved; nothing is searched.
  [[nodiscard]] std::vector<Step> promising_line(Position p, std::size_t longest = 12) const;
  // The loser's moves that have to be answered, the one that takes most work first.
  std::vector<Step> replies(const Position& p);

  // Captured or as good as that, or alive whatever is played.
  [[nodiscard]] bool over(const Position& p) const { return plain(p).has_value(); }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  // Assumed defences that turned out to have a hole (docs/internals/tsumego.md).
  [[nodiscard]] std::uint64_t holes() const { return holes_; }
  [[nodiscard]] bool interrupted() const { return interrupted_; }

 private:
  Budget& budget() { return slice_ ? *slice_ : *budget_; }
  void tell_progress() const;
  [[nodiscard]] Marks marks(const Position& p) const;
  [[nodiscard]] std::vector<Step> legal(const Position& p) const;
  // Who wins, where nothing that is played matters any more.
  [[nodiscard]] std::optional<bool> plain(const Position& p) const;
  // And what is in the table.
  [[nodiscard]] std::optional<bool> known(const Position& p) const;
  [[nodiscard]] std::uint64_t work(const Position& p) const;
  std::optional<Step> plainest_win(const Position& p, bool attacker_wins_it);
  [[nodiscard]] std::optional<Step> finish(const Position& p) const;
  [[nodiscard]] std::optional<Step> longest_resistance(const Position& p) const;
  template <class Mask>
  std::optional<bool> search_together(const Field<Mask>& field, const BasicPosition<Mask>& p);

  const Tsumego& tsumego_;
  Memory& memory_;
  int threads_ = 1;
  std::uint64_t nodes_ = 0, holes_ = 0;
  std::uint64_t nodes_before_ = 0;  // when the budget was set
  std::optional<Budget> budget_{std::in_place}, slice_;
  bool interrupted_ = false;
};

}  // namespace tesuji::go

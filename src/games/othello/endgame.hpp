// Exact endgames: the final score with best play by both sides, found by alpha-beta to the end of the game.
// Moves are tried in the order of how few answers they leave; parity orders the last ones. Results are kept
// in a table whose entries check the whole 64-bit key.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "games/othello/position.hpp"
#include "tt/tt.hpp"

namespace tesuji::othello {

using EndgameTable = tt::Table<tt::Proof, tt::RuntimeReplacement>;

struct EndgameResult {
  std::optional<int> score;  // for the side to move, in discs; none = stopped
  std::vector<Move> line;    // best play to the end
  std::uint64_t nodes = 0;
};

class EndgameSolver {
 public:
  // `on_poll` is called every few thousand nodes, for progress reports.
  EndgameSolver(EndgameTable& table, Budget& budget, std::function<void()> on_poll = {})
      : table_(table), budget_(budget), on_poll_(std::move(on_poll)) {}

  EndgameResult solve(const Position& position);
  // The score alone, between alpha and beta; none = stopped.
  std::optional<int> score(const Discs& discs, int alpha = -64, int beta = 64);
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  int search(const Discs& discs, int alpha, int beta, bool passed);
  int search_few(const Discs& discs, int alpha, int beta, bool passed);
  std::vector<Move> best_line(Position at, int value);
  bool stopped();

  EndgameTable& table_;
  Budget& budget_;
  std::function<void()> on_poll_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace tesuji::othello

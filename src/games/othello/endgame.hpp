// Exact endgames: the final score with best play by both sides, found by alpha-beta to the end of the game.
// Moves are tried in the order of how few answers they leave; parity orders the last ones. Results are kept
// in a table whose entries check the whole 64-bit key.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "games/othello/position.hpp"
#include "search/limits.hpp"
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
  // `give_up` is asked now and then, with the number of nodes so far.
  EndgameSolver(EndgameTable& table, std::function<bool(std::uint64_t)> give_up)
      : table_(table), give_up_(std::move(give_up)) {}

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
  std::function<bool(std::uint64_t)> give_up_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace tesuji::othello

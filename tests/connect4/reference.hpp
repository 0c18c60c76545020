// Connect 4 written a second time, plainly and without bits: what the fast code is held against.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::connect4::reference {

class Game {
 public:
  Game(int width, int height)
      : width_(width),
        height_(height),
        cells_(static_cast<std::size_t>(width * height), 0),
        fill_(width, 0) {}

  int width() const { return width_; }
  int stones() const { return stones_; }
  int cells() const { return width_ * height_; }
  bool full() const { return stones_ == cells(); }
  bool can_play(int column) const { return fill_[column] < height_; }
  const std::string& moves() const { return moves_; }

  void play(int column) {
    at(column, fill_[column]++) = static_cast<char>(1 + stones_++ % 2);
    moves_ += static_cast<char>('1' + column);
  }
  void undo(int column) {
    at(column, --fill_[column]) = 0;
    --stones_;
    moves_.pop_back();
  }
  // Would the side to move make four in this column?
  bool wins(int column) const { return makes_four(column, static_cast<char>(1 + stones_ % 2)); }
  // Could the other side, were it to move?
  bool threatens(int column) const { return makes_four(column, static_cast<char>(2 - stones_ % 2)); }

  std::uint64_t code() const {
    std::uint64_t code = 0;
    for (const char cell : cells_) code = code * 3 + static_cast<std::uint64_t>(cell);
    return code;
  }

  // The score by trying everything. Precondition: nobody has four.
  int score() {
    for (int column = 0; column < width_; ++column) {
      if (can_play(column) && wins(column)) return (cells() + 1 - stones_) / 2;
    }
    if (full()) return 0;
    int best = -cells();
    for (int column = 0; column < width_; ++column) {
      if (!can_play(column)) continue;
      play(column);
      best = std::max(best, -score());
      undo(column);
    }
    return best;
  }

  // The same, remembering; for boards small enough. Fills `scores` with every position met, by code().
  int score(std::unordered_map<std::uint64_t, signed char>& scores) {
    const std::uint64_t key = code();
    if (const auto known = scores.find(key); known != scores.end()) return known->second;
    int best = full() ? 0 : -cells();
    for (int column = 0; column < width_; ++column) {
      if (!can_play(column)) continue;
      if (wins(column)) {
        best = std::max(best, (cells() + 1 - stones_) / 2);
        continue;
      }
      play(column);
      best = std::max(best, -score(scores));
      undo(column);
    }
    scores.emplace(key, static_cast<signed char>(best));
    return best;
  }

 private:
  char& at(int column, int row) { return cells_[static_cast<std::size_t>(column * height_ + row)]; }
  char get(int column, int row) const {
    const bool inside = column >= 0 && column < width_ && row >= 0 && row < height_;
    return inside ? cells_[static_cast<std::size_t>(column * height_ + row)] : static_cast<char>(0);
  }
  bool makes_four(int column, char side) const {
    const int row = fill_[column];
    constexpr int kDirections[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (const auto& [dx, dy] : kDirections) {
      int length = 1;
      for (const int sign : {1, -1}) {
        for (int i = 1; get(column + sign * i * dx, row + sign * i * dy) == side; ++i) ++length;
      }
      if (length >= 4) return true;
    }
    return false;
  }

  int width_, height_;
  std::vector<char> cells_;
  std::vector<int> fill_;
  int stones_ = 0;
  std::string moves_;
};

// Calls visit(game, score) for every position that can be reached and is not over, each once.
template <class Visit>
void for_each_position(Game& game, std::unordered_map<std::uint64_t, signed char>& scores,
                       std::unordered_map<std::uint64_t, signed char>& seen, Visit visit) {
  if (game.full() || !seen.emplace(game.code(), 0).second) return;
  visit(game, static_cast<int>(scores.at(game.code())));
  for (int column = 0; column < game.width(); ++column) {
    if (!game.can_play(column) || game.wins(column)) continue;
    game.play(column);
    for_each_position(game, scores, seen, visit);
    game.undo(column);
  }
}

template <class Visit>
void for_each_position(int width, int height, Visit visit) {
  Game game(width, height);
  std::unordered_map<std::uint64_t, signed char> scores, seen;
  game.score(scores);
  for_each_position(game, scores, seen, visit);
}

}  // namespace tesuji::connect4::reference

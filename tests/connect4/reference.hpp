// Connect 4 written a second time, plainly and without bits: what the fast code is held against.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
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

  // The stones of the side that began, and of the other, as the fast code has them.
  std::uint64_t bits(int side) const {
    std::uint64_t bits = 0;
    for (int column = 0; column < width_; ++column) {
      for (int row = 0; row < fill_[column]; ++row) {
        if (get(column, row) == side + 1) bits |= std::uint64_t{1} << (column * (height_ + 1) + row);
      }
    }
    return bits;
  }

  // The cells as digits of base 3, and back; who played when is forgotten.
  std::uint64_t code() const {
    std::uint64_t code = 0;
    for (const char cell : cells_) code = code * 3 + static_cast<std::uint64_t>(cell);
    return code;
  }
  void set(std::uint64_t code) {
    stones_ = 0;
    moves_.clear();
    std::fill(fill_.begin(), fill_.end(), 0);
    for (std::size_t i = cells_.size(); i-- > 0; code /= 3) {
      cells_[i] = static_cast<char>(code % 3);
      if (cells_[i] == 0) continue;
      ++stones_;
      ++fill_[i / static_cast<std::size_t>(height_)];
    }
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

// Calls visit(game, score) for every position that can be reached and is not over, each once, the last ones
// first: forwards, stone by stone, what can be reached; backwards, scores from those with one stone more.
template <class Visit>
void for_each_position(int width, int height, Visit visit) {
  Game game(width, height);
  std::vector<std::vector<std::uint64_t>> layers = {{game.code()}};
  while (static_cast<int>(layers.size()) < game.cells()) {
    std::vector<std::uint64_t> next;
    for (const std::uint64_t code : layers.back()) {
      game.set(code);
      for (int column = 0; column < width; ++column) {
        if (!game.can_play(column) || game.wins(column)) continue;
        game.play(column);
        next.push_back(game.code());
        game.undo(column);
      }
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    layers.push_back(std::move(next));
  }

  std::vector<std::uint64_t> later;  // the layer above, and its scores
  std::vector<signed char> later_scores;
  for (; !layers.empty(); layers.pop_back()) {
    std::vector<signed char> scores;
    for (const std::uint64_t code : layers.back()) {
      game.set(code);
      int best = -game.cells();
      for (int column = 0; column < width; ++column) {
        if (!game.can_play(column)) continue;
        if (game.wins(column)) {
          best = std::max(best, (game.cells() + 1 - game.stones()) / 2);
          continue;
        }
        game.play(column);
        const auto at = std::lower_bound(later.begin(), later.end(), game.code()) - later.begin();
        best = std::max(best, game.full() ? 0 : -later_scores[static_cast<std::size_t>(at)]);
        game.undo(column);
      }
      scores.push_back(static_cast<signed char>(best));
      visit(game, best);
    }
    later = std::move(layers.back());
    later_scores = std::move(scores);
  }
}

}  // namespace tesuji::connect4::reference

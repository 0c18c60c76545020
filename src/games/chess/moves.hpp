// Generates moves. What comes out is pseudo-legal: it obeys how pieces move and answers a check, but may
// leave the king in check where a pin, a king's step or an en-passant capture does so; `is_legal` decides
// those.
#pragma once

#include <cstddef>

#include "games/chess/position.hpp"

namespace tesuji::chess {

inline constexpr std::size_t kMaxMoves = 256;  // the most known in a reachable position is 218

class MoveList {
 public:
  void add(Move move) { moves_[size_++] = move; }
  [[nodiscard]] const Move* begin() const { return moves_; }
  [[nodiscard]] const Move* end() const { return moves_ + size_; }
  [[nodiscard]] Move* begin() { return moves_; }
  [[nodiscard]] Move* end() { return moves_ + size_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  Move operator[](std::size_t index) const { return moves_[index]; }
  void shrink_to(const Move* end) { size_ = static_cast<std::size_t>(end - moves_); }

 private:
  Move moves_[kMaxMoves];
  std::size_t size_ = 0;
};

enum class Generate { Noisy, Quiet, All };  // noisy: captures and promotions

template <Generate What>
void generate(const Position& position, MoveList& list);
void generate_legal(const Position& position, MoveList& list);

[[nodiscard]] bool is_legal(const Position& position, Move move);  // precondition: pseudo-legal
// Whether `generate` would give this move; for moves that come from elsewhere (a table entry may be a
// stranger's).
[[nodiscard]] bool is_pseudo_legal(const Position& position, Move move);

[[nodiscard]] inline bool is_capture(const Position& position, Move move) {
  return kind_of(move) == kEnPassant || (kind_of(move) != kCastle && !position.empty(to_of(move)));
}
[[nodiscard]] inline bool is_noisy(const Position& position, Move move) {
  return is_capture(position, move) || is_promotion(move);
}

}  // namespace tesuji::chess

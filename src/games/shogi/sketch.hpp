// A tsume position in the making, and the small changes by which a composer gets from one to the next.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "games/shogi/position.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::shogi {

// Random numbers for one attempt of a seed.
class SketchRandom {
 public:
  SketchRandom(std::uint64_t seed, std::uint64_t number)
      : state_(seed * 0x9e3779b97f4a7c15ULL ^ tt::SplitMix64(number)()) {}
  int below(int limit) { return static_cast<int>(state_() % static_cast<std::uint64_t>(limit)); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  tt::SplitMix64 state_;
};

// What is on the board and in the attacker's hand; everything else is in the defender's. Black attacks.
struct Sketch {
  std::array<Piece, kSquares> board{};
  std::array<int, 8> hand{};

  [[nodiscard]] Piece& on(Square square) { return board[static_cast<std::size_t>(square)]; }
  [[nodiscard]] Piece on(Square square) const { return board[static_cast<std::size_t>(square)]; }
  [[nodiscard]] Square king() const;
  [[nodiscard]] int used(Kind kind) const;  // of the set, by plain kind
  [[nodiscard]] int pieces() const;         // on the board, without the king
  [[nodiscard]] int in_hand() const;
  // Nothing stands where it could never move, no two pawns of a colour on a file, no more pieces than the
  // set has.
  [[nodiscard]] bool legal() const;
  [[nodiscard]] Position position() const;
};

// A king near the edge with a few pieces of both around it.
Sketch random_sketch(SketchRandom& random);
// The sketch with one small change; none if the change that was drawn is not possible.
std::optional<Sketch> changed(const Sketch& sketch, SketchRandom& random);
// The sketch one sacrifice earlier: the king stood next to where it is, and comes here by taking a piece that
// the attacker drops.
std::optional<Sketch> sacrifice_earlier(const Sketch& sketch, SketchRandom& random);

}  // namespace tesuji::shogi

// Endings that are drawn although one side is far ahead: too little to mate, a pawn that cannot queen, or a
// fortress that the stronger side cannot enter.
#pragma once

#include <vector>

#include "games/chess/position.hpp"

namespace tesuji::chess {

// Every position of king and pawn against king, decided by working backwards from the pawns that queen.
class KingAndPawn {
 public:
  KingAndPawn();
  // The pawn is `strong`'s. Precondition: the position is legal.
  [[nodiscard]] bool wins(Color strong, Square king, Square pawn, Square other_king, Color to_move) const;
  [[nodiscard]] std::size_t won() const;  // positions, with the pawn on the files a to d

 private:
  std::vector<bool> wins_;
};

// Whether the position is a known draw that the count of the material does not show. Says no where it does
// not know.
bool known_draw(const Position& position, Color stronger);

}  // namespace tesuji::chess

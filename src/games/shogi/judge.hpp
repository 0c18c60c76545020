// The evaluation: the weights of all features (features.hpp), Black's less White's.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/shogi/features.hpp"
#include "games/shogi/position.hpp"

namespace tesuji::shogi {

// Weights of placement features, summed into one table for each king's square, so that a piece costs two
// lookups.
class PlacementTable {
 public:
  explicit PlacementTable(const Weights& weights);

  // A piece of the table's owner, all seen as Black: on a square, with its own and with the enemy king there.
  [[nodiscard]] int own(Square king, Kind kind, Square square) const { return own_[at(king, kind, square)]; }
  [[nodiscard]] int enemy(Square king, Kind kind, Square square) const {
    return enemy_[at(king, kind, square)];
  }

 private:
  static constexpr std::size_t at(Square king, Kind kind, Square square) {
    return static_cast<std::size_t>((king * kKinds + kind) * kSquares + square);
  }
  std::vector<std::int16_t> own_, enemy_;
};

class Judge {
 public:
  Judge();
  explicit Judge(const Weights& weights);  // other weights than kWeights, which must outlive the judge

  // In hundredths of a pawn, from the mover's side. Precondition: both kings are on the board.
  int operator()(const Position& position);

 private:
  // Sums over one side's pieces, by whose king they are seen from.
  struct Sums {
    std::uint64_t key = 0;
    std::array<int, kColors> own{}, enemy{};
  };

  [[nodiscard]] int own(const Position& position, Piece piece, Square square) const;
  [[nodiscard]] int enemy(const Position& position, Piece piece, Square square) const;
  void sum_anew(const Position& position, Sums& sums) const;
  // The sums of the position, from those of its predecessor where they are known.
  const Sums& sums_of(const Position& position);

  static constexpr std::size_t kStack = 1024;

  const Weights* weights_;
  std::shared_ptr<const PlacementTable> table_;
  std::vector<Sums> stack_;
};

}  // namespace tesuji::shogi

// The evaluation: the weights of all features (features.hpp), Black's less White's.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/shogi/features.hpp"
#include "games/shogi/position.hpp"

namespace tesuji::shogi {

// Weights summed beforehand: those of placement into one table for each king's square, so that a piece costs
// two lookups; those of a hand by the count of a kind; the two of a court's square into one for each fire.
class SumTable {
 public:
  explicit SumTable(const Weights& weights);

  // A piece of the table's owner, all seen as Black: on a square, with its own and with the enemy king there.
  [[nodiscard]] int own(Square king, Kind kind, Square square) const { return own_[at(king, kind, square)]; }
  [[nodiscard]] int enemy(Square king, Kind kind, Square square) const {
    return enemy_[at(king, kind, square)];
  }
  [[nodiscard]] int hand(Kind kind, int count) const {
    return hand_[static_cast<std::size_t>(kind)][static_cast<std::size_t>(count)];
  }
  // In sixteenths of a hundredth.
  template <Color color>
  [[nodiscard]] int court(const Court& court) const;

 private:
  // A square of a court as six bits: attacked, attacked twice, guarded, guarded twice, ours, theirs; the two
  // last together: not on the board.
  static constexpr std::size_t kCodes = 64;
  using CourtRow = std::array<std::array<std::int32_t, kCodes>, feature::kCells>;

  static constexpr std::size_t at(Square king, Kind kind, Square square) {
    return static_cast<std::size_t>((king * kKinds + kind) * kSquares + square);
  }
  std::vector<std::int16_t> own_, enemy_;
  std::array<std::array<std::int16_t, 19>, kHandKinds + 1> hand_{};
  std::vector<CourtRow> court_;  // [fire]
};

class Evaluator {
 public:
  Evaluator();
  explicit Evaluator(
      const Weights& weights);  // other weights than kWeights, which must outlive the evaluator

  // In hundredths of a pawn, from the mover's side. Precondition: both kings are on the board.
  int operator()(const Position& position);

 private:
  // What the pieces are worth, Black's less White's, as seen from either king.
  struct Sums {
    std::uint64_t key = 0;
    std::array<int, kColors> view{};
  };

  // What was said of a position lately, by its key: a search comes back to most positions, deeper or by
  // another way. To depth 10 of the bench 41% of the verdicts asked for are still there.
  class Verdicts {
   public:
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&slots_[key % kSlots]); }
    [[nodiscard]] bool find(std::uint64_t key, int& verdict) const {
      const std::uint64_t slot = slots_[key % kSlots];
      verdict = static_cast<int>(slot & kMask) - kBias;
      return ((slot ^ key) & ~kMask) == 0;
    }
    void keep(std::uint64_t key, int verdict) {
      slots_[key % kSlots] = (key & ~kMask) | static_cast<std::uint64_t>(verdict + kBias);
    }

   private:
    static constexpr std::size_t kSlots = std::size_t{1} << 14;  // 128 KiB: four times as many were no faster
    // The low bits, most of which the slot's number has already, give way to the verdict.
    static constexpr std::uint64_t kMask = (std::uint64_t{1} << 18) - 1;
    static constexpr int kBias = 1 << 17;
    std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(kSlots);
  };

  [[nodiscard]] int worth(const Position& position, Color king, Piece piece, Square square) const;
  [[nodiscard]] int view_anew(const Position& position, Color king) const;
  [[nodiscard]] int shapes(const Position& position) const;  // Black's less White's, in sixteenths
  // The sums of the position, from those of a position shortly before where they are known.
  const Sums& sums_of(const Position& position);

  static constexpr std::size_t kStack = 1024;

  const Weights* weights_;
  std::shared_ptr<const SumTable> table_;
  std::vector<Sums> stack_;
  Verdicts verdicts_;
};

}  // namespace tesuji::shogi

#include "games/shogi/evaluator.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace tesuji::shogi {

SumTable::SumTable(const Weights& weights)
    : own_(static_cast<std::size_t>(kSquares * kKinds * kSquares)),
      enemy_(own_.size()),
      court_(feature::kWhole + 1) {
  const auto weight = [&](int feature) { return weights[static_cast<std::size_t>(feature)]; };
  for (Square king = 0; king < kSquares; ++king) {
    for (int k = kPawn; k < kKinds; ++k) {
      const auto kind = static_cast<Kind>(k);
      for (Square square = 0; square < kSquares; ++square) {
        int value = weight(feature::kMaterial + kind) + weight(feature::kPlace + kind * kSquares + square);
        if (kind != kKing) {
          // The enemy king is seen by its own owner, from the other side of the board.
          const int castle = (feature::home(king) * kKinds + kind) * kSquares + square;
          const int siege = (feature::home(flip(king)) * kKinds + kind) * kSquares + square;
          value += weight(feature::kCastle + castle);
          value += weight(feature::kFromOwnKing + kind * feature::kRelative +
                          feature::relative_to(king, square, Color::Black));
          enemy_[at(king, kind, square)] = static_cast<std::int16_t>(
              weight(feature::kSiege + siege) + weight(feature::kFromEnemyKing + kind * feature::kRelative +
                                                       feature::relative_to(king, square, Color::White)));
        }
        own_[at(king, kind, square)] = static_cast<std::int16_t>(value);
      }
    }
  }
  for (std::size_t kind = kPawn; kind <= kGold; ++kind) {
    for (int count = 1; count <= 18; ++count) {
      const int nth = std::min(count - 1, feature::kMaxInHand - 1);
      const auto at = static_cast<std::size_t>(count);
      hand_[kind][at] = static_cast<std::int16_t>(
          hand_[kind][at - 1] + weight(feature::kHand + static_cast<int>(kind) * feature::kMaxInHand + nth));
    }
  }
  for (int fire = 0; fire <= feature::kWhole; ++fire) {
    for (int cell = 0; cell < feature::kCells; ++cell) {
      for (unsigned code = 0; code < kCodes; ++code) {
        const auto bit = [code](int at) { return static_cast<int>(code >> at & 1); };
        if (bit(4) + bit(5) == 2) continue;  // not on the board
        const int state = 9 * (bit(4) + 2 * bit(5)) + 3 * (bit(2) + bit(3)) + bit(0) + bit(1);
        const int at = cell * feature::kCellStates + state;
        court_[static_cast<std::size_t>(fire)][static_cast<std::size_t>(cell)][code] =
            feature::kWhole * weight(feature::kCourt + at) + fire * weight(feature::kCourtUnderFire + at);
      }
    }
  }
}

// File by file: the five bits of a word become five bytes by one multiplication (bit i goes to i + 7j for
// each j from 0 to 4, no two to the same place, and only j = i to the foot of a byte).
template <Color color>
int SumTable::court(const Court& court) const {
  const CourtRow& row = court_[static_cast<std::size_t>(court.fire)];
  const auto spread = [](std::uint64_t five) {
    return (five & 31) * 0x10204081u & std::uint64_t{0x0101010101};
  };
  const std::uint64_t ours = court.ours | ~court.inside;
  const std::uint64_t theirs = court.theirs | ~court.inside;
  int sum = 0;
  for (int file = 0; file < 5; ++file) {
    const int shift = 9 * file;
    const std::uint64_t codes = spread(court.attacked >> shift) | spread(court.attacked_twice >> shift) << 1 |
                                spread(court.guarded >> shift) << 2 |
                                spread(court.guarded_twice >> shift) << 3 | spread(ours >> shift) << 4 |
                                spread(theirs >> shift) << 5;
    const auto* cells = &row[static_cast<std::size_t>(5 * std::abs(file - 2))];
    for (int rank = 0; rank < 5; ++rank) {
      sum += cells[color == Color::Black ? 4 - rank : rank][codes >> 8 * rank & 63];
    }
  }
  return sum;
}

Evaluator::Evaluator() : Evaluator(kWeights) {
  // All judges of the standard weights share one table.
  static const auto shared = std::make_shared<const SumTable>(kWeights);
  table_ = shared;
}

Evaluator::Evaluator(const Weights& weights) : weights_(&weights), stack_(kStack) {
  if (&weights != &kWeights) table_ = std::make_shared<const SumTable>(weights);
}

int Evaluator::worth(const Position& position, Color king, Piece piece, Square square) const {
  const Square home = relative(piece.color, position.king(king));
  const Square seen = relative(piece.color, square);
  const int value =
      piece.color == king ? table_->own(home, piece.kind, seen) : table_->enemy(home, piece.kind, seen);
  return piece.color == Color::Black ? value : -value;
}

int Evaluator::view_anew(const Position& position, Color king) const {
  int sum = 0;
  position.occupied().each([&](Square square) { sum += worth(position, king, position.on(square), square); });
  return sum;
}

const Evaluator::Sums& Evaluator::sums_of(const Position& position) {
  const auto at = [&](int back) -> Sums& {
    return stack_[static_cast<std::size_t>(position.plies() - back) % kStack];
  };
  Sums& here = at(0);
  if (here.key == position.key() && here.key != 0) return here;
  // How far back to a position whose sums are there: a position in check is never judged, its answers are.
  constexpr int kFurthest = 3;
  int back = 0;
  bool known = false;
  std::array<Position::Step, kFurthest> steps;
  while (!known && back < std::min(kFurthest, position.plies())) {
    steps[static_cast<std::size_t>(back)] = position.step(back);
    known = at(back + 1).key == steps[static_cast<std::size_t>(back)].key_before;
    ++back;
  }
  here.key = position.key();
  std::array<bool, kColors> anew{!known, !known};
  if (known) {
    here.view = at(back).view;
    for (int i = 0; i < back; ++i) {
      const Piece moved = steps[static_cast<std::size_t>(i)].moved;
      if (moved.kind == kKing) anew[static_cast<std::size_t>(index(moved.color))] = true;
    }
  }
  for (const Color king : {Color::Black, Color::White}) {
    const auto side = static_cast<std::size_t>(index(king));
    if (anew[side]) {
      here.view[side] = view_anew(position, king);
      continue;
    }
    for (int i = 0; i < back; ++i) {
      const Position::Step& step = steps[static_cast<std::size_t>(i)];
      if (!step.move) continue;  // a pass
      const Square to = step.move.to();
      const Piece after{step.move.promotes() ? promoted(step.moved.kind) : step.moved.kind, step.moved.color};
      int change = worth(position, king, after, to);
      if (!step.move.is_drop()) change -= worth(position, king, step.moved, step.move.from());
      if (!step.captured.none()) change -= worth(position, king, step.captured, to);
      here.view[side] += change;
    }
  }
  return here;
}

int Evaluator::shapes(const Position& position) const {
  int score = 0;
  const auto sign = [](Color color) { return color == Color::Black ? 1 : -1; };
  visit_shapes(
      position,
      [&](int feature, Color color, int count) {
        score += sign(color) * (*weights_)[static_cast<std::size_t>(feature)] * count;
      },
      [&](auto color, const Court& court) { score += sign(color) * table_->court<color()>(court); });
  return score;
}

int Evaluator::operator()(const Position& position) {
  verdicts_.prefetch(position.key());
  const Sums& sums = sums_of(position);  // in any case: those of the next position are made of them
  int verdict = 0;
  if (verdicts_.find(sums.key, verdict)) return verdict;
  int score = sums.view[0] + sums.view[1];
  const Hand black = position.hand(Color::Black);
  const Hand white = position.hand(Color::White);
  for (int k = kPawn; k <= kGold; ++k) {
    const auto kind = static_cast<Kind>(k);
    score += table_->hand(kind, black.count(kind)) - table_->hand(kind, white.count(kind));
  }
  score = (score * feature::kWhole + shapes(position)) / feature::kWhole;
  verdict = position.side() == Color::Black ? score : -score;
  verdicts_.keep(sums.key, verdict);
  return verdict;
}

}  // namespace tesuji::shogi

#include "games/shogi/judge.hpp"

#include <memory>

namespace tesuji::shogi {

PlacementTable::PlacementTable(const Weights& weights)
    : own_(static_cast<std::size_t>(kSquares * kKinds * kSquares)), enemy_(own_.size()) {
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
}

Judge::Judge() : Judge(kWeights) {
  // All judges of the standard weights share one table.
  static const auto shared = std::make_shared<const PlacementTable>(kWeights);
  table_ = shared;
}

Judge::Judge(const Weights& weights) : weights_(&weights), stack_(kStack) {
  if (&weights != &kWeights) table_ = std::make_shared<const PlacementTable>(weights);
}

int Judge::own(const Position& position, Piece piece, Square square) const {
  return table_->own(relative(piece.color, position.king(piece.color)), piece.kind,
                     relative(piece.color, square));
}

int Judge::enemy(const Position& position, Piece piece, Square square) const {
  return table_->enemy(relative(piece.color, position.king(~piece.color)), piece.kind,
                       relative(piece.color, square));
}

void Judge::sum_anew(const Position& position, Sums& sums) const {
  sums.own.fill(0);
  sums.enemy.fill(0);
  position.occupied().each([&](Square square) {
    const Piece piece = position.on(square);
    const auto side = static_cast<std::size_t>(index(piece.color));
    sums.own[side] += own(position, piece, square);
    sums.enemy[side] += enemy(position, piece, square);
  });
}

const Judge::Sums& Judge::sums_of(const Position& position) {
  Sums& here = stack_[static_cast<std::size_t>(position.plies()) % kStack];
  if (here.key == position.key() && here.key != 0) return here;
  here.key = position.key();
  const Position::Step step = position.last_step();
  const Sums& before =
      stack_[static_cast<std::size_t>(position.plies() + static_cast<int>(kStack) - 1) % kStack];
  if (position.plies() == 0 || before.key != step.key_before || step.moved.kind == kKing) {
    sum_anew(position, here);
    return here;
  }
  here.own = before.own;
  here.enemy = before.enemy;
  if (!step.move) return here;  // a pass
  const auto change = [&](Piece piece, Square square, int sign) {
    const auto side = static_cast<std::size_t>(index(piece.color));
    here.own[side] += sign * own(position, piece, square);
    here.enemy[side] += sign * enemy(position, piece, square);
  };
  if (!step.move.is_drop()) change(step.moved, step.move.from(), -1);
  change(position.on(step.move.to()), step.move.to(), 1);
  if (!step.captured.none()) change(step.captured, step.move.to(), -1);
  return here;
}

int Judge::operator()(const Position& position) {
  const Sums& sums = sums_of(position);
  int score = sums.own[0] + sums.enemy[0] - sums.own[1] - sums.enemy[1];
  for (const Color color : {Color::Black, Color::White}) {
    const Hand hand = position.hand(color);
    if (hand.empty()) continue;
    const int sign = color == Color::Black ? 1 : -1;
    for (int kind = kPawn; kind <= kGold; ++kind) {
      const int count = hand.count(static_cast<Kind>(kind));
      for (int nth = 0; nth < count; ++nth) {
        score += sign * (*weights_)[static_cast<std::size_t>(feature::kHand + kind * feature::kMostInHand +
                                                             std::min(nth, feature::kMostInHand - 1))];
      }
    }
  }
  score *= feature::kWhole;
  visit_shapes(position, [&](int feature, Color color, int count) {
    const int weight = (*weights_)[static_cast<std::size_t>(feature)] * count;
    score += color == Color::Black ? weight : -weight;
  });
  score /= feature::kWhole;
  return position.side() == Color::Black ? score : -score;
}

}  // namespace tesuji::shogi

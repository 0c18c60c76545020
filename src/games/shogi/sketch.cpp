#include "games/shogi/sketch.hpp"

#include <algorithm>
#include <numeric>

namespace tesuji::shogi {

namespace {

// How often composers use them, roughly.
constexpr std::array<Kind, 14> kPieces = {kPawn,   kPawn,   kPawn, kPawn, kLance,  kKnight, kKnight,
                                          kSilver, kSilver, kGold, kGold, kBishop, kRook,   kRook};
constexpr int kMaxInHand = 4;

Kind any_kind(SketchRandom& random) {
  return kPieces[static_cast<std::size_t>(random.below(static_cast<int>(kPieces.size())))];
}

Kind maybe_promoted(Kind kind, Color color, SketchRandom& random) {
  return can_promote(kind) && random.chance(color == Color::Black ? 30 : 8) ? promoted(kind) : kind;
}

std::optional<Square> near(Square square, int reach, SketchRandom& random) {
  const int file = file_of(square) + random.below(2 * reach + 1) - reach;
  const int rank = rank_of(square) + random.below(2 * reach + 1) - reach;
  if (file < 0 || file > 8 || rank < 0 || rank > 8) return std::nullopt;
  return make_square(file, rank);
}

// A square with a piece other than the king.
std::optional<Square> any_piece(const Sketch& sketch, SketchRandom& random) {
  int left = sketch.pieces();
  if (left == 0) return std::nullopt;
  left = random.below(left);
  for (Square square = 0; square < kSquares; ++square) {
    const Piece piece = sketch.on(square);
    if (!piece.none() && piece.kind != kKing && left-- == 0) return square;
  }
  return std::nullopt;
}

std::optional<Kind> any_in_hand(const Sketch& sketch, SketchRandom& random) {
  int left = sketch.in_hand();
  if (left == 0) return std::nullopt;
  left = random.below(left);
  for (int kind = kPawn; kind <= kGold; ++kind) {
    left -= sketch.hand[static_cast<std::size_t>(kind)];
    if (left < 0) return static_cast<Kind>(kind);
  }
  return std::nullopt;
}

bool add(Sketch& sketch, Color color, int reach, SketchRandom& random) {
  const Kind kind = any_kind(random);
  const auto square = near(sketch.king(), reach, random);
  if (!square || !sketch.on(*square).none()) return false;
  sketch.on(*square) = {maybe_promoted(kind, color, random), color};
  return true;
}

}  // namespace

Square Sketch::king() const {
  const auto at = std::find_if(board.begin(), board.end(), [](Piece piece) { return piece.kind == kKing; });
  return static_cast<Square>(at - board.begin());
}

int Sketch::used(Kind kind) const {
  return hand[kind] + static_cast<int>(std::count_if(board.begin(), board.end(), [&](Piece piece) {
           return !piece.none() && unpromoted(piece.kind) == kind;
         }));
}

int Sketch::pieces() const {
  return static_cast<int>(
             std::count_if(board.begin(), board.end(), [](Piece piece) { return !piece.none(); })) -
         1;
}

int Sketch::in_hand() const {
  return std::accumulate(hand.begin(), hand.end(), 0);
}

bool Sketch::legal() const {
  for (int kind = kPawn; kind <= kGold; ++kind) {
    if (used(static_cast<Kind>(kind)) > kSetCount[static_cast<std::size_t>(kind)]) return false;
  }
  for (int file = 0; file < 9; ++file) {
    std::array<int, kColors> pawns{};
    for (int rank = 0; rank < 9; ++rank) {
      const Square square = make_square(file, rank);
      const Piece piece = on(square);
      const int forward = relative_rank(piece.color, square);
      if ((piece.kind == kPawn || piece.kind == kLance) && forward == 0) return false;
      if (piece.kind == kKnight && forward <= 1) return false;
      if (piece.kind == kPawn && ++pawns[static_cast<std::size_t>(index(piece.color))] > 1) return false;
    }
  }
  return true;
}

Position Sketch::position() const {
  Position made;
  for (Square square = 0; square < kSquares; ++square) {
    if (!on(square).none()) made.put(on(square), square);
  }
  for (int number = kPawn; number <= kGold; ++number) {
    const auto kind = static_cast<Kind>(number);
    made.set_hand(Color::Black, kind, hand[kind]);
    made.set_hand(Color::White, kind, kSetCount[kind] - used(kind));
  }
  made.set_side(Color::Black);
  made.finish();
  return made;
}

Sketch random_sketch(SketchRandom& random) {
  for (;;) {
    Sketch sketch;
    sketch.on(make_square(random.below(5), random.below(3))) = {kKing, Color::White};
    for (int i = 2 + random.below(4); i > 0; --i) add(sketch, Color::White, 2, random);
    for (int i = 1 + random.below(4); i > 0; --i) add(sketch, Color::Black, 3, random);
    for (int i = 1 + random.below(3); i > 0; --i) ++sketch.hand[any_kind(random)];
    if (sketch.legal()) return sketch;
  }
}

std::optional<Sketch> changed(const Sketch& sketch, SketchRandom& random) {
  Sketch next = sketch;
  const Color color = random.chance(50) ? Color::Black : Color::White;
  switch (random.below(9)) {
    case 0:  // away with a piece
      if (const auto from = any_piece(next, random)) next.on(*from) = {};
      break;
    case 1:
    case 2:
      if (!add(next, color, color == Color::Black ? 3 : 2, random)) return std::nullopt;
      break;
    case 3:
    case 4: {  // elsewhere
      const auto from = any_piece(next, random);
      const auto to = from ? near(*from, 2, random) : std::nullopt;
      if (!to || !next.on(*to).none()) return std::nullopt;
      std::swap(next.on(*from), next.on(*to));
      break;
    }
    case 5: {  // another piece on the same square
      const auto at = any_piece(next, random);
      if (!at) return std::nullopt;
      next.on(*at) = {maybe_promoted(any_kind(random), color, random), color};
      break;
    }
    case 6: {  // another hand
      const auto away = any_in_hand(next, random);
      const int what = random.below(3);
      if (what != 0 && away) --next.hand[*away];
      if (what != 1) ++next.hand[any_kind(random)];
      break;
    }
    case 7: {  // from the hand to the board or back
      if (random.chance(50)) {
        const auto from = any_piece(next, random);
        if (!from || next.on(*from).color != Color::Black) return std::nullopt;
        ++next.hand[unpromoted(next.on(*from).kind)];
        next.on(*from) = {};
      } else {
        const auto kind = any_in_hand(next, random);
        const auto to = near(next.king(), 3, random);
        if (!kind || !to || !next.on(*to).none()) return std::nullopt;
        --next.hand[*kind];
        next.on(*to) = {maybe_promoted(*kind, Color::Black, random), Color::Black};
      }
      break;
    }
    default: {  // the king
      const Square from = next.king();
      const auto to = near(from, 1, random);
      if (!to || !next.on(*to).none()) return std::nullopt;
      std::swap(next.on(from), next.on(*to));
    }
  }
  if (next.in_hand() > kMaxInHand || !next.legal()) return std::nullopt;
  return next;
}

std::optional<Sketch> sacrifice_earlier(const Sketch& sketch, SketchRandom& random) {
  Sketch next = sketch;
  const Square now = next.king();
  const auto before = near(now, 1, random);
  if (!before || !next.on(*before).none() || next.in_hand() >= kMaxInHand) return std::nullopt;
  std::swap(next.on(now), next.on(*before));
  ++next.hand[any_kind(random)];
  if (!next.legal()) return std::nullopt;
  return next;
}

}  // namespace tesuji::shogi

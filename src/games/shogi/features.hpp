// What the evaluation looks at. The evaluation is linear: each feature that a side has adds its weight to
// that side. One list of features serves the evaluator, which sums weights, and the tuner, which fits them.
//
// Placement features (a piece on a square, seen alone, from its own king and from the enemy king) are kept up
// move by move; shape features (attacks around a king, hanging pieces, mobility) are found anew for each
// position.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "games/shogi/position.hpp"
#include "games/shogi/reach.hpp"

namespace tesuji::shogi {

namespace feature {

// A feature counts in sixteenths, so that some may count by degrees.
inline constexpr int kWhole = 16;

// A piece relative to a king: files apart (the board mirrored), ranks ahead of the king as its owner sees it.
inline constexpr int kApart = 9, kAhead = 17;
inline constexpr int kRelative = kApart * kAhead;
inline constexpr int kMaxInHand = 8;  // more pawns than that count like the last

// Where a king lives, for what its castle is made of: five groups of files by four of ranks.
inline constexpr int kHomes = 20;
constexpr int home(Square king) {  // as its owner sees it
  constexpr int kFiles[9] = {0, 0, 1, 1, 2, 3, 3, 4, 4};
  constexpr int kRanks[9] = {3, 3, 3, 3, 3, 2, 2, 1, 0};
  return kFiles[file_of(king)] * 4 + kRanks[rank_of(king)];
}

// A king's court: the 5 x 5 squares around it, mirrored. A square there is known by who stands on it (nobody,
// the king's side, the enemy), how often the king's side guards it and how often the enemy attacks it (0-2).
inline constexpr int kCells = 15, kCellStates = 27;

// Offsets into the array of weights.
inline constexpr int kMaterial = 0;                                       // [kind]
inline constexpr int kHand = kMaterial + kKinds;                          // [kind][nth]
inline constexpr int kPlace = kHand + 8 * kMaxInHand;                     // [kind][square]
inline constexpr int kFromOwnKing = kPlace + kKinds * kSquares;           // [kind][relative]
inline constexpr int kFromEnemyKing = kFromOwnKing + kKinds * kRelative;  // [kind][relative]
inline constexpr int kCastle = kFromEnemyKing + kKinds * kRelative;       // [own home][kind][square]
inline constexpr int kSiege = kCastle + kHomes * kKinds * kSquares;       // [enemy home][kind][square]
inline constexpr int kShapes = kSiege + kHomes * kKinds * kSquares;       // where shape features begin
inline constexpr int kCourt = kShapes;                                    // [cell][state]
inline constexpr int kCourtUnderFire = kCourt + kCells * kCellStates;     // the same by the enemy's hand
inline constexpr int kFlight = kCourtUnderFire + kCells * kCellStates;    // [squares 0-8][droppable 0-3]
inline constexpr int kAssault = kFlight + 9 * 4;                          // [attacks 0-15][droppable 0-3]
inline constexpr int kBreach = kAssault + 16 * 4;                         // [squares 0-5][droppable 0-3]
inline constexpr int kHanging = kBreach + 6 * 4;                          // [mover][kind][guards][attacks]
inline constexpr int kSpace = kHanging + 2 * kKinds * 3 * 2;              // [which king][distance][times]
inline constexpr int kMobility = kSpace + 2 * 3 * 2;                      // [slider 0-4][squares 0-16]
inline constexpr int kPawnDrops = kMobility + 5 * 17;                     // [files open to a pawn in hand]
inline constexpr int kTempo = kPawnDrops + 10;
inline constexpr int kCount = kTempo + 1;

constexpr int relative_to(Square king, Square square, Color king_owner) {
  const int apart = std::abs(file_of(king) - file_of(square));
  const int down = rank_of(king) - rank_of(square);
  const int ahead = king_owner == Color::Black ? down : -down;
  return apart * kAhead + ahead + 8;
}

}  // namespace feature

using Weights = std::array<std::int16_t, feature::kCount>;
extern const Weights kWeights;  // in hundredths of a pawn

// A king's court as the features see it: for each of these sets, its part within the 5 x 5 squares around the
// king as one word, bit 9 * (file + 2) + rank + 2, both counted from the king.
struct Court {
  std::uint64_t inside;  // squares of the board; the other words say nothing elsewhere
  std::uint64_t ours, theirs;
  std::uint64_t guarded, guarded_twice, attacked, attacked_twice;
  int fire;  // what the enemy's hand means to the king, 0 to feature::kWhole
};

// Calls add(feature, color, sixteenths) for each shape feature, and add_court(color, court) for the two
// features of each square of a court. Both get the colour as a std::integral_constant. Precondition: both
// kings are there.
template <class Add, class AddCourt>
void visit_shapes(const Position& position, Add add, AddCourt add_court);

// The features of a court one by one.
template <class Add>
void visit_court(const Court& court, Color color, Add add);

// The same for every feature, placement features too.
template <class Add>
void visit_features(const Position& position, Add add) {
  const auto whole = [&](int feature, Color color) { add(feature, color, feature::kWhole); };
  for (const Color color : {Color::Black, Color::White}) {
    const Square own = position.king(color);
    const Square enemy = position.king(~color);
    position.pieces(color).each([&](Square square) {
      const int kind = position.on(square).kind;
      const Square seen = relative(color, square);
      whole(feature::kMaterial + kind, color);
      whole(feature::kPlace + kind * kSquares + seen, color);
      if (kind == kKing) return;
      whole(feature::kFromOwnKing + kind * feature::kRelative + feature::relative_to(own, square, color),
            color);
      whole(feature::kFromEnemyKing + kind * feature::kRelative + feature::relative_to(enemy, square, ~color),
            color);
      whole(feature::kCastle + (feature::home(relative(color, own)) * kKinds + kind) * kSquares + seen,
            color);
      whole(feature::kSiege + (feature::home(relative(~color, enemy)) * kKinds + kind) * kSquares + seen,
            color);
    });
    for (int kind = kPawn; kind <= kGold; ++kind) {
      const int count = position.hand(color).count(static_cast<Kind>(kind));
      for (int nth = 0; nth < count; ++nth) {
        whole(feature::kHand + kind * feature::kMaxInHand + std::min(nth, feature::kMaxInHand - 1), color);
      }
    }
  }
  visit_shapes(position, add, [&](Color color, const Court& court) { visit_court(court, color, add); });
}

namespace detail {

inline int slider_number(Kind kind) {
  switch (kind) {
    case kLance:
      return 0;
    case kBishop:
      return 1;
    case kRook:
      return 2;
    case kHorse:
      return 3;
    default:
      return 4;
  }
}

inline std::uint64_t court_word(Bitboard board, Square king) {
  const int shift = king - 20;
  return shift >= 0 ? board.low >> shift | board.high << (63 - shift) : board.low << -shift;
}

// [colour of the king][bit of the word]
inline constexpr auto kCellOfBit = [] {
  std::array<std::array<std::uint8_t, 64>, kColors> cells{};
  for (int file = -2; file <= 2; ++file) {
    for (int rank = -2; rank <= 2; ++rank) {
      const auto bit = static_cast<std::size_t>(9 * (file + 2) + rank + 2);
      const int apart = file < 0 ? -file : file;
      cells[0][bit] = static_cast<std::uint8_t>(apart * 5 + 2 - rank);
      cells[1][bit] = static_cast<std::uint8_t>(apart * 5 + 2 + rank);
    }
  }
  return cells;
}();

// Squares by their distance from a king: 3, 4, and 5 or more.
struct Distances {
  std::array<std::array<Bitboard, 3>, kSquares> rings{};
  constexpr Distances() {
    for (Square king = 0; king < kSquares; ++king) {
      for (Square square = 0; square < kSquares; ++square) {
        const int files = file_of(king) > file_of(square) ? file_of(king) - file_of(square)
                                                          : file_of(square) - file_of(king);
        const int ranks = rank_of(king) > rank_of(square) ? rank_of(king) - rank_of(square)
                                                          : rank_of(square) - rank_of(king);
        const int distance = files > ranks ? files : ranks;
        if (distance < 3) continue;
        rings[static_cast<std::size_t>(king)][static_cast<std::size_t>(distance > 5 ? 2 : distance - 3)] |=
            Bitboard::of(square);
      }
    }
  }
};
inline constexpr Distances kDistances;

// What a hand means to the king it may be dropped against, 0 to feature::kWhole.
inline int fire_power(Hand hand) {
  const int power = 3 * (hand.count(kRook) + hand.count(kBishop)) +
                    2 * (hand.count(kGold) + hand.count(kSilver)) + hand.count(kKnight) + hand.count(kLance) +
                    (hand.has(kPawn) ? 1 : 0);
  return std::min(power, feature::kWhole);
}

using BlackSide = std::integral_constant<Color, Color::Black>;
using WhiteSide = std::integral_constant<Color, Color::White>;

}  // namespace detail

template <class Add>
void visit_court(const Court& court, Color color, Add add) {
  for (std::uint64_t rest = court.inside; rest != 0; rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    const auto at = [bit](std::uint64_t squares) { return static_cast<int>(squares >> bit & 1); };
    const int state = 9 * (at(court.ours) + 2 * at(court.theirs)) +
                      3 * (at(court.guarded) + at(court.guarded_twice)) + at(court.attacked) +
                      at(court.attacked_twice);
    const int cell =
        detail::kCellOfBit[static_cast<std::size_t>(index(color))][static_cast<std::size_t>(bit)];
    const int feature = cell * feature::kCellStates + state;
    add(feature::kCourt + feature, color, feature::kWhole);
    add(feature::kCourtUnderFire + feature, color, court.fire);
  }
}

template <class Add, class AddCourt>
void visit_shapes(const Position& position, Add add, AddCourt add_court) {
  const auto whole = [&](int feature, auto color) { add(feature, color, feature::kWhole); };
  const auto reach = [&](auto color) {
    return reach_of(position, color, [&](Kind kind, Bitboard reached) {
      const int mobility = (reached & ~position.pieces(color)).count();
      whole(feature::kMobility + detail::slider_number(kind) * 17 + mobility, color);
    });
  };
  const auto side = [&](auto color, const Reach& own, const Reach& enemy) {
    const Square king = position.king(color);
    const Bitboard ring = king_attacks(king);
    const Hand threat = position.hand(~color);
    const int droppable = std::min(
        3, threat.count(kGold) + threat.count(kSilver) + threat.count(kRook) + threat.count(kBishop));

    const auto word = [&](Bitboard board) { return detail::court_word(board, king); };
    add_court(color, Court{word(neighbourhood(king)), word(position.pieces(color)),
                           word(position.pieces(~color)), word(own.once), word(own.twice), word(enemy.once),
                           word(enemy.twice), detail::fire_power(threat)});
    whole(feature::kFlight + (ring & ~position.pieces(color) & ~enemy.once).count() * 4 + droppable, color);
    const int attacks = (ring & enemy.once).count() + (ring & enemy.twice).count();
    whole(feature::kAssault + std::min(attacks, 15) * 4 + droppable, color);
    // Where only the king guards against a drop that the enemy would back up.
    const Bitboard breach = ring & enemy.once & ~own.twice & ~position.pieces(~color);
    whole(feature::kBreach + std::min(breach.count(), 5) * 4 + droppable, color);

    // Attacked pieces.
    const int turn = position.side() == color ? 1 : 0;
    (position.pieces(color) & enemy.once & ~position.pieces(kKing)).each([&](Square square) {
      const int guards = (own.once.has(square) ? 1 : 0) + (own.twice.has(square) ? 1 : 0);
      const int twice = enemy.twice.has(square) ? 1 : 0;
      whole(feature::kHanging + ((turn * kKinds + position.on(square).kind) * 3 + guards) * 2 + twice, color);
    });

    // Squares held further from either king.
    for (const int which : {0, 1}) {
      const auto& rings =
          detail::kDistances.rings[static_cast<std::size_t>(which == 0 ? king : position.king(~color))];
      for (std::size_t ring_number = 0; ring_number < 3; ++ring_number) {
        const int at = feature::kSpace + (which * 3 + static_cast<int>(ring_number)) * 2;
        add(at, color, feature::kWhole * (own.once & rings[ring_number]).count());
        add(at + 1, color, feature::kWhole * (own.twice & rings[ring_number]).count());
      }
    }
    if (position.hand(color).has(kPawn)) {
      whole(feature::kPawnDrops + 9 - position.pieces(color, kPawn).count(), color);
    }
  };
  const Reach black = reach(detail::BlackSide{});
  const Reach white = reach(detail::WhiteSide{});
  side(detail::BlackSide{}, black, white);
  side(detail::WhiteSide{}, white, black);
  add(feature::kTempo, position.side(), feature::kWhole);
}

}  // namespace tesuji::shogi

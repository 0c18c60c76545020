// What the evaluation looks at. The evaluation is linear: each feature that a side has adds its weight to
// that side. One list of features serves the judge, which sums weights, and the tuner, which fits them.
//
// Placement features (a piece on a square, seen alone, from its own king and from the enemy king) are kept up
// move by move; shape features (attacks around a king, mobility) are found anew for each position.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "games/shogi/position.hpp"

namespace tesuji::shogi {

namespace feature {

// A piece relative to a king: files apart (the board mirrored), ranks ahead of the king as its owner sees it.
inline constexpr int kApart = 9, kAhead = 17;
inline constexpr int kRelative = kApart * kAhead;
inline constexpr int kMostInHand = 8;  // more pawns than that count like the last

// Offsets into the array of weights.
inline constexpr int kMaterial = 0;                                       // [kind]
inline constexpr int kHand = kMaterial + kKinds;                          // [kind][nth]
inline constexpr int kPlace = kHand + 8 * kMostInHand;                    // [kind][square]
inline constexpr int kFromOwnKing = kPlace + kKinds * kSquares;           // [kind][relative]
inline constexpr int kFromEnemyKing = kFromOwnKing + kKinds * kRelative;  // [kind][relative]
inline constexpr int kShapes = kFromEnemyKing + kKinds * kRelative;       // where shape features begin
inline constexpr int kPressure = kShapes;                                 // [attack units], 32
inline constexpr int kWeakRing = kPressure + 32;                          // [weak squares 0-5][hand 0-3]
inline constexpr int kFlight = kWeakRing + 24;                            // [squares to flee to, 0-8]
inline constexpr int kGuards = kFlight + 9;                               // [own pieces near the king, 0-7]
inline constexpr int kMobility = kGuards + 8;                             // [slider kind 0-4][squares 0-16]
inline constexpr int kTempo = kMobility + 5 * 17;
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

// Calls add(feature, color) for each shape feature of the position. Precondition: both kings are there.
template <class Add>
void visit_shapes(const Position& position, Add add);

// Calls add(feature, color) for every feature, placement features too.
template <class Add>
void visit_features(const Position& position, Add add) {
  for (const Color color : {Color::Black, Color::White}) {
    const Square own = position.king(color);
    const Square enemy = position.king(~color);
    position.pieces(color).each([&](Square square) {
      const int kind = position.on(square).kind;
      add(feature::kMaterial + kind, color);
      add(feature::kPlace + kind * kSquares + relative(color, square), color);
      if (kind == kKing) return;
      add(feature::kFromOwnKing + kind * feature::kRelative + feature::relative_to(own, square, color),
          color);
      add(feature::kFromEnemyKing + kind * feature::kRelative + feature::relative_to(enemy, square, ~color),
          color);
    });
    for (int kind = kPawn; kind <= kGold; ++kind) {
      const int count = position.hand(color).count(static_cast<Kind>(kind));
      for (int nth = 0; nth < count; ++nth) {
        add(feature::kHand + kind * feature::kMostInHand + std::min(nth, feature::kMostInHand - 1), color);
      }
    }
  }
  visit_shapes(position, add);
}

namespace detail {

// How much a piece of each kind weighs in an attack on the king's ring.
inline constexpr std::array<int, kKinds> kAttackUnits = {0, 1, 1, 2, 3, 3, 4, 3, 0, 3, 3, 3, 3, 5, 6};

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

}  // namespace detail

template <class Add>
void visit_shapes(const Position& position, Add add) {
  const Bitboard all = position.occupied();
  const Bitboard sliders = position.pieces(kLance) | position.pieces(kBishop) | position.pieces(kRook) |
                           position.pieces(kHorse) | position.pieces(kDragon);
  std::array<Bitboard, kColors> reach;  // what each side's sliders and pieces near a ring attack
  std::array<int, kColors> units{};
  std::array<Bitboard, kColors> rings;
  for (const Color color : {Color::Black, Color::White}) {
    rings[static_cast<std::size_t>(index(color))] = king_attacks(position.king(color));
  }
  for (const Color color : {Color::Black, Color::White}) {
    const auto side = static_cast<std::size_t>(index(color));
    const Bitboard target = rings[1 - side];
    const auto look = [&](Kind kind, Bitboard reached) {
      reach[side] |= reached;
      if (reached.meets(target)) units[side] += detail::kAttackUnits[kind];
    };
    (position.pieces(color) & sliders).each([&](Square square) {
      const Kind kind = position.on(square).kind;
      const Bitboard reached = attacks(kind, color, square, all);
      const int mobility = std::min((reached & ~position.pieces(color)).count(), 16);
      add(feature::kMobility + detail::slider_number(kind) * 17 + mobility, color);
      look(kind, reached);
    });
    // Other pieces matter only near a king; knights reach it from a rank further.
    const Bitboard near = neighbourhood(position.king(Color::Black)) |
                          neighbourhood(position.king(Color::White)) | position.pieces(kKnight);
    (position.pieces(color) & near & ~sliders & ~position.pieces(kKing)).each([&](Square square) {
      const Kind kind = position.on(square).kind;
      look(kind, step_attacks(kind, color, square));
    });
  }
  for (const Color color : {Color::Black, Color::White}) {
    const auto side = static_cast<std::size_t>(index(color));
    const auto other = 1 - side;
    const Bitboard ring = rings[other];
    const Hand hand = position.hand(color);
    const int droppable =
        std::min(3, hand.count(kGold) + hand.count(kSilver) + hand.count(kRook) + hand.count(kBishop));
    const int weak = std::min((ring & reach[side] & ~reach[other]).count(), 5);
    add(feature::kPressure + std::min(units[side], 31), color);
    add(feature::kWeakRing + weak * 4 + droppable, color);
    // The king's own affairs.
    const Bitboard own_ring = rings[side];
    add(feature::kFlight + (own_ring & ~position.pieces(color) & ~reach[other]).count(), color);
    add(feature::kGuards + std::min((own_ring & position.pieces(color)).count(), 7), color);
  }
  add(feature::kTempo, position.side());
}

}  // namespace tesuji::shogi

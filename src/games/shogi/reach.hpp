// How often each square is attacked: what the evaluation sees of a king's surroundings and of hanging pieces.
#pragma once

#include <array>

#include "games/shogi/attacks.hpp"
#include "games/shogi/position.hpp"

namespace tesuji::shogi {

// The squares that one side attacks at least once and at least twice. Guards of own pieces count.
struct Reach {
  Bitboard once, twice;

  void add(Bitboard attacked) {
    twice |= once & attacked;
    once |= attacked;
  }
};

namespace detail {

inline constexpr Bitboard kNotRank[2] = {~rank_board(0), ~rank_board(8)};

// All members one step along a file, off the edge included: towards the colour's front, and back.
constexpr Bitboard ahead(Color color, Bitboard board) {
  return forward(color, board & kNotRank[index(color)]);
}
constexpr Bitboard behind(Color color, Bitboard board) {
  return forward(~color, board & kNotRank[1 - index(color)]);
}
// To the next higher and the next lower file; seven files lie in the low word.
constexpr Bitboard file_up(Bitboard board) {
  return {board.low << 9 & Bitboard::kLowMask, (board.high << 9 | board.low >> 54) & Bitboard::kHighMask};
}
constexpr Bitboard file_down(Bitboard board) {
  return {board.low >> 9 | (board.high & 511) << 54, board.high >> 9};
}

}  // namespace detail

// Steps are taken by all pieces at once, direction by direction (two pieces never reach a square by the same
// step); sliders one by one, and each is shown to visit(kind, attacked squares). The side is a Color, or a
// constant of that type, which lets the compiler write the code out for each.
template <class Side, class Visit>
Reach reach_of(const Position& position, Side color, Visit visit) {
  using detail::ahead, detail::behind, detail::file_down, detail::file_up;
  const Bitboard own = position.pieces(color);
  const Bitboard pawns = own & position.pieces(kPawn);
  const Bitboard knights = own & position.pieces(kKnight);
  const Bitboard silvers = own & position.pieces(kSilver);
  const Bitboard horses = own & position.pieces(kHorse);
  const Bitboard dragons = own & position.pieces(kDragon);
  const Bitboard kings = own & position.pieces(kKing);
  const Bitboard golds = own & position.gold_movers();

  Reach reach;
  const Bitboard orthogonal = golds | kings | horses;
  const Bitboard diagonal = silvers | kings | dragons;
  reach.add(ahead(color, pawns | silvers | orthogonal));
  reach.add(behind(color, orthogonal));
  reach.add(file_up(orthogonal));
  reach.add(file_down(orthogonal));
  const Bitboard front = ahead(color, diagonal | golds);
  reach.add(file_up(front));
  reach.add(file_down(front));
  const Bitboard back = behind(color, diagonal);
  reach.add(file_up(back));
  reach.add(file_down(back));
  if (knights.any()) {
    const Bitboard jump = ahead(color, ahead(color, knights));
    reach.add(file_up(jump));
    reach.add(file_down(jump));
  }
  const Bitboard all = position.occupied();
  const auto slide = [&](Bitboard sliders, auto attacked_from) {
    sliders.each([&](Square square) {
      const Bitboard attacked = attacked_from(square);
      reach.add(attacked);
      visit(position.on(square).kind, attacked);
    });
  };
  slide(own & position.pieces(kLance), [&](Square square) { return lance_attacks(color, square, all); });
  slide(horses | (own & position.pieces(kBishop)),
        [&](Square square) { return bishop_attacks(square, all); });
  slide(dragons | (own & position.pieces(kRook)), [&](Square square) { return rook_attacks(square, all); });
  return reach;
}

}  // namespace tesuji::shogi

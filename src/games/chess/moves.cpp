#include "games/chess/moves.hpp"

#include <algorithm>

namespace tesuji::chess {
namespace {

template <Color Us>
constexpr int kUp = Us == kWhite ? 8 : -8;

void add_promotions(MoveList& list, Square from, Square to) {
  for (int kind = kPromoteQueen; kind >= kPromoteKnight; --kind) list.add(make_move(from, to, kind));
}

// `targets`: where a piece may land, given a check that has to be answered.
template <Color Us, Generate What>
void pawn_moves(const Position& position, MoveList& list, Bitboard targets) {
  constexpr int up_step = kUp<Us>;
  constexpr Bitboard seventh = Us == kWhite ? rank_mask(6) : rank_mask(1);
  constexpr Bitboard third = Us == kWhite ? rank_mask(2) : rank_mask(5);
  const Bitboard pawns = position.pieces(Us, kPawn);
  const Bitboard free = ~position.pieces();
  const auto minus = [](Square square, int step) { return static_cast<Square>(square - step); };

  if constexpr (What != Generate::Noisy) {
    const Bitboard once = up(pawns & ~seventh, Us) & free;
    Bitboard twice = up(once & third, Us) & free & targets;
    for (Bitboard set = once & targets; set != 0;) {
      const Square to = pop(set);
      list.add(make_move(minus(to, up_step), to));
    }
    while (twice != 0) {
      const Square to = pop(twice);
      list.add(make_move(minus(to, 2 * up_step), to));
    }
  }
  if constexpr (What != Generate::Quiet) {
    const Bitboard them = position.pieces(~Us) & targets;
    const auto captures = [&](Bitboard landed, int step) {
      Bitboard promoting = landed & them & (rank_mask(0) | rank_mask(7));
      for (Bitboard set = landed & them & ~promoting; set != 0;) {
        const Square to = pop(set);
        list.add(make_move(minus(to, step), to));
      }
      while (promoting != 0) {
        const Square to = pop(promoting);
        add_promotions(list, minus(to, step), to);
      }
    };
    const Bitboard ahead = up(pawns, Us);
    captures(east(ahead), up_step + 1);
    captures(west(ahead), up_step - 1);
    for (Bitboard set = up(pawns & seventh, Us) & free & targets; set != 0;) {
      const Square to = pop(set);
      add_promotions(list, minus(to, up_step), to);
    }
    if (const Square to = position.en_passant(); to != kNoSquare) {
      for (Bitboard set = kAttacks.pawn[~Us][to] & pawns; set != 0;) {
        list.add(make_move(pop(set), to, kEnPassant));
      }
    }
  }
}

template <PieceType Type>
void piece_moves(const Position& position, MoveList& list, Color us, Bitboard targets) {
  const Bitboard occupied = position.pieces();
  for (Bitboard set = position.pieces(us, Type); set != 0;) {
    const Square from = pop(set);
    for (Bitboard reach = attacks_of(Type, from, occupied) & targets; reach != 0;) {
      list.add(make_move(from, pop(reach)));
    }
  }
}

// Free path, both pieces in place, no attacked square on the king's way. That the rook may have shielded the
// king (Chess960) is for is_legal.
bool can_castle(const Position& position, Color us, bool long_side) {
  if (!(position.castling() & (1 << right_index(us, long_side)))) return false;
  const Square king = position.king(us);
  const Square rook = position.castling_rook(us, long_side);
  const Square king_to = relative(us, make_square(long_side ? 2 : 6, 0));
  const Square rook_to = relative(us, make_square(long_side ? 3 : 5, 0));
  const Bitboard king_way = kAttacks.between[king][king_to] | bit(king_to);
  const Bitboard rook_way = kAttacks.between[rook][rook_to] | bit(rook_to);
  const Bitboard others = position.pieces() ^ bit(king) ^ bit(rook);
  if (others & (king_way | rook_way)) return false;
  for (Bitboard set = king_way & ~bit(king); set != 0;) {
    if (position.attacked(pop(set), ~us, position.pieces() ^ bit(king))) return false;
  }
  return true;
}

template <Color Us, Generate What>
void generate_for(const Position& position, MoveList& list) {
  const Bitboard them = position.pieces(~Us);
  const Bitboard free = ~position.pieces();
  const Bitboard wanted = What == Generate::Noisy ? them : What == Generate::Quiet ? free : them | free;
  const Square king = position.king(Us);
  const Bitboard checkers = position.checkers();
  if (!several(checkers)) {
    const Bitboard answer = checkers != 0 ? kAttacks.between[king][first(checkers)] | checkers : ~Bitboard{0};
    pawn_moves<Us, What>(position, list, answer);
    const Bitboard targets = wanted & answer;
    piece_moves<kKnight>(position, list, Us, targets);
    piece_moves<kBishop>(position, list, Us, targets);
    piece_moves<kRook>(position, list, Us, targets);
    piece_moves<kQueen>(position, list, Us, targets);
  }
  for (Bitboard reach = kAttacks.king[king] & wanted; reach != 0;) list.add(make_move(king, pop(reach)));
  if constexpr (What != Generate::Noisy) {
    if (checkers == 0 && position.castling() != 0) {
      for (const bool long_side : {false, true}) {
        if (can_castle(position, Us, long_side)) {
          list.add(make_move(king, position.castling_rook(Us, long_side), kCastle));
        }
      }
    }
  }
}

}  // namespace

template <Generate What>
void generate(const Position& position, MoveList& list) {
  if (position.side() == kWhite) {
    generate_for<kWhite, What>(position, list);
  } else {
    generate_for<kBlack, What>(position, list);
  }
}
template void generate<Generate::Noisy>(const Position&, MoveList&);
template void generate<Generate::Quiet>(const Position&, MoveList&);
template void generate<Generate::All>(const Position&, MoveList&);

void generate_legal(const Position& position, MoveList& list) {
  generate<Generate::All>(position, list);
  const Bitboard pinned = position.state().blockers[position.side()] & position.pieces(position.side());
  const Square king = position.king(position.side());
  list.shrink_to(std::remove_if(list.begin(), list.end(), [&](Move move) {
    const Square from = from_of(move);
    return (contains(pinned, from) || from == king || kind_of(move) == kEnPassant) &&
           !is_legal(position, move);
  }));
}

bool is_legal(const Position& position, Move move) {
  const Color us = position.side();
  const Square from = from_of(move);
  const Square to = to_of(move);
  const Square king = position.king(us);
  if (kind_of(move) == kEnPassant) {
    const Bitboard victim = bit(static_cast<Square>(to ^ 8));
    const Bitboard occupied = (position.pieces() ^ bit(from) ^ victim) | bit(to);
    return (position.attackers_to(king, occupied) & position.pieces(~us) & ~victim) == 0;
  }
  if (kind_of(move) == kCastle) {
    // Squares on the way were looked at when the move was made up; the rook may have been a shield.
    const Square king_to = relative(us, make_square(to < from ? 2 : 6, 0));
    return !position.attacked(king_to, ~us, position.pieces() ^ bit(from) ^ bit(to));
  }
  if (from == king) return !position.attacked(to, ~us, position.pieces() ^ bit(from));
  return !contains(position.state().blockers[us], from) || contains(kAttacks.line[from][to], king);
}

bool is_pseudo_legal(const Position& position, Move move) {
  const Color us = position.side();
  const Square from = from_of(move);
  const Square to = to_of(move);
  const Piece piece = position.piece_on(from);
  if (piece == kNoPiece || color_of(piece) != us || from == to) return false;
  const PieceType type = type_of(piece);
  if (kind_of(move) != kNormal) {
    // Rare enough to ask the generator.
    MoveList list;
    if (kind_of(move) == kCastle) {
      generate<Generate::Quiet>(position, list);
    } else {
      generate<Generate::Noisy>(position, list);
    }
    return std::find(list.begin(), list.end(), move) != list.end();
  }
  if (contains(position.pieces(us), to)) return false;
  if (type == kPawn) {
    if (relative_rank(us, to) == 7) return false;  // would promote
    const Bitboard once = up(bit(from), us) & ~position.pieces();
    const Bitboard twice = relative_rank(us, from) == 1 ? up(once, us) & ~position.pieces() : 0;
    const Bitboard takes = kAttacks.pawn[us][from] & position.pieces(~us);
    if (!contains(once | twice | takes, to)) return false;
  } else if (!contains(attacks_of(type, from, position.pieces()), to)) {
    return false;
  }
  if (type == kKing || !position.in_check()) return true;
  const Bitboard checkers = position.checkers();
  if (several(checkers)) return false;
  return contains(kAttacks.between[position.king(us)][first(checkers)] | checkers, to);
}

}  // namespace tesuji::chess

#include "games/chess/endings.hpp"

#include <algorithm>

namespace tesuji::chess {
namespace {

bool adjacent(Square a, Square b) {
  return contains(kAttacks.king[a], b);
}
bool near(Square a, Square b) {
  return a == b || adjacent(a, b);
}

// Of king and pawn against king, with the pawn White's and on the files a to d.
struct Kpk {
  bool white_to_move;
  Square king, pawn, other;

  static constexpr std::size_t kPawns = 24;
  static constexpr std::size_t kCount = 2 * kPawns * 64 * 64;

  static Kpk at(std::size_t index) {
    const auto pawn = static_cast<int>(index / 4096 % kPawns);
    return {index < kCount / 2, static_cast<Square>(index / 64 % 64), make_square(pawn % 4, 1 + pawn / 4),
            static_cast<Square>(index % 64)};
  }
  [[nodiscard]] std::size_t index() const {
    const auto pawn_index = static_cast<std::size_t>((rank_of(pawn) - 1) * 4 + file_of(pawn));
    return (((white_to_move ? 0 : kPawns) + pawn_index) * 64 + king) * 64 + other;
  }
  [[nodiscard]] bool legal() const {
    const bool check = contains(kAttacks.pawn[kWhite][pawn], other);
    return !near(king, other) && king != pawn && other != pawn && !(white_to_move && check);
  }
};

// White to move: queens safely, or reaches a position that is won.
bool white_wins(const Kpk& now, const std::vector<bool>& wins) {
  const auto won = [&](Square king, Square pawn) { return wins[Kpk{false, king, pawn, now.other}.index()]; };
  const auto ahead = static_cast<Square>(now.pawn + 8);
  const bool free = ahead != now.king && ahead != now.other;
  if (free && rank_of(ahead) == 7) {
    if (!adjacent(now.other, ahead) || adjacent(now.king, ahead)) return true;
  } else if (free) {
    if (won(now.king, ahead)) return true;
    const auto twice = static_cast<Square>(ahead + 8);
    if (rank_of(now.pawn) == 1 && twice != now.king && twice != now.other && won(now.king, twice))
      return true;
  }
  for (Bitboard set = kAttacks.king[now.king] & ~kAttacks.king[now.other] & ~bit(now.pawn); set != 0;) {
    if (won(pop(set), now.pawn)) return true;
  }
  return false;
}

// Black to move: there is a move, and every move loses.
bool black_loses(const Kpk& now, const std::vector<bool>& wins) {
  Bitboard moves = kAttacks.king[now.other] & ~kAttacks.king[now.king] & ~kAttacks.pawn[kWhite][now.pawn];
  if (moves == 0) return false;  // stalemate: a lone pawn does not mate
  while (moves != 0) {
    const Square to = pop(moves);
    if (to == now.pawn || !wins[Kpk{true, now.king, now.pawn, to}.index()]) return false;
  }
  return true;
}

const KingAndPawn& king_and_pawn() {
  static const KingAndPawn table;
  return table;
}

// Bishops that never guard the corner in which the pawns of a rook's file would queen, and a king that stands
// there; without bishops the corner alone is enough. It cannot be driven out.
bool cannot_queen_in_the_corner(const Position& p, Color strong) {
  const Bitboard pawns = p.pieces(strong, kPawn);
  const bool file_a = (pawns & ~kFileA) == 0, file_h = (pawns & ~kFileH) == 0;
  if (pawns == 0 || (!file_a && !file_h)) return false;
  const Square corner = relative(strong, make_square(file_a ? 0 : 7, 7));
  if (!near(p.king(~strong), corner)) return false;
  const Bitboard pieces = p.pieces(strong) & ~pawns & ~p.pieces(kKing);
  if (pieces == 0) return true;
  const Bitboard shade = contains(kDark, corner) ? kDark : ~kDark;
  if ((pieces & ~p.pieces(kBishop)) == 0) return (pieces & shade) == 0;
  // A knight: only once the pawn is one step from the corner does it have to stay guarded, and the king
  // between corner and pawn is stalemated rather than driven out.
  const Square seventh = relative(strong, make_square(file_a ? 0 : 7, 6));
  return pieces == p.pieces(strong, kKnight) && !several(pieces) && pawns == bit(seventh) &&
         p.king(~strong) == corner;
}

// Queen against rook and pawn: the rook stands on its third rank, guarded by a pawn on the second that the
// king guards from the first two, and cuts the other king off.
bool behind_the_rook(const Position& p, Color strong) {
  const Color weak = ~strong;
  if (p.pieces(strong, kPawn) != 0 || !several(p.pieces(weak) & ~p.pieces(kKing))) return false;
  const Bitboard queen = p.pieces(strong) & ~p.pieces(kKing);
  if (queen != p.pieces(strong, kQueen) || several(queen)) return false;
  const Bitboard rook = p.pieces(weak) & ~p.pieces(kKing) & ~p.pieces(kPawn);
  if (rook == 0 || rook != p.pieces(weak, kRook) || several(rook)) return false;
  const Square at = first(rook);
  const Bitboard guards = kAttacks.pawn[strong][at] & p.pieces(weak, kPawn);
  return relative_rank(weak, at) == 2 && (guards & kAttacks.king[p.king(weak)]) != 0 &&
         relative_rank(weak, p.king(weak)) <= 1 && relative_rank(weak, p.king(strong)) > 2;
}

}  // namespace

KingAndPawn::KingAndPawn() : wins_(Kpk::kCount) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < Kpk::kCount; ++i) {
      const Kpk now = Kpk::at(i);
      if (wins_[i] || !now.legal()) continue;
      wins_[i] = now.white_to_move ? white_wins(now, wins_) : black_loses(now, wins_);
      changed |= wins_[i];
    }
  }
}

bool KingAndPawn::wins(Color strong, Square king, Square pawn, Square other_king, Color to_move) const {
  const auto turned = [&](Square square) {
    const Square own = relative(strong, square);
    return file_of(pawn) < 4 ? own : static_cast<Square>(own ^ 7);
  };
  return wins_[Kpk{to_move == strong, turned(king), turned(pawn), turned(other_king)}.index()];
}

std::size_t KingAndPawn::won() const {
  return static_cast<std::size_t>(std::count(wins_.begin(), wins_.end(), true));
}

bool known_draw(const Position& position, Color stronger) {
  const Color weaker = ~stronger;
  const Bitboard pieces = position.pieces(stronger) & ~position.pieces(kKing);
  if (count(position.pieces(weaker)) > 1) return behind_the_rook(position, stronger);
  if (position.pieces(stronger, kPawn) == 0) {
    const Bitboard bishops = position.pieces(stronger, kBishop);
    const bool two_knights = pieces == position.pieces(stronger, kKnight) && count(pieces) <= 2;
    return two_knights || (pieces == bishops && ((bishops & kDark) == 0 || (bishops & ~kDark) == 0));
  }
  if (pieces == position.pieces(stronger, kPawn) && !several(pieces)) {
    return !king_and_pawn().wins(stronger, position.king(stronger), first(pieces), position.king(weaker),
                                 position.side());
  }
  return cannot_queen_in_the_corner(position, stronger);
}

}  // namespace tesuji::chess

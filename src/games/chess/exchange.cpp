#include "games/chess/exchange.hpp"

namespace tesuji::chess {

bool exchange_at_least(const Position& position, Move move, int threshold) {
  if (kind_of(move) == kCastle) return threshold <= 0;
  const Square from = from_of(move);
  const Square to = to_of(move);
  PieceType standing = type_of(position.piece_on(from));  // the piece that may be taken next
  int balance = -threshold;
  Bitboard occupied = position.pieces() ^ bit(from);
  if (kind_of(move) == kEnPassant) {
    balance += kExchangeValue[kPawn];
    occupied ^= bit(static_cast<Square>(to ^ 8));
  } else if (const Piece victim = position.piece_on(to); victim != kNoPiece) {
    balance += kExchangeValue[type_of(victim)];
  }
  if (is_promotion(move)) {
    standing = promoted_type(move);
    balance += kExchangeValue[standing] - kExchangeValue[kPawn];
  }
  if (balance < 0) return false;
  balance -= kExchangeValue[standing];
  if (balance >= 0) return true;  // enough even if the piece is lost for nothing

  occupied |= bit(to);
  const Bitboard diagonal = position.pieces(kBishop) | position.pieces(kQueen);
  const Bitboard straight = position.pieces(kRook) | position.pieces(kQueen);
  Bitboard attackers = position.attackers_to(to, occupied) & occupied;
  Color side = ~position.side();
  while (true) {
    Bitboard mine = attackers & position.pieces(side);
    // A pinned piece may take only while its pinner has left the line.
    const Bitboard pinned = position.state().blockers[side] & mine;
    if (pinned != 0) {
      const Square king = position.king(side);
      for (Bitboard set = pinned; set != 0;) {
        const Square square = pop(set);
        if (contains(kAttacks.line[square][to], king)) continue;
        const Bitboard beyond = kAttacks.line[king][square] & ~kAttacks.between[king][square];
        const Bitboard pinners =
            beyond & position.pieces(~side) & occupied &
            (position.pieces(kQueen) | position.pieces(kRook) | position.pieces(kBishop));
        if (pinners != 0) mine ^= bit(square);
      }
    }
    if (mine == 0) break;
    PieceType type = kPawn;
    Bitboard candidates = 0;
    for (int t = kPawn; t <= kKing; ++t) {
      type = static_cast<PieceType>(t);
      candidates = mine & position.pieces(type);
      if (candidates != 0) break;
    }
    side = ~side;
    // A king may take only what nobody guards.
    if (type == kKing && (attackers & position.pieces(side)) != 0) {
      side = ~side;
      break;
    }
    balance = -balance - 1 - kExchangeValue[type];
    if (balance >= 0) break;
    occupied ^= bit(first(candidates));
    if (type == kPawn || type == kBishop || type == kQueen) {
      attackers |= kAttacks.bishop[to](occupied) & diagonal;
    }
    if (type == kRook || type == kQueen) attackers |= kAttacks.rook[to](occupied) & straight;
    attackers &= occupied;
  }
  // Whoever is to take and will not, or cannot, has lost the exchange.
  return side != position.side();
}

}  // namespace tesuji::chess

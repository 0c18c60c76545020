// Squares, pieces, sets of squares, and who attacks what on an otherwise known board.
#pragma once

#include <bit>
#include <cstdint>

namespace tesuji::chess {

using Bitboard = std::uint64_t;  // bit 0 = a1, bit 7 = h1, bit 63 = h8
inline constexpr Bitboard kDark = 0xaa55aa55aa55aa55ULL;
using Square = std::uint8_t;  // 0..63
inline constexpr Square kNoSquare = 64;

enum Color : std::uint8_t { kWhite, kBlack };
enum PieceType : std::uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kKing, kNoType };
using Piece = std::uint8_t;  // colour * 6 + type
inline constexpr Piece kNoPiece = 12;

constexpr Color operator~(Color color) {
  return static_cast<Color>(color ^ 1);
}
constexpr Piece make_piece(Color color, PieceType type) {
  return static_cast<Piece>(color * 6 + type);
}
constexpr PieceType type_of(Piece piece) {
  return static_cast<PieceType>(piece < 6 ? piece : piece - 6);
}
constexpr Color color_of(Piece piece) {
  return piece < 6 ? kWhite : kBlack;
}

constexpr Square make_square(int file, int rank) {
  return static_cast<Square>(rank * 8 + file);
}
constexpr int file_of(Square square) {
  return square & 7;
}
constexpr int rank_of(Square square) {
  return square >> 3;
}
// A rank as the side sees it: its own first rank is 0.
constexpr int relative_rank(Color color, Square square) {
  return color == kWhite ? rank_of(square) : 7 - rank_of(square);
}
constexpr Square flip(Square square) {
  return square ^ 56;
}
// Squares from a side's point of view: Black's board is turned upside down, left stays left.
constexpr Square relative(Color color, Square square) {
  return color == kWhite ? square : flip(square);
}

inline constexpr Bitboard kFileA = 0x0101010101010101ULL;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xff;
constexpr Bitboard file_mask(int file) {
  return kFileA << file;
}
constexpr Bitboard rank_mask(int rank) {
  return kRank1 << (8 * rank);
}
constexpr Bitboard bit(Square square) {
  return Bitboard{1} << square;
}
constexpr bool contains(Bitboard set, Square square) {
  return (set >> square) & 1;
}
constexpr int count(Bitboard set) {
  return std::popcount(set);
}
constexpr Square first(Bitboard set) {
  return static_cast<Square>(std::countr_zero(set));
}
constexpr Square last(Bitboard set) {
  return static_cast<Square>(63 - std::countl_zero(set));
}
constexpr Square pop(Bitboard& set) {
  const Square square = first(set);
  set &= set - 1;
  return square;
}
constexpr bool several(Bitboard set) {
  return (set & (set - 1)) != 0;
}

constexpr Bitboard up(Bitboard set, Color color) {
  return color == kWhite ? set << 8 : set >> 8;
}
constexpr Bitboard east(Bitboard set) {
  return (set & ~kFileH) << 1;
}
constexpr Bitboard west(Bitboard set) {
  return (set & ~kFileA) >> 1;
}
constexpr Bitboard pawn_attacks(Bitboard pawns, Color color) {
  const Bitboard ahead = up(pawns, color);
  return east(ahead) | west(ahead);
}

// Sliding attacks by magic multiplication: the blockers that matter, times a constant, shifted, are an index
// without harmful collisions.
struct Magic {
  const Bitboard* attacks;
  Bitboard mask;
  Bitboard factor;
  int shift;
  [[nodiscard]] Bitboard operator()(Bitboard occupied) const {
    return attacks[((occupied & mask) * factor) >> shift];
  }
};

struct Attacks {
  Attacks();
  Bitboard pawn[2][64];
  Bitboard knight[64];
  Bitboard king[64];
  Magic bishop[64];
  Magic rook[64];
  Bitboard between[64][64];  // strictly between two squares on a line; empty otherwise
  Bitboard line[64][64];     // the whole line through two squares; empty if there is none
};
extern const Attacks kAttacks;

inline Bitboard attacks_of(PieceType type, Square square, Bitboard occupied) {
  switch (type) {
    case kKnight:
      return kAttacks.knight[square];
    case kBishop:
      return kAttacks.bishop[square](occupied);
    case kRook:
      return kAttacks.rook[square](occupied);
    case kQueen:
      return kAttacks.bishop[square](occupied) | kAttacks.rook[square](occupied);
    case kKing:
      return kAttacks.king[square];
    default:
      return 0;
  }
}

// Moves are 16 bits: from, to, kind. Castling is written as the king taking its own rook, which is the only
// way that is unambiguous in Chess960.
using Move = std::uint16_t;
inline constexpr Move kNoMove = 0;
enum MoveKind : std::uint8_t {
  kNormal = 0,
  kPromoteKnight = 1,  // promotions: kind = the new piece's type
  kPromoteBishop = 2,
  kPromoteRook = 3,
  kPromoteQueen = 4,
  kCastle = 5,
  kEnPassant = 6
};
constexpr Move make_move(Square from, Square to, int kind = kNormal) {
  return static_cast<Move>(from | to << 6 | kind << 12);
}
constexpr Square from_of(Move move) {
  return move & 63;
}
constexpr Square to_of(Move move) {
  return (move >> 6) & 63;
}
constexpr MoveKind kind_of(Move move) {
  return static_cast<MoveKind>(move >> 12);
}
constexpr bool is_promotion(Move move) {
  return kind_of(move) >= kPromoteKnight && kind_of(move) <= kPromoteQueen;
}
constexpr PieceType promoted_type(Move move) {
  return static_cast<PieceType>(move >> 12);
}

}  // namespace tesuji::chess

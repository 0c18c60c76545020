// What each piece attacks. Steps come from tables; sliding pieces use the subtraction trick ("o ^ (o - 1)"):
// along a ray towards higher squares, subtracting one from the blockers flips exactly the bits up to the
// first of them. Rays towards lower squares are the same on the byte-swapped board, which is in order
// because no two squares of a rank or diagonal ray share a byte.
#pragma once

#include <array>
#include <cstdint>

#include "games/shogi/bitboard.hpp"

namespace tesuji::shogi {

namespace detail {

struct AttackTables {
  // Pawn, Knight, Silver, Gold and King by [color][square]; `step` is indexed by Kind.
  std::array<std::array<std::array<Bitboard, kSquares>, kColors>, kKinds> step{};
  std::array<std::array<Bitboard, kSquares>, kColors> forward_ray{};  // a lance on an empty board
  // Rays to higher squares: east, north-east, south-east; their opposites by the byte-swapped words.
  struct Rays {
    Bitboard rank_up, rank_down, diagonal_up, diagonal_down, antidiagonal_up, antidiagonal_down;
  };
  std::array<Rays, kSquares> rays{};
  std::array<Bitboard, kSquares> bishop_empty{}, rook_empty{};  // on an empty board
  std::array<std::array<std::uint16_t, 128>, 9> file_reach{};   // [rank][occupancy of ranks 1..7]
  std::array<std::array<Bitboard, kSquares>, kSquares> between{}, line{};
  std::array<Bitboard, kSquares> neighbours2{};  // within two steps of the square

  AttackTables();
};

extern const AttackTables kTables;

inline Bitboard slide_up(Bitboard ray, Bitboard occupied) {
  const Bitboard blockers = ray & occupied;
  const std::uint64_t low = blockers.low - 1;
  const std::uint64_t high = blockers.high - (blockers.low == 0 ? 1 : 0);
  return Bitboard{low ^ blockers.low, high ^ blockers.high} & ray;
}

inline Bitboard slide_down(Bitboard ray, Bitboard occupied) {
  const Bitboard blockers = ray & occupied;
  const std::uint64_t low = __builtin_bswap64(blockers.high);
  const std::uint64_t high = __builtin_bswap64(blockers.low);
  const std::uint64_t flipped_low = (low - 1) ^ low;
  const std::uint64_t flipped_high = (high - (low == 0 ? 1 : 0)) ^ high;
  return Bitboard{__builtin_bswap64(flipped_high), __builtin_bswap64(flipped_low)} & ray;
}

}  // namespace detail

inline Bitboard step_attacks(Kind kind, Color color, Square from) {
  return detail::kTables.step[kind][static_cast<std::size_t>(index(color))][static_cast<std::size_t>(from)];
}
inline Bitboard king_attacks(Square from) {
  return step_attacks(kKing, Color::Black, from);
}

inline Bitboard file_attacks(Square from, Bitboard occupied) {
  const int base = 9 * file_of(from);
  const std::uint64_t word = from < 63 ? occupied.low >> base : occupied.high >> (base - 63);
  const std::uint64_t reach =
      detail::kTables.file_reach[static_cast<std::size_t>(rank_of(from))][(word >> 1) & 127];
  return from < 63 ? Bitboard{reach << base, 0} : Bitboard{0, reach << (base - 63)};
}

inline Bitboard forward_ray(Color color, Square from) {
  return detail::kTables.forward_ray[static_cast<std::size_t>(index(color))][static_cast<std::size_t>(from)];
}
inline Bitboard lance_attacks(Color color, Square from, Bitboard occupied) {
  return file_attacks(from, occupied) & forward_ray(color, from);
}

inline Bitboard rook_attacks(Square from, Bitboard occupied) {
  const auto& rays = detail::kTables.rays[static_cast<std::size_t>(from)];
  return file_attacks(from, occupied) | detail::slide_up(rays.rank_up, occupied) |
         detail::slide_down(rays.rank_down, occupied);
}

inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
  const auto& rays = detail::kTables.rays[static_cast<std::size_t>(from)];
  return detail::slide_up(rays.diagonal_up, occupied) | detail::slide_up(rays.antidiagonal_up, occupied) |
         detail::slide_down(rays.diagonal_down, occupied) |
         detail::slide_down(rays.antidiagonal_down, occupied);
}

inline Bitboard bishop_lines(Square from) {
  return detail::kTables.bishop_empty[static_cast<std::size_t>(from)];
}
inline Bitboard rook_lines(Square from) {
  return detail::kTables.rook_empty[static_cast<std::size_t>(from)];
}

template <Kind kind>
Bitboard attacks(Color color, Square from, Bitboard occupied) {
  if constexpr (kind == kLance) return lance_attacks(color, from, occupied);
  if constexpr (kind == kBishop) return bishop_attacks(from, occupied);
  if constexpr (kind == kRook) return rook_attacks(from, occupied);
  if constexpr (kind == kHorse) return bishop_attacks(from, occupied) | king_attacks(from);
  if constexpr (kind == kDragon) return rook_attacks(from, occupied) | king_attacks(from);
  return step_attacks(kind, color, from);
}

inline Bitboard attacks(Kind kind, Color color, Square from, Bitboard occupied) {
  switch (kind) {
    case kLance:
      return attacks<kLance>(color, from, occupied);
    case kBishop:
      return attacks<kBishop>(color, from, occupied);
    case kRook:
      return attacks<kRook>(color, from, occupied);
    case kHorse:
      return attacks<kHorse>(color, from, occupied);
    case kDragon:
      return attacks<kDragon>(color, from, occupied);
    default:
      return step_attacks(kind, color, from);
  }
}

// The squares strictly between two squares on a common rank, file or diagonal; else none.
inline Bitboard between(Square a, Square b) {
  return detail::kTables.between[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}
// The whole line through two squares, edge to edge, both included; none where they share no line.
inline Bitboard line(Square a, Square b) {
  return detail::kTables.line[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

// The 5 x 5 squares around a square, as far as they are on the board.
inline Bitboard neighbourhood(Square square) {
  return detail::kTables.neighbours2[static_cast<std::size_t>(square)];
}

}  // namespace tesuji::shogi

// A chess position: board, side, rights, and the path that led to it (repetition needs it). make/undo keep
// the Zobrist key, the checkers and the pins up to date.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "games/chess/bitboard.hpp"

namespace tesuji::chess {

// Castling rights are kept by the rook's square, so that Chess960 needs nothing of its own.
enum CastlingRight : std::uint8_t { kWhiteShort = 1, kWhiteLong = 2, kBlackShort = 4, kBlackLong = 8 };
constexpr int right_index(Color color, bool long_side) {
  return color * 2 + (long_side ? 1 : 0);
}

// One piece that a move puts, takes or shifts: what an evaluation that is kept up move by move has to redo.
struct Change {
  Piece piece;
  Square from;  // kNoSquare = it appears
  Square to;    // kNoSquare = it disappears
};

// What a move cannot take back by itself.
struct State {
  std::uint64_t key = 0;
  std::uint64_t pawn_key = 0;
  Bitboard checkers = 0;
  Bitboard blockers[2] = {0, 0};  // pieces of either colour that alone shield this colour's king
  std::int16_t rule50 = 0;        // plies since a capture or a pawn's move
  std::int16_t since_null = 0;    // plies since the last null move, or since the path began
  std::int16_t repetition = 0;    // plies back to the same position; negative if that one was itself a repeat
  std::uint8_t castling = 0;      // CastlingRight bits
  Square en_passant = kNoSquare;  // only where a pawn can really take
  Piece captured = kNoPiece;
  Move move = kNoMove;  // that led here
  std::uint8_t changed = 0;
  std::array<Change, 3> changes{};  // the first `changed` of them
};

class Position {
 public:
  Position();  // the start position

  [[nodiscard]] Color side() const { return side_; }
  [[nodiscard]] Piece piece_on(Square square) const { return board_[square]; }
  [[nodiscard]] bool empty(Square square) const { return board_[square] == kNoPiece; }
  [[nodiscard]] Bitboard pieces() const { return colors_[kWhite] | colors_[kBlack]; }
  [[nodiscard]] Bitboard pieces(Color color) const { return colors_[color]; }
  [[nodiscard]] Bitboard pieces(PieceType type) const { return types_[type]; }
  [[nodiscard]] Bitboard pieces(Color color, PieceType type) const { return colors_[color] & types_[type]; }
  [[nodiscard]] Square king(Color color) const { return first(pieces(color, kKing)); }
  [[nodiscard]] bool has_pieces_besides_pawns(Color color) const {
    return (colors_[color] & ~(types_[kPawn] | types_[kKing])) != 0;
  }

  [[nodiscard]] const State& state() const { return states_.back(); }
  // The state `plies` plies ago. Precondition: plies <= path_length().
  [[nodiscard]] const State& state_before(int plies) const {
    return states_[states_.size() - 1 - static_cast<std::size_t>(plies)];
  }
  [[nodiscard]] std::uint64_t key() const { return state().key; }
  [[nodiscard]] std::uint64_t pawn_key() const { return state().pawn_key; }
  [[nodiscard]] Bitboard checkers() const { return state().checkers; }
  [[nodiscard]] bool in_check() const { return state().checkers != 0; }
  [[nodiscard]] int rule50() const { return state().rule50; }
  [[nodiscard]] Square en_passant() const { return state().en_passant; }
  [[nodiscard]] std::uint8_t castling() const { return state().castling; }
  [[nodiscard]] Square castling_rook(Color color, bool long_side) const {
    return castling_rook_[right_index(color, long_side)];
  }
  [[nodiscard]] bool chess960() const { return chess960_; }  // only a matter of notation
  void set_chess960(bool on) { chess960_ = on; }
  [[nodiscard]] int move_number() const { return move_number_; }
  [[nodiscard]] int path_length() const { return static_cast<int>(states_.size()) - 1; }

  [[nodiscard]] Bitboard attackers_to(Square square, Bitboard occupied) const;  // of both colours
  [[nodiscard]] bool attacked(Square square, Color by, Bitboard occupied) const;

  [[nodiscard]] bool gives_check(Move move) const;  // precondition: legal
  void make(Move move);                             // precondition: legal
  void undo();
  void make_null();  // precondition: not in check
  void undo_null();

  // The position occurred before: once is enough inside the tree (`ply` plies below the root), else twice.
  [[nodiscard]] bool repeated(int ply) const {
    const int back = state().repetition;
    return back != 0 && (back < 0 || back < ply);
  }
  // Plies back to the last equal position; 0 = there is none.
  [[nodiscard]] int plies_to_equal() const { return std::abs(state().repetition); }
  [[nodiscard]] bool threefold() const { return state().repetition < 0; }
  [[nodiscard]] bool insufficient_material() const;  // neither side can mate by any play

  [[nodiscard]] std::uint64_t key_from_scratch() const;
  // The key after a legal move, for prefetching: wrong for castling and for moves that change the rights to
  // castle or to capture en passant.
  [[nodiscard]] std::uint64_t likely_key_after(Move move) const;

  // For notation: an empty board, then pieces and rights, then `finish`.
  struct Empty {};
  explicit Position(Empty);
  void place(Piece piece, Square square);
  void allow_castling(Color color, Square rook);
  void finish(Color side, Square en_passant, int rule50, int move_number);

 private:
  void put(Piece piece, Square square);
  void take(Piece piece, Square square);
  void shift(Piece piece, Square from, Square to);
  void find_checks(State& state) const;
  [[nodiscard]] bool en_passant_possible(Square square, Color by) const;
  void note_repetition(State& state) const;

  std::array<Piece, 64> board_;
  Bitboard types_[6];
  Bitboard colors_[2];
  Color side_ = kWhite;
  bool chess960_ = false;
  int move_number_ = 1;
  std::array<Square, 4> castling_rook_;         // by right_index
  std::array<std::uint8_t, 64> castling_kept_;  // rights that survive a move from or to the square
  std::vector<State> states_;
};

}  // namespace tesuji::chess

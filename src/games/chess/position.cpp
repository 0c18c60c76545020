#include "games/chess/position.hpp"

#include <algorithm>

#include "tt/zobrist.hpp"

namespace tesuji::chess {
namespace {

constexpr tt::PieceSquareKeys<12, 64> kPieceKeys("chess pieces 1");
constexpr tt::Keys<16> kCastlingKeys("chess castling 1", true);
constexpr tt::Keys<8> kEnPassantKeys("chess en passant 1");
constexpr tt::Keys<1> kSideKey("chess black to move 1");

}  // namespace

Position::Position(Empty) : types_{}, colors_{} {
  board_.fill(kNoPiece);
  castling_rook_.fill(kNoSquare);
  castling_kept_.fill(15);
  states_.reserve(512);
  states_.emplace_back();
}

Position::Position() : Position(Empty{}) {
  constexpr PieceType kBackRank[8] = {kRook, kKnight, kBishop, kQueen, kKing, kBishop, kKnight, kRook};
  for (int file = 0; file < 8; ++file) {
    for (const Color color : {kWhite, kBlack}) {
      place(make_piece(color, kBackRank[file]), relative(color, make_square(file, 0)));
      place(make_piece(color, kPawn), relative(color, make_square(file, 1)));
    }
  }
  for (const Color color : {kWhite, kBlack}) {
    for (const int file : {0, 7}) allow_castling(color, relative(color, make_square(file, 0)));
  }
  finish(kWhite, kNoSquare, 0, 1);
}

void Position::place(Piece piece, Square square) {
  put(piece, square);
}

void Position::allow_castling(Color color, Square rook) {
  const bool long_side = rook < king(color);
  const int index = right_index(color, long_side);
  castling_rook_[static_cast<std::size_t>(index)] = rook;
  states_.back().castling |= static_cast<std::uint8_t>(1 << index);
  castling_kept_[rook] &= static_cast<std::uint8_t>(~(1 << index));
  castling_kept_[king(color)] &= static_cast<std::uint8_t>(~(1 << index));
}

void Position::finish(Color side, Square en_passant, int rule50, int move_number) {
  side_ = side;
  move_number_ = move_number;
  State& state = states_.back();
  state.rule50 = static_cast<std::int16_t>(rule50);
  state.en_passant = kNoSquare;
  find_checks(state);
  if (en_passant != kNoSquare && en_passant_possible(en_passant, side)) state.en_passant = en_passant;
  state.key = key_from_scratch();
  state.pawn_key = 0;
  for (Bitboard pawns = types_[kPawn]; pawns != 0;) {
    const Square square = pop(pawns);
    state.pawn_key ^= kPieceKeys(board_[square], square);
  }
}

void Position::put(Piece piece, Square square) {
  board_[square] = piece;
  types_[type_of(piece)] |= bit(square);
  colors_[color_of(piece)] |= bit(square);
}

void Position::take(Piece piece, Square square) {
  board_[square] = kNoPiece;
  types_[type_of(piece)] ^= bit(square);
  colors_[color_of(piece)] ^= bit(square);
}

void Position::shift(Piece piece, Square from, Square to) {
  const Bitboard both = bit(from) | bit(to);
  board_[from] = kNoPiece;
  board_[to] = piece;
  types_[type_of(piece)] ^= both;
  colors_[color_of(piece)] ^= both;
}

Bitboard Position::attackers_to(Square square, Bitboard occupied) const {
  return (kAttacks.pawn[kBlack][square] & pieces(kWhite, kPawn)) |
         (kAttacks.pawn[kWhite][square] & pieces(kBlack, kPawn)) |
         (kAttacks.knight[square] & types_[kKnight]) |
         (kAttacks.bishop[square](occupied) & (types_[kBishop] | types_[kQueen])) |
         (kAttacks.rook[square](occupied) & (types_[kRook] | types_[kQueen])) |
         (kAttacks.king[square] & types_[kKing]);
}

bool Position::attacked(Square square, Color by, Bitboard occupied) const {
  const Bitboard them = colors_[by];
  return (kAttacks.pawn[~by][square] & them & types_[kPawn]) ||
         (kAttacks.knight[square] & them & types_[kKnight]) ||
         (kAttacks.king[square] & them & types_[kKing]) ||
         (kAttacks.bishop[square](occupied) & them & (types_[kBishop] | types_[kQueen])) ||
         (kAttacks.rook[square](occupied) & them & (types_[kRook] | types_[kQueen]));
}

void Position::find_checks(State& state) const {
  const Bitboard occupied = pieces();
  for (const Color color : {kWhite, kBlack}) {
    const Square at = king(color);
    const Bitboard them = colors_[~color];
    Bitboard snipers = them & ((kAttacks.rook[at](0) & (types_[kRook] | types_[kQueen])) |
                               (kAttacks.bishop[at](0) & (types_[kBishop] | types_[kQueen])));
    Bitboard blockers = 0;
    Bitboard checkers = 0;
    while (snipers != 0) {
      const Square sniper = pop(snipers);
      const Bitboard shield = kAttacks.between[at][sniper] & occupied;
      if (shield == 0) {
        checkers |= bit(sniper);
      } else if (!several(shield)) {
        blockers |= shield;
      }
    }
    state.blockers[color] = blockers;
    if (color == side_) {
      state.checkers = checkers | (kAttacks.knight[at] & them & types_[kKnight]) |
                       (kAttacks.pawn[color][at] & them & types_[kPawn]);
    }
  }
}

// An en-passant square counts only where `by` has a pawn that may legally take there: the same position,
// then, always has the same key.
bool Position::en_passant_possible(Square square, Color by) const {
  const Square victim = square ^ 8;
  const Square at = king(by);
  Bitboard pawns = kAttacks.pawn[~by][square] & pieces(by, kPawn);
  while (pawns != 0) {
    const Bitboard occupied = (pieces() ^ bit(pop(pawns)) ^ bit(victim)) | bit(square);
    const Bitboard them = colors_[~by] ^ bit(victim);
    if (!(kAttacks.bishop[at](occupied) & them & (types_[kBishop] | types_[kQueen])) &&
        !(kAttacks.rook[at](occupied) & them & (types_[kRook] | types_[kQueen])) &&
        !(kAttacks.knight[at] & them & types_[kKnight]) && !(kAttacks.pawn[by][at] & them & types_[kPawn])) {
      return true;
    }
  }
  return false;
}

std::uint64_t Position::key_from_scratch() const {
  std::uint64_t key = kCastlingKeys[state().castling];
  for (Bitboard set = pieces(); set != 0;) {
    const Square square = pop(set);
    key ^= kPieceKeys(board_[square], square);
  }
  if (state().en_passant != kNoSquare) {
    key ^= kEnPassantKeys[static_cast<std::size_t>(file_of(state().en_passant))];
  }
  if (side_ == kBlack) key ^= kSideKey[0];
  return key;
}

void Position::note_repetition(State& state) const {
  state.repetition = 0;
  const int reach = std::min<int>(state.rule50, state.since_null);
  const State* const now = &states_.back();
  for (int back = 4; back <= reach; back += 2) {
    const State& then = now[-back];
    if (then.key == state.key) {
      state.repetition = static_cast<std::int16_t>(then.repetition != 0 ? -back : back);
      return;
    }
  }
}

std::uint64_t Position::likely_key_after(Move move) const {
  const Piece piece = board_[from_of(move)], victim = board_[to_of(move)];
  const Piece placed = is_promotion(move) ? make_piece(side_, promoted_type(move)) : piece;
  std::uint64_t key =
      state().key ^ kSideKey[0] ^ kPieceKeys(piece, from_of(move)) ^ kPieceKeys(placed, to_of(move));
  if (victim != kNoPiece) key ^= kPieceKeys(victim, to_of(move));
  if (state().en_passant != kNoSquare)
    key ^= kEnPassantKeys[static_cast<std::size_t>(file_of(state().en_passant))];
  return key;
}

void Position::make(Move move) {
  const Square from = from_of(move);
  const Square to = to_of(move);
  const Color us = side_;
  const Color them = ~us;
  const Piece piece = board_[from];
  assert(piece != kNoPiece && color_of(piece) == us);

  states_.push_back(states_.back());
  State& state = states_.back();
  std::uint64_t key = state.key ^ kSideKey[0] ^ kCastlingKeys[state.castling];
  if (state.en_passant != kNoSquare) {
    key ^= kEnPassantKeys[static_cast<std::size_t>(file_of(state.en_passant))];
  }
  state.en_passant = kNoSquare;
  state.captured = kNoPiece;
  state.move = move;
  ++state.rule50;
  ++state.since_null;
  state.castling &= static_cast<std::uint8_t>(castling_kept_[from] & castling_kept_[to]);

  if (kind_of(move) == kCastle) {
    const bool long_side = to < from;
    const Piece rook = make_piece(us, kRook);
    const Square king_to = relative(us, make_square(long_side ? 2 : 6, 0));
    const Square rook_to = relative(us, make_square(long_side ? 3 : 5, 0));
    take(piece, from);  // the squares may overlap: both leave before either lands
    take(rook, to);
    put(piece, king_to);
    put(rook, rook_to);
    key ^= kPieceKeys(piece, from) ^ kPieceKeys(piece, king_to) ^ kPieceKeys(rook, to) ^
           kPieceKeys(rook, rook_to);
    state.changed = 2;
    state.changes = {{{piece, from, king_to}, {rook, to, rook_to}, {}}};
  } else {
    state.changed = 1;
    state.changes[0] = {piece, from, to};
    const Square victim_at = kind_of(move) == kEnPassant ? static_cast<Square>(to ^ 8) : to;
    if (const Piece victim = board_[victim_at]; victim != kNoPiece) {
      take(victim, victim_at);
      key ^= kPieceKeys(victim, victim_at);
      if (type_of(victim) == kPawn) state.pawn_key ^= kPieceKeys(victim, victim_at);
      state.captured = victim;
      state.rule50 = 0;
      state.changes[state.changed++] = {victim, victim_at, kNoSquare};
    }
    shift(piece, from, to);
    key ^= kPieceKeys(piece, from) ^ kPieceKeys(piece, to);
    if (type_of(piece) == kPawn) {
      state.rule50 = 0;
      state.pawn_key ^= kPieceKeys(piece, from);
      if (is_promotion(move)) {
        const Piece promoted = make_piece(us, promoted_type(move));
        take(piece, to);
        put(promoted, to);
        key ^= kPieceKeys(piece, to) ^ kPieceKeys(promoted, to);
        state.changes[0].to = kNoSquare;
        state.changes[state.changed++] = {promoted, kNoSquare, to};
      } else {
        state.pawn_key ^= kPieceKeys(piece, to);
        if ((from ^ to) == 16) {
          const auto passed = static_cast<Square>((from + to) / 2);
          if ((kAttacks.pawn[us][passed] & pieces(them, kPawn)) && en_passant_possible(passed, them)) {
            state.en_passant = passed;
            key ^= kEnPassantKeys[static_cast<std::size_t>(file_of(passed))];
          }
        }
      }
    }
  }
  state.key = key ^ kCastlingKeys[state.castling];
  side_ = them;
  if (us == kBlack) ++move_number_;
  find_checks(state);
  note_repetition(state);
}

void Position::undo() {
  assert(states_.size() > 1);
  const State& state = states_.back();
  const Move move = state.move;
  const Square from = from_of(move);
  const Square to = to_of(move);
  side_ = ~side_;
  if (side_ == kBlack) --move_number_;
  if (kind_of(move) == kCastle) {
    const bool long_side = to < from;
    const Square king_to = relative(side_, make_square(long_side ? 2 : 6, 0));
    const Square rook_to = relative(side_, make_square(long_side ? 3 : 5, 0));
    take(make_piece(side_, kKing), king_to);
    take(make_piece(side_, kRook), rook_to);
    put(make_piece(side_, kKing), from);
    put(make_piece(side_, kRook), to);
  } else {
    if (is_promotion(move)) {
      take(board_[to], to);
      put(make_piece(side_, kPawn), to);
    }
    shift(board_[to], to, from);
    if (state.captured != kNoPiece) {
      put(state.captured, kind_of(move) == kEnPassant ? static_cast<Square>(to ^ 8) : to);
    }
  }
  states_.pop_back();
}

void Position::make_null() {
  assert(!in_check());
  states_.push_back(states_.back());
  State& state = states_.back();
  state.key ^= kSideKey[0];
  if (state.en_passant != kNoSquare) {
    state.key ^= kEnPassantKeys[static_cast<std::size_t>(file_of(state.en_passant))];
  }
  state.en_passant = kNoSquare;
  state.captured = kNoPiece;
  state.move = kNoMove;
  ++state.rule50;
  state.since_null = 0;
  state.repetition = 0;
  state.changed = 0;
  side_ = ~side_;
  find_checks(state);
}

void Position::undo_null() {
  side_ = ~side_;
  states_.pop_back();
}

bool Position::gives_check(Move move) const {
  const Square from = from_of(move);
  const Square to = to_of(move);
  const Color us = side_;
  const Square target = king(~us);
  const PieceType type = type_of(board_[from]);
  if (kind_of(move) == kCastle) {
    const bool long_side = to < from;
    const Square rook_to = relative(us, make_square(long_side ? 3 : 5, 0));
    const Square king_to = relative(us, make_square(long_side ? 2 : 6, 0));
    const Bitboard occupied = (pieces() ^ bit(from) ^ bit(to)) | bit(rook_to) | bit(king_to);
    return contains(kAttacks.rook[rook_to](occupied), target);
  }
  if (contains(state().blockers[~us], from) && !contains(kAttacks.line[from][to], target)) return true;
  const Bitboard occupied = (pieces() ^ bit(from)) | bit(to);
  if (kind_of(move) == kEnPassant) {
    const Bitboard after = occupied ^ bit(static_cast<Square>(to ^ 8));
    if (contains(kAttacks.pawn[us][to], target)) return true;
    return (kAttacks.bishop[target](after) & (pieces(us, kBishop) | pieces(us, kQueen))) ||
           (kAttacks.rook[target](after) & (pieces(us, kRook) | pieces(us, kQueen)));
  }
  if (is_promotion(move)) return contains(attacks_of(promoted_type(move), to, occupied), target);
  if (type == kPawn) return contains(kAttacks.pawn[us][to], target);
  return type != kKing && contains(attacks_of(type, to, occupied), target);
}

bool Position::insufficient_material() const {
  if (types_[kPawn] | types_[kRook] | types_[kQueen]) return false;
  if (count(pieces()) <= 3) return true;
  // Bishops that all stand on squares of one colour cannot mate, however many there are.
  return types_[kKnight] == 0 && ((types_[kBishop] & kDark) == 0 || (types_[kBishop] & ~kDark) == 0);
}

}  // namespace tesuji::chess

// The words of shogi: colours, squares, pieces, hands and moves, each as small as it can be.
#pragma once

#include <array>
#include <cstdint>

namespace tesuji::shogi {

enum class Color : std::uint8_t { Black, White };  // Black (sente) moves first, towards rank a
inline constexpr int kColors = 2;

constexpr Color operator~(Color color) {
  return static_cast<Color>(static_cast<int>(color) ^ 1);
}
constexpr int index(Color color) {
  return static_cast<int>(color);
}

// A square is 9 * file + rank: file 0 is "1" (Black's right edge), rank 0 is "a" (White's camp).
using Square = int;
inline constexpr int kSquares = 81;
inline constexpr Square kNoSquare = -1;

constexpr Square make_square(int file, int rank) {
  return 9 * file + rank;
}
constexpr int file_of(Square square) {
  return square / 9;
}
constexpr int rank_of(Square square) {
  return square % 9;
}
// The board as the other player sees it.
constexpr Square flip(Square square) {
  return kSquares - 1 - square;
}
constexpr Square relative(Color color, Square square) {
  return color == Color::Black ? square : flip(square);
}
constexpr int relative_rank(Color color, Square square) {
  return color == Color::Black ? rank_of(square) : 8 - rank_of(square);
}
constexpr bool in_zone(Color color, Square square) {
  return relative_rank(color, square) < 3;
}

// A promoted kind is its plain kind + 8; Gold and King do not promote.
enum Kind : std::uint8_t {
  kNoKind,
  kPawn,
  kLance,
  kKnight,
  kSilver,
  kBishop,
  kRook,
  kGold,
  kKing,
  kProPawn,
  kProLance,
  kProKnight,
  kProSilver,
  kHorse,
  kDragon,
};
inline constexpr int kKinds = 15;
inline constexpr int kHandKinds = 7;  // kPawn .. kGold

constexpr bool can_promote(Kind kind) {
  return kind >= kPawn && kind <= kRook;
}
constexpr bool is_promoted(Kind kind) {
  return kind >= kProPawn;
}
constexpr Kind promoted(Kind kind) {
  return static_cast<Kind>(kind + 8);
}
constexpr Kind unpromoted(Kind kind) {
  return is_promoted(kind) ? static_cast<Kind>(kind - 8) : kind;
}
// How many of a kind there are in the set, unpromoted.
inline constexpr std::array<int, 9> kSetCount = {0, 18, 4, 4, 4, 2, 2, 4, 2};

struct Piece {
  Kind kind = kNoKind;
  Color color = Color::Black;

  friend constexpr bool operator==(const Piece&, const Piece&) = default;
  [[nodiscard]] constexpr bool none() const { return kind == kNoKind; }
};

// The pieces in one player's hand: a counter for each kind in one word, with a spare bit above each, so that
// "at least as good" (dominance) is one subtraction.
class Hand {
 public:
  constexpr Hand() = default;

  [[nodiscard]] constexpr int count(Kind kind) const {
    return static_cast<int>((bits_ >> kShift[kind]) & kMask[kind]);
  }
  [[nodiscard]] constexpr bool has(Kind kind) const { return count(kind) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr bool has_other_than_pawns() const { return (bits_ & ~kMask[kPawn]) != 0; }
  constexpr void add(Kind kind) { bits_ += std::uint32_t{1} << kShift[kind]; }
  constexpr void remove(Kind kind) { bits_ -= std::uint32_t{1} << kShift[kind]; }

  // Every count at least the other's.
  [[nodiscard]] constexpr bool covers(Hand other) const { return ((bits_ - other.bits_) & kBorrow) == 0; }
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  static constexpr Hand from_bits(std::uint32_t bits) {
    Hand hand;
    hand.bits_ = bits;
    return hand;
  }
  friend constexpr bool operator==(const Hand&, const Hand&) = default;

 private:
  //                                                        -  P  L  N   S   B   R   G
  static constexpr std::array<int, 8> kShift = {0, 0, 6, 10, 14, 18, 21, 24};
  static constexpr std::array<std::uint32_t, 8> kMask = {0, 31, 7, 7, 7, 3, 3, 7};
  static constexpr std::uint32_t kBorrow =
      1u << 5 | 1u << 9 | 1u << 13 | 1u << 17 | 1u << 20 | 1u << 23 | 1u << 27;

  std::uint32_t bits_ = 0;
};

// Sixteen bits: to (7), from or dropped kind (7), promote (1). Zero is "no move".
class Move {
 public:
  constexpr Move() = default;
  static constexpr Move board(Square from, Square to, bool promote) {
    return Move(static_cast<std::uint16_t>(to | from << 7 | (promote ? kPromote : 0)));
  }
  static constexpr Move drop(Kind kind, Square to) {
    return Move(static_cast<std::uint16_t>(to | (kSquares + kind) << 7));
  }
  static constexpr Move from_raw(std::uint16_t raw) { return Move(raw); }

  [[nodiscard]] constexpr Square to() const { return raw_ & 127; }
  [[nodiscard]] constexpr bool is_drop() const { return (raw_ >> 7 & 127) >= kSquares; }
  [[nodiscard]] constexpr Square from() const { return raw_ >> 7 & 127; }
  [[nodiscard]] constexpr Kind dropped() const { return static_cast<Kind>((raw_ >> 7 & 127) - kSquares); }
  [[nodiscard]] constexpr bool promotes() const { return (raw_ & kPromote) != 0; }
  [[nodiscard]] constexpr std::uint16_t raw() const { return raw_; }
  constexpr explicit operator bool() const { return raw_ != 0; }
  friend constexpr bool operator==(const Move&, const Move&) = default;

 private:
  static constexpr std::uint16_t kPromote = 1 << 14;
  constexpr explicit Move(std::uint16_t raw) : raw_(raw) {}

  std::uint16_t raw_ = 0;
};

// No position has more legal moves than 593.
class MoveList {
 public:
  MoveList() {}  // NOLINT(modernize-use-equals-default): leaves the moves alone, clearing them takes time
  void add(Move move) { moves_[static_cast<std::size_t>(size_++)] = move; }
  void clear() { size_ = 0; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move* begin() { return moves_.data(); }
  [[nodiscard]] Move* end() { return moves_.data() + size_; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
  [[nodiscard]] Move operator[](int at) const { return moves_[static_cast<std::size_t>(at)]; }
  [[nodiscard]] bool contains(Move move) const {
    for (const Move each : *this) {
      if (each == move) return true;
    }
    return false;
  }

 private:
  union {
    std::array<Move, 600> moves_;  // those from size_ on were never written
  };
  int size_ = 0;
};

}  // namespace tesuji::shogi

#include "lab/shogi.hpp"
#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace tesuji::lab {
namespace {

using shogi::Color;
using shogi::Kind;
using shogi::Square;

constexpr std::size_t kLabel = Shogi::kPositionBytes;  // 2 bytes: score in the low 13 bits, then the result
constexpr int kMaxScore = 4095;

// A position is coded by a range coder (arithmetic coding of yes-or-no questions) with fixed probabilities,
// counted in games of the engine against itself and rounded towards a half. The probability of "no" is in
// 256ths. Ranks are counted from the edge of the board (kEmpty, kExpected) or from the owner's far side.
using Odds = std::uint8_t;
constexpr std::array<Odds, 5> kEmpty = {125, 164, 111, 150, 188};
constexpr std::array<Odds, 5> kExpected = {223, 219, 226, 217,
                                           126};  // the colour of the player whose half it is
constexpr std::array<Odds, 8> kNoMoreInHand = {0, 121, 213, 196, 205, 205, 216, 205};
// Is it another kind than the first, the second, ... of these?
constexpr std::array<Kind, 13> kKindOrder = {
    shogi::kPawn,      shogi::kSilver,    shogi::kKnight,  shogi::kLance, shogi::kGold,
    shogi::kBishop,    shogi::kRook,      shogi::kProPawn, shogi::kHorse, shogi::kDragon,
    shogi::kProSilver, shogi::kProKnight, shogi::kProLance};
constexpr std::array<std::array<Odds, 12>, 9> kThisKind = {{
    {23, 38, 23, 23, 36, 36, 41, 54, 128, 137, 59, 29},
    {38, 39, 23, 27, 66, 38, 44, 63, 105, 133, 71, 120},
    {61, 40, 40, 27, 54, 38, 24, 73, 120, 152, 49, 62},
    {115, 38, 54, 72, 54, 73, 116, 65, 87, 191, 44, 222},
    {176, 57, 80, 58, 73, 102, 195, 41, 75, 228, 128, 128},
    {205, 68, 36, 66, 83, 97, 196, 56, 140, 228, 128, 128},
    {190, 68, 92, 39, 126, 214, 155, 28, 82, 226, 128, 128},
    {26, 75, 26, 70, 129, 98, 230, 30, 30, 226, 128, 128},
    {25, 63, 106, 149, 195, 88, 221, 30, 103, 222, 128, 128},
}};

constexpr std::uint32_t kBottom = std::uint32_t{1} << 24;

class BitEncoder {
 public:
  void put(bool yes, Odds no) {
    const std::uint32_t bound = (range_ >> 8) * no;
    if (yes) {
      low_ += bound;
      range_ -= bound;
    } else {
      range_ = bound;
    }
    while (range_ < kBottom) {
      shift();
      range_ <<= 8;
    }
  }
  // The shortest bytes that decode to what was put; false if they do not fit.
  bool finish(std::span<std::uint8_t> out) {
    for (int zeros = 24;; zeros -= 8) {
      const std::uint64_t mask = (std::uint64_t{1} << zeros) - 1;
      const std::uint64_t value = (low_ + mask) & ~mask;
      if (value < low_ + range_) {
        low_ = value;
        break;
      }
    }
    while (low_ != 0) shift();
    while (size_ > 0 && bytes_[size_ - 1] == 0) --size_;
    if (size_ > out.size()) return false;
    std::copy_n(bytes_.begin(), size_, out.begin());
    return true;
  }

 private:
  // The highest of the four bytes of low_ is final but for a carry, which goes into the bytes before it.
  void shift() {
    if (low_ >> 32 != 0) {
      for (std::size_t i = size_; ++bytes_[--i] == 0;) {
      }
    }
    bytes_[size_++] = static_cast<std::uint8_t>(low_ >> 24);
    low_ = (low_ << 8) & 0xffffffff;
  }

  std::array<std::uint8_t, 256> bytes_{};  // more than any position takes
  std::size_t size_ = 0;
  std::uint64_t low_ = 0;
  std::uint32_t range_ = ~std::uint32_t{0};
};

class BitDecoder {
 public:
  explicit BitDecoder(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) code_ = code_ << 8 | next();
  }
  bool get(Odds no) {
    const std::uint32_t bound = (range_ >> 8) * no;
    const bool yes = code_ >= bound;
    if (yes) {
      code_ -= bound;
      range_ -= bound;
    } else {
      range_ = bound;
    }
    while (range_ < kBottom) {
      code_ = code_ << 8 | next();
      range_ <<= 8;
    }
    return yes;
  }

 private:
  std::uint32_t next() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::uint32_t code_ = 0, range_ = ~std::uint32_t{0};
};

constexpr Odds kEvenOdds = 128;

std::size_t from_edge(Square square) {
  const int rank = shogi::rank_of(square);
  return static_cast<std::size_t>(std::min(rank, 8 - rank));
}
Color owner_of_half(Square square) {
  return shogi::rank_of(square) >= 4 ? Color::Black : Color::White;
}
const std::array<Odds, 12>& kind_odds(Color color, Square square) {
  return kThisKind[static_cast<std::size_t>(shogi::relative_rank(color, square))];
}

void put_number(BitEncoder& out, unsigned number, int bits) {
  for (int i = 0; i < bits; ++i) out.put((number >> i & 1) != 0, kEvenOdds);
}
unsigned get_number(BitDecoder& in, int bits) {
  unsigned number = 0;
  for (int i = 0; i < bits; ++i) number |= static_cast<unsigned>(in.get(kEvenOdds)) << i;
  return number;
}

void put_piece(BitEncoder& out, shogi::Piece piece, Square square) {
  out.put(!piece.none(), kEmpty[from_edge(square)]);
  if (piece.none()) return;
  out.put(piece.color != owner_of_half(square), kExpected[from_edge(square)]);
  const auto& odds = kind_odds(piece.color, square);
  for (std::size_t i = 0; i < odds.size(); ++i) {
    out.put(kKindOrder[i] != piece.kind, odds[i]);
    if (kKindOrder[i] == piece.kind) return;
  }
}
shogi::Piece get_piece(BitDecoder& in, Square square) {
  if (!in.get(kEmpty[from_edge(square)])) return {};
  const Color color = in.get(kExpected[from_edge(square)]) ? ~owner_of_half(square) : owner_of_half(square);
  const auto& odds = kind_odds(color, square);
  std::size_t i = 0;
  while (i < odds.size() && in.get(odds[i])) ++i;
  return {kKindOrder[i], color};
}

// Calls on_side once, on_piece for each piece on the board and on_hand for each kind in hand.
template <class OnSide, class OnPiece, class OnHand>
void visit(const Record& record, OnSide on_side, OnPiece on_piece, OnHand on_hand) {
  const std::span<const std::uint8_t> bytes(record);
  BitDecoder in(bytes.first(Shogi::kPositionBytes));
  on_side(static_cast<Color>(get_number(in, 1)));
  std::array<Square, shogi::kColors> kings{};
  for (Square& king : kings) king = static_cast<Square>(get_number(in, 7));
  if (kings[0] >= shogi::kSquares || kings[1] >= shogi::kSquares || kings[0] == kings[1]) {
    throw Error("a packed shogi position has no place for a king");
  }
  for (Square square = 0; square < shogi::kSquares; ++square) {
    if (square == kings[0] || square == kings[1]) {
      on_piece({shogi::kKing, square == kings[0] ? Color::Black : Color::White}, square);
    } else if (const shogi::Piece piece = get_piece(in, square); !piece.none()) {
      on_piece(piece, square);
    }
  }
  for (const Color color : {Color::Black, Color::White}) {
    for (std::size_t kind = shogi::kPawn; kind <= shogi::kGold; ++kind) {
      int count = 0;
      while (in.get(kNoMoreInHand[kind])) {
        if (++count > shogi::kSetCount[kind]) {
          throw Error("a packed shogi position has too many pieces in hand");
        }
      }
      if (count > 0) on_hand(color, static_cast<Kind>(kind), count);
    }
  }
}

}  // namespace

std::vector<std::uint16_t> Shogi::opening_moves(const shogi::Position& position) {
  shogi::MoveList list;
  generate(position, list, shogi::Wanted::All, shogi::Promotion::Sensible);
  std::vector<std::uint16_t> moves;
  for (const shogi::Move move : list) {
    if (position.exchange_at_least(move, 0)) moves.push_back(move.raw());  // at random, but no gifts
  }
  return moves;
}

std::optional<int> Shogi::outcome(const shogi::Position& position) {
  const int mover_wins = position.side() == Color::Black ? 2 : 0;
  switch (position.repetition(3)) {
    case shogi::Repetition::Draw:
      return 1;
    case shogi::Repetition::MoverWins:
      return mover_wins;
    case shogi::Repetition::MoverLoses:
      return 2 - mover_wins;
    case shogi::Repetition::None:
      break;
  }
  if (position.may_declare()) return mover_wins;
  if (!has_legal_move(position)) return 2 - mover_wins;
  return std::nullopt;
}

std::optional<Record> Shogi::pack(const shogi::Position& position, const Label& label) {
  BitEncoder out;
  put_number(out, static_cast<unsigned>(index(position.side())), 1);
  for (const Color color : {Color::Black, Color::White}) {
    if (position.king(color) == shogi::kNoSquare) return std::nullopt;
    put_number(out, static_cast<unsigned>(position.king(color)), 7);
  }
  for (Square square = 0; square < shogi::kSquares; ++square) {
    if (position.on(square).kind != shogi::kKing) put_piece(out, position.on(square), square);
  }
  for (const Color color : {Color::Black, Color::White}) {
    for (std::size_t kind = shogi::kPawn; kind <= shogi::kGold; ++kind) {
      const int count = position.hand(color).count(static_cast<Kind>(kind));
      for (int i = 0; i < count; ++i) out.put(true, kNoMoreInHand[kind]);
      out.put(false, kNoMoreInHand[kind]);
    }
  }
  Record record{};
  if (!out.finish(std::span(record).first(kPositionBytes))) return std::nullopt;
  const int score = std::clamp(label.score, -kMaxScore, kMaxScore) & 0x1fff;
  record[kLabel] = static_cast<std::uint8_t>(score & 255);
  record[kLabel + 1] = static_cast<std::uint8_t>(score >> 8);
  set_result(record, label.result);
  return record;
}

void Shogi::set_result(Record& record, int result) {
  record[kLabel + 1] = static_cast<std::uint8_t>((record[kLabel + 1] & 31) | result << 5);
}

Label Shogi::label(const Record& record) {
  const int bits = record[kLabel] | (record[kLabel + 1] & 31) << 8;
  return {bits >= 4096 ? bits - 8192 : bits, record[kLabel + 1] >> 5 & 3};
}

shogi::Position Shogi::unpack(const Record& record) {
  shogi::Position position;
  visit(
      record, [&](Color side) { position.set_side(side); },
      [&](shogi::Piece piece, Square square) { position.put(piece, square); },
      [&](Color color, Kind kind, int count) { position.set_hand(color, kind, count); });
  position.finish();
  return position;
}

void Shogi::fill(const Record& record, bool mirrored, std::uint32_t buckets, Sample& sample) {
  std::size_t mover = 0;
  int in_hand = 0;
  sample.count = 0;
  const auto add = [&](auto input) {
    if (sample.count == Sample::kMaxInputs) throw Error("a packed shogi position has too many pieces");
    sample.inputs[0][sample.count] = static_cast<std::uint16_t>(input(mover));
    sample.inputs[1][sample.count++] = static_cast<std::uint16_t>(input(1 - mover));
  };
  visit(
      record, [&](Color side) { mover = static_cast<std::size_t>(index(side)); },
      [&](shogi::Piece piece, Square square) {
        const Square at =
            mirrored ? shogi::make_square(8 - shogi::file_of(square), shogi::rank_of(square)) : square;
        add([&](std::size_t view) { return Inputs::input(view, piece, at); });
      },
      [&](Color color, Kind kind, int count) {
        in_hand += count;
        for (int nth = 0; nth < count; ++nth) {
          add([&](std::size_t view) { return Inputs::hand_input(view, color, kind, nth); });
        }
      });
  sample.bucket = static_cast<std::uint16_t>(Inputs::bucket_of(std::min(in_hand, 38), buckets));
}

}  // namespace tesuji::lab

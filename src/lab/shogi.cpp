#include "lab/shogi.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "tt/error.hpp"

namespace tesuji::lab {
namespace {

using shogi::Color;
using shogi::Kind;
using shogi::Square;

constexpr int kPositionBits = 8 * static_cast<int>(Shogi::kPositionBytes);
constexpr std::size_t kLabel = Shogi::kPositionBytes;  // 2 bytes: score in the low 13 bits, then the result
constexpr int kMaxScore = 4095;

// Prefix codes, lowest bit first: as many ones as the rank of the kind, then a zero.
struct Code {
  std::uint16_t bits;
  std::uint8_t length;
};
constexpr auto kCodes = [] {
  std::array<Code, shogi::kKinds> codes{};
  const auto ones = [](int n) { return static_cast<std::uint16_t>((1 << n) - 1); };
  codes[shogi::kNoKind] = {0, 1};            // 0
  codes[shogi::kPawn] = {1, 2};              // 10
  codes[shogi::kSilver] = {ones(2), 4};      // 1100
  codes[shogi::kKnight] = {ones(2) | 8, 4};  // 1101
  codes[shogi::kLance] = {ones(3), 4};       // 1110
  codes[shogi::kGold] = {ones(4), 5};
  codes[shogi::kBishop] = {ones(5), 6};
  codes[shogi::kRook] = {ones(6), 7};
  codes[shogi::kProPawn] = {ones(7), 8};
  codes[shogi::kHorse] = {ones(8), 9};
  codes[shogi::kDragon] = {ones(9), 10};
  codes[shogi::kProSilver] = {ones(10), 11};
  codes[shogi::kProKnight] = {ones(11), 12};
  codes[shogi::kProLance] = {ones(12), 12};
  return codes;
}();

class BitWriter {
 public:
  explicit BitWriter(Record& record) : record_(record) {}
  void put(unsigned bits, int length) {
    for (int i = 0; i < length && at_ < kPositionBits; ++i, ++at_) {
      if ((bits >> i & 1) != 0) record_[static_cast<std::size_t>(at_ / 8)] |= static_cast<std::uint8_t>(1 << at_ % 8);
    }
    wanted_ += length;
  }
  [[nodiscard]] bool fits() const { return wanted_ <= kPositionBits; }

 private:
  Record& record_;
  int at_ = 0, wanted_ = 0;
};

class BitReader {
 public:
  explicit BitReader(const Record& record) {
    std::memcpy(words_.data(), record.data(), record.size());
    words_[3] &= (std::uint64_t{1} << (kPositionBits - 192)) - 1;
  }
  // The next bits, at least 32 of them; beyond the end there are zeros.
  [[nodiscard]] std::uint32_t peek() const {
    const auto word = static_cast<std::size_t>(at_ / 64);
    const int shift = at_ % 64;
    std::uint64_t bits = words_[word] >> shift;
    if (shift > 32) bits |= words_[word + 1] << (64 - shift);
    return static_cast<std::uint32_t>(bits);
  }
  void skip(int length) {
    at_ += length;
    if (at_ > kPositionBits) throw Error("a packed shogi position is longer than its record");
  }
  unsigned get(int length) {
    const unsigned bits = peek() & ((1u << length) - 1);
    skip(length);
    return bits;
  }

 private:
  std::array<std::uint64_t, 5> words_{};
  int at_ = 0;
};

Kind read_kind(BitReader& in) {
  static constexpr std::array<Kind, 13> kByOnes = {
      shogi::kNoKind, shogi::kPawn,  shogi::kSilver,  shogi::kLance,  shogi::kGold,
      shogi::kBishop, shogi::kRook,  shogi::kProPawn, shogi::kHorse,  shogi::kDragon,
      shogi::kProSilver, shogi::kProKnight, shogi::kProLance};
  const std::uint32_t bits = in.peek();
  const int ones = std::min(std::countr_one(bits), 12);
  Kind kind = kByOnes[static_cast<std::size_t>(ones)];
  if (ones == 2 && (bits & 8) != 0) kind = shogi::kKnight;
  in.skip(kCodes[kind].length);
  return kind;
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
  Record record{};
  BitWriter out(record);
  out.put(static_cast<unsigned>(index(position.side())), 1);
  for (const Color color : {Color::Black, Color::White}) {
    if (position.king(color) == shogi::kNoSquare) return std::nullopt;
    out.put(static_cast<unsigned>(position.king(color)), 7);
  }
  for (Square square = 0; square < shogi::kSquares; ++square) {
    const shogi::Piece piece = position.on(square);
    if (piece.kind == shogi::kKing) continue;
    out.put(kCodes[piece.kind].bits, kCodes[piece.kind].length);
    if (!piece.none()) out.put(static_cast<unsigned>(index(piece.color)), 1);
  }
  for (const Color color : {Color::Black, Color::White}) {
    for (int kind = shogi::kPawn; kind <= shogi::kGold; ++kind) {
      const int count = position.hand(color).count(static_cast<Kind>(kind));
      out.put((1u << count) - 1, count + 1);
    }
  }
  if (!out.fits()) return std::nullopt;
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
  BitReader in(record);
  position.set_side(static_cast<Color>(in.get(1)));
  std::array<Square, shogi::kColors> kings{};
  for (Square& king : kings) {
    king = static_cast<Square>(in.get(7));
    if (king >= shogi::kSquares) throw Error("a packed shogi position has no king");
  }
  for (Square square = 0; square < shogi::kSquares; ++square) {
    if (square == kings[0] || square == kings[1]) continue;
    const Kind kind = read_kind(in);
    if (kind != shogi::kNoKind) position.put({kind, static_cast<Color>(in.get(1))}, square);
  }
  for (const Color color : {Color::Black, Color::White}) {
    position.put({shogi::kKing, color}, kings[static_cast<std::size_t>(index(color))]);
    for (int kind = shogi::kPawn; kind <= shogi::kGold; ++kind) {
      const int count = std::countr_one(in.peek());
      if (count > shogi::kSetCount[static_cast<std::size_t>(kind)]) {
        throw Error("a packed shogi position has too many pieces in hand");
      }
      in.skip(count + 1);
      position.set_hand(color, static_cast<Kind>(kind), count);
    }
  }
  position.finish();
  return position;
}

}  // namespace tesuji::lab

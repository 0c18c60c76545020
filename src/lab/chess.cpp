#include "lab/chess.hpp"
#include "base/error.hpp"

#include <algorithm>
#include <cstring>

namespace tesuji::lab {
namespace {

constexpr std::size_t kPieces = 8, kSide = 24, kEnPassant = 25, kRule50 = 26, kResult = 27, kScore = 28;

}  // namespace

std::vector<std::uint16_t> Chess::opening_moves(const chess::Position& position) {
  chess::MoveList list;
  generate_legal(position, list);
  return {list.begin(), list.end()};
}

std::optional<int> Chess::outcome(const chess::Position& position) {
  if (opening_moves(position).empty()) {
    return position.in_check() ? (position.side() == chess::kWhite ? 0 : 2) : 1;
  }
  if (position.rule50() >= 100 || position.threefold() || position.insufficient_material()) return 1;
  return std::nullopt;
}

std::optional<Record> Chess::pack(const chess::Position& position, const Label& label) {
  Record record{};
  const chess::Bitboard occupied = position.pieces();
  if (chess::count(occupied) > 32) return std::nullopt;
  for (std::size_t i = 0; i < 8; ++i) record[i] = static_cast<std::uint8_t>(occupied >> (8 * i));
  std::size_t nth = 0;
  for (chess::Bitboard rest = occupied; rest != 0; ++nth) {
    const chess::Piece piece = position.piece_on(chess::pop(rest));
    record[kPieces + nth / 2] |= static_cast<std::uint8_t>(piece << (nth % 2 * 4));
  }
  record[kSide] = static_cast<std::uint8_t>(position.side() | position.castling() << 1);
  record[kEnPassant] = position.en_passant();
  record[kRule50] = static_cast<std::uint8_t>(std::min(position.rule50(), 255));
  record[kResult] = static_cast<std::uint8_t>(label.result);
  const auto score = static_cast<std::int16_t>(std::clamp(label.score, -32000, 32000));
  record[kScore] = static_cast<std::uint8_t>(score & 255);
  record[kScore + 1] = static_cast<std::uint8_t>(score >> 8 & 255);
  return record;
}

void Chess::set_result(Record& record, int result) {
  record[kResult] = static_cast<std::uint8_t>(result);
}

Label Chess::label(const Record& record) {
  return {static_cast<std::int16_t>(record[kScore] | record[kScore + 1] << 8), record[kResult]};
}

chess::Position Chess::unpack(const Record& record) {
  chess::Position position{chess::Position::Empty{}};
  chess::Bitboard occupied = 0;
  for (std::size_t i = 0; i < 8; ++i) occupied |= chess::Bitboard{record[i]} << (8 * i);
  if (chess::count(occupied) > 32) throw Error("a packed chess position has more than 32 pieces");
  std::size_t nth = 0;
  for (chess::Bitboard rest = occupied; rest != 0; ++nth) {
    const auto piece = static_cast<chess::Piece>(record[kPieces + nth / 2] >> (nth % 2 * 4) & 15);
    if (piece >= chess::kNoPiece) throw Error("a packed chess position has an unknown piece");
    position.place(piece, chess::pop(rest));
  }
  for (const chess::Color color : {chess::kWhite, chess::kBlack}) {
    if (position.pieces(color, chess::kKing) == 0) throw Error("a packed chess position has no king");
    for (const bool long_side : {false, true}) {
      if ((record[kSide] >> (1 + chess::right_index(color, long_side)) & 1) == 0) continue;
      position.allow_castling(color, chess::relative(color, chess::make_square(long_side ? 0 : 7, 0)));
    }
  }
  position.finish(static_cast<chess::Color>(record[kSide] & 1), record[kEnPassant], record[kRule50], 1);
  return position;
}

void Chess::fill(const Record& record, bool mirrored, std::uint32_t buckets, Sample& sample) {
  chess::Bitboard occupied = 0;
  for (std::size_t i = 0; i < 8; ++i) occupied |= chess::Bitboard{record[i]} << (8 * i);
  const std::size_t mover = record[kSide] & 1U;
  const int flip = mirrored && record[kSide] >> 1 == 0 ? 7 : 0;
  sample.bucket = static_cast<std::uint16_t>(Inputs::bucket_of(chess::count(occupied), buckets));
  std::uint16_t nth = 0;
  for (; occupied != 0 && nth < 32; ++nth) {
    const auto square = static_cast<chess::Square>(chess::pop(occupied) ^ flip);
    const auto piece = static_cast<chess::Piece>(record[kPieces + nth / 2U] >> (nth % 2 * 4) & 15);
    if (piece >= chess::kNoPiece) throw Error("a packed chess position has an unknown piece");
    sample.inputs[0][nth] = static_cast<std::uint16_t>(Inputs::input(mover, piece, square));
    sample.inputs[1][nth] = static_cast<std::uint16_t>(Inputs::input(1 - mover, piece, square));
  }
  sample.count = nth;
}

}  // namespace tesuji::lab

#include "games/chess/notation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace tesuji::chess {
namespace {

constexpr std::string_view kTypeLetters = "PNBRQK";

// The king's two steps, as everyone but Chess960 writes castling.
std::string king_steps(Move move) {
  const Square from = from_of(move);
  return square_name(from) + square_name(make_square(to_of(move) < from ? 2 : 6, rank_of(from)));
}

bool is_file(char c) {
  return c >= 'a' && c <= 'h';
}
bool is_rank(char c) {
  return c >= '1' && c <= '8';
}

// What a SAN move says, each part optional but the target.
struct SanParts {
  PieceType type = kPawn;
  int from_file = -1, from_rank = -1;
  Square to = kNoSquare;
  PieceType promotion = kNoType;
};

std::optional<SanParts> read_san(std::string_view text) {
  SanParts parts;
  if (const std::size_t type = kTypeLetters.find(text.empty() ? ' ' : text[0]);
      type != std::string_view::npos) {
    parts.type = static_cast<PieceType>(type);
    text.remove_prefix(1);
  }
  if (!text.empty()) {
    const std::size_t type = kTypeLetters.find(static_cast<char>(text.back() & ~0x20));
    const bool after_rank =
        text.size() >= 2 && (is_rank(text[text.size() - 2]) || text[text.size() - 2] == '=');
    if (type != std::string_view::npos && after_rank) {
      parts.promotion = static_cast<PieceType>(type);
      text.remove_suffix(1);
      if (text.back() == '=') text.remove_suffix(1);
    }
  }
  if (text.size() < 2 || !is_file(text[text.size() - 2]) || !is_rank(text.back())) return std::nullopt;
  parts.to = make_square(text[text.size() - 2] - 'a', text.back() - '1');
  text.remove_suffix(2);
  if (!text.empty() && (text.back() == 'x' || text.back() == '-' || text.back() == ':'))
    text.remove_suffix(1);
  if (!text.empty() && is_file(text[0])) {
    parts.from_file = text[0] - 'a';
    text.remove_prefix(1);
  }
  if (!text.empty() && is_rank(text[0])) {
    parts.from_rank = text[0] - '1';
    text.remove_prefix(1);
  }
  return text.empty() ? std::optional(parts) : std::nullopt;
}

}  // namespace

std::string to_uci(const Position& position, Move move) {
  if (move == kNoMove) return "0000";
  if (kind_of(move) == kCastle && !position.chess960()) return king_steps(move);
  std::string text = square_name(from_of(move)) + square_name(to_of(move));
  if (is_promotion(move)) text += static_cast<char>(kTypeLetters[promoted_type(move)] | 0x20);
  return text;
}

std::optional<Move> find_uci(const Position& position, std::string_view text) {
  MoveList list;
  generate_legal(position, list);
  for (const Move move : list) {
    if (to_uci(position, move) == text) return move;
  }
  for (const Move move : list) {
    if (kind_of(move) != kCastle) continue;
    if (king_steps(move) == text || square_name(from_of(move)) + square_name(to_of(move)) == text)
      return move;
  }
  return std::nullopt;
}

std::string to_san(const Position& position, Move move) {
  std::string text;
  const Square from = from_of(move);
  const Square to = to_of(move);
  const PieceType type = type_of(position.piece_on(from));
  if (kind_of(move) == kCastle) {
    text = to < from ? "O-O-O" : "O-O";
  } else if (type == kPawn) {
    if (is_capture(position, move)) text = std::string{static_cast<char>('a' + file_of(from)), 'x'};
    text += square_name(to);
    if (is_promotion(move)) text += std::string{'=', kTypeLetters[promoted_type(move)]};
  } else {
    text = kTypeLetters[type];
    // Others of its kind that could go there: the file tells them apart, else the rank, else both.
    bool others = false;
    bool same_file = false;
    bool same_rank = false;
    MoveList list;
    generate_legal(position, list);
    for (const Move other : list) {
      if (to_of(other) != to || from_of(other) == from || kind_of(other) == kCastle ||
          type_of(position.piece_on(from_of(other))) != type) {
        continue;
      }
      others = true;
      same_file |= file_of(from_of(other)) == file_of(from);
      same_rank |= rank_of(from_of(other)) == rank_of(from);
    }
    if (others && (!same_file || same_rank)) text += static_cast<char>('a' + file_of(from));
    if (others && same_file) text += static_cast<char>('1' + rank_of(from));
    if (is_capture(position, move)) text += 'x';
    text += square_name(to);
  }
  if (position.gives_check(move)) {
    Position after = position;
    after.make(move);
    MoveList replies;
    generate_legal(after, replies);
    text += replies.empty() ? '#' : '+';
  }
  return text;
}

std::optional<Move> find_san(const Position& position, std::string_view text) {
  while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  if (text.ends_with("e.p.")) text.remove_suffix(4);
  MoveList list;
  generate_legal(position, list);
  const bool castle_short = text == "O-O" || text == "0-0" || text == "o-o";
  const bool castle_long = text == "O-O-O" || text == "0-0-0" || text == "o-o-o";
  const std::optional<SanParts> parts =
      castle_short || castle_long ? std::optional(SanParts{}) : read_san(text);
  if (!parts) return std::nullopt;
  std::optional<Move> found;
  for (const Move move : list) {
    const Square from = from_of(move);
    bool fits = false;
    if (kind_of(move) == kCastle || castle_short || castle_long) {
      fits = kind_of(move) == kCastle && (to_of(move) < from ? castle_long : castle_short);
    } else {
      fits = type_of(position.piece_on(from)) == parts->type && to_of(move) == parts->to &&
             (parts->from_file < 0 || parts->from_file == file_of(from)) &&
             (parts->from_rank < 0 || parts->from_rank == rank_of(from)) &&
             (is_promotion(move) ? promoted_type(move) == parts->promotion : parts->promotion == kNoType);
    }
    if (!fits) continue;
    if (found) return std::nullopt;  // ambiguous
    found = move;
  }
  return found;
}

Move parse_move(const Position& position, std::string_view text) {
  if (const auto move = find_uci(position, text)) return *move;
  if (const auto move = find_san(position, text)) return *move;
  const std::string quoted = fmt::format("'{}'", text);
  const bool squares =
      text.size() >= 4 && is_file(text[0]) && is_rank(text[1]) && is_file(text[2]) && is_rank(text[3]);
  if (!squares) throw Error(quoted + " is no legal move here (moves look like e2e4, e7e8q, or Nf3)");
  const Square from = make_square(text[0] - 'a', text[1] - '1');
  const std::string where = " on " + square_name(from);
  if (position.empty(from)) throw Error(quoted + ": there is nothing" + where);
  if (color_of(position.piece_on(from)) != position.side()) {
    throw Error(quoted + ": the piece" + where + " is not the mover's");
  }
  if (text.size() == 4 && find_uci(position, std::string(text) + "q")) {
    throw Error(quoted + " must say what the pawn becomes, as in " + std::string(text) + "q");
  }
  MoveList list;
  generate<Generate::All>(position, list);
  const bool leaves_check =
      std::any_of(list.begin(), list.end(), [&](Move move) { return to_uci(position, move) == text; });
  if (leaves_check) throw Error(quoted + " leaves the king in check");
  if (position.in_check()) throw Error(quoted + " does not answer the check");
  throw Error(quoted + ": the piece" + where + " cannot go there");
}

}  // namespace tesuji::chess

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "base/number.hpp"
#include "games/chess/notation.hpp"

namespace tesuji::chess {
namespace {

constexpr std::string_view kPieceLetters = "PNBRQKpnbrqk";

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

[[noreturn]] void fail(const std::string& field, const std::string& what) {
  throw Error("FEN, " + field + ": " + what);
}

void read_pieces(std::string_view text, Position& position) {
  const std::string field = "pieces '" + std::string(text) + "'";
  int rank = 7;
  int file = 0;
  for (const char c : text) {
    if (c == '/') {
      if (file != 8)
        fail(field, "rank " + std::to_string(rank + 1) + " has " + std::to_string(file) + " files");
      if (--rank < 0) fail(field, "more than 8 ranks");
      file = 0;
    } else if (c >= '1' && c <= '8') {
      file += c - '0';
    } else if (const std::size_t piece = kPieceLetters.find(c); piece != std::string_view::npos) {
      if (file > 7) fail(field, "rank " + std::to_string(rank + 1) + " has more than 8 files");
      position.place(static_cast<Piece>(piece), make_square(file, rank));
      ++file;
    } else {
      fail(field, std::string("'") + c + "' is not a piece");
    }
    if (file > 8) fail(field, "rank " + std::to_string(rank + 1) + " has more than 8 files");
  }
  if (rank != 0) fail(field, "only " + std::to_string(8 - rank) + " ranks");
  if (file != 8) fail(field, "rank 1 has " + std::to_string(file) + " files");
  for (const Color color : {kWhite, kBlack}) {
    const std::string who = color == kWhite ? "White" : "Black";
    const int kings = count(position.pieces(color, kKing));
    if (kings != 1) fail(field, who + " has " + std::to_string(kings) + " kings");
    if (count(position.pieces(color)) > 16) fail(field, who + " has more than 16 pieces");
    if (count(position.pieces(color, kPawn)) > 8) fail(field, who + " has more than 8 pawns");
  }
  if (position.pieces(kPawn) & (rank_mask(0) | rank_mask(7))) fail(field, "a pawn on the first or last rank");
}

Color read_side(std::string_view text) {
  if (text == "w") return kWhite;
  if (text == "b") return kBlack;
  fail("side to move '" + std::string(text) + "'", "must be w or b");
}

// The rook that a right's letter means: K and Q the outermost on that side, a file letter the one there.
Square right_rook(const Position& position, Color color, char letter, const std::string& field) {
  const Square king = position.king(color);
  const Bitboard rooks = position.pieces(color, kRook) & rank_mask(rank_of(king));
  if (relative_rank(color, king) != 0) fail(field, "the king is not on its first rank");
  const char upper = static_cast<char>(letter & ~0x20);
  Bitboard fitting = 0;
  if (upper == 'K') {
    fitting = rooks & ~(bit(king) | (bit(king) - 1));
    if (fitting != 0) fitting = bit(last(fitting));
  } else if (upper == 'Q') {
    fitting = rooks & (bit(king) - 1);
    if (fitting != 0) fitting = bit(first(fitting));
  } else {
    fitting = rooks & file_mask(upper - 'A');
  }
  if (fitting == 0) fail(field, std::string("no rook for '") + letter + "'");
  return first(fitting);
}

void read_castling(std::string_view text, Position& position) {
  if (text == "-") return;
  const std::string field = "castling '" + std::string(text) + "'";
  for (const char letter : text) {
    const char upper = static_cast<char>(letter & ~0x20);
    const bool is_letter = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
    if (!is_letter || (upper != 'K' && upper != 'Q' && (upper < 'A' || upper > 'H'))) {
      fail(field, std::string("'") + letter + "' is none of KQkq, a file letter or -");
    }
    const Color color = letter == upper ? kWhite : kBlack;
    const Square rook = right_rook(position, color, letter, field);
    const bool long_side = rook < position.king(color);
    if (position.castling() & (1 << right_index(color, long_side))) {
      fail(field, std::string("'") + letter + "' says it twice");
    }
    position.allow_castling(color, rook);
    if (file_of(position.king(color)) != 4 || (file_of(rook) != 0 && file_of(rook) != 7) ||
        (upper != 'K' && upper != 'Q')) {
      position.set_chess960(true);
    }
  }
}

Square read_en_passant(std::string_view text, const Position& position, Color side) {
  if (text == "-") return kNoSquare;
  const std::string field = "en passant '" + std::string(text) + "'";
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
    fail(field, "must be a square or -");
  }
  const Square square = make_square(text[0] - 'a', text[1] - '1');
  if (relative_rank(side, square) != 5) {
    fail(field, side == kWhite ? "must be on rank 6" : "must be on rank 3");
  }
  const Bitboard behind = up(bit(square), side);
  if (position.piece_on(square ^ 8) != make_piece(~side, kPawn) ||
      (position.pieces() & (behind | bit(square))) != 0) {
    fail(field, "no pawn has just passed it");
  }
  return square;
}

int read_number(std::string_view text, const std::string& name, int low, int high) {
  const auto number = to_number<int>(text);
  if (!number || *number < low || *number > high) {
    fail(name + " '" + std::string(text) + "'",
         "must be a number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return *number;
}

std::string castling_text(const Position& position) {
  std::string text;
  for (const Color color : {kWhite, kBlack}) {
    for (const bool long_side : {false, true}) {
      if (!(position.castling() & (1 << right_index(color, long_side)))) continue;
      const char letter = position.chess960()
                              ? static_cast<char>('A' + file_of(position.castling_rook(color, long_side)))
                              : (long_side ? 'Q' : 'K');
      text += static_cast<char>(color == kWhite ? letter : letter | 0x20);
    }
  }
  return text.empty() ? "-" : text;
}

}  // namespace

Position parse_fen(std::string_view text) {
  const std::vector<std::string_view> fields = split(text);
  if (fields.empty() || (fields.size() == 1 && fields[0] == "startpos")) return {};
  if (fields.size() != 4 && fields.size() != 6) {
    throw Error(
        "FEN: " + std::to_string(fields.size()) +
        " fields; pieces, side to move, castling, en passant, and (or neither) halfmove clock, move number");
  }
  Position position{Position::Empty{}};
  read_pieces(fields[0], position);
  const Color side = read_side(fields[1]);
  read_castling(fields[2], position);
  const Square en_passant = read_en_passant(fields[3], position, side);
  const bool counters = fields.size() == 6;
  const int rule50 = counters ? read_number(fields[4], "halfmove clock", 0, 1000) : 0;
  // Zero is wrong and common: it is read as one.
  const int number = counters ? std::max(1, read_number(fields[5], "move number", 0, 30000)) : 1;
  if (position.attacked(position.king(~side), side, position.pieces())) {
    fail("side to move '" + std::string(fields[1]) + "'", "the other king could be taken");
  }
  position.finish(side, en_passant, rule50, number);
  return position;
}

Position parse_position(std::string_view text) {
  const std::vector<std::string_view> words = split(text);
  const auto moves = std::find(words.begin(), words.end(), "moves");
  const std::size_t fen_end =
      moves == words.end() ? text.size() : static_cast<std::size_t>(moves->data() - text.data());
  Position position = parse_fen(text.substr(0, fen_end));
  if (moves == words.end()) return position;
  for (auto word = moves + 1; word != words.end(); ++word) position.make(parse_move(position, *word));
  return position;
}

std::string to_fen(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.piece_on(make_square(file, rank));
      if (piece == kNoPiece) {
        ++empty;
        continue;
      }
      if (empty != 0) text += static_cast<char>('0' + empty);
      empty = 0;
      text += kPieceLetters[piece];
    }
    if (empty != 0) text += static_cast<char>('0' + empty);
    if (rank != 0) text += '/';
  }
  text += position.side() == kWhite ? " w " : " b ";
  text += castling_text(position);
  text += ' ';
  text += position.en_passant() == kNoSquare ? "-" : square_name(position.en_passant());
  return text + ' ' + std::to_string(position.rule50()) + ' ' + std::to_string(position.move_number());
}

std::string square_name(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

std::string side_name(Color color) {
  return color == kWhite ? "white" : "black";
}

std::string drawing(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += static_cast<char>('1' + rank);
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.piece_on(make_square(file, rank));
      text += ' ';
      text += piece == kNoPiece ? '.' : kPieceLetters[piece];
    }
    text += '\n';
  }
  return text + "  a b c d e f g h\n";
}

}  // namespace tesuji::chess

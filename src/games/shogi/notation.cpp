#include "games/shogi/notation.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/error.hpp"
#include "base/number.hpp"
#include "games/shogi/moves.hpp"

namespace tesuji::shogi {

namespace {

constexpr std::string_view kLetters = " PLNSBRGK";
constexpr int kMaxMoveNumber = 1'000'000;  // leaves room to count on from it

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
char to_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
char to_lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n", at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    at = end;
  }
  return words;
}

std::string quote(char c) {
  return {'\'', c, '\''};
}

[[noreturn]] void bad(std::string_view field, std::string_view text, const std::string& why) {
  throw Error("bad SFEN: " + std::string(field) + " \"" + std::string(text) + "\": " + why);
}

void parse_board(Position& position, std::string_view text) {
  int rank = 0;
  int column = 0;  // from file 9 on
  bool promote = false;
  for (const char c : text) {
    const std::string where = "in rank " + std::string(1, static_cast<char>('a' + rank)) + ", ";
    if (c == '/') {
      if (promote) bad("board", text, where + "'+' must be followed by a piece");
      if (column != 9) bad("board", text, where + std::to_string(column) + " squares instead of 9");
      if (++rank > 8) bad("board", text, "more than 9 ranks");
      column = 0;
    } else if (c >= '1' && c <= '9') {
      if (promote) bad("board", text, where + "'+' must be followed by a piece");
      column += c - '0';
      if (column > 9) bad("board", text, where + "more than 9 squares");
    } else if (c == '+') {
      if (promote) bad("board", text, where + "'+' twice");
      promote = true;
    } else {
      Kind kind = kind_from_letter(to_upper(c));
      if (kind == kNoKind) bad("board", text, where + quote(c) + " is not a piece");
      if (promote && !can_promote(kind)) {
        bad("board", text, where + quote(c) + " does not promote");
      }
      if (column > 8) bad("board", text, where + "more than 9 squares");
      if (promote) kind = promoted(kind);
      promote = false;
      position.put({kind, is_upper(c) ? Color::Black : Color::White}, make_square(8 - column, rank));
      ++column;
    }
  }
  if (promote) bad("board", text, "ends in '+'");
  if (rank != 8 || column != 9) bad("board", text, "9 ranks of 9 squares are needed");
}

void parse_hands(Position& position, std::string_view text) {
  if (text == "-") return;
  std::size_t at = 0;
  while (at < text.size()) {
    int count = 1;
    if (text[at] >= '0' && text[at] <= '9') {
      std::string_view rest = text.substr(at);
      count = take_number<int>(rest).value_or(0);
      if (count < 1 || count > 18) bad("hands", text, "a count is 1 to 18");
      at = text.size() - rest.size();
      if (at == text.size()) bad("hands", text, "a count must be followed by a piece");
    }
    const char c = text[at++];
    const Kind kind = kind_from_letter(to_upper(c));
    if (kind == kNoKind || kind == kKing) {
      bad("hands", text, quote(c) + " cannot be in hand");
    }
    const Color color = is_upper(c) ? Color::Black : Color::White;
    if (position.hand(color).has(kind)) bad("hands", text, quote(c) + " twice");
    if (count > kSetCount[kind]) {
      bad("hands", text, "there are only " + std::to_string(kSetCount[kind]) + " of " + quote(c));
    }
    position.set_hand(color, kind, count);
  }
}

// What no game can bring about: more pieces than the set has, two pawns on a file, pieces without a move, the
// side not to move in check.
void check_sane(const Position& position, std::string_view board) {
  for (int k = kPawn; k <= kKing; ++k) {
    const auto kind = static_cast<Kind>(k);
    int count = position.pieces(kind).count();
    if (can_promote(kind)) count += position.pieces(promoted(kind)).count();
    if (kind != kKing)
      count += position.hand(Color::Black).count(kind) + position.hand(Color::White).count(kind);
    if (count > kSetCount[kind]) {
      bad("board", board,
          std::to_string(count) + " of " + quote(kind_letter(kind)) + ", the set has " +
              std::to_string(kSetCount[kind]));
    }
  }
  for (const Color color : {Color::Black, Color::White}) {
    const std::string who = color == Color::Black ? "Black" : "White";
    if (position.pieces(color, kKing).more_than_one()) bad("board", board, who + " has two kings");
    std::array<int, 9> pawns{};
    position.pieces(color, kPawn).each([&](Square square) {
      if (++pawns[static_cast<std::size_t>(file_of(square))] > 1) {
        bad("board", board, who + " has two pawns on file " + std::to_string(file_of(square) + 1));
      }
    });
    position.pieces(color).each([&](Square square) {
      const Kind kind = position.on(square).kind;
      const int rank = relative_rank(color, square);
      if ((rank == 0 && (kind == kPawn || kind == kLance)) || (rank <= 1 && kind == kKnight)) {
        bad("board", board,
            "the " + quote(kind_letter(kind)) + " on " + square_name(square) + " could never move");
      }
    });
  }
  const Square waiting = position.king(~position.side());
  if (waiting != kNoSquare && position.attacked(position.side(), waiting, position.occupied())) {
    bad("side", position.side() == Color::Black ? "b" : "w", "the other side is in check already");
  }
}

}  // namespace

Position parse_position(std::string_view text) {
  std::vector<std::string_view> words = split(text);
  std::size_t at = 0;
  Position position;
  if (words.empty() || words[0] == "startpos" || words[0] == "moves") {
    position = Position::start();
    if (!words.empty() && words[0] == "startpos") ++at;
  } else {
    if (words[0] == "sfen") ++at;
    if (words.size() < at + 3) {
      throw Error("bad SFEN \"" + std::string(text) +
                  "\": board, side (b or w) and hands (or -) are needed, or startpos");
    }
    parse_board(position, words[at]);
    const std::string_view side = words[at + 1];
    if (side != "b" && side != "w") bad("side", side, "b or w is needed");
    position.set_side(side == "b" ? Color::Black : Color::White);
    parse_hands(position, words[at + 2]);
    const std::string_view board = words[at];
    at += 3;
    if (at < words.size() && words[at] != "moves") {
      const std::string_view word = words[at];
      const int number = to_number<int>(word).value_or(-1);
      if (number < 0 || number > kMaxMoveNumber) {
        bad("move number", word, "a number from 0 to " + std::to_string(kMaxMoveNumber) + " is needed");
      }
      position.set_number(number);
      ++at;
    }
    position.finish();
    check_sane(position, board);
  }
  if (at < words.size()) {
    if (words[at] != "moves") bad("rest", words[at], "\"moves\" or nothing is needed here");
    for (++at; at < words.size(); ++at) position.make(parse_move(position, words[at]));
  }
  return position;
}

std::string to_sfen(const Position& position) {
  std::string text;
  for (int rank = 0; rank < 9; ++rank) {
    if (rank > 0) text += '/';
    int gap = 0;
    for (int file = 8; file >= 0; --file) {
      const Piece piece = position.on(make_square(file, rank));
      if (piece.none()) {
        ++gap;
        continue;
      }
      if (gap > 0) text += static_cast<char>('0' + gap);
      gap = 0;
      if (is_promoted(piece.kind)) text += '+';
      const char letter = kind_letter(piece.kind);
      text += piece.color == Color::Black ? letter : to_lower(letter);
    }
    if (gap > 0) text += static_cast<char>('0' + gap);
  }
  text += position.side() == Color::Black ? " b " : " w ";
  std::string hands;
  for (const Color color : {Color::Black, Color::White}) {
    for (const Kind kind : {kRook, kBishop, kGold, kSilver, kKnight, kLance, kPawn}) {
      const int count = position.hand(color).count(kind);
      if (count == 0) continue;
      if (count > 1) hands += std::to_string(count);
      hands += color == Color::Black ? kind_letter(kind) : to_lower(kind_letter(kind));
    }
  }
  text += hands.empty() ? "-" : hands;
  return text + ' ' + std::to_string(position.number());
}

char kind_letter(Kind kind) {
  return kLetters[unpromoted(kind)];
}

Kind kind_from_letter(char letter) {
  const std::size_t at = kLetters.find(letter);
  return at == std::string_view::npos ? kNoKind : static_cast<Kind>(at);
}

std::string square_name(Square square) {
  return {static_cast<char>('1' + file_of(square)), static_cast<char>('a' + rank_of(square))};
}

std::string to_usi(Move move) {
  if (!move) return "none";
  if (move.is_drop()) return std::string{kind_letter(move.dropped()), '*'} + square_name(move.to());
  return square_name(move.from()) + square_name(move.to()) + (move.promotes() ? "+" : "");
}

Move parse_move(const Position& position, std::string_view text) {
  const auto malformed = [&](const std::string& why) -> Error {
    return Error("bad move \"" + std::string(text) + "\": " + why);
  };
  const auto square = [&](std::size_t at) {
    const char file = text[at];
    const char rank = text[at + 1];
    if (file < '1' || file > '9' || rank < 'a' || rank > 'i') {
      throw malformed("\"" + std::string(text.substr(at, 2)) + "\" is not a square (1a to 9i)");
    }
    return make_square(file - '1', rank - 'a');
  };
  if (text.size() != 4 && text.size() != 5) {
    throw malformed("a move looks like 7g7f, 8h2b+ or P*5e");
  }
  Move move;
  if (text[1] == '*') {
    const Kind kind = kind_from_letter(text[0]);
    if (text.size() != 4 || kind == kNoKind || kind == kKing) throw malformed("a drop looks like P*5e");
    move = Move::drop(kind, square(2));
  } else {
    if (text.size() == 5 && text[4] != '+') throw malformed("only '+' may follow the squares");
    move = Move::board(square(0), square(2), text.size() == 5);
  }
  if (!is_legal(position, move))
    throw Error("illegal move " + std::string(text) + ": " + why_illegal(position, move));
  return move;
}

std::string why_illegal(const Position& position, Move move) {
  const Color us = position.side();
  const Square to = move.to();
  const std::string target = square_name(to);
  if (move.is_drop()) {
    const Kind kind = move.dropped();
    // A record may name a piece that is never in hand: a king, or a promoted one.
    if (kind > kGold || !position.hand(us).has(kind)) return "no such piece in hand";
    if (!position.on(to).none()) return "there is a piece on " + target;
    const int rank = relative_rank(us, to);
    if ((rank == 0 && (kind == kPawn || kind == kLance)) || (rank <= 1 && kind == kKnight)) {
      return "the piece could never move from there";
    }
    if (kind == kPawn && !files_without(position.pieces(us, kPawn)).has(to)) {
      return "there is a pawn on that file already";
    }
    if (position.in_check()) return "it does not answer the check";
    return "a pawn drop may not give mate";
  }
  const Piece piece = position.on(move.from());
  if (piece.none()) return "there is no piece on " + square_name(move.from());
  if (piece.color != us) return "the piece on " + square_name(move.from()) + " is the opponent's";
  if (position.pieces(us).has(to)) return "there is a piece of one's own on " + target;
  if (!attacks(piece.kind, us, move.from(), position.occupied()).has(to)) {
    return "the piece does not move to " + target;
  }
  if (move.promotes() && (!can_promote(piece.kind) || !(in_zone(us, move.from()) || in_zone(us, to)))) {
    return "it cannot promote";
  }
  const int rank = relative_rank(us, to);
  if (!move.promotes() && ((rank == 0 && (piece.kind == kPawn || piece.kind == kLance)) ||
                           (rank <= 1 && piece.kind == kKnight))) {
    return "it has to promote";
  }
  return "it leaves the king in check";
}

std::string draw(const Position& position) {
  const auto hand = [&](Color color) {
    std::string text;
    for (const Kind kind : {kRook, kBishop, kGold, kSilver, kKnight, kLance, kPawn}) {
      const int count = position.hand(color).count(kind);
      if (count == 0) continue;
      text += ' ';
      if (count > 1) text += std::to_string(count);
      text += color == Color::Black ? kind_letter(kind) : to_lower(kind_letter(kind));
    }
    return text.empty() ? std::string(" -") : text;
  };
  std::string text = "White in hand:" + hand(Color::White) + "\n";
  text += "  9  8  7  6  5  4  3  2  1\n";
  for (int rank = 0; rank < 9; ++rank) {
    for (int file = 8; file >= 0; --file) {
      const Piece piece = position.on(make_square(file, rank));
      const char letter = piece.none()                  ? '.'
                          : piece.color == Color::Black ? kind_letter(piece.kind)
                                                        : to_lower(kind_letter(piece.kind));
      text += ' ';
      text += is_promoted(piece.kind) ? '+' : ' ';
      text += letter;
    }
    text += "  ";
    text += static_cast<char>('a' + rank);
    text += '\n';
  }
  return text + "Black in hand:" + hand(Color::Black) + "\n";
}

}  // namespace tesuji::shogi

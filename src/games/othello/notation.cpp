#include "games/othello/notation.hpp"

#include <fmt/format.h>

#include <cctype>
#include <optional>

#include "base/error.hpp"

namespace tesuji::othello {
namespace {

// -1 = not a square.
int square_from(char column, char row) {
  const int x = std::tolower(static_cast<unsigned char>(column)) - 'a', y = row - '1';
  return x < 0 || x > 7 || y < 0 || y > 7 ? -1 : y * 8 + x;
}

Position play_moves(std::string_view text) {
  Position position;
  int number = 1;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    if (position.legal_moves() == std::vector<Move>{kPass}) position.make(kPass);
    const int square = at + 1 < text.size() ? square_from(text[at], text[at + 1]) : -1;
    if (square < 0) {
      throw Error(
          fmt::format("'{}' at character {} is not a square (examples: f5, d6)", text.substr(at, 2), at + 1));
    }
    if (!position.is_legal(move_to(square))) {
      throw Error(fmt::format("move {}, {}, is illegal: it turns no disc", number, text.substr(at, 2)));
    }
    position.make(move_to(square));
    ++number;
    at += 2;
  }
  // The path is not part of the position.
  return Position(position.discs(), position.black_to_move());
}

}  // namespace

Position parse_position(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  if (text.empty() || text == "startpos") return {};
  if (square_from(text.front(), text.size() > 1 ? text[1] : '\0') >= 0) return play_moves(text);
  Bits black = 0, white = 0;
  int square = 0;
  std::optional<bool> black_moves;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = static_cast<char>(std::toupper(static_cast<unsigned char>(text[at])));
    if (c == '/' || c == '|' || std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    const bool is_black = c == 'X' || c == '*' || c == 'B', is_white = c == 'O' || c == 'W';
    if (!is_black && !is_white && c != '-' && c != '.') {
      throw Error(fmt::format("'{}' at character {}: write X, O or . for each square", text[at], at + 1));
    }
    if (square < 64) {
      if (is_black) black |= Bits{1} << square;
      if (is_white) white |= Bits{1} << square;
      ++square;
    } else if (!black_moves && (is_black || is_white)) {
      black_moves = is_black;
    } else {
      throw Error(fmt::format("character {}: nothing may follow the 64 squares and the side", at + 1));
    }
  }
  if (square < 64) throw Error(fmt::format("the position has {} squares instead of 64", square));
  if (!black_moves) throw Error("the side to move is missing: write X or O after the 64 squares");
  return Position(*black_moves ? Discs{black, white} : Discs{white, black}, *black_moves);
}

Move parse_move(const Position& position, std::string_view text) {
  const bool pass = text == "pass" || text == "PASS" || text == "--";
  const int square = text.size() == 2 && !pass ? square_from(text[0], text[1]) : -1;
  if (!pass && square < 0) throw Error(fmt::format("'{}' is not a move (examples: f5, pass)", text));
  const Move move = pass ? kPass : move_to(square);
  if (position.is_legal(move)) return move;
  if (position.over()) throw Error("the game is over");
  if (pass) throw Error("a pass is legal only without another move");
  const Bits taken = position.black() | position.white();
  throw Error((taken >> square & 1) != 0 ? fmt::format("{} is occupied", text)
                                         : fmt::format("{} turns no disc", text));
}

std::string move_text(Move move) {
  if (move == kPass) return "pass";
  return {static_cast<char>('a' + square_of(move) % 8), static_cast<char>('1' + square_of(move) / 8)};
}

std::string position_text(const Position& position) {
  std::string text;
  for (int square = 0; square < 64; ++square) {
    text += (position.black() >> square & 1) != 0 ? 'X' : (position.white() >> square & 1) != 0 ? 'O' : '.';
  }
  return text + (position.black_to_move() ? " X" : " O");
}

std::string side_name(const Position& position) {
  return position.black_to_move() ? "black" : "white";
}

std::string draw(const Position& position) {
  const Bits legal = moves_of(position.discs().own, position.discs().other);
  std::string out = "  a b c d e f g h\n";
  for (int row = 0; row < 8; ++row) {
    out += static_cast<char>('1' + row);
    for (int column = 0; column < 8; ++column) {
      const int square = row * 8 + column;
      const auto has = [square](Bits bits) { return (bits >> square & 1) != 0; };
      out += has(position.black()) ? " X" : has(position.white()) ? " O" : has(legal) ? " +" : " .";
    }
    out += '\n';
  }
  return out + fmt::format("X {}  O {}  {} to move\n", std::popcount(position.black()),
                           std::popcount(position.white()), side_name(position));
}

}  // namespace tesuji::othello

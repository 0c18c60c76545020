// CSA, as the Computer Shogi Association's standard 2.2 has it.
#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/number.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"
#include "games/shogi/record_formats.hpp"

namespace tesuji::shogi {

namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Record run() {
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      std::string_view line = text_.substr(at_, end - at_);
      at_ = end + 1;
      ++number_;
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
      // Several statements may share a line, but a comma in a name or a comment is not a separator.
      if (line.empty() || line[0] == '\'' || line[0] == 'N' || line[0] == '$' || line[0] == 'V') {
        statement(line);
        continue;
      }
      if (line[0] == '/') break;  // the next game of the file
      while (!line.empty()) {
        const std::size_t comma = std::min(line.find(','), line.size());
        statement(line.substr(0, comma));
        line.remove_prefix(std::min(comma + 1, line.size()));
      }
    }
    if (!started_) start();
    record_.tree.result = result_of(record_.ending, board_.side());
    record_.tree.reason = record_.ending;
    return std::move(record_);
  }

 private:
  [[noreturn]] void bad(std::string_view field, std::string_view text, const std::string& why) const {
    throw Error("bad CSA record, line " + std::to_string(number_) + ": " + std::string(field) + " \"" +
                std::string(text) + "\": " + why);
  }

  void statement(std::string_view line) {
    if (line.empty() || line[0] == 'V') return;
    if (line[0] == '\'') {
      if (line.substr(0, 2) == "'*") comment(line.substr(2));
    } else if (line[0] == 'T') {
      time(line);
    } else if (line.substr(0, 2) == "N+") {
      record_.black = line.substr(2);
      record_.tree.headers.emplace_back("先手", line.substr(2));
    } else if (line.substr(0, 2) == "N-") {
      record_.white = line.substr(2);
      record_.tree.headers.emplace_back("後手", line.substr(2));
    } else if (line.substr(0, 7) == "$EVENT:") {
      record_.event = line.substr(7);
      record_.tree.headers.emplace_back("棋戦", line.substr(7));
    } else if (line[0] == '$') {
      const std::size_t colon = std::min(line.find(':'), line.size());
      record_.tree.headers.emplace_back(line.substr(1, colon - 1),
                                        line.substr(std::min(colon + 1, line.size())));
    } else if (line[0] == 'P') {
      placement(line);
    } else if (line == "+" || line == "-") {
      board_.set_side(line == "+" ? Color::Black : Color::White);
      start();
    } else if (line[0] == '+' || line[0] == '-') {
      move(line);
    } else if (line[0] == '%') {
      record_.ending = kif_ending(line.substr(1));
    } else {
      bad("statement", line, "it begins with none of V N $ P + - T % '");
    }
  }

  void comment(std::string_view text) {
    std::string& comment = record_.tree.nodes[node_].comment;
    if (!comment.empty()) comment += '\n';
    comment += text;
  }

  void time(std::string_view line) {
    std::string_view rest = line.substr(1);
    const auto whole = take_number<int>(rest);
    double seconds = whole.value_or(-1);
    if (rest.starts_with('.')) {  // CSA 3.0 has milliseconds
      rest.remove_prefix(1);
      double scale = 1;
      for (; !rest.empty() && rest[0] >= '0' && rest[0] <= '9'; rest.remove_prefix(1)) {
        scale /= 10;
        seconds += (rest[0] - '0') * scale;
      }
    }
    if (!whole || *whole < 0 || !rest.empty()) bad("time", line, "T and a number of seconds are needed");
    if (node_ != 0) record_.tree.nodes[node_].seconds = seconds;
  }

  Kind kind(std::string_view field, std::string_view text, std::string_view name) const {
    for (int k = kPawn; k < kKinds; ++k) {
      if (kCsaNames[static_cast<std::size_t>(k)] == name) return static_cast<Kind>(k);
    }
    bad(field, text,
        "\"" + std::string(name) + "\" is not a piece (FU KY KE GI KI KA HI OU TO NY NK NG UM RY)");
  }

  Square square(std::string_view field, std::string_view text, std::string_view name) const {
    if (name.size() != 2 || name[0] < '1' || name[0] > '9' || name[1] < '1' || name[1] > '9') {
      bad(field, text, "\"" + std::string(name) + "\" is not a square (11 to 99)");
    }
    return make_square(name[0] - '1', name[1] - '1');
  }

  void placement(std::string_view line) {
    if (started_) bad("position", line, "the moves have begun");
    const std::string_view rest = line.substr(std::min<std::size_t>(2, line.size()));
    if (line.substr(0, 2) == "PI") {
      board_ = Position::start();
      without(line, rest);
      placed_ = true;
    } else if (line.size() >= 2 && line[1] >= '1' && line[1] <= '9') {
      rank(line, line[1] - '1', rest);
      placed_ = true;
    } else if (line.substr(0, 2) == "P+" || line.substr(0, 2) == "P-") {
      pieces(line, line[1] == '+' ? Color::Black : Color::White, rest);
      placed_ = true;
    } else {
      bad("position", line, "PI, P1 to P9, P+ or P- is needed");
    }
  }

  // The start position without some pieces: a handicap.
  void without(std::string_view line, std::string_view rest) {
    Position board;
    Bitboard removed;
    for (; rest.size() >= 4; rest.remove_prefix(4)) {
      const Square at = square("position", line, rest.substr(0, 2));
      if (board_.on(at).kind != kind("position", line, rest.substr(2, 2))) {
        bad("position", line, "no such piece stands on " + std::string(rest.substr(0, 2)));
      }
      removed |= Bitboard::of(at);
    }
    if (!rest.empty()) bad("position", line, "a square and a piece are needed: 82HI");
    for (Square at = 0; at < kSquares; ++at) {
      if (!board_.on(at).none() && !removed.has(at)) board.put(board_.on(at), at);
    }
    board_ = board;
  }

  void rank(std::string_view line, int rank, std::string_view rest) {
    for (int file = 8; file >= 0; --file, rest.remove_prefix(std::min<std::size_t>(3, rest.size()))) {
      const std::string_view cell = rest.substr(0, 3);
      if (cell.empty() || cell[0] == ' ') continue;
      if (cell.size() < 3) bad("position", line, "a rank has nine fields of three characters");
      if (cell[0] == '+' || cell[0] == '-') {
        place(line, {kind("position", line, cell.substr(1)), cell[0] == '+' ? Color::Black : Color::White},
              make_square(file, rank));
      } else {
        bad("position", line, "\"" + std::string(cell) + "\": a field is \" * \", \"+FU\" or \"-FU\"");
      }
    }
  }

  void place(std::string_view line, Piece piece, Square at) {
    if (!board_.on(at).none()) bad("position", line, "two pieces on " + square_name(at));
    board_.put(piece, at);
  }

  void pieces(std::string_view line, Color color, std::string_view rest) {
    for (; rest.size() >= 4; rest.remove_prefix(4)) {
      const std::string_view name = rest.substr(2, 2);
      if (name == "AL") {
        remaining_to_hand(color);
        continue;
      }
      const Kind piece = kind("position", line, name);
      if (rest.substr(0, 2) == "00") {
        if (piece > kGold) bad("position", line, "\"" + std::string(name) + "\" cannot be in hand");
        if (board_.hand(color).count(piece) == kSetCount[piece])
          bad("position", line, "more pieces than there are");
        board_.set_hand(color, piece, board_.hand(color).count(piece) + 1);
      } else {
        place(line, {piece, color}, square("position", line, rest.substr(0, 2)));
      }
    }
    if (!rest.empty()) bad("position", line, "a square (00 for the hand) and a piece are needed");
  }

  // "AL": all that is neither on the board nor in a hand.
  void remaining_to_hand(Color color) {
    for (int k = kPawn; k <= kGold; ++k) {
      const auto piece = static_cast<Kind>(k);
      int used = board_.pieces(piece).count() + board_.hand(~color).count(piece);
      if (can_promote(piece)) used += board_.pieces(promoted(piece)).count();
      board_.set_hand(color, piece, std::max(0, kSetCount[piece] - used));
    }
  }

  void start() {
    if (started_) return;
    const Color side = board_.side();
    if (!placed_) {
      board_ = Position::start();
      board_.set_side(side);
    }
    board_.finish();
    // Through SFEN, for its checks of what cannot be.
    record_.start = parse_position(to_sfen(board_));
    board_ = record_.start;
    if (to_sfen(record_.start) != kStartSfen) record_.tree.position = to_sfen(record_.start);
    started_ = true;
  }

  void move(std::string_view text) {
    if (!started_) {
      board_.set_side(text[0] == '+' ? Color::Black : Color::White);
      start();
    }
    if (text.size() != 7) bad("move", text, "a move looks like +7776FU");
    if ((text[0] == '+') != (board_.side() == Color::Black)) bad("move", text, "it is the other side's turn");
    const Kind after = kind("move", text, text.substr(5, 2));
    const Square to = square("move", text, text.substr(3, 2));
    Move found;
    if (text.substr(1, 2) == "00") {
      found = Move::drop(after, to);
    } else {
      const Square from = square("move", text, text.substr(1, 2));
      const Kind before = board_.on(from).kind;
      if (before != after && (!can_promote(before) || promoted(before) != after)) {
        bad("move", text, "the piece on " + std::string(text.substr(1, 2)) + " is another");
      }
      found = Move::board(from, to, before != after);
    }
    if (!is_legal(board_, found)) bad("move", text, why_illegal(board_, found));
    record_.moves.push_back(found);
    node_ = record_.tree.add(node_, to_usi(found));
    board_.make(found);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int number_ = 0;
  Record record_;
  Position board_;
  std::size_t node_ = 0;  // of the tree: the last move
  bool placed_ = false;
  bool started_ = false;
};

}  // namespace

Record read_csa(std::string_view utf8) {
  return Reader(utf8).run();
}

}  // namespace tesuji::shogi

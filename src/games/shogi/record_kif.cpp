// KIF, as Kifu for Windows and its successors write it.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/error.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"

namespace tesuji::shogi {

namespace {

constexpr std::array<std::string_view, 9> kFiles = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
constexpr std::array<std::string_view, 9> kRanks = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};
constexpr std::array<std::string_view, kKinds> kMoveNames = {
    "", "歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "成香", "成桂", "成銀", "馬", "龍"};
constexpr std::array<std::string_view, kKinds> kBoardNames = {"",   "歩", "香", "桂", "銀", "角", "飛", "金",
                                                              "玉", "と", "杏", "圭", "全", "馬", "龍"};

struct Name {
  std::string_view text;
  Kind kind;
};
// Longer names first, so that 成銀 is not taken for 成 and 銀.
constexpr std::array<Name, 23> kNames = {
    {{"成香", kProLance}, {"成桂", kProKnight}, {"成銀", kProSilver}, {"歩", kPawn},     {"香", kLance},
     {"桂", kKnight},     {"銀", kSilver},      {"金", kGold},        {"角", kBishop},   {"飛", kRook},
     {"玉", kKing},       {"王", kKing},        {"と", kProPawn},     {"杏", kProLance}, {"圭", kProKnight},
     {"全", kProSilver},  {"馬", kHorse},       {"龍", kDragon},      {"竜", kDragon},   {"仝", kProLance},
     {"今", kProKnight},  {"个", kProPawn},     {"兵", kPawn}}};

struct Handicap {
  std::string_view name;
  std::string_view sfen;
};
constexpr std::array<Handicap, 13> kHandicaps = {{
    {"平手", kStartSfen},
    {"香落ち", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"右香落ち", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"角落ち", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"飛車落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"飛香落ち", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"二枚落ち", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"三枚落ち", "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"四枚落ち", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"五枚落ち", "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"六枚落ち", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"八枚落ち", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
}};

constexpr std::array<std::string_view, 14> kEndings = {
    "投了",     "中断",     "千日手",   "持将棋", "詰み",   "不詰",     "切れ負け",
    "反則勝ち", "反則負け", "入玉勝ち", "不戦勝", "不戦敗", "引き分け", "封じ手"};

bool take(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

void skip_spaces(std::string_view& text) {
  while (take(text, " ") || take(text, "\t") || take(text, "　")) {
  }
}

// A digit 1 to 9, full width, Chinese or ASCII; 0 where there is none.
int take_digit(std::string_view& text) {
  for (int digit = 1; digit <= 9; ++digit) {
    const auto at = static_cast<std::size_t>(digit - 1);
    const char ascii[] = {static_cast<char>('0' + digit)};
    if (take(text, kFiles[at]) || take(text, kRanks[at]) || take(text, std::string_view(ascii, 1)))
      return digit;
  }
  return 0;
}

Kind take_kind(std::string_view& text) {
  for (const Name& name : kNames) {
    if (take(text, name.text)) return name.kind;
  }
  return kNoKind;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Record run() {
    while (at_ < text_.size() && !ended_) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      std::string_view text = text_.substr(at_, end - at_);
      at_ = end + 1;
      ++number_;
      while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
      line(text);
    }
    start();
    return std::move(record_);
  }

 private:
  [[noreturn]] void bad(std::string_view field, std::string_view text, const std::string& why) const {
    throw Error("bad KIF record, line " + std::to_string(number_) + ": " + std::string(field) + " \"" +
                std::string(text) + "\": " + why);
  }

  void line(std::string_view text) {
    if (text.empty() || text[0] == '*' || text[0] == '#' || text[0] == '&') return;
    if (text.substr(0, std::string_view("変化：").size()) == "変化：") {
      ended_ = true;  // the main line comes first
      return;
    }
    if (text[0] == '|') return board_rank(text);
    std::string_view rest = text;
    skip_spaces(rest);
    int number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error == std::errc()) {
      rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
      skip_spaces(rest);
      return move(text, rest);
    }
    if (text == "後手番" || text == "上手番") {
      white_to_move_ = true;
    } else if (const std::size_t colon = text.find("："); colon != std::string_view::npos) {
      header(text, text.substr(0, colon), text.substr(colon + std::string_view("：").size()));
    }
  }

  void header(std::string_view text, std::string_view key, std::string_view value) {
    skip_spaces(value);
    while (value.size() >= 3 && value.substr(value.size() - 3) == "　") value.remove_suffix(3);
    if (key == "先手" || key == "下手") {
      record_.black = value;
    } else if (key == "後手" || key == "上手") {
      record_.white = value;
    } else if (key == "棋戦") {
      record_.event = value;
    } else if (key == "手合割") {
      handicap(text, value);
    } else if (key == "先手の持駒" || key == "下手の持駒") {
      hand(text, Color::Black, value);
    } else if (key == "後手の持駒" || key == "上手の持駒") {
      hand(text, Color::White, value);
    }
  }

  void handicap(std::string_view text, std::string_view value) {
    if (value == "その他" || value == "詰将棋") return;
    for (const Handicap& each : kHandicaps) {
      if (each.name == value) {
        handicap_ = each.sfen;
        return;
      }
    }
    bad("手合割", text, "an unknown handicap");
  }

  void hand(std::string_view text, Color color, std::string_view value) {
    if (value == "なし" || value.empty()) return;
    for (skip_spaces(value); !value.empty(); skip_spaces(value)) {
      const Kind kind = take_kind(value);
      if (kind == kNoKind || kind > kGold)
        bad("持駒", text, "\"" + std::string(value) + "\" is no piece in hand");
      int count = 1;
      if (take(value, "十")) {
        count = 10 + take_digit(value);
      } else if (const int digit = take_digit(value); digit != 0) {
        count = digit;
      }
      if (count > kSetCount[kind]) bad("持駒", text, "more pieces than there are");
      board_.set_hand(color, kind, count);
    }
  }

  void board_rank(std::string_view text) {
    if (rank_ > 8) bad("board", text, "more than nine ranks");
    std::string_view rest = text.substr(1);
    for (int file = 8; file >= 0; --file) {
      const bool white = take(rest, "v") || take(rest, "V");
      if (!white && !take(rest, " ") && !take(rest, "^"))
        bad("board", text, "a field is \" ・\", \" 歩\" or \"v歩\"");
      if (take(rest, "・") || take(rest, "．")) continue;
      const Kind kind = take_kind(rest);
      if (kind == kNoKind) {
        bad("board", text, "file " + std::to_string(file + 1) + " holds no piece of shogi");
      }
      board_.put({kind, white ? Color::White : Color::Black}, make_square(file, rank_));
    }
    if (!take(rest, "|")) bad("board", text, "nine fields and '|' are needed");
    ++rank_;
  }

  void start() {
    if (started_) return;
    if (rank_ != 0) {
      if (rank_ != 9) bad("board", std::to_string(rank_), "nine ranks are needed");
      board_.set_side(white_to_move_ ? Color::White : Color::Black);
      board_.finish();
      record_.start = parse_position(to_sfen(board_));
    } else {
      record_.start = parse_position(handicap_);
    }
    board_ = record_.start;
    started_ = true;
  }

  void move(std::string_view text, std::string_view rest) {
    start();
    for (const std::string_view ending : kEndings) {
      if (take(rest, ending)) {
        record_.ending = ending;
        ended_ = true;
        return;
      }
    }
    Square to = last_to_;
    if (take(rest, "同")) {
      if (to == kNoSquare) bad("move", text, "同 without a move before it");
    } else {
      const int file = take_digit(rest);
      const int rank = take_digit(rest);
      if (file == 0 || rank == 0) bad("move", text, "a square, 同 or an ending is needed after the number");
      to = make_square(file - 1, rank - 1);
    }
    skip_spaces(rest);
    const Kind kind = take_kind(rest);
    if (kind == kNoKind) bad("move", text, "no piece is named");
    Move found;
    if (take(rest, "打")) {
      found = Move::drop(kind, to);
    } else {
      const bool plain = take(rest, "不成");
      const bool promotes = !plain && take(rest, "成");
      if (!take(rest, "(")) bad("move", text, "打, or the square it comes from in brackets, is needed");
      const int file = take_digit(rest);
      const int rank = take_digit(rest);
      if (file == 0 || rank == 0 || !take(rest, ")")) bad("move", text, "the square it comes from: (77)");
      const Square from = make_square(file - 1, rank - 1);
      if (board_.on(from).kind != kind) bad("move", text, "no such piece stands on the square it comes from");
      found = Move::board(from, to, promotes);
    }
    if (!is_legal(board_, found)) bad("move", text, why_illegal(board_, found));
    record_.moves.push_back(found);
    board_.make(found);
    last_to_ = to;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int number_ = 0;
  int rank_ = 0;
  bool white_to_move_ = false;
  bool started_ = false;
  bool ended_ = false;
  std::string_view handicap_ = kStartSfen;
  Square last_to_ = kNoSquare;
  Record record_;
  Position board_;
};

std::string number_name(int count) {
  std::string text;
  if (count >= 10) text += "十";
  if (count % 10 != 0) text += kRanks[static_cast<std::size_t>(count % 10 - 1)];
  return text;
}

std::string hand_line(const Position& position, Color color) {
  std::string text = color == Color::Black ? "先手の持駒：" : "後手の持駒：";
  if (position.hand(color).empty()) return text + "なし\n";
  for (const Kind kind : {kRook, kBishop, kGold, kSilver, kKnight, kLance, kPawn}) {
    const int count = position.hand(color).count(kind);
    if (count == 0) continue;
    text += kMoveNames[kind];
    if (count > 1) text += number_name(count);
    text += "　";
  }
  return text + "\n";
}

std::string diagram(const Position& position) {
  std::string text = hand_line(position, Color::White);
  text += "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
  for (int rank = 0; rank < 9; ++rank) {
    text += '|';
    for (int file = 8; file >= 0; --file) {
      const Piece piece = position.on(make_square(file, rank));
      text += !piece.none() && piece.color == Color::White ? 'v' : ' ';
      text += piece.none() ? std::string_view("・") : kBoardNames[piece.kind];
    }
    text += '|';
    text += kRanks[static_cast<std::size_t>(rank)];
    text += '\n';
  }
  text += "+---------------------------+\n" + hand_line(position, Color::Black);
  if (position.side() == Color::White) text += "後手番\n";
  return text;
}

}  // namespace

Record read_kif(std::string_view utf8) {
  return Reader(utf8).run();
}

std::string kif_move(const Position& position, Move move, Square last_to) {
  const Square to = move.to();
  std::string text;
  if (to == last_to) {
    text = "同　";
  } else {
    text += kFiles[static_cast<std::size_t>(file_of(to))];
    text += kRanks[static_cast<std::size_t>(rank_of(to))];
  }
  const Kind kind = position.moving_kind(move);
  text += kMoveNames[kind];
  if (move.is_drop()) return text + "打";
  if (move.promotes()) text += "成";  // not to promote goes without saying: 不成 is none of KIF's words
  text += '(';
  text += static_cast<char>('1' + file_of(move.from()));
  text += static_cast<char>('1' + rank_of(move.from()));
  return text + ')';
}

std::string write_kif(const Record& record) {
  std::string text = "#KIF version=2.0 encoding=UTF-8\n";
  if (!record.event.empty()) text += "棋戦：" + record.event + "\n";
  if (to_sfen(record.start) == kStartSfen) {
    text += "手合割：平手\n";
  } else {
    text += "手合割：その他\n" + diagram(record.start);
  }
  text += "先手：" + record.black + "\n後手：" + record.white + "\n手数----指手---------消費時間--\n";
  Position position = record.start;
  Square last_to = kNoSquare;
  int number = 1;
  const auto numbered = [&](const std::string& what) {
    const std::string digits = std::to_string(number++);
    text += std::string(digits.size() < 4 ? 4 - digits.size() : 0, ' ') + digits + ' ' + what + '\n';
  };
  for (const Move move : record.moves) {
    numbered(kif_move(position, move, last_to));
    last_to = move.to();
    position.make(move);
  }
  if (!record.ending.empty()) numbered(record.ending);
  return text;
}

}  // namespace tesuji::shogi

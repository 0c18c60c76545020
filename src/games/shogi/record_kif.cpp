// KIF and KI2, as Kifu for Windows and its successors write them. KIF numbers its moves and names the square
// a piece comes from; KI2 writes moves as people do (▲７六歩 △３四歩 ▲２二角成 △同銀), with a word such as 右
// or 引 where two pieces of a kind reach the square.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/number.hpp"
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

// The marks that begin a move in KI2, and who moves.
struct SideMark {
  std::string_view text;
  Color color;
};
constexpr std::array<SideMark, 6> kSideMarks = {{{"▲", Color::Black},
                                                 {"△", Color::White},
                                                 {"▼", Color::Black},
                                                 {"▽", Color::White},
                                                 {"☗", Color::Black},
                                                 {"☖", Color::White}}};

bool begins_with_side(std::string_view text) {
  return std::any_of(kSideMarks.begin(), kSideMarks.end(),
                     [&](const SideMark& mark) { return text.substr(0, mark.text.size()) == mark.text; });
}

// How KI2 tells pieces of one kind apart that reach the same square: from which side they come, and whether
// they advance (上), retreat (引) or move sideways (寄). 直 = straight ahead by one square.
enum class From : std::uint8_t { Any, Left, Right, Straight };
enum class Way : std::uint8_t { Any, Up, Down, Sideways };
struct Choice {
  std::string_view text;
  From from;
  Way way;
};
constexpr std::array<Choice, 13> kChoices = {{{"", From::Any, Way::Any},
                                              {"上", From::Any, Way::Up},
                                              {"寄", From::Any, Way::Sideways},
                                              {"引", From::Any, Way::Down},
                                              {"直", From::Straight, Way::Any},
                                              {"左", From::Left, Way::Any},
                                              {"右", From::Right, Way::Any},
                                              {"左上", From::Left, Way::Up},
                                              {"左寄", From::Left, Way::Sideways},
                                              {"左引", From::Left, Way::Down},
                                              {"右上", From::Right, Way::Up},
                                              {"右寄", From::Right, Way::Sideways},
                                              {"右引", From::Right, Way::Down}}};

// Of the board moves in `moves`, those that a choice of words means, as the side to move sees the board.
std::vector<Move> chosen(const Position& position, std::vector<Move> moves, From from, Way way) {
  const int forward = position.side() == Color::Black ? -1 : 1;
  const auto advance = [&](Move move) { return (rank_of(move.to()) - rank_of(move.from())) * forward; };
  // Files count from Black's right to its left.
  const auto leftness = [&](Move move) { return -forward * file_of(move.from()); };
  std::erase_if(moves, [&](Move move) {
    if (way == Way::Up && advance(move) <= 0) return true;
    if (way == Way::Down && advance(move) >= 0) return true;
    if (way == Way::Sideways && advance(move) != 0) return true;
    return from == From::Straight && (advance(move) != 1 || file_of(move.from()) != file_of(move.to()));
  });
  if ((from == From::Left || from == From::Right) && !moves.empty()) {
    const int sign = from == From::Left ? 1 : -1;
    int outermost = sign * leftness(moves.front());
    for (const Move move : moves) outermost = std::max(outermost, sign * leftness(move));
    std::erase_if(moves, [&](Move move) { return sign * leftness(move) != outermost; });
  }
  return moves;
}

// The legal moves of a piece of this kind from the board to `to`.
std::vector<Move> board_moves(const Position& position, Kind kind, Square to, bool promotes) {
  std::vector<Move> found;
  MoveList list;
  generate(position, list);
  for (const Move move : list) {
    if (!move.is_drop() && move.to() == to && move.promotes() == promotes &&
        position.on(move.from()).kind == kind)
      found.push_back(move);
  }
  return found;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Record run() {
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      std::string_view text = text_.substr(at_, end - at_);
      at_ = end + 1;
      ++number_;
      while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
      line(text);
    }
    start();
    record_.tree.result = result_of(record_.ending, main_line_side_.value_or(board_.side()));
    record_.tree.reason = record_.ending;
    return std::move(record_);
  }

 private:
  [[noreturn]] void bad(std::string_view field, std::string_view text, const std::string& why) const {
    throw Error("bad KIF record, line " + std::to_string(number_) + ": " + std::string(field) + " \"" +
                std::string(text) + "\": " + why);
  }

  void line(std::string_view text) {
    if (text.empty() || text[0] == '#' || text[0] == '&') return;
    if (text[0] == '*') return comment(text.substr(1));
    if (std::string_view rest = text; take(rest, "変化：")) return variation(text, rest);
    if (text[0] == '|') return board_rank(text);
    std::string_view rest = text;
    skip_spaces(rest);
    if (take_number<int>(rest)) {
      skip_spaces(rest);
      return move(text, rest);
    }
    if (begins_with_side(rest)) return ki2_moves(text, rest);
    if (text == "後手番" || text == "上手番") {
      white_to_move_ = true;
    } else if (take(rest, "まで")) {
      // KI2 ends with まで112手で投了, or 先手の勝ち; KIF's own ending came before it.
      if (record_.ending.empty()) {
        for (const std::string_view ending : kEndings) {
          if (rest.find(ending) != std::string_view::npos) record_.ending = ending;
        }
      }
    } else if (const std::size_t colon = text.find("："); colon != std::string_view::npos) {
      header(text, text.substr(0, colon), text.substr(colon + std::string_view("：").size()));
    }
  }

  void comment(std::string_view text) {
    std::string& comment = record_.tree.nodes[path_.back()].comment;
    if (!comment.empty()) comment += '\n';
    comment += text;
  }

  // "変化：8手" goes back to the position before move 8 of the line above; its moves follow.
  void variation(std::string_view text, std::string_view rest) {
    start();
    const std::size_t number = take_number<std::size_t>(rest).value_or(0);
    if (number == 0 || number > path_.size())
      bad("変化", text, "the line before it has no move with this number");
    if (!main_line_side_) main_line_side_ = board_.side();
    while (path_.size() > number) {
      path_.pop_back();
      board_.undo();
    }
    last_to_ = path_.size() > 1 ? board_.last_move().to() : kNoSquare;
    ended_ = false;
  }

  void header(std::string_view text, std::string_view key, std::string_view value) {
    skip_spaces(value);
    while (value.size() >= 3 && value.substr(value.size() - 3) == "　") value.remove_suffix(3);
    record_.tree.headers.emplace_back(key, value);
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
        bad("持駒", text, "\"" + std::string(value) + "\" is not a piece that can be in hand");
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
    if (to_sfen(record_.start) != kStartSfen) record_.tree.position = to_sfen(record_.start);
    started_ = true;
  }

  void play(Move found) {
    if (!main_line_side_) record_.moves.push_back(found);
    path_.push_back(record_.tree.add(path_.back(), to_usi(found)));
    board_.make(found);
    last_to_ = found.to();
  }

  // "( 0:12/00:00:34)": the time spent on the move.
  static std::optional<double> seconds_in(std::string_view rest) {
    skip_spaces(rest);
    if (!take(rest, "(")) return std::nullopt;
    skip_spaces(rest);
    const auto minutes = take_number<int>(rest);
    if (!minutes || !take(rest, ":")) return std::nullopt;
    const auto seconds = take_number<int>(rest);
    if (!seconds) return std::nullopt;
    return 60.0 * *minutes + *seconds;
  }

  void move(std::string_view text, std::string_view rest) {
    start();
    if (ended_) bad("move", text, "the line has ended");
    for (const std::string_view ending : kEndings) {
      if (take(rest, ending)) {
        if (!main_line_side_) record_.ending = ending;
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
    play(found);
    record_.tree.nodes[path_.back()].seconds = seconds_in(rest);
  }

  // A line of moves: ▲７六歩 △３四歩 …
  void ki2_moves(std::string_view text, std::string_view rest) {
    start();
    for (skip_spaces(rest); !rest.empty(); skip_spaces(rest)) {
      const std::string_view all = rest;
      std::optional<Color> side;
      for (const SideMark& mark : kSideMarks) {
        if (!side && take(rest, mark.text)) side = mark.color;
      }
      const auto name = [&] { return all.substr(0, all.size() - rest.size()); };
      if (!side) bad("move", text, "\"" + std::string(all) + "\" does not begin with ▲ or △");
      if (*side != board_.side()) bad("move", text, "it is the other side's turn");
      Square to = last_to_;
      if (take(rest, "同")) {
        if (to == kNoSquare) bad("move", text, "同 without a move before it");
        skip_spaces(rest);
      } else {
        const int file = take_digit(rest);
        const int rank = take_digit(rest);
        if (file == 0 || rank == 0) bad("move", text, "a square or 同 is needed after ▲ or △");
        to = make_square(file - 1, rank - 1);
      }
      const Kind kind = take_kind(rest);
      if (kind == kNoKind) bad("move", text, "no piece is named");
      From from = From::Any;
      if (take(rest, "左")) from = From::Left;
      if (take(rest, "右")) from = From::Right;
      if (take(rest, "直")) from = From::Straight;
      Way way = Way::Any;
      if (take(rest, "上") || take(rest, "行") || take(rest, "入")) way = Way::Up;
      if (take(rest, "引")) way = Way::Down;
      if (take(rest, "寄")) way = Way::Sideways;
      const bool plain = take(rest, "不成") || take(rest, "生");
      const bool promotes = !plain && take(rest, "成");
      Move found;
      if (!take(rest, "打")) {
        const std::vector<Move> moves = chosen(board_, board_moves(board_, kind, to, promotes), from, way);
        if (moves.size() > 1)
          bad("move", text, std::string(name()) + " is ambiguous: several pieces reach the square");
        if (!moves.empty()) found = moves.front();
      }
      if (!found && from == From::Any && way == Way::Any && !promotes && kind <= kGold)
        found = Move::drop(kind, to);
      if (!found || !is_legal(board_, found)) bad("move", text, std::string(name()) + " is not legal here");
      play(found);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int number_ = 0;
  int rank_ = 0;
  bool white_to_move_ = false;
  bool started_ = false;
  bool ended_ = false;                   // the line at hand
  std::optional<Color> main_line_side_;  // who is to move where the main line ends; none while it is read
  std::vector<std::size_t> path_{0};     // the nodes from the root to the one at hand
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

std::string japanese_move(const Position& position, Move move, Square last_to) {
  const Square to = move.to();
  std::string text = position.side() == Color::Black ? "▲" : "△";
  if (to == last_to) {
    text += "同";
  } else {
    text += kFiles[static_cast<std::size_t>(file_of(to))];
    text += kRanks[static_cast<std::size_t>(rank_of(to))];
  }
  const Kind kind = position.moving_kind(move);
  text += kMoveNames[kind];
  if (move.is_drop()) return board_moves(position, kind, to, false).empty() ? text : text + "打";
  const std::vector<Move> promoting = board_moves(position, kind, to, true);
  std::vector<Move> rivals = board_moves(position, kind, to, move.promotes());
  // A piece that reaches the square counts whether it would promote there or not.
  for (const Move other : move.promotes() ? board_moves(position, kind, to, false) : promoting) {
    const Move twin = Move::board(other.from(), other.to(), move.promotes());
    if (std::find(rivals.begin(), rivals.end(), twin) == rivals.end()) rivals.push_back(twin);
  }
  for (const Choice& choice : kChoices) {
    if (choice.from == From::Straight && (kind == kHorse || kind == kDragon)) continue;
    const std::vector<Move> left = chosen(position, rivals, choice.from, choice.way);
    if (left.size() != 1 || left.front() != move) continue;
    text += choice.text;
    break;
  }
  const bool may_promote =
      std::any_of(promoting.begin(), promoting.end(), [&](Move each) { return each.from() == move.from(); });
  if (move.promotes()) return text + "成";
  return may_promote ? text + "不成" : text;
}

std::string kif_start(const Position& position) {
  return to_sfen(position) == kStartSfen ? "手合割：平手\n" : "手合割：その他\n" + diagram(position);
}

std::string handicap_sfen(std::string_view preset) {
  // In the order of kHandicaps.
  constexpr std::array<std::string_view, kHandicaps.size()> kPresets = {
      "HIRATE", "KY", "KY_R", "KA", "HI", "HIKY", "2", "3", "4", "5", "6", "8", "10"};
  const auto at = std::find(kPresets.begin(), kPresets.end(), preset);
  if (at == kPresets.end()) return "";
  return std::string(kHandicaps[static_cast<std::size_t>(at - kPresets.begin())].sfen);
}

}  // namespace tesuji::shogi

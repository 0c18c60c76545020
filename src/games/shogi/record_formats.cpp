#include "games/shogi/record.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"

namespace tesuji::shogi {

namespace {

using engine::RecordNode;
using Json = nlohmann::ordered_json;
using Tree = engine::Record;

Position start_of(const Tree& record) {
  return parse_position(record.position);
}

// The nodes of the main line, without the root.
std::vector<std::size_t> main_nodes(const Tree& record) {
  std::vector<std::size_t> nodes;
  for (std::size_t at = 0; !record.nodes[at].children.empty();) {
    at = record.nodes[at].children.front();
    nodes.push_back(at);
  }
  return nodes;
}

// Calls visit(line) for each line of a comment.
template <class Visit>
void each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// How the game ended, in KIF's words. A game that we played ends in the words of engine::Record.
std::string ending_of(const Tree& record) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kWords = {
      {{"checkmate", "詰み"},
       {"no legal move", "詰み"},
       {"fourfold repetition", "千日手"},
       {"declaration", "入玉勝ち"},
       {"resignation", "投了"},
       {"time forfeit", "切れ負け"},
       {"illegal move", "反則負け"},
       {"adjudication", "中断"},
       {"abandoned", "中断"}}};
  if (record.reason == "perpetual check") {
    // The side that gave the checks has lost: the one to move, or the other.
    const bool black_began = start_of(record).side() == Color::Black;
    const bool black_to_move = black_began == (main_nodes(record).size() % 2 == 0);
    const bool black_won = record.result == engine::RecordResult::FirstWins;
    return black_to_move == black_won ? "反則勝ち" : "反則負け";
  }
  for (const auto& [word, kif] : kWords) {
    if (record.reason == word) return std::string(kif);
  }
  return record.reason;
}

// All formats but USI have headers, under the same names.
class FormatWithHeaders : public engine::RecordFormat {
 public:
  [[nodiscard]] std::string_view header_name(engine::RecordField field) const override {
    switch (field) {
      case engine::RecordField::FirstPlayer:
        return "先手";
      case engine::RecordField::SecondPlayer:
        return "後手";
      case engine::RecordField::Event:
        return "棋戦";
      default:
        return {};
    }
  }
};

// --- KIF ---

std::string headers_and_start(const Tree& record) {
  std::string text;
  const std::string start = kif_start(start_of(record));
  for (const auto& [name, value] : record.headers) {
    if (name == "手合割" || name.find("持駒") != std::string::npos) continue;  // written from the position
    text.append(name).append("：").append(value).append("\n");
  }
  return start + text;
}

std::string kif_time(double seconds) {
  const auto whole = static_cast<long long>(seconds);
  const std::string rest = std::to_string(whole % 60);
  return "   (" + std::to_string(whole / 60) + ":" + (rest.size() < 2 ? "0" : "") + rest + "/)";
}

class KifWriter {
 public:
  explicit KifWriter(const Tree& record)
      : record_(record), parents_(record.nodes.size(), 0), position_(start_of(record)) {
    for (std::size_t node = 0; node < record.nodes.size(); ++node) {
      for (const std::size_t child : record.nodes[node].children) parents_[child] = node;
    }
  }

  std::string run() {
    text_ = "#KIF version=2.0 encoding=UTF-8\n" + headers_and_start(record_) +
            "手数----指手---------消費時間--\n";
    comment(record_.nodes[0]);
    line(0, true);
    // The deepest branch first, as readers expect: each goes back from the line above it.
    while (!pending_.empty()) {
      const std::size_t node = pending_.back();
      pending_.pop_back();
      go_back_to(parents_[node]);
      text_ += "\n変化：" + std::to_string(path_.size() + 1) + "手\n";
      line(node, false);
    }
    return std::move(text_);
  }

 private:
  struct Played {
    std::size_t node;
    Square to;
  };

  // Branches come back in an order in which each leaves the line that was written last, so every move is
  // taken back once.
  void go_back_to(std::size_t node) {
    while (!path_.empty() && path_.back().node != node) {
      position_.undo();
      path_.pop_back();
    }
  }

  std::string play(std::size_t node) {
    const Move move = parse_move(position_, record_.nodes[node].move);
    std::string name = kif_move(position_, move, path_.empty() ? kNoSquare : path_.back().to);
    position_.make(move);
    path_.push_back({node, move.to()});
    return name;
  }

  void comment(const RecordNode& node) {
    each_line(node.comment, [&](std::string_view each) { text_ += "*" + std::string(each) + "\n"; });
  }

  void numbered(std::size_t number, const std::string& what) {
    const std::string digits = std::to_string(number);
    text_ += std::string(digits.size() < 4 ? 4 - digits.size() : 0, ' ') + digits + ' ' + what + '\n';
  }

  // Writes from `node` (the root: from its first move) to the end of the line, and notes the branches.
  void line(std::size_t node, bool main) {
    if (node == 0) {
      branch(0);
      if (record_.nodes[0].children.empty()) return end(1, main);
      node = record_.nodes[0].children.front();
    }
    std::size_t number = path_.size() + 1;
    for (;; ++number) {
      const RecordNode& here = record_.nodes[node];
      numbered(number, play(node) + (here.seconds ? kif_time(*here.seconds) : ""));
      comment(here);
      if (here.children.empty()) break;
      branch(node);
      node = here.children.front();
    }
    end(number + 1, main);
  }

  void branch(std::size_t node) {
    const auto& children = record_.nodes[node].children;
    for (std::size_t i = children.size(); i > 1; --i) pending_.push_back(children[i - 1]);
  }
  void end(std::size_t number, bool main) {
    if (main && !record_.reason.empty()) numbered(number, ending_of(record_));
  }

  const Tree& record_;
  std::vector<std::size_t> parents_, pending_;
  Position position_;         // after the moves of path_
  std::vector<Played> path_;  // from the start
  std::string text_;
};

class Kif final : public FormatWithHeaders {
 public:
  [[nodiscard]] std::string_view name() const override { return "KIF"; }
  [[nodiscard]] std::vector<std::string_view> extensions() const override { return {".kif", ".kifu"}; }
  [[nodiscard]] bool detect(std::string_view bytes) const override {
    return record_format(bytes) == RecordKind::Kif;
  }
  [[nodiscard]] std::vector<Tree> read(std::string_view bytes) const override {
    std::vector<Tree> records;
    for (const std::string_view each : split_records(bytes)) records.push_back(read_record(each).tree);
    return records;
  }
  [[nodiscard]] std::string write(const Tree& record) const override { return KifWriter(record).run(); }
};

class Ki2 final : public FormatWithHeaders {
 public:
  [[nodiscard]] std::string_view name() const override { return "KI2"; }
  [[nodiscard]] std::vector<std::string_view> extensions() const override { return {".ki2", ".ki2u"}; }
  [[nodiscard]] bool detect(std::string_view bytes) const override {
    return record_format(bytes) == RecordKind::Ki2;
  }
  [[nodiscard]] std::vector<Tree> read(std::string_view bytes) const override {
    return {read_record(bytes).tree};
  }
  [[nodiscard]] std::string write(const Tree& record) const override {
    std::string text = headers_and_start(record) + "\n";
    const auto comment = [&](const RecordNode& node) {
      each_line(node.comment, [&](std::string_view each) { text += "*" + std::string(each) + "\n"; });
    };
    comment(record.nodes[0]);
    Position position = start_of(record);
    Square last_to = kNoSquare;
    const std::vector<std::size_t> nodes = main_nodes(record);
    for (const std::size_t node : nodes) {
      const Move move = parse_move(position, record.nodes[node].move);
      text += japanese_move(position, move, last_to) + "\n";
      last_to = move.to();
      position.make(move);
      comment(record.nodes[node]);
    }
    if (!record.reason.empty())
      text += "まで" + std::to_string(nodes.size()) + "手で" + ending_of(record) + "\n";
    return text;
  }
};

// --- CSA and JKF share the names of pieces and endings ---

constexpr std::array<std::string_view, kKinds> kCsaNames = {"",   "FU", "KY", "KE", "GI", "KA", "HI", "KI",
                                                            "OU", "TO", "NY", "NK", "NG", "UM", "RY"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kCsaEndings = {
    {{"TORYO", "投了"},
     {"CHUDAN", "中断"},
     {"SENNICHITE", "千日手"},
     {"JISHOGI", "持将棋"},
     {"TSUMI", "詰み"},
     {"FUZUMI", "不詰"},
     {"TIME_UP", "切れ負け"},
     {"ILLEGAL_MOVE", "反則負け"},
     {"ILLEGAL_ACTION", "反則勝ち"},
     {"KACHI", "入玉勝ち"},
     {"HIKIWAKE", "引き分け"}}};

std::string csa_ending(std::string_view reason) {
  for (const auto& [csa, kif] : kCsaEndings) {
    if (kif == reason) return std::string(csa);
  }
  return std::string(reason);
}
std::string kif_ending(std::string_view special) {
  for (const auto& [csa, kif] : kCsaEndings) {
    if (csa == special) return std::string(kif);
  }
  return std::string(special);
}

std::string csa_square(Square square) {
  return {static_cast<char>('1' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

constexpr std::array<Kind, 7> kHandOrder = {kRook, kBishop, kGold, kSilver, kKnight, kLance, kPawn};

std::string csa_start(const Position& position) {
  if (to_sfen(position) == kStartSfen) return "PI\n+\n";
  std::string text;
  for (int rank = 0; rank < 9; ++rank) {
    text += "P" + std::to_string(rank + 1);
    for (int file = 8; file >= 0; --file) {
      const Piece piece = position.on(make_square(file, rank));
      if (piece.none()) {
        text += " * ";
      } else {
        text += piece.color == Color::Black ? '+' : '-';
        text += kCsaNames[piece.kind];
      }
    }
    text += "\n";
  }
  for (const Color color : {Color::Black, Color::White}) {
    const std::string sign = color == Color::Black ? "P+" : "P-";
    std::string pieces;
    for (const Kind kind : kHandOrder) {
      for (int i = position.hand(color).count(kind); i > 0; --i)
        pieces += "00" + std::string(kCsaNames[kind]);
    }
    if (!pieces.empty()) text += sign + pieces + "\n";
  }
  return text + (position.side() == Color::Black ? "+\n" : "-\n");
}

class Csa final : public FormatWithHeaders {
 public:
  [[nodiscard]] std::string_view name() const override { return "CSA"; }
  [[nodiscard]] std::vector<std::string_view> extensions() const override { return {".csa"}; }
  [[nodiscard]] bool detect(std::string_view bytes) const override {
    return record_format(bytes) == RecordKind::Csa;
  }
  [[nodiscard]] std::vector<Tree> read(std::string_view bytes) const override {
    return {read_record(bytes).tree};
  }
  [[nodiscard]] std::string write(const Tree& record) const override {
    std::string text = "V2.2\n";
    for (const auto& [name, value] : record.headers) {
      if (name == "先手") {
        text += "N+" + value + "\n";
      } else if (name == "後手") {
        text += "N-" + value + "\n";
      } else if (name == "棋戦") {
        text += "$EVENT:" + value + "\n";
      } else if (name != "手合割" && name.find("持駒") == std::string::npos) {
        text.append("$").append(name).append(":").append(value).append("\n");
      }
    }
    Position position = start_of(record);
    text += csa_start(position);
    const auto comment = [&](const RecordNode& node) {
      each_line(node.comment, [&](std::string_view each) { text += "'*" + std::string(each) + "\n"; });
    };
    comment(record.nodes[0]);
    for (const std::size_t at : main_nodes(record)) {
      const RecordNode& node = record.nodes[at];
      const Move move = parse_move(position, node.move);
      text += position.side() == Color::Black ? '+' : '-';
      text += move.is_drop() ? "00" : csa_square(move.from());
      text += csa_square(move.to());
      const Kind kind = position.moving_kind(move);
      text += kCsaNames[move.promotes() ? promoted(kind) : kind];
      text += "\n";
      if (node.seconds) text += "T" + std::to_string(static_cast<long long>(*node.seconds)) + "\n";
      comment(node);
      position.make(move);
    }
    if (!record.reason.empty()) text += "%" + csa_ending(ending_of(record)) + "\n";
    return text;
  }
};

// --- JKF: https://github.com/na2hiro/json-kifu-format ---

class Jkf final : public FormatWithHeaders {
 public:
  [[nodiscard]] std::string_view name() const override { return "JKF"; }
  [[nodiscard]] std::vector<std::string_view> extensions() const override { return {".jkf"}; }
  [[nodiscard]] bool detect(std::string_view bytes) const override {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && bytes[first] == '{' &&
           bytes.find("\"moves\"") != std::string_view::npos;
  }

  [[nodiscard]] std::vector<Tree> read(std::string_view bytes) const override {
    Json json;
    try {
      json = Json::parse(bytes);
    } catch (const Json::exception& error) {
      throw Error(std::string("bad JKF record: ") + error.what());
    }
    try {
      return {read_tree(json)};
    } catch (const Json::exception& error) {
      throw Error(std::string("bad JKF record: a field is missing or has the wrong type: ") + error.what());
    }
  }

  [[nodiscard]] std::string write(const Tree& record) const override {
    Json json;
    json["header"] = Json::object();
    for (const auto& [name, value] : record.headers) json["header"][name] = value;
    const Position start = start_of(record);
    json["initial"] = initial(start);
    Json moves = Json::array({Json::object()});
    comments(record.nodes[0], moves[0]);
    write_line(record, record.nodes[0].children, start, moves, 0);
    if (!record.reason.empty()) moves.push_back({{"special", csa_ending(ending_of(record))}});
    json["moves"] = std::move(moves);
    return json.dump(1) + "\n";
  }

 private:
  static constexpr int kMaxNesting = 200;  // of variations, each of which takes a stack frame

  static Json initial(const Position& position) {
    if (to_sfen(position) == kStartSfen) return {{"preset", "HIRATE"}};
    Json board = Json::array();
    for (int file = 0; file < 9; ++file) {
      Json column = Json::array();
      for (int rank = 0; rank < 9; ++rank) {
        const Piece piece = position.on(make_square(file, rank));
        Json square = Json::object();
        if (!piece.none()) {
          square["color"] = piece.color == Color::Black ? 0 : 1;
          square["kind"] = kCsaNames[piece.kind];
        }
        column.push_back(square);
      }
      board.push_back(column);
    }
    Json hands = Json::array();
    for (const Color color : {Color::Black, Color::White}) {
      Json hand = Json::object();
      for (const Kind kind : kHandOrder)
        hand[std::string(kCsaNames[kind])] = position.hand(color).count(kind);
      hands.push_back(hand);
    }
    return {
        {"preset", "OTHER"},
        {"data", {{"color", position.side() == Color::Black ? 0 : 1}, {"board", board}, {"hands", hands}}}};
  }

  static void comments(const RecordNode& node, Json& json) {
    each_line(node.comment, [&](std::string_view each) { json["comments"].push_back(each); });
  }

  // Appends the line that begins with the first of `children` to `moves`; the others become its forks.
  static void write_line(const Tree& record, const std::vector<std::size_t>& children, Position position,
                         Json& moves, int nesting) {
    if (nesting > kMaxNesting) throw Error("the record's variations are nested too deeply for JKF");
    const std::vector<std::size_t>* level = &children;
    while (!level->empty()) {
      const RecordNode& node = record.nodes[level->front()];
      Json entry = one_move(position, node);
      for (std::size_t i = 1; i < level->size(); ++i) {
        const RecordNode& other = record.nodes[(*level)[i]];
        Json fork = Json::array({one_move(position, other)});
        Position after = position;
        after.make(parse_move(position, other.move));
        write_line(record, other.children, after, fork, nesting + 1);
        entry["forks"].push_back(std::move(fork));
      }
      position.make(parse_move(position, node.move));
      moves.push_back(std::move(entry));
      level = &node.children;
    }
  }

  static Json place(Square square) { return {{"x", file_of(square) + 1}, {"y", rank_of(square) + 1}}; }

  static Json one_move(const Position& position, const RecordNode& node) {
    const Move move = parse_move(position, node.move);
    Json json;
    if (!move.is_drop()) json["from"] = place(move.from());
    json["to"] = place(move.to());
    json["color"] = position.side() == Color::Black ? 0 : 1;
    json["piece"] = kCsaNames[position.moving_kind(move)];
    if (move.promotes()) json["promote"] = true;
    Json entry = {{"move", std::move(json)}};
    if (node.seconds) {
      const auto whole = static_cast<long long>(*node.seconds);
      entry["time"]["now"] = {{"m", whole / 60}, {"s", whole % 60}};
    }
    comments(node, entry);
    return entry;
  }

  static Tree read_tree(const Json& json) {
    Tree tree;
    if (json.contains("header")) {
      for (const auto& [name, value] : json.at("header").items())
        tree.headers.emplace_back(name, value.get<std::string>());
    }
    if (json.contains("initial")) tree.position = read_initial(json.at("initial"));
    Position position = parse_position(tree.position);
    read_line(json.at("moves"), tree, 0, position, 0);
    Position end = position;
    for (const std::string& move : tree.main_line()) end.make(parse_move(end, move));
    tree.result = result_of(tree.reason, end.side());
    return tree;
  }

  static Kind kind_named(const std::string& name) {
    for (std::size_t k = 1; k < kCsaNames.size(); ++k) {
      if (kCsaNames[k] == name) return static_cast<Kind>(k);
    }
    throw Error("bad JKF record: \"" + name +
                "\" is not a piece (FU KY KE GI KI KA HI OU TO NY NK NG UM RY)");
  }

  static std::string read_initial(const Json& json) {
    const std::string preset = json.at("preset").get<std::string>();
    if (preset != "OTHER") {
      const std::string sfen = handicap_sfen(preset);
      if (sfen.empty()) throw Error("bad JKF record: unknown preset \"" + preset + "\"");
      return sfen == kStartSfen ? "" : sfen;
    }
    const Json& data = json.at("data");
    Position position;
    for (int file = 0; file < 9; ++file) {
      for (int rank = 0; rank < 9; ++rank) {
        const Json& square =
            data.at("board").at(static_cast<std::size_t>(file)).at(static_cast<std::size_t>(rank));
        if (!square.contains("kind")) continue;
        const Color color = square.at("color").get<int>() == 0 ? Color::Black : Color::White;
        position.put({kind_named(square.at("kind").get<std::string>()), color}, make_square(file, rank));
      }
    }
    for (const Color color : {Color::Black, Color::White}) {
      const Json& hand = data.at("hands").at(color == Color::Black ? 0 : 1);
      for (const Kind kind : kHandOrder) {
        const std::string name(kCsaNames[kind]);
        const int count = hand.contains(name) ? hand.at(name).get<int>() : 0;
        if (count < 0 || count > kSetCount[kind])
          throw Error("bad JKF record: " + std::to_string(count) + " pieces " + name + " in hand");
        position.set_hand(color, kind, count);
      }
    }
    position.set_side(data.at("color").get<int>() == 0 ? Color::Black : Color::White);
    position.finish();
    return to_sfen(parse_position(to_sfen(position)));  // for the checks of impossible positions
  }

  static Square square_at(const Json& json) {
    const int x = json.at("x").get<int>(), y = json.at("y").get<int>();
    if (x < 1 || x > 9 || y < 1 || y > 9) throw Error("bad JKF record: a square has x and y from 1 to 9");
    return make_square(x - 1, y - 1);
  }

  static void read_line(const Json& moves, Tree& tree, std::size_t node, Position position, int nesting) {
    if (nesting > kMaxNesting) throw Error("bad JKF record: variations are nested too deeply");
    for (const Json& entry : moves) {
      const std::size_t before = node;
      const Position position_before = position;
      if (entry.contains("move")) {
        const Json& json = entry.at("move");
        const Square to = square_at(json.at("to"));
        const Kind kind = kind_named(json.at("piece").get<std::string>());
        const bool drop = !json.contains("from");
        if (drop && kind > kGold)
          throw Error("bad JKF record: " + std::string(kCsaNames[kind]) + " cannot be dropped");
        const Move move = drop ? Move::drop(kind, to)
                               : Move::board(square_at(json.at("from")), to,
                                             json.contains("promote") && json.at("promote").get<bool>());
        if (!is_legal(position, move)) {
          throw Error("bad JKF record, move " + std::to_string(position.plies() + 1) + " " + to_usi(move) +
                      ": " + why_illegal(position, move));
        }
        node = tree.add(node, to_usi(move));
        position.make(move);
      } else if (entry.contains("special") && nesting == 0) {
        tree.reason = kif_ending(entry.at("special").get<std::string>());
      }
      RecordNode& here = tree.nodes[node];
      if (entry.contains("comments")) {
        for (const Json& each : entry.at("comments")) {
          if (!here.comment.empty()) here.comment += '\n';
          here.comment += each.get<std::string>();
        }
      }
      if (entry.contains("time")) {
        const Json& now = entry.at("time").at("now");
        const auto part = [&](const char* name) {
          return now.contains(name) ? now.at(name).get<double>() : 0.0;
        };
        here.seconds = 3600 * part("h") + 60 * part("m") + part("s");
      }
      if (entry.contains("forks")) {
        for (const Json& fork : entry.at("forks"))
          read_line(fork, tree, before, position_before, nesting + 1);
      }
    }
  }
};

// --- USI: "startpos moves 7g7f …" or "sfen … moves …" ---

class Usi final : public engine::RecordFormat {
 public:
  [[nodiscard]] std::string_view name() const override { return "USI"; }
  [[nodiscard]] std::vector<std::string_view> extensions() const override { return {".usi", ".sfen"}; }
  [[nodiscard]] bool detect(std::string_view bytes) const override {
    return bytes.substr(0, 8) == "startpos" || bytes.substr(0, 5) == "sfen " ||
           bytes.substr(0, 9) == "position ";
  }
  [[nodiscard]] std::vector<Tree> read(std::string_view bytes) const override {
    std::vector<Tree> records;
    int number = 0;
    each_line(bytes, [&](std::string_view line) {
      ++number;
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
      if (line.substr(0, 9) == "position ") line.remove_prefix(9);
      if (line.empty() || line[0] == '#') return;
      try {
        records.push_back(one(line));
      } catch (const Error& error) {
        throw Error("bad USI record, line " + std::to_string(number) + ": " + error.what());
      }
    });
    return records;
  }
  [[nodiscard]] std::string write(const Tree& record) const override {
    std::string text = record.position.empty() ? "startpos" : "sfen " + record.position;
    Position position = start_of(record);
    const std::vector<std::string> moves = record.main_line();
    if (!moves.empty()) text += " moves";
    for (const std::string& each : moves) {
      const Move move = parse_move(position, each);
      position.make(move);
      text += " " + to_usi(move);
    }
    return text + "\n";
  }

 private:
  static Tree one(std::string_view line) {
    Position position = parse_position(line);
    std::vector<Move> moves;
    for (; position.plies() > 0; position.undo()) moves.push_back(position.last_move());
    Tree tree;
    if (to_sfen(position) != kStartSfen) tree.position = to_sfen(position);
    std::size_t node = 0;
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) node = tree.add(node, to_usi(*move));
    return tree;
  }
};

}  // namespace

std::vector<const engine::RecordFormat*> record_formats() {
  static const Kif kif;
  static const Ki2 ki2;
  static const Csa csa;
  static const Jkf jkf;
  static const Usi usi;
  return {&kif, &ki2, &csa, &jkf, &usi};
}

}  // namespace tesuji::shogi

// JKF: https://github.com/na2hiro/json-kifu-format
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"
#include "games/shogi/record_formats.hpp"

namespace tesuji::shogi {

namespace {

using engine::RecordNode;
using Json = nlohmann::ordered_json;

class Jkf final : public FormatWithHeaders {
 public:
  [[nodiscard]] std::string_view name() const override { return "JKF"; }
  [[nodiscard]] std::vector<std::string_view> extensions() const override { return {".jkf"}; }
  [[nodiscard]] bool detect(std::string_view bytes) const override {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && bytes[first] == '{' &&
           bytes.find("\"moves\"") != std::string_view::npos;
  }

  [[nodiscard]] bool holds_many() const override { return false; }
  [[nodiscard]] std::vector<engine::Record> read(std::string_view bytes) const override {
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

  [[nodiscard]] std::string write(const engine::Record& record) const override {
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
  static void write_line(const engine::Record& record, const std::vector<std::size_t>& children,
                         Position position, Json& moves, int nesting) {
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

  static engine::Record read_tree(const Json& json) {
    engine::Record tree;
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

  static void read_line(const Json& moves, engine::Record& tree, std::size_t node, Position position,
                        int nesting) {
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

}  // namespace

const engine::RecordFormat& jkf_format() {
  static const Jkf format;
  return format;
}

}  // namespace tesuji::shogi

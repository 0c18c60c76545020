#include <string>
#include <vector>

#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"
#include "games/shogi/record_formats.hpp"

namespace tesuji::shogi {

namespace {

using engine::RecordNode;

std::string csa_square(Square square) {
  return {static_cast<char>('1' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

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
  [[nodiscard]] bool holds_many() const override { return false; }
  [[nodiscard]] std::string in_shift_jis(std::string_view utf8) const override { return to_shift_jis(utf8); }
  [[nodiscard]] std::vector<engine::Record> read(std::string_view bytes) const override {
    return {read_record(bytes).tree};
  }
  [[nodiscard]] std::string write(const engine::Record& record) const override {
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

}  // namespace

const engine::RecordFormat& csa_format() {
  static const Csa format;
  return format;
}

}  // namespace tesuji::shogi

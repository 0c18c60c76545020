// USI: "startpos moves 7g7f …" or "sfen … moves …"
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"
#include "games/shogi/record_formats.hpp"

namespace tesuji::shogi {

namespace {

class Usi final : public engine::RecordFormat {
 public:
  [[nodiscard]] std::string_view name() const override { return "USI"; }
  [[nodiscard]] std::vector<std::string_view> extensions() const override { return {".usi", ".sfen"}; }
  [[nodiscard]] bool detect(std::string_view bytes) const override {
    return bytes.substr(0, 8) == "startpos" || bytes.substr(0, 5) == "sfen " ||
           bytes.substr(0, 9) == "position ";
  }
  [[nodiscard]] std::vector<engine::Record> read(std::string_view bytes) const override {
    std::vector<engine::Record> records;
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
  [[nodiscard]] std::string write(const engine::Record& record) const override {
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
  static engine::Record one(std::string_view line) {
    Position position = parse_position(line);
    std::vector<Move> moves;
    for (; position.plies() > 0; position.undo()) moves.push_back(position.last_move());
    engine::Record tree;
    if (to_sfen(position) != kStartSfen) tree.position = to_sfen(position);
    std::size_t node = 0;
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) node = tree.add(node, to_usi(*move));
    return tree;
  }
};

}  // namespace

const engine::RecordFormat& usi_format() {
  static const Usi format;
  return format;
}

}  // namespace tesuji::shogi

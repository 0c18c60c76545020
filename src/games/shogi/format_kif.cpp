#include <cstdint>
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

std::string headers_and_start(const engine::Record& record) {
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

enum class Style : std::uint8_t { Kif, Ki2 };

// The two differ in how a move and the end of the game are written.
class KifWriter {
 public:
  KifWriter(const engine::Record& record, Style style)
      : record_(record), style_(style), parents_(record.nodes.size(), 0), position_(start_of(record)) {
    for (std::size_t node = 0; node < record.nodes.size(); ++node) {
      for (const std::size_t child : record.nodes[node].children) parents_[child] = node;
    }
  }

  std::string run() {
    text_ = style_ == Style::Kif ? "#KIF version=2.0 encoding=UTF-8\n" + headers_and_start(record_) +
                                       "手数----指手---------消費時間--\n"
                                 : headers_and_start(record_) + "\n";
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
    const Square last_to = path_.empty() ? kNoSquare : path_.back().to;
    std::string name =
        style_ == Style::Kif ? kif_move(position_, move, last_to) : japanese_move(position_, move, last_to);
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
      const std::string name = play(node);
      if (style_ == Style::Kif) {
        numbered(number, name + (here.seconds ? kif_time(*here.seconds) : ""));
      } else {
        text_ += name + "\n";
      }
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
    if (!main || record_.reason.empty()) return;
    if (style_ == Style::Kif) {
      numbered(number, ending_of(record_));
    } else {
      text_ += "まで" + std::to_string(number - 1) + "手で" + ending_of(record_) + "\n";
    }
  }

  const engine::Record& record_;
  Style style_;
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
  [[nodiscard]] std::string in_shift_jis(std::string_view utf8) const override { return to_shift_jis(utf8); }
  [[nodiscard]] std::vector<engine::Record> read(std::string_view bytes) const override {
    std::vector<engine::Record> records;
    for (const std::string_view each : split_records(bytes)) records.push_back(read_record(each).tree);
    return records;
  }
  [[nodiscard]] std::string write(const engine::Record& record) const override {
    return KifWriter(record, Style::Kif).run();
  }
};

class Ki2 final : public FormatWithHeaders {
 public:
  [[nodiscard]] std::string_view name() const override { return "KI2"; }
  [[nodiscard]] std::vector<std::string_view> extensions() const override { return {".ki2", ".ki2u"}; }
  [[nodiscard]] bool detect(std::string_view bytes) const override {
    return record_format(bytes) == RecordKind::Ki2;
  }
  [[nodiscard]] std::string in_shift_jis(std::string_view utf8) const override { return to_shift_jis(utf8); }
  [[nodiscard]] std::vector<engine::Record> read(std::string_view bytes) const override {
    return {read_record(bytes).tree};
  }
  [[nodiscard]] std::string write(const engine::Record& record) const override {
    return KifWriter(record, Style::Ki2).run();
  }
};

}  // namespace

const engine::RecordFormat& kif_format() {
  static const Kif format;
  return format;
}
const engine::RecordFormat& ki2_format() {
  static const Ki2 format;
  return format;
}

}  // namespace tesuji::shogi

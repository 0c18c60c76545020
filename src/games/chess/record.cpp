#include "games/chess/record.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/error.hpp"

namespace tesuji::chess {
namespace {

using engine::RecordNode;
using engine::RecordResult;

constexpr std::array<std::pair<std::string_view, RecordResult>, 4> kResults = {
    {{"1-0", RecordResult::FirstWins},
     {"0-1", RecordResult::SecondWins},
     {"1/2-1/2", RecordResult::Draw},
     {"*", RecordResult::Unknown}}};

bool is_result(std::string_view word) {
  return std::any_of(kResults.begin(), kResults.end(), [&](const auto& each) { return each.first == word; });
}
RecordResult result_of(std::string_view word) {
  for (const auto& [text, result] : kResults) {
    if (text == word) return result;
  }
  return RecordResult::Unknown;
}
std::string_view text_of(RecordResult result) {
  for (const auto& [text, each] : kResults) {
    if (each == result) return text;
  }
  return "*";
}

// "12." and "12..." go, also where the move follows without a space; "0-0" is not a number.
std::string_view without_number(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits == word.size()) return {};
  if (word[digits] != '.') return word;
  return word.substr(std::min(word.find_first_not_of('.', digits), word.size()));
}

class PgnReader {
 public:
  explicit PgnReader(std::string_view text) : text_(text) {}

  std::vector<engine::Record> run() {
    while (skip_space()) {
      if (text_[at_] == '[' && (in_moves_ || games_.empty())) begin_game();
      const bool comment = text_[at_] == '{' || text_[at_] == ';';  // after the result: still of that game
      if (games_.empty() || (ended_ && !comment)) begin_game();
      step();
    }
    end_game();
    return std::move(games_);
  }

 private:
  struct Line {  // what a variation replaces in the line above it
    std::size_t node;
    Move move;  // to the node
  };

  [[noreturn]] void bad(const std::string& why) const {
    throw Error("PGN line " + std::to_string(line_) + ", game " + std::to_string(games_.size()) + why);
  }

  void advance_to(std::size_t end) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }

  // To the next character that is not space; false at the end.
  bool skip_space() {
    while (at_ < text_.size()) {
      const bool line_start = at_ == 0 || text_[at_ - 1] == '\n';
      if (text_[at_] == '%' && line_start) {  // an escape: the rest of the line is not PGN
        advance_to(std::min(text_.find('\n', at_), text_.size()));
      } else if (std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) {
        advance_to(at_ + 1);
      } else {
        return true;
      }
    }
    return false;
  }

  engine::Record& game() { return games_.back(); }
  RecordNode& here() { return game().nodes[node_]; }

  void begin_game() {
    end_game();
    games_.emplace_back();
    parents_.assign(1, 0);
    position_ = Position();
    node_ = 0;
    started_ = in_moves_ = ended_ = false;
    pending_comment_.clear();
  }

  void end_game() {
    if (games_.empty()) return;
    if (!above_.empty()) bad(": a variation that begins with '(' has no end");
    start();
    if (!ended_) game().result = result_of(game().header("Result"));
  }

  // The first word after the tags: now the start position is known.
  void start() {
    if (std::exchange(started_, true)) return;
    const std::string fen = game().header("FEN");
    const std::string variant = game().header("Variant");
    try {
      if (!fen.empty()) position_ = parse_fen(fen);
    } catch (const Error& error) {
      bad(", tag FEN: " + std::string(error.what()));
    }
    if (variant.find("960") != std::string::npos || variant.find("ischer") != std::string::npos)
      position_.set_chess960(true);
    if (!fen.empty() && to_fen(position_) != kStartFen) game().position = to_fen(position_);
  }

  void step() {
    switch (text_[at_]) {
      case '[':
        return tag();
      case '{': {
        const std::size_t end = text_.find('}', at_);
        if (end == std::string_view::npos) bad(": a comment that begins with '{' has no end");
        comment(text_.substr(at_ + 1, end - at_ - 1));
        return advance_to(end + 1);
      }
      case ';': {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        comment(text_.substr(at_ + 1, end - at_ - 1));
        return advance_to(end);
      }
      case '(':
        if (node_ == 0) bad(": a variation before the first move");
        above_.push_back({node_, position_.state().move});
        take_back();
        variation_begins_ = true;
        return advance_to(at_ + 1);
      case ')':
        if (above_.empty()) bad(": a ')' without its '('");
        while (node_ != parents_[above_.back().node]) take_back();
        node_ = above_.back().node;
        position_.make(above_.back().move);
        above_.pop_back();
        variation_begins_ = false;
        return advance_to(at_ + 1);
      default:
        return word();
    }
  }

  // One position serves all lines: a copy for each open variation would take memory with the square of the
  // text's length.
  void take_back() {
    position_.undo();
    node_ = parents_[node_];
  }

  void tag() {
    ++at_;
    const std::size_t name_end = text_.find_first_of(" \t\"]", at_);
    std::string name(text_.substr(at_, name_end - at_));
    const std::size_t open = text_.find_first_of("\"]", at_);
    if (open == std::string_view::npos || text_[open] != '"') bad(": tag '" + name + "' has no value");
    std::string value;
    std::size_t at = open + 1;
    for (; at < text_.size() && text_[at] != '"'; ++at) {
      if (text_[at] == '\\' && at + 1 < text_.size()) ++at;
      value += text_[at];
    }
    const std::size_t close = text_.find(']', at);
    if (close == std::string_view::npos) bad(": tag '" + name + "' has no ']'");
    advance_to(close + 1);
    game().headers.emplace_back(std::move(name), std::move(value));
  }

  // Belongs to the move before it; at the start of a variation, to the move after it.
  void comment(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
      text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
    std::string& to = variation_begins_ ? pending_comment_ : here().comment;
    if (!to.empty() && !text.empty()) to += '\n';
    to += text;
  }

  void word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n{}();[", at_ + 1), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    in_moves_ = true;
    start();
    if (is_result(word) && above_.empty()) {
      game().result = result_of(word);
      ended_ = true;
    } else if (word[0] == '$') {
      here().marks.emplace_back(word);
    } else if (const std::string_view name = without_number(word); !name.empty()) {
      move(name);
    }
    advance_to(end);
  }

  void move(std::string_view name) {
    const std::size_t end = name.find_last_not_of("!?");
    const std::string_view mark = end == std::string_view::npos ? name : name.substr(end + 1);
    if (end == std::string_view::npos) {  // a mark by itself
      here().marks.emplace_back(mark);
      return;
    }
    const auto found = find_san(position_, name.substr(0, end + 1));
    if (!found) {
      bad(", move " + std::to_string(position_.move_number()) + (position_.side() == kWhite ? "" : "...") +
          ": '" + std::string(name) + "' is not a legal move");
    }
    const std::size_t before = node_;
    node_ = game().add(node_, to_uci(position_, *found));
    parents_.push_back(before);
    position_.make(*found);
    if (!mark.empty()) here().marks.emplace_back(mark);
    here().comment = std::exchange(pending_comment_, {});
    variation_begins_ = false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<engine::Record> games_;
  std::vector<std::size_t> parents_;  // of the game's nodes
  std::vector<Line> above_;
  Position position_;
  std::size_t node_ = 0;
  std::string pending_comment_;
  bool started_ = false, in_moves_ = false, ended_ = false, variation_begins_ = false;
};

class PgnWriter {
 public:
  explicit PgnWriter(const engine::Record& record) : record_(record) {}

  std::string run() {
    tags();
    comment(record_.nodes[0]);
    // A stack instead of recursion, and one position that goes back after each variation: they may be nested
    // deeply.
    Position position = start_position();
    std::vector<Frame> stack{{0, 0, 0, true}};
    while (!stack.empty()) {
      Frame& top = stack.back();
      const std::vector<std::size_t>& children = record_.nodes[top.node].children;
      if (children.empty()) {
        for (; top.made > 0; --top.made) position.undo();
        stack.pop_back();
        if (!stack.empty()) glue(")");
      } else if (top.written == 0) {
        move(position, children[0], std::exchange(top.number_needed, false));
        top.written = 1;
      } else if (top.written < children.size()) {
        const std::size_t node = children[top.written++];
        token("(");
        glued_ = true;
        move(position, node, true);
        position.make(parse_move(position, record_.nodes[node].move));
        stack.push_back({node, 1, 0, !record_.nodes[node].comment.empty()});
      } else {
        const RecordNode& next = record_.nodes[children[0]];
        top.number_needed = children.size() > 1 || !next.comment.empty();
        position.make(parse_move(position, next.move));
        ++top.made;
        top.node = children[0];
        top.written = 0;
      }
    }
    token(text_of(record_.result));
    return std::move(text_) + "\n\n";
  }

 private:
  struct Frame {
    std::size_t node;
    std::size_t made;     // moves of this line that the position has
    std::size_t written;  // of the node's children
    bool number_needed;
  };

  [[nodiscard]] Position start_position() const {
    Position position = parse_fen(record_.position);
    if (record_.header("Variant").find("960") != std::string::npos) position.set_chess960(true);
    return position;
  }

  void tag(std::string_view name, std::string_view value) {
    text_ += "[" + std::string(name) + " \"";
    for (const char c : value) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    text_ += "\"]\n";
  }

  // The seven that PGN requires first, in its order; then the others.
  void tags() {
    constexpr std::array<std::string_view, 6> kRoster = {"Event", "Site", "Date", "Round", "White", "Black"};
    for (const std::string_view name : kRoster) {
      const std::string value = record_.header(name);
      tag(name, !value.empty() ? value : name == "Date" ? "????.??.??" : "?");
    }
    tag("Result", text_of(record_.result));
    for (const auto& [name, value] : record_.headers) {
      const bool written = std::find(kRoster.begin(), kRoster.end(), name) != kRoster.end();
      if (!written && name != "Result" && name != "FEN" && name != "SetUp") tag(name, value);
    }
    if (!record_.position.empty()) {
      tag("SetUp", "1");
      tag("FEN", record_.position);
    }
    text_ += "\n";
  }

  void glue(std::string_view text) {
    text_ += text;
    column_ += text.size();
  }
  void token(std::string_view text) {
    constexpr std::size_t kWidth = 80;
    if (!std::exchange(glued_, false) && column_ > 0) {
      const bool wrap = column_ + 1 + text.size() > kWidth;
      text_ += wrap ? '\n' : ' ';
      column_ = wrap ? 0 : column_ + 1;
    }
    glue(text);
  }

  void comment(const RecordNode& node) {
    if (node.comment.empty()) return;
    std::string text = node.comment;
    std::replace(text.begin(), text.end(), '}', ')');  // PGN has no way to write it
    token("{" + text + "}");
  }

  void move(const Position& position, std::size_t at, bool number_needed) {
    const RecordNode& node = record_.nodes[at];
    if (number_needed || position.side() == kWhite) {
      token(std::to_string(position.move_number()) + (position.side() == kWhite ? "." : "..."));
    }
    std::string text = to_san(position, parse_move(position, node.move));
    for (const std::string& mark : node.marks) {
      if (mark[0] != '$') text += mark;
    }
    token(text);
    for (const std::string& mark : node.marks) {
      if (mark[0] == '$') token(mark);
    }
    comment(node);
  }

  const engine::Record& record_;
  std::string text_;
  std::size_t column_ = 0;
  bool glued_ = false;  // no space before the next token
};

class Pgn final : public engine::RecordFormat {
 public:
  [[nodiscard]] std::string_view name() const override { return "PGN"; }
  [[nodiscard]] std::vector<std::string_view> extensions() const override { return {".pgn"}; }
  [[nodiscard]] bool detect(std::string_view bytes) const override {
    if (bytes.substr(0, 3) == "\xef\xbb\xbf") bytes.remove_prefix(3);
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return false;
    return bytes[first] == '[' || bytes.substr(first, 2) == "1.";
  }
  [[nodiscard]] std::vector<engine::Record> read(std::string_view bytes) const override {
    if (bytes.substr(0, 3) == "\xef\xbb\xbf") bytes.remove_prefix(3);
    return PgnReader(bytes).run();
  }
  [[nodiscard]] std::string write(const engine::Record& record) const override {
    return PgnWriter(record).run();
  }
  [[nodiscard]] std::string_view header_name(engine::RecordField field) const override {
    switch (field) {
      case engine::RecordField::FirstPlayer:
        return "White";
      case engine::RecordField::SecondPlayer:
        return "Black";
      case engine::RecordField::Event:
        return "Event";
      case engine::RecordField::Date:
        return "Date";
      case engine::RecordField::Round:
        return "Round";
      case engine::RecordField::TimeControl:
        return "TimeControl";
      case engine::RecordField::FirstTimeControl:
        return "WhiteTimeControl";
      case engine::RecordField::SecondTimeControl:
        return "BlackTimeControl";
      case engine::RecordField::Termination:
        return "Termination";
    }
    return {};
  }
};

const Pgn kPgn;

}  // namespace

std::vector<const engine::RecordFormat*> record_formats() {
  return {&kPgn};
}

std::vector<GameRecord> parse_pgn(std::string_view text) {
  std::vector<GameRecord> games;
  for (const engine::Record& record : kPgn.read(text)) {
    GameRecord game;
    for (const auto& [name, value] : record.headers) game.tags.emplace(name, value);
    game.start = parse_fen(record.position);
    Position position = game.start;
    for (const std::string& name : record.main_line()) {
      game.moves.push_back(parse_move(position, name));
      position.make(game.moves.back());
    }
    game.result = text_of(record.result);
    games.push_back(std::move(game));
  }
  return games;
}

}  // namespace tesuji::chess

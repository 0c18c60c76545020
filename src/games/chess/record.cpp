#include "games/chess/record.hpp"

#include "base/error.hpp"

namespace tesuji::chess {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

bool is_space(char c) {
  return kSpace.find(c) != std::string_view::npos;
}

// Reads PGN piece by piece: one tag, or one word of movetext.
class PgnReader {
 public:
  explicit PgnReader(std::string_view text) : text_(text) {}

  // Passes over space, comments, variations and glyphs; false at the end.
  bool skip() {
    int depth = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool line_start = at_ == 0 || text_[at_ - 1] == '\n';
      if (c == ';' || (c == '%' && line_start)) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '{') {
        const std::size_t end = text_.find('}', at_);
        if (end == std::string_view::npos) throw Error("PGN: a comment that begins with '{' has no end");
        at_ = end + 1;
      } else if (c == '(') {
        ++depth;
        ++at_;
      } else if (c == ')') {
        if (--depth < 0) throw Error("PGN: a ')' without its '('");
        ++at_;
      } else if (is_space(c) || depth > 0) {
        ++at_;
      } else if (c == '$') {
        word();
      } else {
        return true;
      }
    }
    if (depth > 0) throw Error("PGN: a variation that begins with '(' has no end");
    return false;
  }

  [[nodiscard]] bool at_tag() const { return text_[at_] == '['; }

  std::pair<std::string, std::string> tag() {
    ++at_;
    const std::size_t name_end = text_.find_first_of(" \t\"]", at_);
    std::string name(text_.substr(at_, name_end - at_));
    const std::size_t open = text_.find_first_of("\"]", at_);
    if (open == std::string_view::npos || text_[open] != '"')
      throw Error("PGN: tag '" + name + "' has no value");
    std::string value;
    for (at_ = open + 1; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      value += text_[at_];
    }
    const std::size_t close = text_.find(']', at_);
    if (close == std::string_view::npos) throw Error("PGN: tag '" + name + "' has no ']'");
    at_ = close + 1;
    return {name, value};
  }

  std::string_view word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n{}();[", at_), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    at_ = end == at_ ? end + 1 : end;
    return word;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_result(std::string_view word) {
  return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

// "12." and "12..." go, also where the move follows without a space; "0-0" is not a number.
std::string_view without_number(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits == word.size()) return {};
  if (word[digits] != '.') return word;
  return word.substr(std::min(word.find_first_not_of('.', digits), word.size()));
}

}  // namespace

std::vector<GameRecord> parse_pgn(std::string_view text) {
  std::vector<GameRecord> games;
  PgnReader reader(text);
  bool more = reader.skip();
  while (more) {
    GameRecord game;
    const std::string which = "PGN, game " + std::to_string(games.size() + 1);
    for (; more && reader.at_tag(); more = reader.skip()) game.tags.insert(reader.tag());
    if (const auto fen = game.tags.find("FEN"); fen != game.tags.end()) game.start = parse_fen(fen->second);
    Position position = game.start;
    for (; more && !reader.at_tag() && game.result.empty(); more = reader.skip()) {
      const std::string_view word = reader.word();
      if (is_result(word)) {
        game.result = word;
        continue;
      }
      const std::string_view name = without_number(word);
      if (name.empty()) continue;
      const auto move = find_san(position, name);
      if (!move) {
        throw Error(which + ", move " + std::to_string(position.move_number()) +
                    (position.side() == kWhite ? "" : "...") + ": '" + std::string(name) +
                    "' is no legal move");
      }
      position.make(*move);
      game.moves.push_back(*move);
    }
    if (game.result.empty()) {
      const auto result = game.tags.find("Result");
      game.result = result != game.tags.end() && is_result(result->second) ? result->second : "*";
    }
    games.push_back(std::move(game));
  }
  return games;
}

}  // namespace tesuji::chess

#include "match/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "match/epd.hpp"
#include "protocol/lines.hpp"

namespace tesuji::match {
namespace {

std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("+#!?=x").find(c) == std::string_view::npos) out.push_back(c == '0' ? 'O' : c);
  }
  return out;
}

// "startpos moves 7g7f", "sfen … moves …", or an EPD line.
Opening parse_line(std::string_view line, const BoardMaker& make_board) {
  Opening opening;
  std::vector<std::string_view> words = protocol::split_words(line);
  if (words[0] == "position") words.erase(words.begin());
  if (words.empty()) throw Error("there is nothing after 'position'");
  const auto moves_at = std::find(words.begin(), words.end(), "moves");
  if (words[0] == "startpos" || words[0] == "sfen" || words[0] == "fen") {
    for (auto word = words.begin() + 1; word != moves_at; ++word) {
      opening.position += (opening.position.empty() ? "" : " ") + std::string(*word);
    }
  } else {
    opening.position = parse_epd(line).position;
  }
  const auto board = make_board(opening.position);
  for (auto word = moves_at; word != words.end(); ++word) {
    if (word == moves_at) continue;
    board->play(*word);
    opening.moves.emplace_back(*word);
  }
  if (board->outcome()) throw Error("the game is over before it begins");
  return opening;
}

// Reads PGN: tag pairs, and move text with comments, variations, glyphs and numbers, which are passed over.
class PgnReader {
 public:
  PgnReader(std::string_view text, const BoardMaker& make_board, int most_plies)
      : text_(text), make_board_(make_board), most_plies_(most_plies) {}

  std::vector<Opening> all() {
    while (skip_space(), at_ < text_.size()) {
      try {
        step();
      } catch (const Error& error) {
        const auto line =
            1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
        throw Error(fmt::format("line {}: {}", line, error.what()));
      }
    }
    end_game();
    return std::move(openings_);
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) <= ' ') ++at_;
  }

  void skip_past(char end, const char* what) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string_view::npos) throw Error(fmt::format("{} is not closed", what));
    at_ = found + 1;
  }

  void step() {
    switch (text_[at_]) {
      case '[':
        return read_tag();
      case '{':
        return skip_past('}', "a comment");
      case ';':
        at_ = std::min(text_.find('\n', at_), text_.size());
        return;
      case '(':
        ++depth_, ++at_;
        return;
      case ')':
        --depth_, ++at_;
        return;
      default:
        read_word();
    }
  }

  void read_tag() {
    if (board_) end_game();
    const std::size_t begin = at_;
    skip_past(']', "a tag");
    const std::string_view tag = text_.substr(begin + 1, at_ - begin - 2);
    const std::size_t quote = tag.find('"'), last = tag.rfind('"');
    if (quote == last) throw Error("a tag has no quoted value");
    if (tag.starts_with("FEN ") || tag.starts_with("SFEN ")) {
      opening_.position = tag.substr(quote + 1, last - quote - 1);
    }
  }

  void read_word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n(){};[", at_), text_.size());
    std::string_view word = text_.substr(at_, end - at_);
    at_ = std::max(end, at_ + 1);
    if (depth_ > 0 || word.empty() || word.front() == '$') return;
    if (word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*") return end_game();
    // "12.e4" and "12...e5" lose their number; "12." is nothing but one.
    if (const std::size_t dot = word.rfind('.');
        dot != std::string_view::npos && std::isdigit(static_cast<unsigned char>(word.front()))) {
      word.remove_prefix(dot + 1);
    }
    if (word.empty() ||
        std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c); }))
      return;
    begin_game();
    if (static_cast<int>(opening_.moves.size()) >= most_plies_) return;
    const std::string move = find_move(*board_, word);
    if (move.empty()) throw Error(fmt::format("'{}' is not a legal move there", word));
    board_->play(move);
    opening_.moves.push_back(move);
  }

  void begin_game() {
    if (!board_) board_ = make_board_(opening_.position);
  }

  void end_game() {
    if (board_ && !board_->outcome()) openings_.push_back(std::move(opening_));
    board_.reset();
    opening_ = {};
    depth_ = 0;
  }

  std::string_view text_;
  const BoardMaker& make_board_;
  int most_plies_;
  std::size_t at_ = 0;
  int depth_ = 0;  // in variations
  Opening opening_;
  std::unique_ptr<engine::Board> board_;  // there from the first move of a game on
  std::vector<Opening> openings_;
};

}  // namespace

std::string find_move(const engine::Board& board, std::string_view text) {
  const std::vector<std::string> legal = board.legal_moves();
  if (const auto same = std::find(legal.begin(), legal.end(), text); same != legal.end()) return *same;
  const std::string wanted = plain(text);
  for (const std::string& move : legal) {
    if (plain(board.written(move)) == wanted) return move;
  }
  return "";
}

std::vector<Opening> read_openings(std::istream& in, const BoardMaker& make_board, int most_plies) {
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '[') return PgnReader(text, make_board, most_plies).all();

  std::vector<Opening> openings;
  int number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    ++number;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto words = protocol::split_words(line);
    if (words.empty() || words[0].starts_with('#')) continue;
    try {
      openings.push_back(parse_line(line, make_board));
    } catch (const Error& error) {
      throw Error(fmt::format("line {}: {}", number, error.what()));
    }
  }
  return openings;
}

std::vector<Opening> read_openings(const std::filesystem::path& file, const BoardMaker& make_board,
                                   int most_plies) {
  std::istringstream in(read_file(file));
  try {
    std::vector<Opening> openings = read_openings(in, make_board, most_plies);
    if (openings.empty()) throw Error("there are no openings in it");
    return openings;
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace tesuji::match

#include "games/shogi/book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "games/shogi/notation.hpp"

namespace tesuji::shogi {
namespace {

constexpr std::string_view kMagic = "#YANEURAOU-DB2016";
constexpr std::uint64_t kMaxBookBytes = std::uint64_t{4} << 30;

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(kBlanks), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

// Board, side and hands: the same position may be reached after any number of moves.
std::string key_of(const Position& position) {
  const std::string sfen = to_sfen(position);
  return sfen.substr(0, sfen.rfind(' '));
}

int number_in(std::string_view word, const char* what) {
  const auto value = to_number<int>(word);
  if (!value) throw Error(fmt::format("'{}' is not a {}", word, what));
  return *value;
}

engine::BookMove move_of(const std::vector<std::string_view>& words) {
  engine::BookMove move;
  move.move = words[0];
  if (words.size() > 1 && words[1] != "none" && words[1] != "None") move.reply = words[1];
  if (words.size() > 2) move.score = number_in(words[2], "score");
  if (words.size() > 3) move.depth = number_in(words[3], "depth");
  move.weight = words.size() > 4 ? static_cast<std::uint64_t>(std::max(number_in(words[4], "count"), 1)) : 1;
  return move;
}

}  // namespace

Book Book::load(const std::filesystem::path& path) {
  try {
    return Book(read_file(path, kMaxBookBytes));
  } catch (const Error& error) {
    const std::string what = error.what();
    throw Error(what.find(path.string()) != std::string::npos ? what : path.string() + ": " + what);
  }
}

Book::Book(std::string_view text) {
  if (!text.starts_with(kMagic))
    throw Error("is not a YaneuraOu book: its first line is not #YANEURAOU-DB2016");
  std::vector<engine::BookMove>* current = nullptr;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty() || words[0].starts_with('#') || words[0].starts_with("//")) continue;
    try {
      if (words[0] == "sfen") {
        current = &positions_[key_of(parse_position(line))];
      } else if (current == nullptr) {
        throw Error("a move stands before the first position");
      } else {
        current->push_back(move_of(words));
      }
    } catch (const Error& error) {
      throw Error(fmt::format("line {}: {}", number, error.what()));
    }
  }
  if (positions_.empty()) throw Error("is an empty book");
}

std::size_t Book::entries() const {
  std::size_t count = 0;
  for (const auto& [position, moves] : positions_) count += moves.size();
  return count;
}

std::vector<engine::BookMove> Book::moves(const Position& position) const {
  const auto found = positions_.find(key_of(position));
  if (found == positions_.end()) return {};
  std::vector<engine::BookMove> moves;
  for (const engine::BookMove& move : found->second) {
    try {
      (void)parse_move(position, move.move);
    } catch (const Error&) {
      continue;
    }
    moves.push_back(move);
  }
  return moves;
}

}  // namespace tesuji::shogi

#include "match/epd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/error.hpp"

namespace tesuji::match {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

// Reads words, quoted strings and semicolons one after another.
class Scanner {
 public:
  explicit Scanner(std::string_view line) : rest_(line) {}

  // Empty at the end of the line; ";" by itself.
  std::string next() {
    while (!rest_.empty() && static_cast<unsigned char>(rest_.front()) <= ' ') rest_.remove_prefix(1);
    if (rest_.empty()) return "";
    if (rest_.front() == ';') return take(1);
    if (rest_.front() == '"') {
      const std::size_t end = rest_.find('"', 1);
      if (end == std::string_view::npos) throw Error("a quotation mark is not closed");
      std::string text(rest_.substr(1, end - 1));
      rest_.remove_prefix(end + 1);
      return text;
    }
    return take(std::min(rest_.find_first_of(" \t;\r"), rest_.size()));
  }

  [[nodiscard]] std::string peek() const { return Scanner(*this).next(); }

 private:
  std::string take(std::size_t count) {
    std::string text(rest_.substr(0, count));
    rest_.remove_prefix(count);
    return text;
  }

  std::string_view rest_;
};

}  // namespace

std::vector<std::string> Epd::operands(std::string_view operation) const {
  for (const auto& [name, values] : operations) {
    if (name == operation) return values;
  }
  return {};
}

Epd parse_epd(std::string_view line) {
  Epd epd;
  Scanner scanner(line);
  epd.position = scanner.next();
  if (epd.position.empty() || epd.position == ";") throw Error("there is no position");

  // Eight rows are a chess board: side, castling and en passant follow, and in a FEN two counters. Nine are a
  // shogi board: side, hands, and in most files a counter.
  const auto slashes = std::count(epd.position.begin(), epd.position.end(), '/');
  const int fields = slashes == 7 ? 3 : slashes == 8 ? 2 : 0;
  const int counters = slashes == 7 ? 2 : slashes == 8 ? 1 : 0;
  for (int field = 0; field < fields; ++field) {
    const std::string word = scanner.next();
    if (word.empty() || word == ";") throw Error(fmt::format("the position '{}' ends early", epd.position));
    epd.position += ' ' + word;
  }
  if (counters > 0) {
    const bool given = is_number(scanner.peek());
    if (!given) epd.position += counters == 2 ? " 0 1" : " 1";
    for (int counter = 0; given && counter < counters && is_number(scanner.peek()); ++counter) {
      epd.position += ' ' + scanner.next();
    }
  }

  std::vector<std::string> words;
  const auto end_operation = [&] {
    if (!words.empty())
      epd.operations.emplace_back(words.front(), std::vector(words.begin() + 1, words.end()));
    words.clear();
  };
  for (std::string word = scanner.next(); !word.empty(); word = scanner.next()) {
    if (word == ";") {
      end_operation();
    } else {
      words.push_back(std::move(word));
    }
  }
  end_operation();
  return epd;
}

}  // namespace tesuji::match

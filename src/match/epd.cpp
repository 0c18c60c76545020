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

Epd parse_epd(std::string_view line, const engine::EpdLayout& layout) {
  Epd epd;
  Scanner scanner(line);
  epd.position = scanner.next();
  if (epd.position.empty() || epd.position == ";") throw Error("there is no position");

  for (int i = 0; i < layout.words; ++i) {
    const std::string word = scanner.next();
    if (word.empty() || word == ";") throw Error(fmt::format("the position '{}' ends early", epd.position));
    epd.position += ' ' + word;
  }
  const bool counters_given = is_number(scanner.peek());
  for (const std::string& default_value : layout.counters) {
    if (!counters_given) {
      epd.position += ' ' + default_value;
    } else if (is_number(scanner.peek())) {
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

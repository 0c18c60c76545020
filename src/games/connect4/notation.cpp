#include "games/connect4/notation.hpp"

#include <fmt/format.h>

#include <vector>

#include "base/error.hpp"
#include "base/number.hpp"
#include "games/connect4/shape.hpp"

namespace tesuji::connect4 {
namespace {

constexpr std::string_view kColumns = "123456789abc";
constexpr int kMaxWidth = 12;

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// A winner's name, as the drawing shows it.
const char* side_name(bool first) {
  return first ? "X" : "O";
}

Diagram parse_moves(std::string_view text, Size size) {
  Diagram diagram;
  diagram.size = size;
  int number = 0;
  for (const char name : text) {
    ++number;
    const int column = column_index(name);
    if (column < 0 || column >= size.width) {
      throw Error(
          fmt::format("move {}: invalid column '{}' (1 to {})", number, name, column_name(size.width - 1)));
    }
    for (const bool first : {true, false}) {
      if (diagram.has_four(first)) {
        throw Error(fmt::format("move {}: '{}' comes after the end: {} made four with move {}", number, name,
                                side_name(first), number - 1));
      }
    }
    if (diagram.landing(column) == 0) throw Error(fmt::format("move {}: column {} is full", number, name));
    diagram.play(column);
    diagram.moves += name;
  }
  return diagram;
}

std::vector<std::string> drawn_rows(std::string_view text) {
  std::vector<std::string> rows(1);
  for (const char c : text) {
    if (c == '/' || c == '\n' || c == '|') {
      if (!rows.back().empty()) rows.emplace_back();
    } else if (kBlanks.find(c) == std::string_view::npos) {
      rows.back() += c;
    }
  }
  if (rows.back().empty()) rows.pop_back();
  // A line of column numbers under the board, as draw() writes it.
  if (!rows.empty() && rows.back().front() == '1') rows.pop_back();
  return rows;
}

Diagram parse_drawing(std::string_view text, Size size) {
  Diagram diagram;
  diagram.size = size;
  diagram.drawn = true;
  const std::vector<std::string> rows = drawn_rows(text);
  if (static_cast<int>(rows.size()) != size.height) {
    throw Error(fmt::format("the drawn board has {} rows; a {}x{} board has {}", rows.size(), size.width,
                            size.height, size.height));
  }
  for (int i = 0; i < size.height; ++i) {
    const int row = size.height - i;
    if (static_cast<int>(rows[i].size()) != size.width) {
      throw Error(fmt::format("row {} of the drawn board has {} cells; it should have {}", row,
                              rows[i].size(), size.width));
    }
    for (int column = 0; column < size.width; ++column) {
      const WideBits cell = WideBits{1} << (column * (size.height + 1) + row - 1);
      switch (rows[i][column]) {
        case 'X':
        case 'x':
          diagram.first |= cell;
          break;
        case 'O':
        case 'o':
          diagram.second |= cell;
          break;
        case '.':
        case '_':
        case '-':
          break;
        default:
          throw Error(fmt::format("row {}, column {}: '{}' is neither X nor O nor '.'", row,
                                  column_name(column), rows[i][column]));
      }
    }
  }
  const WideBits stones = diagram.first | diagram.second;
  for (int column = 0; column < size.width; ++column) {
    const WideBits whole = (WideBits{1} << size.height) - 1;
    const WideBits cells = stones >> (column * (size.height + 1)) & whole;
    if ((cells & (cells + 1)) != 0)
      throw Error(fmt::format("column {}: a stone hangs over an empty cell", column_name(column)));
  }
  const int firsts = count_bits(diagram.first), seconds = count_bits(diagram.second);
  if (firsts != seconds && firsts != seconds + 1) {
    throw Error(
        fmt::format("{} X and {} O cannot be: X begins, so there are as many of both, or one more of X",
                    firsts, seconds));
  }
  // The side to move cannot have four already: the other would have moved on after the end.
  if (diagram.has_four(diagram.first_to_move())) {
    throw Error(fmt::format("{} has four, and {} has moved after that", side_name(diagram.first_to_move()),
                            side_name(!diagram.first_to_move())));
  }
  return diagram;
}

}  // namespace

int Diagram::count() const {
  return count_bits(first | second);
}

WideBits Diagram::landing(int column) const {
  const int base = column * (size.height + 1);
  const WideBits whole = ((WideBits{1} << size.height) - 1) << base;
  return (((first | second) & whole) + (WideBits{1} << base)) & whole;
}

bool Diagram::has_four(bool first_side) const {
  const WideBits bits = first_side ? first : second;
  for (const int step : {1, size.height, size.height + 1, size.height + 2}) {
    const WideBits pairs = bits & (bits >> step);
    if ((pairs & (pairs >> 2 * step)) != 0) return true;
  }
  return false;
}

void Diagram::play(int column) {
  (first_to_move() ? first : second) |= landing(column);
}

void Diagram::undo(int column) {
  const int base = column * (size.height + 1);
  const WideBits whole = ((WideBits{1} << size.height) - 1) << base;
  const WideBits top = (((first | second) & whole) + (WideBits{1} << base)) >> 1;
  first &= ~top;
  second &= ~top;
}

char column_name(int column) {
  return kColumns[static_cast<std::size_t>(column)];
}

int column_index(char name) {
  const char lower = name >= 'A' && name <= 'C' ? static_cast<char>(name - 'A' + 'a') : name;
  const std::size_t at = kColumns.find(lower);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

Size parse_size(std::string_view text) {
  std::string_view rest = text;
  const auto width = take_number<int>(rest);
  const bool cross = rest.starts_with('x') || rest.starts_with('X');
  const auto height = cross ? to_number<int>(rest.substr(1)) : std::nullopt;
  if (!width || !height) throw Error(fmt::format("invalid board size '{}' (example: 7x6)", text));
  if (*width < kMinSide || *height < kMinSide || *width > kMaxWidth || *height > 63 ||
      *width * (*height + 1) > WideSized::kMaxKeyBits) {
    throw Error(
        fmt::format("unsupported board size '{}' (both sides at least {}, width at most {}, width x (height "
                    "+ 1) at most {})",
                    text, kMinSide, kMaxWidth, WideSized::kMaxKeyBits));
  }
  return {*width, *height};
}

Diagram parse(std::string_view text, Size default_size) {
  text = trimmed(text);
  Size size = default_size;
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    size = parse_size(text.substr(0, colon));
    text = trimmed(text.substr(colon + 1));
  }
  const bool drawn = text.find_first_of("/|\n") != std::string_view::npos;  // every board has several rows
  return drawn ? parse_drawing(text, size) : parse_moves(text, size);
}

std::string to_text(const Diagram& diagram) {
  const Size size = diagram.size;
  std::string text;
  if (!(size == Size{})) text = fmt::format("{}x{}:", size.width, size.height);
  if (!diagram.drawn) return text + diagram.moves;
  for (int row = size.height - 1; row >= 0; --row) {
    for (int column = 0; column < size.width; ++column) {
      const WideBits cell = WideBits{1} << (column * (size.height + 1) + row);
      text += (diagram.first & cell) != 0 ? 'X' : (diagram.second & cell) != 0 ? 'O' : '.';
    }
    if (row > 0) text += '/';
  }
  return text;
}

std::string draw(const Diagram& diagram) {
  const Size size = diagram.size;
  std::string text;
  for (int row = size.height - 1; row >= 0; --row) {
    for (int column = 0; column < size.width; ++column) {
      const WideBits cell = WideBits{1} << (column * (size.height + 1) + row);
      text += ' ';
      text += (diagram.first & cell) != 0 ? 'X' : (diagram.second & cell) != 0 ? 'O' : '.';
    }
    text += '\n';
  }
  for (int column = 0; column < size.width; ++column) {
    text += ' ';
    text += column_name(column);
  }
  return text + '\n';
}

}  // namespace tesuji::connect4

#include "games/go/diagram.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace tesuji::go {

namespace {

constexpr std::string_view kBlack = "XB#YZ", kWhite = "OW@QP", kPlain = "XO";

bool contains(std::string_view set, char c) {
  return set.find(c) != std::string_view::npos;
}

struct Rows {
  std::vector<std::string> points;
  bool top = false, bottom = false, left = false, right = false;  // framed there
  std::optional<Colour> player;
  std::string title;
  int size = Grid::kLargest;
};

void read_title(std::string_view line, Rows& rows) {
  std::size_t at = 0;
  while (at < line.size() && line[at] != ' ') {
    const char c = line[at];
    if (c == 'B') rows.player = Colour::Black;
    if (c == 'W') rows.player = Colour::White;
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 && (at == 0 || line[at - 1] != 'm')) {
      int size = 0;
      for (; at < line.size() && std::isdigit(static_cast<unsigned char>(line[at])) != 0; ++at)
        size = std::min(size * 10 + (line[at] - '0'), 1000);
      if (size >= Grid::kSmallest && size <= Grid::kLargest) rows.size = size;
      continue;
    }
    ++at;
  }
  rows.title = line.substr(std::min(at, line.size()));
}

bool is_frame(std::string_view line) {
  return line.find_first_not_of(" +-") == std::string_view::npos && contains(line, '-');
}

Rows rows_of(std::string_view text) {
  Rows rows;
  bool titled = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())) != 0)
      line.remove_prefix(1);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0) line.remove_suffix(1);
    if (line.substr(0, 2) != "$$") continue;
    line.remove_prefix(2);
    if (!titled) {
      titled = true;
      if (line.empty() || line.front() != ' ') {
        read_title(line, rows);
        continue;
      }
    }
    if (is_frame(line)) {
      (rows.points.empty() ? rows.top : rows.bottom) = true;
      continue;
    }
    if (contains(line, '[') || contains(line, '{')) continue;  // links and arrows
    std::string points;
    for (const char c : line) {
      if (c == '|') {
        (points.empty() ? rows.left : rows.right) = true;
      } else if (c != ' ' && c != '\t') {
        points += c;
      }
    }
    if (!points.empty()) rows.points.push_back(points);
  }
  return rows;
}

// Where the rows begin on a line of the board: at the framed side, or in the middle if there is none.
int offset(bool low, bool high, int length, int board) {
  if (low) return 0;
  return high ? board - length : (board - length) / 2;
}

}  // namespace

bool is_diagram(std::string_view text) {
  return text.find("$$") != std::string_view::npos;
}

Problem problem_from_diagram(std::string_view text) {
  const Rows rows = rows_of(text);
  if (rows.points.empty())
    throw Error("the diagram has no rows: each row begins with $$, as in \"$$ | . X O . |\"");
  std::size_t longest = 0;
  for (const std::string& row : rows.points) longest = std::max(longest, row.size());
  const int width = static_cast<int>(longest), height = static_cast<int>(rows.points.size());
  const int board_width = rows.left && rows.right ? width : std::max(rows.size, width);
  const int board_height = rows.top && rows.bottom ? height : std::max(rows.size, height);
  Problem problem;
  problem.grid = Grid(board_width, board_height);
  problem.player = rows.player;
  problem.words = rows.title;
  const int left = offset(rows.left, rows.right, width, board_width);
  const int top = offset(rows.top, rows.bottom, height, board_height);
  for (int y = 0; y < height; ++y) {
    const std::string& row = rows.points[static_cast<std::size_t>(y)];
    for (int x = 0; x < static_cast<int>(row.size()); ++x) {
      const char c = row[static_cast<std::size_t>(x)];
      const Point p{left + x, top + y};
      if (contains(kBlack, c)) problem.grid.set(p, Colour::Black);
      if (contains(kWhite, c)) problem.grid.set(p, Colour::White);
      if (problem.grid.at(p) != Colour::Empty && !contains(kPlain, c)) problem.marks.push_back(p);
    }
  }
  return problem;
}

}  // namespace tesuji::go

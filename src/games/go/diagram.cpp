#include "games/go/diagram.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/go/drawing.hpp"
#include "games/go/text.hpp"

namespace tesuji::go {

namespace {

constexpr std::string_view kBlack = "XB#YZ", kWhite = "OW@QP", kPlain = "XO";

bool contains(std::string_view set, char c) {
  return set.find(c) != std::string_view::npos;
}

struct Rows {
  std::vector<std::string> points;
  Frame frame;
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
  for (const std::string& raw : lines_of(text)) {
    const std::string clean = trimmed(raw);
    std::string_view line = clean;
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
      (rows.points.empty() ? rows.frame.top : rows.frame.bottom) = true;
      continue;
    }
    if (contains(line, '[') || contains(line, '{')) continue;  // links and arrows
    std::string points;
    for (const char c : line) {
      if (c == '|') {
        (points.empty() ? rows.frame.left : rows.frame.right) = true;
      } else if (c != ' ' && c != '\t') {
        points += c;
      }
    }
    if (!points.empty()) rows.points.push_back(points);
  }
  return rows;
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
  const Placement place(rows.frame, width, height, rows.size);
  Problem problem;
  problem.grid = Grid(place.board_width, place.board_height);
  problem.player = rows.player;
  problem.words = rows.title;
  for (int y = 0; y < height; ++y) {
    const std::string& row = rows.points[static_cast<std::size_t>(y)];
    for (int x = 0; x < static_cast<int>(row.size()); ++x) {
      const char c = row[static_cast<std::size_t>(x)];
      const Point p{place.left + x, place.top + y};
      if (contains(kBlack, c)) problem.grid.set(p, Colour::Black);
      if (contains(kWhite, c)) problem.grid.set(p, Colour::White);
      if (problem.grid.at(p) != Colour::Empty && !contains(kPlain, c)) problem.marks.push_back(p);
    }
  }
  return problem;
}

}  // namespace tesuji::go

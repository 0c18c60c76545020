#include "games/go/drawing.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "games/go/text.hpp"
#include "games/go/wording.hpp"

namespace tesuji::go {

namespace {

constexpr std::string_view kBlack = "XxBb#", kWhite = "OoWw@", kEmpty = ".,+-*";

bool contains(std::string_view set, char c) {
  return set.find(c) != std::string_view::npos;
}

// Stones and lines as Unicode has them, in the characters of a plain drawing.
std::string plain_characters(std::string_view line) {
  static constexpr std::array<std::pair<std::string_view, char>, 22> kSame{{
      {"●", 'X'}, {"○", 'O'}, {"⚫", 'X'}, {"⚪", 'O'}, {"◯", 'O'},  {"・", '.'}, {"·", '.'}, {"＋", '.'},
      {"┼", '.'}, {"┌", '.'}, {"┐", '.'}, {"└", '.'}, {"┘", '.'},  {"├", '.'},  {"┤", '.'}, {"┬", '.'},
      {"┴", '.'}, {"╋", '.'}, {"│", '|'}, {"─", '-'}, {"Ｘ", 'X'}, {"Ｏ", 'O'},
  }};
  std::string plain;
  while (!line.empty()) {
    const auto* const same = std::find_if(kSame.begin(), kSame.end(), [&](const auto& pair) {
      return line.substr(0, pair.first.size()) == pair.first;
    });
    plain += same == kSame.end() ? line.front() : same->second;
    line.remove_prefix(same == kSame.end() ? 1 : same->first.size());
  }
  return plain;
}

bool is_border(std::string_view line) {
  const bool dashes = line.find("--") != std::string_view::npos ||
                      line.find("==") != std::string_view::npos || line.find("__") != std::string_view::npos;
  return dashes && line.find_first_not_of("+-=_| \t") == std::string_view::npos;
}

// "A B C D …", above or below a drawing.
bool is_header(std::string_view line) {
  std::string letters;
  for (const char c : line) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0)
      letters += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return letters.compare(0, 2, "AB") == 0;
}

// A line of text has a word of three letters that are not all stones, or a letter that is not a Latin one.
bool is_text(std::string_view line) {
  int letters = 0;
  bool word = false;
  for (const char c : line) {
    if (static_cast<unsigned char>(c) >= 0x80) return true;
    const bool letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
    word = letter && (word || !contains("XxOoBbWw", c));
    letters = letter ? letters + 1 : 0;
    if (letters >= 3 && word) return true;
  }
  return false;
}

struct Rows {
  std::vector<std::string> points;
  Frame frame;
  std::string words;
  std::optional<Colour> player;
};

// The points of a row, without frame and coordinates.
std::string points_in(std::string_view line, int number, Frame& frame) {
  std::string row;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (contains(kBlack, c) || contains(kWhite, c) || contains(kEmpty, c)) {
      row += c;
    } else if (c == '|') {
      (row.empty() ? frame.left : frame.right) = true;
    } else if (!contains("0123456789 \t$", c)) {
      throw Error("drawing, line " + std::to_string(number) + ", column " + std::to_string(i + 1) + ": '" +
                  std::string(1, c) + "' is none of X # (black) O @ (white) . (empty)");
    }
  }
  return row;
}

Rows rows_of(std::string_view text) {
  Rows rows;
  int number = 0;
  for (const std::string& raw : lines_of(text)) {
    ++number;
    const std::string line = plain_characters(trimmed(raw));
    if (line.empty() || is_header(line)) continue;
    if (is_border(line)) {
      (rows.points.empty() ? rows.frame.top : rows.frame.bottom) = true;
      continue;
    }
    if (is_text(line)) {
      rows.words += line + "\n";
      const char first = line.front();
      if (!rows.player && (line.rfind("lack", 1) == 1 || line.rfind("hite", 1) == 1))
        rows.player = first == 'B' || first == 'b' ? Colour::Black : Colour::White;
      continue;
    }
    const std::string row = points_in(line, number, rows.frame);
    if (row.empty()) continue;
    if (!rows.points.empty() && rows.points[0].size() != row.size())
      throw Error("drawing, line " + std::to_string(number) + ": " + std::to_string(row.size()) +
                  " points, but " + std::to_string(rows.points[0].size()) + " in the first row");
    rows.points.push_back(row);
  }
  return rows;
}

// Where a row of points lies on a line of the board.
int offset(bool low, bool high, int length, int board) {
  if (low) return 0;
  return high ? board - length : (board - length) / 2;
}

}  // namespace

Placement::Placement(const Frame& frame, int width, int height, int size)
    : board_width(frame.left && frame.right ? width : std::max(size, width)),
      board_height(frame.top && frame.bottom ? height : std::max(size, height)),
      left(offset(frame.left, frame.right, width, board_width)),
      top(offset(frame.top, frame.bottom, height, board_height)) {}

Problem problem_from_drawing(std::string_view text) {
  const Rows rows = rows_of(text);
  if (rows.points.empty())
    throw Error("the text is neither SGF, which starts with '(;', nor a drawing of a board");
  const int width = static_cast<int>(rows.points[0].size()), height = static_cast<int>(rows.points.size());
  // Without a frame the drawing is the whole board.
  const Frame all{true, true, true, true};
  const Placement place(rows.frame.any() ? rows.frame : all, width, height, Grid::kLargest);
  Problem problem;
  problem.grid = Grid(place.board_width, place.board_height);
  problem.words = rows.words;
  problem.player = rows.player ? rows.player : words_in(rows.words).player;
  if (rows.frame.any() && !rows.frame.all())
    problem.remarks.push_back("the frame shows " + std::to_string(width) + "x" + std::to_string(height) +
                              " points of a board of " + std::to_string(place.board_width) + "x" +
                              std::to_string(place.board_height));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const char c = rows.points[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
      const Point p{place.left + x, place.top + y};
      if (contains(kBlack, c)) problem.grid.set(p, Colour::Black);
      if (contains(kWhite, c)) problem.grid.set(p, Colour::White);
      if (c == '#' || c == '@') problem.target.push_back(p);
    }
  }
  return problem;
}

}  // namespace tesuji::go

#include "games/go/drawing.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
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

// Stones and lines as Unicode has them, in the characters of a plain drawing. Corners and T-pieces are points
// at the edge of the board. Lines between points mean nothing.
struct Glyphs {
  std::string_view characters;
  char plain = 0;  // 0: leave out
  Frame edges{};
};
constexpr std::array<Glyphs, 14> kGlyphs{{
    {"●⚫Ｘ", 'X'},
    {"○⚪◯Ｏ", 'O'},
    {"・·＋┼╋╂┿╬", '.'},
    {"│┃║", '|'},
    {"０１２３４５６７８９", ' '},
    {"─━═"},
    {"┌┏╔", '.', {true, false, true, false}},
    {"┬┯┳╤╦", '.', {true, false, false, false}},
    {"┐┓╗", '.', {true, false, false, true}},
    {"├┠┣╟╠", '.', {false, false, true, false}},
    {"┤┨┫╢╣", '.', {false, false, false, true}},
    {"└┗╚", '.', {false, true, true, false}},
    {"┴┷┻╧╩", '.', {false, true, false, false}},
    {"┘┛╝", '.', {false, true, false, true}},
}};

// The first character of a text in UTF-8, which is not empty.
std::string_view first_character(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) ++length;
  return text.substr(0, length);
}

const Glyphs* glyphs_with(std::string_view character) {
  if (character.size() < 2) return nullptr;
  const auto* const found = std::find_if(kGlyphs.begin(), kGlyphs.end(), [&](const Glyphs& glyphs) {
    return glyphs.characters.find(character) != std::string_view::npos;
  });
  return found == kGlyphs.end() ? nullptr : found;
}

// "┌────┐" around the points, not "┌─┬─┐" with points in it: dashes, and corners at most.
bool is_drawn_border(std::string_view line) {
  int dashes = 0;
  while (!line.empty()) {
    const std::string_view character = first_character(line);
    line.remove_prefix(character.size());
    if (character == " ") continue;
    const Glyphs* const glyphs = glyphs_with(character);
    if (glyphs == nullptr) return false;
    const Frame& edges = glyphs->edges;
    const bool corner = (edges.top || edges.bottom) && (edges.left || edges.right);
    if (glyphs->plain != 0 && !corner) return false;
    dashes += glyphs->plain == 0 ? 1 : 0;
  }
  return dashes > 1;
}

std::string plain_characters(std::string_view line, Frame& frame) {
  std::string plain;
  while (!line.empty()) {
    const std::string_view character = first_character(line);
    line.remove_prefix(character.size());
    const Glyphs* const glyphs = glyphs_with(character);
    if (glyphs == nullptr) {
      plain += character;
    } else {
      if (glyphs->plain != 0) plain += glyphs->plain;
      frame.join(glyphs->edges);
    }
  }
  return plain;
}

bool is_border(std::string_view line) {
  const bool dashes = line.find("--") != std::string_view::npos ||
                      line.find("==") != std::string_view::npos || line.find("__") != std::string_view::npos;
  return dashes && line.find_first_not_of("+-=_| \t") == std::string_view::npos;
}

// "│ │ │", between the rows of points.
bool is_only_bars(std::string_view line) {
  return line.find('|') != std::string_view::npos && line.find_first_not_of("| \t") == std::string_view::npos;
}

// "A B C D …", above or below a drawing: the number of its first column.
std::optional<int> first_column(std::string_view line) {
  constexpr std::string_view kColumns = "ABCDEFGHJKLMNOPQRST";
  std::string letters;
  for (const char c : line) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0)
      letters += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  if (letters.compare(0, 2, "AB") == 0) return 0;
  const std::size_t at = kColumns.find(letters);
  if (letters.size() < 2 || at == std::string_view::npos) return std::nullopt;
  return static_cast<int>(at);
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
  std::vector<int> numbers;  // in front of the rows, 0 = none
  int column = 0;            // of the first point, if letters say so
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
    const std::string written = trimmed(raw);
    Frame edges;
    const std::string line = plain_characters(written, edges);
    if (const auto column = first_column(line)) {
      rows.column = *column;
      continue;
    }
    if (written.empty() || is_only_bars(line)) continue;
    if (is_drawn_border(written) || is_border(line)) {
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
    rows.frame.join(edges);
    if (!rows.points.empty() && rows.points[0].size() != row.size())
      throw Error("drawing, line " + std::to_string(number) + ": " + std::to_string(row.size()) +
                  " points, but " + std::to_string(rows.points[0].size()) + " in the first row");
    rows.points.push_back(row);
    int label = 0;
    std::from_chars(line.data(), line.data() + line.size(), label);
    rows.numbers.push_back(label);
  }
  return rows;
}

// The size of a board of which only the upper rows are drawn, as their numbers say; 0 = they do not.
int numbered_size(const Rows& rows) {
  const int lines = rows.numbers.front();
  if (lines <= static_cast<int>(rows.numbers.size()) || (lines != 9 && lines != 13 && lines != 19)) return 0;
  for (std::size_t i = 0; i < rows.numbers.size(); ++i) {
    if (rows.numbers[i] != lines - static_cast<int>(i)) return 0;
  }
  return rows.column + static_cast<int>(rows.points[0].size()) <= lines ? lines : 0;
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
  Rows rows = rows_of(text);
  if (rows.points.empty())
    throw Error("the text is neither SGF, which starts with '(;', nor a drawing of a board");
  const int width = static_cast<int>(rows.points[0].size()), height = static_cast<int>(rows.points.size());
  // Without a frame the drawing is the whole board.
  const Frame all{true, true, true, true};
  const int lines = rows.frame.any() ? 0 : numbered_size(rows);
  if (lines != 0) rows.frame = {true, false, true, false};
  Placement place(rows.frame.any() ? rows.frame : all, width, height, lines != 0 ? lines : Grid::kLargest);
  if (lines != 0) place.left = rows.column;
  Problem problem;
  problem.grid = Grid(place.board_width, place.board_height);
  problem.words = rows.words;
  problem.player = rows.player ? rows.player : words_in(rows.words).player;
  if (rows.frame.any() && !rows.frame.all())
    problem.remarks.push_back(std::string(lines != 0 ? "the coordinates show " : "the frame shows ") +
                              std::to_string(width) + "x" + std::to_string(height) +
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
  // A marked target has its wall; otherwise it matters where the board ends.
  if (!rows.frame.any() && problem.target.empty() &&
      !(width == height && (width == 9 || width == 13 || width == 19)))
    problem.remarks.push_back("the drawing has no frame, so it is the whole board of " +
                              std::to_string(width) + "x" + std::to_string(height) +
                              " points: if it is part of a larger one, draw the edges with | and -");
  return problem;
}

}  // namespace tesuji::go

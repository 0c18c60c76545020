#include "games/go/notation.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/error.hpp"
#include "games/go/diagram.hpp"
#include "games/go/drawing.hpp"
#include "games/go/solution.hpp"
#include "games/go/text.hpp"

namespace tesuji::go {

namespace {

constexpr std::string_view kColumns = "ABCDEFGHJKLMNOPQRST";

char upper(char c) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}
bool digit(char c) {
  return c >= '0' && c <= '9';
}

std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

int number_from(std::string_view text, std::string_view what) {
  const std::string clean = trimmed(text);
  int value = 0;
  const auto [end, error] = std::from_chars(clean.data(), clean.data() + clean.size(), value);
  if (error != std::errc{} || end != clean.data() + clean.size()) {
    throw Error(std::string(what) + "[" + std::string(text) + "] is not a number");
  }
  return value;
}

Grid grid_from(const sgf::Node& root) {
  const auto sizes = root.values("SZ");
  if (sizes.empty() || trimmed(sizes[0]).empty()) return {Grid::kLargest, Grid::kLargest};
  const std::string& size = sizes[0];
  const std::size_t colon = size.find(':');
  if (colon == std::string::npos) {
    const int both = number_from(size, "SZ");
    return {both, both};
  }
  return {number_from(size.substr(0, colon), "SZ"), number_from(size.substr(colon + 1), "SZ")};
}

}  // namespace

std::string to_text(Point point, const Grid& grid) {
  return std::string(1, kColumns[static_cast<std::size_t>(point.x)]) +
         std::to_string(grid.height() - point.y);
}

std::string to_sgf(Point point) {
  return {static_cast<char>('a' + point.x), static_cast<char>('a' + point.y)};
}

std::optional<Point> point_from(std::string_view text, const Grid& grid) {
  const std::string clean = trimmed(text);
  const std::string lower = lowered(clean);
  if (clean.empty() || lower == "pass") return std::nullopt;
  Point point{-1, -1};
  if (clean.size() >= 2 && digit(clean[1])) {
    const std::size_t column = kColumns.find(upper(clean[0]));
    int row = 0;
    const auto [end, error] = std::from_chars(clean.data() + 1, clean.data() + clean.size(), row);
    if (column != std::string_view::npos && error == std::errc{} && end == clean.data() + clean.size()) {
      point = {static_cast<int>(column), grid.height() - row};
    }
  } else if (clean.size() == 2) {
    point = {lower[0] - 'a', lower[1] - 'a'};
  }
  if (!grid.has(point)) {
    throw Error("'" + clean + "' is no point of a " + std::to_string(grid.width()) + "x" +
                std::to_string(grid.height()) + " board: write C4, or cp as in SGF, or pass");
  }
  return point;
}

std::vector<Point> sgf_points(std::string_view text, const Grid& grid) {
  const std::string clean = trimmed(text);
  const auto one = [&](std::string_view part) {
    const Point point = part.size() == 2 ? Point{part[0] - 'a', part[1] - 'a'} : Point{-1, -1};
    if (!grid.has(point)) {
      throw Error("SGF: [" + clean + "] is no point of a " + std::to_string(grid.width()) + "x" +
                  std::to_string(grid.height()) + " board");
    }
    return point;
  };
  const std::size_t colon = clean.find(':');
  if (colon == std::string::npos) return {one(clean)};
  const Point a = one(std::string_view(clean).substr(0, colon));
  const Point b = one(std::string_view(clean).substr(colon + 1));
  std::vector<Point> points;
  for (int y = std::min(a.y, b.y); y <= std::max(a.y, b.y); ++y) {
    for (int x = std::min(a.x, b.x); x <= std::max(a.x, b.x); ++x) points.push_back({x, y});
  }
  return points;
}

namespace {

// Squares on empty points are holes in the wall, and triangles are the region if one of them is on an empty
// point. Any other mark is on a stone of the target, as goproblems, OGS and Sabaki use it.
void use_marks(Problem& problem, const std::vector<Point>& squares, const std::vector<Point>& triangles) {
  const auto empty = [&](Point p) { return problem.grid.at(p) == Colour::Empty; };
  const bool region = std::any_of(triangles.begin(), triangles.end(), empty);
  for (const Point p : triangles) (region ? problem.region : problem.marks).push_back(p);
  const bool holes = std::any_of(squares.begin(), squares.end(), empty) || !problem.target.empty();
  for (const Point p : squares) (holes ? problem.stubs : problem.marks).push_back(p);
}

// Labels on empty points are moves to choose from. If all are on stones, and no other mark is, they name the
// group.
void use_labels(Problem& problem, const std::vector<Point>& labelled) {
  const bool stones = std::all_of(labelled.begin(), labelled.end(),
                                  [&](Point p) { return problem.grid.at(p) != Colour::Empty; });
  if (stones && problem.marks.empty() && problem.target.empty()) problem.marks = labelled;
}

bool sets_stones(const std::vector<sgf::Node>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const sgf::Node& node) { return node.has("AB") || node.has("AW"); });
}

// Books put their problems into variations of an empty board: the board, and the first of them.
std::optional<sgf::Tree> first_of_book(const sgf::Tree& tree, std::size_t& problems) {
  const bool moves = std::any_of(tree.nodes.begin(), tree.nodes.end(),
                                 [](const sgf::Node& node) { return node.has("B") || node.has("W"); });
  if (moves || sets_stones(tree.nodes)) return std::nullopt;
  const auto sets = [](const sgf::Tree& variation) { return sets_stones(variation.nodes); };
  const auto first = std::find_if(tree.variations.begin(), tree.variations.end(), sets);
  if (first == tree.variations.end()) return std::nullopt;
  problems = static_cast<std::size_t>(std::count_if(first, tree.variations.end(), sets));
  sgf::Tree chosen{tree.nodes, first->variations};
  chosen.nodes.insert(chosen.nodes.end(), first->nodes.begin(), first->nodes.end());
  return chosen;
}

}  // namespace

Problem problem_from(const sgf::Tree& tree) {
  Problem problem;
  std::size_t problems = 0;
  if (const auto chosen = first_of_book(tree, problems)) {
    problem = problem_from(*chosen);
    if (problems > 1)
      problem.remarks.push_back("the file has " + std::to_string(problems) +
                                " problems in variations, of which this is the first");
    return problem;
  }
  problem.grid = grid_from(tree.nodes.front());
  // Each point once: a file may name the whole board in every value.
  using Seen = std::vector<bool>;
  const Seen none(static_cast<std::size_t>(problem.grid.width() * problem.grid.height()));
  const auto collect = [&](const sgf::Node& node, std::string_view name, Seen& seen, const auto& use) {
    for (const std::string& value : node.values(name)) {
      // A label is a point, a colon and a text.
      const std::string points = name == "LB" ? value.substr(0, value.find(':')) : value;
      if (trimmed(points).empty()) continue;
      for (const Point p : sgf_points(points, problem.grid)) {
        const auto place = static_cast<std::size_t>(p.y * problem.grid.width() + p.x);
        if (!seen[place]) use(p);
        seen[place] = true;
      }
    }
  };
  std::vector<Point> squares, triangles;
  std::vector<Point> labelled;
  Seen target_seen = none, squares_seen = none, triangles_seen = none, marks_seen = none, labels_seen = none;
  // The setup may be spread over several nodes; it ends with the first move.
  std::size_t setup = 0;
  for (; setup < tree.nodes.size(); ++setup) {
    const sgf::Node& node = tree.nodes[setup];
    if (node.has("B") || node.has("W")) break;
    Seen black = none, white = none, empty = none, ko = none;
    collect(node, "AB", black, [&](Point p) { problem.grid.set(p, Colour::Black); });
    collect(node, "AW", white, [&](Point p) {
      if (black[static_cast<std::size_t>(p.y * problem.grid.width() + p.x)])
        throw Error("SGF: AB and AW both have a stone at " + to_text(p, problem.grid));
      problem.grid.set(p, Colour::White);
    });
    collect(node, "AE", empty, [&](Point p) { problem.grid.set(p, Colour::Empty); });
    collect(node, "MA", target_seen, [&](Point p) { problem.target.push_back(p); });
    collect(node, "SQ", squares_seen, [&](Point p) { squares.push_back(p); });
    collect(node, "TR", triangles_seen, [&](Point p) { triangles.push_back(p); });
    collect(node, "CR", marks_seen, [&](Point p) { problem.marks.push_back(p); });
    collect(node, "LB", labels_seen, [&](Point p) { labelled.push_back(p); });
    for (const char* property : {"GN", "N", "C"}) {
      for (const std::string& value : node.values(property)) problem.words += value + "\n";
    }
    collect(node, "KP", ko, [&](Point p) { problem.ko = p; });
    for (const std::string& value : node.values("PL")) {
      if (trimmed(value).empty()) continue;
      try {
        problem.player = colour_from(trimmed(value));
      } catch (const Error&) {
        problem.remarks.push_back("PL[" + value + "] names no player and is passed over");
      }
    }
  }
  read_solution(tree, setup, problem);
  use_marks(problem, squares, triangles);
  use_labels(problem, labelled);
  return problem;
}

Problem problem_from(std::string_view text) {
  if (!sgf::has_tree(text)) {
    if (is_diagram(text)) return problem_from_diagram(text);
    // No board has but one line: that may have been meant for the name of a file.
    if (const std::string line(trimmed(text)); !line.empty() && line.find('\n') == std::string::npos)
      throw Error("'" + line + "' is no file, and a problem is SGF or a drawing of two lines at least");
    return problem_from_drawing(text);
  }
  return problem_from(sgf::parse(text).front());
}

std::vector<std::string> split_problems(std::string_view text) {
  if (sgf::has_tree(text)) return sgf::split(text);
  std::vector<std::string> parts;
  std::string part;
  for (const std::string& line : lines_of(text)) {
    if (!trimmed(line).empty()) {
      part += line + "\n";
    } else if (!part.empty()) {
      parts.push_back(std::move(part));
      part.clear();
    }
  }
  if (!part.empty()) parts.push_back(std::move(part));
  return parts;
}

sgf::Node to_node(const Problem& problem) {
  sgf::Node node;
  node.add("FF", "4");
  node.add("GM", "1");
  const int width = problem.grid.width(), height = problem.grid.height();
  node.add("SZ",
           width == height ? std::to_string(width) : std::to_string(width) + ":" + std::to_string(height));
  for (const Point p : problem.grid.points()) {
    if (problem.grid.at(p) == Colour::Black) node.add("AB", to_sgf(p));
  }
  for (const Point p : problem.grid.points()) {
    if (problem.grid.at(p) == Colour::White) node.add("AW", to_sgf(p));
  }
  if (problem.player) node.add("PL", std::string(1, initial(*problem.player)));
  for (const Point p : problem.target) node.add("MA", to_sgf(p));
  for (const Point p : problem.stubs) node.add("SQ", to_sgf(p));
  for (const Point p : problem.region) node.add("TR", to_sgf(p));
  if (problem.ko) node.add("KP", to_sgf(*problem.ko));
  return node;
}

std::string to_sgf(const Problem& problem) {
  return sgf::write({{to_node(problem)}, {}});
}

std::string draw(const Grid& grid, const std::vector<Point>& target, std::optional<Point> marked) {
  const auto is_target = [&](Point p) { return std::find(target.begin(), target.end(), p) != target.end(); };
  std::string header = "  ";
  for (int x = 0; x < grid.width(); ++x) header += std::string(" ") + kColumns[static_cast<std::size_t>(x)];
  std::string out = header + "\n";
  for (int y = 0; y < grid.height(); ++y) {
    const std::string row = std::to_string(grid.height() - y);
    out += (row.size() < 2 ? " " : "") + row;
    for (int x = 0; x < grid.width(); ++x) {
      const Point p{x, y};
      char c = marked && *marked == p ? '*' : '.';
      if (grid.at(p) == Colour::Black) c = is_target(p) ? '#' : 'X';
      if (grid.at(p) == Colour::White) c = is_target(p) ? '@' : 'O';
      out += std::string(" ") + c;
    }
    out += "\n";
  }
  return out + header + "\n";
}

}  // namespace tesuji::go

// Problems as book diagrams: the part of the board with stones, and the solution with numbered moves.
#include <fmt/format.h>

#include <algorithm>

#include "games/go/authoring.hpp"
#include "games/go/notation.hpp"

namespace tesuji::go {

namespace {

struct View {
  int left, top, right, bottom;  // inclusive
};

// The stones and marked points with a margin of two, widened to the edge of the board where that is near.
View view_of(const Grid& grid) {
  View view{grid.width() - 1, grid.height() - 1, 0, 0};
  bool any = false;
  for (const Point p : grid.points()) {
    if (grid.at(p) == Colour::Empty) continue;
    any = true;
    view = {std::min(view.left, p.x), std::min(view.top, p.y), std::max(view.right, p.x),
            std::max(view.bottom, p.y)};
  }
  if (!any) throw Error("there are no stones to draw");
  constexpr int kMargin = 1, kNearEdge = 3;
  const auto widen_low = [](int at) { return at <= kNearEdge ? 0 : at - kMargin; };
  const auto widen_high = [](int at, int size) {
    return size - 1 - at <= kNearEdge ? size - 1 : at + kMargin;
  };
  return {widen_low(view.left), widen_low(view.top), widen_high(view.right, grid.width()),
          widen_high(view.bottom, grid.height())};
}

class Drawing {
 public:
  Drawing(const Grid& grid, const View& view) : grid_(grid), view_(view) {
    diagram_.width = view.right - view.left + 1;
    diagram_.height = view.bottom - view.top + 1;
    // Lines end at the edge of the board, and go on half a square where it is cut off.
    const auto line = [&](double x1, double y1, double x2, double y2, bool edge) {
      diagram_.lines.push_back({x1, y1, x2, y2, edge ? 0.07 : 0.025});
    };
    const double left = view.left == 0 ? 0.5 : 0,
                 right = diagram_.width - (view.right == grid.width() - 1 ? 0.5 : 0);
    const double top = view.top == 0 ? 0.5 : 0,
                 bottom = diagram_.height - (view.bottom == grid.height() - 1 ? 0.5 : 0);
    for (int x = view.left; x <= view.right; ++x)
      line(x - view.left + 0.5, top, x - view.left + 0.5, bottom, x == 0 || x == grid.width() - 1);
    for (int y = view.top; y <= view.bottom; ++y)
      line(left, y - view.top + 0.5, right, y - view.top + 0.5, y == 0 || y == grid.height() - 1);
    for (const Point p : stars(grid)) {
      if (inside(p) && grid.at(p) == Colour::Empty) diagram_.circles.push_back({x(p), y(p), 0.09, true});
    }
    for (const Point p : grid.points()) {
      if (grid.at(p) != Colour::Empty && inside(p)) stone(p, grid.at(p));
    }
  }

  void number(Point p, Colour colour, int number) {
    if (!inside(p) || grid_.at(p) != Colour::Empty) return;
    stone(p, colour);
    diagram_.texts.push_back({x(p), y(p), 0.52, std::to_string(number), colour == Colour::Black});
  }
  [[nodiscard]] bool inside(Point p) const {
    return p.x >= view_.left && p.x <= view_.right && p.y >= view_.top && p.y <= view_.bottom;
  }

  engine::Diagram take(std::string caption) {
    diagram_.caption = std::move(caption);
    return std::move(diagram_);
  }

 private:
  static std::vector<Point> stars(const Grid& grid) {
    const int size = grid.width();
    if (grid.height() != size || size < 9) return {};
    const int near = size >= 13 ? 3 : 2;
    std::vector<int> at = {near, size - 1 - near};
    if (size % 2 == 1) at.push_back(size / 2);
    std::vector<Point> points;
    for (const int px : at) {
      for (const int py : at) {
        const bool middle = size % 2 == 1 && (px == size / 2) != (py == size / 2);
        if (!middle || size == 19) points.push_back({px, py});
      }
    }
    return points;
  }
  [[nodiscard]] double x(Point p) const { return p.x - view_.left + 0.5; }
  [[nodiscard]] double y(Point p) const { return p.y - view_.top + 0.5; }
  void stone(Point p, Colour colour) {
    diagram_.circles.push_back({x(p), y(p), 0.47, colour == Colour::Black});
  }

  Grid grid_;
  View view_;
  engine::Diagram diagram_;
};

struct Played {
  Point at;
  Colour colour;
};

// The main line: the first variation that is marked right, else the first.
bool says_right(const sgf::Tree& tree) {
  for (const sgf::Node& node : tree.nodes) {
    for (const std::string& comment : node.values("C")) {
      if (comment.find("RIGHT") != std::string::npos || comment.find("Correct") != std::string::npos)
        return true;
    }
    if (node.has("TE")) return true;
  }
  return std::any_of(tree.variations.begin(), tree.variations.end(), says_right);
}

std::vector<Played> main_line(const sgf::Tree& root, const Grid& grid) {
  std::vector<Played> played;
  for (const sgf::Tree* tree = &root; tree != nullptr;) {
    for (const sgf::Node& node : tree->nodes) {
      for (const char* name : {"B", "W"}) {
        const std::vector<std::string> values = node.values(name);
        if (values.empty() || values.front().size() != 2) continue;
        for (const Point p : sgf_points(values.front(), grid))
          played.push_back({p, *name == 'B' ? Colour::Black : Colour::White});
      }
    }
    const auto right = std::find_if(tree->variations.begin(), tree->variations.end(), says_right);
    tree = right != tree->variations.end() ? &*right
           : tree->variations.empty()      ? nullptr
                                           : &tree->variations.front();
  }
  return played;
}

}  // namespace

engine::ProblemDiagrams diagrams(std::string_view text) {
  sgf::Tree tree;
  if (sgf::has_tree(text)) {
    tree = sgf::parse(text).front();
  } else {
    tree.nodes.push_back(to_node(problem_from(text)));
  }
  const Problem problem = problem_from(tree);
  std::string caption = problem.words.substr(0, std::min(problem.words.find('\n'), problem.words.size()));
  const std::vector<Played> line = main_line(tree, problem.grid);
  const Colour player = problem.player ? *problem.player : line.empty() ? Colour::Black : line.front().colour;
  // As in books, each diagram says who plays.
  const char* const name = player == Colour::White ? "White" : "Black";
  if (caption.empty()) {
    caption = fmt::format("{} to play", name);
  } else if (caption.find(name) == std::string::npos) {
    caption += fmt::format(" ({} to play)", name);
  }
  const View view = view_of(problem.grid);
  engine::ProblemDiagrams out;
  out.problem = Drawing(problem.grid, view).take(caption);

  Drawing solution(problem.grid, view);
  std::vector<std::pair<Point, int>> taken;  // with the number of the stone
  std::string later;
  int number = 0;
  for (const Played& move : line) {
    ++number;
    const auto before =
        std::find_if(taken.begin(), taken.end(), [&](const auto& each) { return each.first == move.at; });
    if (before != taken.end() || problem.grid.at(move.at) != Colour::Empty || !solution.inside(move.at)) {
      // As in books: "8 at 2". A stone of the problem has no number.
      const std::string where =
          before != taken.end() ? std::to_string(before->second) : to_text(move.at, problem.grid);
      later += fmt::format("{}{} at {}", later.empty() ? "" : ", ", number, where);
      continue;
    }
    taken.emplace_back(move.at, number);
    solution.number(move.at, move.colour, number);
  }
  out.solution = solution.take(number == 0 ? "no solution in the file" : later);
  return out;
}

}  // namespace tesuji::go

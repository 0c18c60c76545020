#include "games/go/question.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "games/go/area.hpp"

namespace tesuji::go {

namespace {

// How many blocks of each colour are tried as the target.
constexpr std::size_t kOtherBlocks = 4;

// A block that does not face the outside comes before larger ones that do, if it has so many stones.
constexpr std::size_t kLeastTarget = 3;

using Stones = std::vector<Point>;

// How many stones of each colour are seen first when looking in from the open sides of the board.
std::array<int, 3> seen_from_outside(const Grid& grid, const Stones& stones) {
  const Box box = box_around(grid, stones, 0);
  std::array<int, 3> seen{};
  const auto look = [&](Point p, int dx, int dy) {
    for (; box.has(p); p = {p.x + dx, p.y + dy}) {
      if (grid.at(p) == Colour::Empty) continue;
      ++seen[static_cast<std::size_t>(grid.at(p))];
      return;
    }
  };
  for (int y = box.top; y <= box.bottom; ++y) {
    if (box.left > 0) look({box.left, y}, 1, 0);
    if (box.right < grid.width() - 1) look({box.right, y}, -1, 0);
  }
  for (int x = box.left; x <= box.right; ++x) {
    if (box.top > 0) look({x, box.top}, 0, 1);
    if (box.bottom < grid.height() - 1) look({x, box.bottom}, 0, -1);
  }
  return seen;
}

// The blocks of one colour, the largest first.
std::vector<Stones> blocks_of(const Grid& grid, const Stones& stones, Colour colour) {
  std::vector<Stones> blocks;
  PointSet seen;
  for (const Point p : stones) {
    if (grid.at(p) != colour || seen.has(p)) continue;
    blocks.push_back(grid.block(p));
    for (const Point stone : blocks.back()) seen.add(stone);
  }
  std::stable_sort(blocks.begin(), blocks.end(),
                   [](const Stones& a, const Stones& b) { return a.size() > b.size(); });
  return blocks;
}

// Is most of what surrounds the block open to the outside? Such a block is rather a wall than a target.
bool faces_outside(const Grid& grid, const Stones& stones, const Stones& block) {
  const Box box = box_around(grid, stones, 0);
  PointSet open;
  Stones queue;
  for (const Point p : grid.points()) {
    if (!box.has(p) && grid.at(p) == Colour::Empty && open.add(p)) queue.push_back(p);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Point q : grid.neighbours(queue[i])) {
      if (grid.at(q) == Colour::Empty && open.add(q)) queue.push_back(q);
    }
  }
  const Stones liberties = grid.liberties(block);
  const auto outer = std::count_if(liberties.begin(), liberties.end(), [&](Point p) { return open.has(p); });
  return 2 * outer > static_cast<std::ptrdiff_t>(liberties.size());
}

bool has_both_colours(const Grid& grid, const Stones& stones) {
  return std::any_of(stones.begin(), stones.end(), [&](Point p) { return grid.at(p) == Colour::Black; }) &&
         std::any_of(stones.begin(), stones.end(), [&](Point p) { return grid.at(p) == Colour::White; });
}

int distance(Point a, Point b) {
  return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y));
}

// The stones of the one problem that is asked about. Stones of one colour far from all others are no problem.
Stones stones_in_question(const Grid& grid, std::optional<Point> near) {
  std::vector<Stones> problems = clusters(grid);
  if (problems.empty())
    throw Error("there are no stones on the board: place some (AB and AW in SGF, X and O in a drawing)");
  if (problems.size() > 1) {
    const auto alone = std::remove_if(problems.begin(), problems.end(),
                                      [&](const Stones& stones) { return !has_both_colours(grid, stones); });
    if (alone != problems.begin()) problems.erase(alone, problems.end());
  }
  Stones& first = problems.front();
  if (!has_both_colours(grid, first))
    throw Error("there are only " + std::string(name(grid.at(first.front()))) +
                " stones near each other: life and death needs a group and stones around it");
  if (near) {
    const auto away = [&](const Stones& stones) {
      int least = Grid::kLargest;
      for (const Point p : stones) least = std::min(least, distance(p, *near));
      return least;
    };
    return *std::min_element(problems.begin(), problems.end(),
                             [&](const Stones& a, const Stones& b) { return away(a) < away(b); });
  }
  if (problems.size() == 1) return first;
  std::string places;
  for (const Stones& stones : problems)
    places += (places.empty() ? "" : ", ") + to_text(stones.front(), grid);
  throw Error("there are " + std::to_string(problems.size()) + " problems on the board, near " + places +
              ": say which with --group, for example --group " + to_text(first.front(), grid));
}

}  // namespace

std::vector<Reading> readings(const Problem& problem, std::optional<Point> near) {
  const Grid& grid = problem.grid;
  const Stones stones = stones_in_question(grid, near);
  const Wording words = words_in(problem.words, problem.player);
  const std::array<int, 3> seen = seen_from_outside(grid, stones);
  const Colour inside = words.defender ? *words.defender : seen[1] > seen[2] ? Colour::White : Colour::Black;
  std::vector<Reading> all;
  const auto add = [&](std::vector<Point> target, std::string reason, bool far_fetched = false) {
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const Reading& reading) { return reading.target == target; });
    if (!known) all.push_back({std::move(target), std::move(reason), far_fetched});
  };
  auto inner = blocks_of(grid, stones, inside);
  const auto outer = blocks_of(grid, stones, opposite(inside));
  std::stable_partition(inner.begin(), inner.end(), [&](const Stones& block) {
    return block.size() >= kLeastTarget && !faces_outside(grid, stones, block);
  });
  if (near && grid.at(*near) != Colour::Empty)
    add({grid.block(*near).front()}, "the group that was asked for");
  if (!all.empty()) return all;
  const std::string colour = words.defender ? "the colour named in the text" : "the colour that is enclosed";
  const PointSet group = group_of(grid, {inner.front().front()});
  std::vector<Point> whole;
  for (const Stones& block : inner) {
    if (group.has(block.front())) whole.push_back(block.front());
  }
  if (whole.size() > 1) add(std::move(whole), "all blocks of " + colour);
  add({inner.front().front()}, "the largest block of " + colour);
  if (!words.defender) add({outer.front().front()}, "the largest block of the other colour", true);
  for (std::size_t i = 1; i < kOtherBlocks; ++i) {
    if (i < inner.size() && inner[i].size() > 1) add({inner[i].front()}, "another block of " + colour, true);
    if (!words.defender && i < outer.size() && outer[i].size() > 1)
      add({outer[i].front()}, "another block of the other colour", true);
  }
  return all;
}

}  // namespace tesuji::go

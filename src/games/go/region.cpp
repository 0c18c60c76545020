#include "games/go/region.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "base/error.hpp"
#include "games/go/point_set.hpp"

namespace tesuji::go {

template <class Mask>
BasicRegion<Mask>::BasicRegion(const Enclosure& enclosure, const Numbering& numbering)
    : stride_(numbering.stride),
      shifts_(numbering.stride != 0 && !numbering.masked),
      attacker_(enclosure.attacker) {
  const Grid& grid = enclosure.problem.grid;
  const bool defenders_outside = enclosure.outside == Side::Defender;
  for (const auto& [i, p] : numbering.points) {
    points_[static_cast<std::size_t>(i)] = p;
    all_ |= bit<Mask>(i);
  }
  for (Mask left = all_; left != 0; left = without_first(left)) {
    const int i = first(left);
    for (const Point q : grid.neighbours(point(i))) {
      if (const auto at = index(q)) {
        neighbours_[static_cast<std::size_t>(i)] |= bit<Mask>(*at);
        const int apart = i - *at;
        (apart == 1 ? after_ : apart == -1 ? before_ : apart > 0 ? below_ : above_) |= bit<Mask>(i);
      } else if (grid.at(q) == attacker_ || (grid.at(q) == Colour::Empty && !defenders_outside)) {
        wall_ |= bit<Mask>(i);
      } else if (enclosure.outside_lives || defenders_outside) {
        haven_ |= bit<Mask>(i);
      }
    }
  }
}

template <class Mask>
std::optional<int> BasicRegion<Mask>::index(Point p) const {
  for (Mask left = all_; left != 0; left = without_first(left)) {
    if (point(first(left)) == p) return first(left);
  }
  return std::nullopt;
}

template class BasicRegion<Mask64>;
template class BasicRegion<Mask128>;
template class BasicRegion<WideMask>;

namespace {

// The lowest number, if points may be numbered by rows (or columns) a stride apart: all within `limit`, no
// two alike, and, unless shifts are masked, none that are not neighbours one or a stride apart.
std::optional<int> lowest_number(const std::vector<Point>& points, bool columns, int stride, int limit,
                                 bool masked) {
  const auto number = [&](Point p) { return columns ? p.x * stride + p.y : p.y * stride + p.x; };
  int low = number(points.front()), high = low;
  for (const Point p : points) {
    low = std::min(low, number(p));
    high = std::max(high, number(p));
    for (const Point q : points) {
      const int apart = number(q) - number(p), steps = std::abs(q.x - p.x) + std::abs(q.y - p.y);
      if ((apart == 0 && steps != 0) || (!masked && (apart == 1 || apart == stride) && steps != 1))
        return std::nullopt;
    }
  }
  return high - low < limit ? std::optional(low) : std::nullopt;
}

}  // namespace

Numbering::Numbering(const std::vector<Point>& all) {
  Point low{Grid::kLargest, Grid::kLargest}, high{0, 0};
  for (const Point p : all) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const int width = high.x - low.x + 1, height = high.y - low.y + 1;
  for (const int bits : {kBits<Mask64>, kBits<Mask128>, kBits<WideMask>}) {
    limit = bits;
    for (const bool with_masks : {false, true}) {
      for (int overlap = 0; overlap < std::max(width, height); ++overlap) {
        for (const bool columns : {false, true}) {
          stride = (columns ? height : width) + 1 - overlap;
          masked = with_masks;
          const auto base = stride > 1 ? lowest_number(all, columns, stride, limit, masked) : std::nullopt;
          if (!base) continue;
          for (const Point p : all)
            points.emplace_back((columns ? p.x * stride + p.y : p.y * stride + p.x) - *base, p);
          return;
        }
      }
    }
    if (all.size() > kBits<Mask64>) continue;
    stride = 0;
    masked = false;
    for (const Point p : all) points.emplace_back(static_cast<int>(points.size()), p);
    return;
  }
}

namespace {

// A flood that reaches further has leaked into the open board: a wall leaves half of a large board outside.
constexpr std::size_t kSmallRegion = 64;
bool may_be_enclosed(int size, const Grid& grid) {
  const auto points = static_cast<std::size_t>(size);
  return points <= kSmallRegion || 2 * points <= grid.points().size();
}

// Through everything that is not the attacker's, diagonally as well.
PointSet flood(const Grid& grid, const std::vector<Point>& seeds, Colour attacker) {
  PointSet filled;
  std::deque<Point> edge;
  for (const Point p : seeds) {
    if (filled.add(p)) edge.push_back(p);
  }
  for (; !edge.empty(); edge.pop_front()) {
    for (const Point q : grid.around(edge.front())) {
      if (grid.at(q) != attacker && filled.add(q)) edge.push_back(q);
    }
  }
  return filled;
}

// The attacker's blocks next to the region that can be captured there: at most one liberty is outside. They
// join the region with all their liberties.
void add_capturable(const Grid& grid, Colour attacker, PointSet& region) {
  const PointSet flooded = region;
  PointSet seen;
  for (const Point p : flooded.sorted(grid)) {
    for (const Point q : grid.neighbours(p)) {
      if (grid.at(q) != attacker || seen.has(q)) continue;
      const std::vector<Point> block = grid.block(q);
      for (const Point stone : block) seen.add(stone);
      const std::vector<Point> liberties = grid.liberties(block);
      const auto outside =
          std::count_if(liberties.begin(), liberties.end(), [&](Point l) { return !flooded.has(l); });
      if (outside > 1) continue;
      for (const Point stone : block) region.add(stone);
      for (const Point liberty : liberties) region.add(liberty);
    }
  }
}

PointSet region_of(const Grid& grid, const std::vector<Point>& target, Colour attacker) {
  PointSet region = flood(grid, target, attacker);
  add_capturable(grid, attacker, region);
  return region;
}

// So many points at least that a stone shuts out are a board behind a wall; its own point is one of them.
constexpr int kBehindAWall = 6;

// Where one more stone of the attacker's would close the wall; none = nowhere. On a large board that is where
// it leaves the largest region that fits; on a small one, which fits as a whole, where it leaves the least
// without touching the defender.
std::optional<Point> hole(const Grid& grid, const std::vector<Point>& target, Colour attacker) {
  std::optional<Point> best;
  int best_size = 0;
  const PointSet flooded = flood(grid, target, attacker);
  const bool large = grid.points().size() > kSmallRegion;
  for (const Point p : flooded.sorted(grid)) {
    if (grid.at(p) != Colour::Empty) continue;
    const std::vector<Point> around = grid.around(p), next = grid.neighbours(p);
    if (std::none_of(around.begin(), around.end(), [&](Point q) { return grid.at(q) == attacker; })) continue;
    if (!large &&
        std::any_of(next.begin(), next.end(), [&](Point q) { return grid.at(q) == opposite(attacker); }))
      continue;
    Grid filled = grid;
    filled.set(p, attacker);
    if (flood(filled, target, attacker).size() > flooded.size() - kBehindAWall) continue;
    const int size = region_of(filled, target, attacker).size();
    if (may_be_enclosed(size, grid) && (!best || (large ? size > best_size : size < best_size))) {
      best = p;
      best_size = size;
    }
  }
  return best;
}

// The nearest point to the target from which no stone of the attacker's is in sight: open board.
std::optional<Point> open_point(const Grid& grid, const std::vector<Point>& target, Colour attacker) {
  PointSet seen;
  std::deque<Point> edge(target.begin(), target.end());
  for (; !edge.empty(); edge.pop_front()) {
    const std::vector<Point> around = grid.around(edge.front());
    if (grid.at(edge.front()) == Colour::Empty && around.size() == 8 &&
        std::all_of(around.begin(), around.end(), [&](Point q) { return grid.at(q) == Colour::Empty; })) {
      return edge.front();
    }
    for (const Point q : around) {
      if (grid.at(q) != attacker && seen.add(q)) edge.push_back(q);
    }
  }
  return std::nullopt;
}

// The block most likely to be meant where none is marked. A group to be captured has many stones and little
// room; its wall has as many stones but the open board for room, and the stones inside it are few.
std::vector<Point> guess_target(const Grid& grid) {
  std::vector<Point> best;
  std::array<long, 3> best_worth{};
  PointSet seen;
  for (const Point p : grid.points()) {
    if (grid.at(p) == Colour::Empty || seen.has(p)) continue;
    const std::vector<Point> block = grid.block(p);
    for (const Point stone : block) seen.add(stone);
    const Colour attacker = opposite(grid.at(p));
    const PointSet region = region_of(grid, {p}, attacker);
    // A region without a wall is the board itself, and everything in it belongs to both sides.
    const auto whole = static_cast<int>(grid.points().size());
    if (!may_be_enclosed(region.size(), grid) || region.size() * 5 > whole * 4) continue;
    const PointSet flooded = flood(grid, {p}, attacker);
    long own = 0, room = 0;
    for (const Point q : flooded.sorted(grid)) (grid.at(q) == Colour::Empty ? room : own) += 1;
    if (room == 0) continue;
    const std::array<long, 3> worth{2 * own - room, static_cast<long>(block.size()),
                                    -static_cast<long>(grid.liberties(block).size())};
    if (best.empty() || worth > best_worth) {
      best = {p};
      best_worth = worth;
    }
  }
  return best;
}

std::string size_text(int points) {
  return std::to_string(points) + " points";
}

[[noreturn]] void refuse_leak(const Enclosure& e, int size, std::optional<Point> hole) {
  const Grid& grid = e.problem.grid;
  std::string message = "the region around " + to_text(e.problem.target.front(), grid) + " is not closed (" +
                        size_text(size) + (may_be_enclosed(size, grid) ? ", no wall" : ", too many") + "): ";
  if (hole) {
    message += "it leaks at " + to_text(*hole, grid) + "; a stub there, SQ[" + to_sgf(*hole) +
               "], closes it, or give the region (TR)";
  } else if (const auto open = open_point(grid, e.problem.target, e.attacker)) {
    message += "it leaks into the open board near " + to_text(*open, grid) +
               "; close the wall with stones or with stubs (SQ), or give the region (TR)";
  } else {
    message += "give the region (TR), or mark a target that is enclosed (MA)";
  }
  throw Leak(message);
}

void settle_target(Enclosure& e) {
  Problem& problem = e.problem;
  std::vector<Point> stones;
  for (const Point p : problem.target) {
    if (problem.grid.at(p) != Colour::Empty) stones.push_back(p);
  }
  if (!problem.target.empty() && stones.empty())
    e.remarks.push_back("the mark at " + to_text(problem.target.front(), problem.grid) +
                        " is on an empty point and says nothing");
  problem.target = stones;
  if (problem.target.empty()) {
    problem.target = guess_target(problem.grid);
    if (problem.target.empty()) {
      throw Error("no target is marked (MA), and no enclosed group is to be seen: mark a stone of the group");
    }
    e.remarks.push_back("no target is marked (MA): took the " +
                        std::string(name(problem.grid.at(problem.target.front()))) + " block at " +
                        to_text(problem.target.front(), problem.grid));
  }
  const Colour owner = problem.grid.at(problem.target.front());
  for (const Point p : problem.target) {
    if (problem.grid.at(p) != owner)
      throw Error("the target is marked on both colours (MA): " +
                  to_text(problem.target.front(), problem.grid) + " and " + to_text(p, problem.grid));
  }
  e.attacker = opposite(owner);
}

// One mark for each block.
void drop_double_marks(Problem& problem) {
  std::vector<Point> kept;
  PointSet seen;
  for (const Point p : problem.target) {
    if (seen.has(p)) continue;
    for (const Point stone : problem.grid.block(p)) seen.add(stone);
    kept.push_back(p);
  }
  problem.target = kept;
}

void lift_stones_without_liberties(Enclosure& e) {
  Grid& grid = e.problem.grid;
  for (const Point p : grid.points()) {
    if (grid.at(p) == Colour::Empty) continue;
    const std::vector<Point> block = grid.block(p);
    if (grid.liberties(block).empty())
      throw Error("the " + std::string(name(grid.at(p))) + " stones at " + to_text(p, grid) +
                  " have no liberty: such a position cannot stand on the board");
  }
}

}  // namespace

Enclosure enclose(Problem problem) {
  Enclosure e;
  e.problem = std::move(problem);
  e.remarks = e.problem.remarks;
  settle_target(e);
  Grid& grid = e.problem.grid;
  for (const Point p : e.problem.stubs) {
    if (grid.at(p) == e.attacker) continue;
    bool legal = false;
    Grid after = grid;
    after.play(p, e.attacker, legal);
    if (!legal) throw Error("no stone of the attacker's can be put on the stub SQ[" + to_sgf(p) + "]");
    grid = after;
  }
  e.problem.stubs.clear();
  lift_stones_without_liberties(e);
  drop_double_marks(e.problem);
  if (!e.problem.region.empty()) {
    PointSet region;
    for (const Point p : e.problem.region) region.add(p);
    for (const Point p : e.problem.target) {
      for (const Point stone : grid.block(p)) region.add(stone);
    }
    e.points = region.sorted(grid);
    return e;
  }
  const PointSet region = region_of(grid, e.problem.target, e.attacker);
  if (!may_be_enclosed(region.size(), grid))
    refuse_leak(e, region.size(), hole(grid, e.problem.target, e.attacker));
  const std::vector<Point> all = grid.points();
  if (std::all_of(all.begin(), all.end(),
                  [&](Point p) { return region.has(p) || grid.at(p) != e.attacker; })) {
    // No stone of the attacker's is outside: there is no wall. A small board may be meant as a whole, but if
    // one stone more makes a wall with some of the board behind it, that one was forgotten.
    if (const auto at = hole(grid, e.problem.target, e.attacker)) refuse_leak(e, region.size(), at);
    e.remarks.push_back("there is no wall: the whole board is played on");
  }
  e.points = region.sorted(grid);
  return e;
}

}  // namespace tesuji::go

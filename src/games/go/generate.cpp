#include "games/go/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/number.hpp"
#include "games/go/grade.hpp"
#include "games/go/point_set.hpp"
#include "games/go/region.hpp"
#include "games/go/symmetry.hpp"
#include "games/go/tree.hpp"
#include "games/go/verdict.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::go {

namespace {

constexpr int kBoard = 9;
constexpr std::uint64_t kTableBytes = std::uint64_t{1} << 20;  // small: it is cleared for each grade
constexpr std::uint64_t kMaxNodes = 200'000;                   // for a problem and everything asked about it
constexpr std::uint64_t kSekiNodes = 20'000;
constexpr std::size_t kTreeNodes = 300;
constexpr std::uint32_t kCandidates = 40;  // shapes that one attempt tries

struct Range {
  int low, high;
  [[nodiscard]] bool has(int value) const { return value >= low && value <= high; }
};

Range range_from(const std::string& text, const char* option, int min, int max) {
  const std::size_t dash = text.find('-');
  const int low = parse_number<int>(text.substr(0, dash), option, min, max);
  const int high =
      dash == std::string::npos ? low : parse_number<int>(text.substr(dash + 1), option, min, max);
  if (low > high) throw Error(fmt::format("{}: '{}' is an empty range", option, text));
  return {low, high};
}

std::set<std::string> set_from(const std::string& text, const char* option,
                               const std::set<std::string>& known) {
  std::set<std::string> found;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (known.count(word) == 0)
      throw Error(fmt::format("{}: unknown '{}'; the choices are: {}", option, word, fmt::join(known, ", ")));
    found.insert(word);
    at = end + 1;
  }
  return found;
}

struct Settings {
  Range points{6, 10}, grade{0, 999};
  std::set<std::string> kinds{"kill", "live"}, areas{"corner", "side"};
};

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t number)
      : state_(seed * 0x9e3779b97f4a7c15ULL ^ tt::SplitMix64(number)()) {}
  int below(int limit) { return static_cast<int>(state_() % static_cast<std::uint64_t>(limit)); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  tt::SplitMix64 state_;
};

using Cells = std::set<std::pair<int, int>>;  // (row, column)

class GoGenerator final : public engine::ProblemGenerator {
 public:
  GoGenerator(Settings settings, std::uint64_t seed)
      : settings_(std::move(settings)), seed_(seed), memory_(kTableBytes) {}

  // An attempt is a fixed number of random shapes; the first that is a problem is taken.
  std::optional<engine::NewProblem> attempt(std::uint64_t number, const StopFlag& stop) override {
    Random random(seed_, number);
    memory_.table().clear(1);  // so that nothing depends on earlier attempts
    for (std::uint32_t i = 0; i < kCandidates && !stop.requested(); ++i) {
      std::optional<Problem> problem = shape(random);
      if (!problem) continue;
      if (auto found = prove(*problem, random, stop)) return found;
    }
    return std::nullopt;
  }

 private:
  static bool on_board(int row, int column) {
    return row >= 0 && column >= 0 && row < kBoard && column < kBoard;
  }
  template <class Use>
  static void around(const Cells& cells, bool diagonal, Use use) {
    for (const auto& [row, column] : cells) {
      for (int dr = -1; dr <= 1; ++dr) {
        for (int dc = -1; dc <= 1; ++dc) {
          if ((dr == 0 && dc == 0) || (!diagonal && dr != 0 && dc != 0)) continue;
          if (on_board(row + dr, column + dc) && cells.count({row + dr, column + dc}) == 0)
            use(row + dr, column + dc);
        }
      }
    }
  }

  // Room for eyes, the defender's stones around it, the attacker's wall around those; then a few changes
  // inside. The defender is white, and the problem at the upper left.
  std::optional<Problem> shape(Random& random) const {
    const bool corner =
        settings_.areas.count("corner") != 0 && (settings_.areas.count("side") == 0 || random.chance(60));
    const int size = settings_.points.low + random.below(settings_.points.high - settings_.points.low + 1) +
                     random.below(3) - 1;
    const int left = corner ? 0 : 2, right = corner ? 4 : 6, bottom = corner ? 3 : 2;
    Cells room = {{0, corner ? random.below(2) : 4}};
    while (static_cast<int>(room.size()) < size) {
      std::vector<std::pair<int, int>> next;
      around(room, false, [&](int row, int column) {
        if (row <= bottom && column >= left && column <= right) next.emplace_back(row, column);
      });
      if (next.empty()) return std::nullopt;
      room.insert(next[static_cast<std::size_t>(random.below(static_cast<int>(next.size())))]);
    }
    Cells stones, inside = room;
    around(room, false, [&](int row, int column) { stones.insert({row, column}); });
    // Where two stones only touch at a corner, the third one often connects them.
    around(room, true, [&](int row, int column) {
      if (stones.count({row, column}) == 0 && random.chance(80)) stones.insert({row, column});
    });
    inside.insert(stones.begin(), stones.end());
    Grid grid(kBoard, kBoard);
    for (const auto& [row, column] : stones) grid.set({column, row}, Colour::White);
    around(inside, true, [&](int row, int column) { grid.set({column, row}, Colour::Black); });
    change(grid, room, stones, random);

    Problem problem;
    problem.grid = grid;
    if (!target(problem) || !sound(grid)) return std::nullopt;
    return problem;
  }

  // Stones in the room, and holes in the defender's wall.
  static void change(Grid& grid, const Cells& room, const Cells& stones, Random& random) {
    const auto pick = [&](const Cells& from) {
      const auto at = std::next(from.begin(), random.below(static_cast<int>(from.size())));
      return Point{at->second, at->first};
    };
    const int changes = random.below(5);
    for (int i = 0; i < changes; ++i) {
      switch (random.below(4)) {
        case 0:
          grid.set(pick(room), Colour::Black);
          break;
        case 1:
          grid.set(pick(room), Colour::White);
          break;
        default:
          grid.set(pick(stones), Colour::Empty);
      }
    }
  }

  // The largest block; it has more than half of the defender's stones.
  static bool target(Problem& problem) {
    std::size_t all = 0, largest = 0;
    PointSet seen;
    for (const Point p : problem.grid.points()) {
      if (problem.grid.at(p) != Colour::White || seen.has(p)) continue;
      const std::vector<Point> block = problem.grid.block(p);
      for (const Point each : block) seen.add(each);
      all += block.size();
      if (block.size() > largest) {
        largest = block.size();
        problem.target = {p};
      }
    }
    return largest >= 3 && largest * 2 > all;
  }

  // Every block has two liberties: nothing is decided by an atari that stands already.
  static bool sound(const Grid& grid) {
    for (const Point p : grid.points()) {
      if (grid.at(p) != Colour::Empty && grid.liberties(grid.block(p)).size() < 2) return false;
    }
    return true;
  }

  std::optional<engine::NewProblem> prove(Problem& problem, Random& random, const StopFlag& stop) {
    std::optional<Enclosure> enclosure;
    try {
      enclosure = enclose(problem);
    } catch (const Error&) {
      return std::nullopt;  // the wall has a hole
    }
    int empty = 0;
    for (const Point p : enclosure->points) empty += enclosure->problem.grid.at(p) == Colour::Empty ? 1 : 0;
    if (!settings_.points.has(empty) || !enclosure->remarks.empty()) return std::nullopt;
    const Side mover = random.chance(50) ? Side::Attacker : Side::Defender;
    const std::optional<Found> found = question(*enclosure, mover, stop);
    if (!found || settings_.kinds.count(found->kind) == 0) return std::nullopt;
    if (has_stray_stone(*enclosure, mover, *found, stop)) return std::nullopt;
    return write(*enclosure, mover, *found, random, stop);
  }

  struct Found {
    std::string kind;
    Level level = kNoThreats;
    Point move;
  };

  // One right first move, which needs an answer to its hardest reply; none = no problem.
  std::optional<Found> question(const Enclosure& enclosure, Side mover, const StopFlag& stop) {
    const Tsumego tsumego(enclosure);
    Solver solver(tsumego, memory_);
    search::Limits limits;
    limits.nodes = kMaxNodes;
    solver.limit(limits, &stop);
    const bool attacks = mover == Side::Attacker;
    // Quickly out: the mover loses, or wins without a move.
    const bool ko_wanted = settings_.kinds.count("ko") != 0;
    const auto wins = solver.attacker_wins(tsumego.start(mover, kNoThreats));
    if (!wins || (*wins != attacks && !ko_wanted)) return std::nullopt;
    const auto other_first = solver.attacker_wins(tsumego.start(other(mover), kNoThreats));
    if (!other_first || *other_first == attacks) return std::nullopt;
    const Threshold threshold = solver.threshold(tsumego.start(mover, kNoThreats));
    if (!threshold.settled()) return std::nullopt;
    const bool fight = ko_fight(threshold).has_value();
    if (!fight && *wins != attacks) return std::nullopt;
    Found found;
    found.level =
        attacks ? std::max(threshold.dead_from, defender_threats(kMostThreats))
                : std::min(static_cast<Level>(threshold.alive_below - 1), attacker_threats(kMostThreats));
    const Position start = tsumego.start(mover, found.level);
    const std::vector<Step> right = solver.winning_moves(start);
    if (solver.interrupted() || right.size() != 1 || right.front().move.pass()) return std::nullopt;
    const Position next = tsumego.rules().after(start, right.front());
    if (solver.over(next) || solver.replies(next).empty() || solver.threats(start).empty())
      return std::nullopt;
    found.kind = fight ? "ko" : attacks ? "kill" : "live";
    if (found.kind == "live" && settings_.kinds.count("seki") != 0 &&
        lives_in_seki(tsumego, memory_, kSekiNodes).value_or(false))
      found.kind = "seki";
    found.move = tsumego.region().point(right.front().move.point);
    if (solver.interrupted()) return std::nullopt;
    return found;
  }

  // A stone inside without which the problem and its solution are the same.
  bool has_stray_stone(const Enclosure& enclosure, Side mover, const Found& found, const StopFlag& stop) {
    const Grid& grid = enclosure.problem.grid;
    const std::vector<Point> target = grid.block(enclosure.problem.target.front());
    for (const Point p : enclosure.points) {
      const bool of_target = std::find(target.begin(), target.end(), p) != target.end();
      if (grid.at(p) == Colour::Empty || of_target) continue;
      Problem without = enclosure.problem;
      without.grid.set(p, Colour::Empty);
      try {
        const std::optional<Found> again = question(enclose(without), mover, stop);
        if (again && again->kind == found.kind && again->move == found.move) return true;
      } catch (const Error&) {
        continue;
      }
    }
    return false;
  }

  std::optional<engine::NewProblem> write(const Enclosure& enclosure, Side mover, const Found& found,
                                          Random& random, const StopFlag& stop) {
    // Black plays first, and the corner is any of the four.
    const int symmetry = random.below(8);
    const auto turn = [&](Point p) {
      if ((symmetry & 1) != 0) p.x = kBoard - 1 - p.x;
      if ((symmetry & 2) != 0) p.y = kBoard - 1 - p.y;
      if ((symmetry & 4) != 0) std::swap(p.x, p.y);
      return p;
    };
    const bool swap = mover == Side::Defender;
    Problem problem;
    problem.grid = Grid(kBoard, kBoard);
    for (const Point p : enclosure.problem.grid.points()) {
      const Colour colour = enclosure.problem.grid.at(p);
      problem.grid.set(turn(p), swap ? opposite(colour) : colour);
    }
    problem.target = {turn(enclosure.problem.target.front())};
    problem.player = Colour::Black;
    const Tsumego tsumego(enclose(problem));
    search::Limits limits;
    limits.nodes = kMaxNodes;
    const Position start = tsumego.start(mover, found.level);
    const auto grade = grade_of(tsumego, memory_, start, limits, stop);
    if (!grade || !settings_.grade.has(grade->value)) return std::nullopt;
    Solver solver(tsumego, memory_);
    solver.limit(limits, &stop);
    sgf::Tree tree = solution_tree(tsumego, solver, start, kTreeNodes);
    if (solver.interrupted()) return std::nullopt;
    const std::string task = found.kind == "kill"      ? "Black to kill"
                             : found.kind == "live"    ? "Black to live"
                             : found.kind == "seki"    ? "Black to live in seki"
                             : mover == Side::Attacker ? "Black to kill by ko"
                                                       : "Black to live by ko";
    tree.nodes.front().add("C", fmt::format("{}. Grade {}.", task, grade->value));
    engine::NewProblem made;
    made.text = sgf::write(tree) + "\n";
    made.position = to_sgf(problem);
    made.solution = to_text(turn(found.move), problem.grid);
    made.kind = found.kind;
    made.grade = grade->value;
    made.identity = identity_of(problem);
    return made;
  }

  Settings settings_;
  std::uint64_t seed_;
  Memory memory_;
};

}  // namespace

std::vector<engine::OptionSpec> generator_options() {
  using Kind = engine::OptionSpec::Kind;
  return {{"points", Kind::Text, "6-10", "Empty points of the region, a number or a range"},
          {"grade", Kind::Text, "0-999", "How hard, a number or a range (docs/guide/authors.md)"},
          {"kind", Kind::Text, "kill,live", "Kinds of problems: kill, live, ko, seki"},
          {"area", Kind::Text, "corner,side", "Where on the board: corner, side"}};
}

std::unique_ptr<engine::ProblemGenerator> make_generator(const engine::GenerateRequest& request) {
  Settings settings;
  const auto text = [&](const char* name) {
    const auto at = request.options.find(name);
    return at == request.options.end() ? std::string() : at->second;
  };
  if (const std::string points = text("points"); !points.empty())
    settings.points = range_from(points, "--points", 3, 20);
  if (const std::string grade = text("grade"); !grade.empty())
    settings.grade = range_from(grade, "--grade", 0, 999);
  if (const std::string kinds = text("kind"); !kinds.empty())
    settings.kinds = set_from(kinds, "--kind", {"kill", "live", "ko", "seki"});
  if (const std::string areas = text("area"); !areas.empty())
    settings.areas = set_from(areas, "--area", {"corner", "side"});
  return std::make_unique<GoGenerator>(std::move(settings), request.seed);
}

}  // namespace tesuji::go

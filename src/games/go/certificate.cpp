// Certificates of life and death. "captured" is a founded walk: an answer to every defence, until the target
// is off the board. "safe" is a closed walk: an answer to every attack, in a set of states that never loses
// the target. docs/internals/certificates.md has the rules of play that both walk by.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/error.hpp"
#include "base/number.hpp"
#include "engine/certificate_walk.hpp"
#include "games/go/authoring.hpp"
#include "games/go/choice.hpp"
#include "games/go/solver.hpp"

namespace tesuji::go {

namespace {

using engine::Standing;

constexpr std::string_view kPassText = "--";

class CertificateRules {
 public:
  using State = Position;

  CertificateRules(const Tsumego& tsumego, bool captured) : tsumego_(tsumego), captured_(captured) {
    while (words_ < kWords<WideMask> && any_from(words_)) ++words_;
  }

  [[nodiscard]] bool winner_to_move(const State& p) const {
    return (p.to_move == Side::Attacker) == captured_;
  }

  [[nodiscard]] std::string key(const State& p) const {
    std::string key;
    key.reserve(24 * words_ + 5);
    const auto add = [&](const WideMask& mask) {
      for (std::size_t i = 0; i < words_; ++i) {
        for (int shift = 0; shift < 64; shift += 8) key += static_cast<char>(word(mask, i) >> shift & 255);
      }
    };
    add(p.stones[0]);
    add(p.stones[1]);
    add(p.targets);
    key += static_cast<char>(p.ko & 255);
    key += static_cast<char>(p.ko >> 8);
    key += static_cast<char>((p.to_move == Side::Attacker ? 1 : 0) + (p.passed ? 2 : 0));
    key += static_cast<char>(p.level);
    return key;
  }
  [[nodiscard]] std::string text(const State& p) const {
    Problem problem;
    problem.grid = tsumego_.grid(p);
    problem.player = tsumego_.colour(p.to_move);
    problem.target = tsumego_.enclosure().problem.target;
    return to_sgf(problem);
  }

  [[nodiscard]] Standing standing(const State& p) const {
    if (tsumego_.rules().captured(p, tsumego_.targets()))
      return captured_ ? Standing::Holds : Standing::Broken;
    return !captured_ && alive(p) ? Standing::Holds : Standing::Open;
  }
  // By Benson's algorithm, and nothing else: other checkers have to find the same.
  [[nodiscard]] bool alive(const State& p) const {
    const WideMask alive = tsumego_.evaluator().pass_alive(p);
    if (tsumego_.rules().goal().save_all) return p.targets == tsumego_.targets() && (p.targets & ~alive) == 0;
    return (p.targets & alive) != 0;
  }

  // Points row by row, then the pass.
  [[nodiscard]] std::vector<Step> steps(const State& p) const {
    std::vector<Step> steps;
    for (const Step& step : tsumego_.rules().steps(p)) {
      if (after(step.move.effect, p.level)) steps.push_back(step);
    }
    const auto rank = [&](const Step& step) {
      const Point at = tsumego_.region().point(step.move.point);
      return at.y * Grid::kLargest + at.x;
    };
    std::sort(steps.begin(), steps.end(), [&](const Step& a, const Step& b) { return rank(a) < rank(b); });
    steps.push_back(tsumego_.rules().pass(p));
    return steps;
  }
  [[nodiscard]] std::vector<State> replies(const State& p) const {
    std::vector<State> next;
    for (const Step& step : steps(p)) next.push_back(tsumego_.rules().after(p, step));
    return next;
  }
  [[nodiscard]] std::string name(const Step& step) const {
    return step.move.pass() ? std::string(kPassText) : to_sgf(tsumego_.region().point(step.move.point));
  }
  [[nodiscard]] std::optional<State> play(const State& p, std::string_view move) const {
    for (const Step& step : steps(p)) {
      if (name(step) == move) return tsumego_.rules().after(p, step);
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool any_from(std::size_t i) const {
    for (; i < kWords<WideMask>; ++i) {
      if (word(tsumego_.region().all(), i) != 0) return true;
    }
    return false;
  }

  const Tsumego& tsumego_;
  bool captured_;
  std::size_t words_ = 0;
};

// The attacker's moves: found before the walk, since the solver's choices in two states may lead in a circle,
// and then another move has to be tried. What is proved rests only on what was proved before it.
class AttackStrategy {
 public:
  AttackStrategy(const Tsumego& tsumego, const CertificateRules& rules, Solver& solver,
                 const engine::WalkLimits& limits)
      : tsumego_(tsumego), rules_(rules), solver_(solver), limits_(limits) {}

  bool prove(const Position& p) {
    if (tsumego_.rules().captured(p, tsumego_.targets())) return true;
    const std::string key = rules_.key(p);
    if (moves_.count(key) != 0) return true;
    if (!path_.insert(key).second) return false;
    if (const std::string reason = limits_.exceeded(moves_.size() + path_.size()); !reason.empty())
      throw Error("no certificate: " + reason);
    const bool holds = p.to_move == Side::Attacker ? attack(p, key) : defend(p, key);
    path_.erase(key);
    return holds;
  }

  [[nodiscard]] std::string move(const Position& p) const {
    const auto at = moves_.find(rules_.key(p));
    return at == moves_.end() ? std::string() : at->second;
  }

 private:
  bool defend(const Position& p, const std::string& key) {
    for (const Step& step : rules_.steps(p)) {
      if (!prove(tsumego_.rules().after(p, step))) return false;
    }
    moves_[key] = {};
    return true;
  }

  bool attack(const Position& p, const std::string& key) {
    std::vector<Step> steps = rules_.steps(p);
    // What takes the target first, then the plainest win; the pass stays last.
    if (const std::vector<Step> best = solver_.line(p, 1); !best.empty()) {
      const auto at = std::find_if(steps.begin(), steps.end(),
                                   [&](const Step& step) { return step.move == best.front().move; });
      if (at != steps.end()) std::rotate(steps.begin(), at, at + 1);
    }
    std::stable_partition(steps.begin(), steps.end(),
                          [&](const Step& step) { return (step.captured & p.targets) != 0; });
    for (const Step& step : steps) {
      const Position next = tsumego_.rules().after(p, step);
      const auto wins = solver_.attacker_wins(next);
      if (!wins) throw Error("no certificate: the position was not decided within the limits");
      if (!*wins || !prove(next)) continue;
      moves_[key] = rules_.name(step);
      return true;
    }
    return false;
  }

  const Tsumego& tsumego_;
  const CertificateRules& rules_;
  Solver& solver_;
  engine::WalkLimits limits_;
  std::unordered_map<std::string, std::string> moves_;
  std::unordered_set<std::string> path_;
};

// The defender's move: to where nothing can be lost any more, else the plainest one that the solver has.
std::string defence(const Tsumego& tsumego, const CertificateRules& rules, Solver& solver,
                    const Position& p) {
  const std::vector<Step> steps = rules.steps(p);
  for (const Step& step : steps) {
    if (rules.alive(tsumego.rules().after(p, step))) return rules.name(step);
  }
  if (const std::vector<Step> best = solver.line(p, 1); !best.empty()) {
    if (solver.attacker_wins(tsumego.rules().after(p, best.front())) == std::optional(false))
      return rules.name(best.front());
  }
  // Where nothing has to be answered, passing keeps the set small.
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (solver.attacker_wins(tsumego.rules().after(p, *step)) == std::optional(false))
      return rules.name(*step);
  }
  return {};
}

void add_part(engine::Certificate& certificate, const Tsumego& tsumego, Solver& solver, Side first,
              Level level, bool captured, const engine::WalkLimits& limits) {
  const CertificateRules rules(tsumego, captured);
  const Position start = tsumego.start(first, level);
  engine::CertificatePart& part = certificate.parts.emplace_back();
  part.claim = fmt::format("{}-first {} {}", name(tsumego.colour(first)), to_text(level, tsumego.attacker()),
                           captured ? "captured" : "safe");
  const auto noting = [&](auto next_move) {
    return [&part, next_move](const Position& p) {
      std::string move = next_move(p);
      if (!move.empty()) part.add(move);
      return move;
    };
  };
  engine::Walk walk;
  if (captured) {
    AttackStrategy strategy(tsumego, rules, solver, limits);
    if (!strategy.prove(start)) throw Error("no certificate: every proof that was found goes in circles");
    walk = engine::walk_founded(rules, start, noting([&](const Position& p) { return strategy.move(p); }),
                                limits);
  } else {
    walk = engine::walk_closed(
        rules, start, noting([&](const Position& p) { return defence(tsumego, rules, solver, p); }), limits);
  }
  if (!walk.holds) throw Error("no certificate: " + walk.flaw);
}

std::string option(const engine::Request& request, const char* name) {
  const auto at = request.options.find(name);
  return at == request.options.end() ? std::string() : at->second;
}

std::string points_text(std::vector<Point> points) {
  std::sort(points.begin(), points.end(),
            [](Point a, Point b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
  std::string text;
  for (const Point p : points) text += (text.empty() ? "" : " ") + to_sgf(p);
  return text.empty() ? "-" : text;
}

std::vector<Point> points_from(std::string_view text, const Grid& grid) {
  std::vector<Point> points;
  if (text == "-") return points;
  engine::CertificateMoves words(text);
  while (!words.done()) {
    const std::string_view word = words.next();
    const std::vector<Point> found = sgf_points(word, grid);
    if (word.size() != 2 || found.size() != 1)
      throw Error(fmt::format("certificate: invalid point '{}'", word));
    points.push_back(found.front());
  }
  return points;
}

std::vector<std::pair<std::string, std::string>> facts_of(const Tsumego& tsumego) {
  const Enclosure& enclosure = tsumego.enclosure();
  const Grid& grid = enclosure.problem.grid;
  const auto stones = [&](Colour colour) {
    std::vector<Point> points = grid.points();
    points.erase(std::remove_if(points.begin(), points.end(), [&](Point p) { return grid.at(p) != colour; }),
                 points.end());
    return points_text(points);
  };
  const bool banned = enclosure.problem.ko && enclosure.problem.player;
  return {
      {"board", fmt::format("{}x{}", grid.width(), grid.height())},
      {"black", stones(Colour::Black)},
      {"white", stones(Colour::White)},
      {"attacker", std::string(name(enclosure.attacker))},
      {"region", points_text(enclosure.points)},
      {"target", points_text(enclosure.problem.target)},
      {"save", tsumego.rules().goal().save_all ? "all" : "any"},
      {"outside", enclosure.outside == Side::Defender ? "defender"
                  : enclosure.outside_lives           ? "alive"
                                                      : "wall"},
      {"ban", banned ? fmt::format("{} {}", name(*enclosure.problem.player), to_sgf(*enclosure.problem.ko))
                     : std::string("-")}};
}

Colour colour_named(std::string_view text) {
  if (text != "black" && text != "white") throw Error(fmt::format("certificate: invalid colour '{}'", text));
  return text == "black" ? Colour::Black : Colour::White;
}

Enclosure enclosure_from(const engine::Certificate& certificate) {
  Enclosure enclosure;
  const std::string& size = certificate.fact("board");
  const std::size_t cross = std::min(size.find('x'), size.size());
  const int width = parse_number<int>(std::string_view(size).substr(0, cross), "certificate: width",
                                      Grid::kSmallest, Grid::kLargest);
  const int height = parse_number<int>(std::string_view(size).substr(std::min(cross + 1, size.size())),
                                       "certificate: height", Grid::kSmallest, Grid::kLargest);
  Grid grid(width, height);
  for (const Colour colour : {Colour::Black, Colour::White}) {
    for (const Point p : points_from(certificate.fact(name(colour)), grid)) {
      if (grid.at(p) != Colour::Empty) throw Error("certificate: two stones on one point");
      grid.set(p, colour);
    }
  }
  enclosure.attacker = colour_named(certificate.fact("attacker"));
  enclosure.points = points_from(certificate.fact("region"), grid);
  for (std::size_t i = 0; i < enclosure.points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (enclosure.points[i] == enclosure.points[j])
        throw Error("certificate: a point is in the region twice");
    }
  }
  enclosure.problem.target = points_from(certificate.fact("target"), grid);
  if (enclosure.problem.target.empty()) throw Error("certificate: there is no target");
  for (const Point p : enclosure.problem.target) {
    if (grid.at(p) != opposite(enclosure.attacker))
      throw Error("certificate: the target is not the defender's");
  }
  const std::string& outside = certificate.fact("outside");
  if (outside != "alive" && outside != "wall" && outside != "defender")
    throw Error("certificate: invalid line 'outside'");
  enclosure.outside_lives = outside == "alive";
  if (outside == "defender") enclosure.outside = Side::Defender;
  if (const std::string& ban = certificate.fact("ban"); ban != "-") {
    const std::size_t blank = std::min(ban.find(' '), ban.size() - 1);
    enclosure.problem.player = colour_named(ban.substr(0, blank));
    const std::vector<Point> at = points_from(ban.substr(blank + 1), grid);
    if (at.size() != 1) throw Error("certificate: invalid line 'ban'");
    enclosure.problem.ko = at.front();
  }
  enclosure.problem.grid = grid;
  return enclosure;
}

// A block in the region that nothing protects has a liberty there.
void check_liberties(const Tsumego& tsumego) {
  const Position p = tsumego.start(Side::Attacker, kNoThreats);
  const Region& region = tsumego.region();
  for (const Side side : {Side::Attacker, Side::Defender}) {
    const WideMask refuge = side == Side::Attacker ? region.wall() : region.haven();
    for (WideMask left = p.of(side); left != 0;) {
      const WideMask block = tsumego.rules().block(p, first(left), side);
      left &= ~block;
      if ((block & refuge) == 0 && tsumego.rules().liberties_of(p, block) == 0)
        throw Error("certificate: a block in the region has no liberty");
    }
  }
}

std::string sentence(const Tsumego& tsumego, Side first, Level level, bool captured) {
  const std::string ko =
      level == kNoThreats ? "nobody has ko threats" : "ko threats: " + to_text(level, tsumego.attacker());
  return fmt::format("{} plays first ({}): {}", name(tsumego.colour(first)), ko,
                     captured ? "the target is captured" : "the target is never captured");
}

}  // namespace

engine::Certificate certify(const engine::Request& request, const engine::CommonOptions& common,
                            std::uint64_t max_states, const StopFlag& stop) {
  if (option(request, "repetition") == "superko" || option(request, "search") == "dfs")
    throw Error("certificates are for --repetition ko and --search proof");
  if (!request.moves.empty()) throw Error("certificates start from a problem without moves");
  Problem problem = problem_from(request.position);
  if (const std::string region = option(request, "region"); !region.empty()) {
    problem.region.clear();
    engine::CertificateMoves words(region);
    while (!words.done()) {
      for (const Point p : sgf_points(words.next(), problem.grid)) problem.region.push_back(p);
    }
  }
  std::optional<Point> near;
  if (const std::string group = option(request, "group"); !group.empty())
    near = point_from(group, problem.grid);
  const std::string player = option(request, "player");
  if (player == "B" || player == "W") problem.player = player == "B" ? Colour::Black : Colour::White;

  const std::string whose = option(request, "outside");
  std::optional<Side> outside;
  if (!whose.empty() && whose != "auto") outside = whose == "defender" ? Side::Defender : Side::Attacker;
  Memory memory(common.hash_bytes);
  std::uint64_t nodes = 0;
  ResolvedProblem settled =
      resolve(std::move(problem), near, outside, memory, {request.limits, &stop, common.threads, {}}, nodes);
  const std::optional<Colour> stated = settled.enclosure.problem.player;
  const Tsumego tsumego(std::move(settled.enclosure), option(request, "target") == "all");
  Solver solver(tsumego, memory);
  solver.limit(request.limits, &stop);
  solver.use_threads(common.threads);

  engine::Certificate certificate{"go", facts_of(tsumego), {}};
  const std::string ko = option(request, "ko");
  const bool one_side = player == "B" || player == "W" || settled.open;
  const engine::WalkLimits limits{max_states, &stop};
  const auto undecided = [] {
    throw Error("no certificate: the position was not decided within the limits");
  };
  for (const Side side : {Side::Attacker, Side::Defender}) {
    if (one_side && tsumego.side(stated.value_or(Colour::Black)) != side) continue;
    if (!ko.empty() && ko != "all") {
      const Level level = level_from(ko, tsumego.attacker());
      const auto wins = solver.attacker_wins(tsumego.start(side, level));
      if (!wins) undecided();
      add_part(certificate, tsumego, solver, side, level, *wins, limits);
      continue;
    }
    const Threshold threshold = solver.threshold(tsumego.start(side, kNoThreats));
    if (!threshold.settled()) undecided();
    if (threshold.dead_from < kLevels)
      add_part(certificate, tsumego, solver, side, threshold.dead_from, true, limits);
    if (threshold.alive_below > 0)
      add_part(certificate, tsumego, solver, side, static_cast<Level>(threshold.alive_below - 1), false,
               limits);
  }
  return certificate;
}

engine::Verification verify(const engine::Certificate& certificate, const StopFlag& stop) {
  certificate.expect_facts(
      {"board", "black", "white", "attacker", "region", "target", "save", "outside", "ban"});
  const std::string& save = certificate.fact("save");
  if (save != "any" && save != "all") throw Error("certificate: invalid line 'save'");
  const Tsumego tsumego(enclosure_from(certificate), save == "all");
  check_liberties(tsumego);
  engine::Verification found;
  for (const engine::CertificatePart& part : certificate.parts) {
    engine::CertificateMoves words(part.claim);
    const std::string_view who = words.next(), ko = words.next(), what = words.next();
    if (!words.done() || !who.ends_with("-first") || (what != "captured" && what != "safe"))
      throw Error("certificate: unknown claim '" + part.claim + "'");
    const Side first = tsumego.side(colour_named(who.substr(0, who.size() - 6)));
    const Level level = level_from(ko, tsumego.attacker());
    const bool captured = what == "captured";
    const CertificateRules rules(tsumego, captured);
    engine::CertificateMoves moves(part.moves);
    const auto next_move = [&](const Position&) { return moves.next(); };
    const Position start = tsumego.start(first, level);
    const engine::Walk walk = captured ? engine::walk_founded(rules, start, next_move, {0, &stop})
                                       : engine::walk_closed(rules, start, next_move, {0, &stop});
    found.states += walk.states;
    found.flaw = walk.holds && !moves.done() ? "there are moves left over" : walk.flaw;
    if (!found.flaw.empty()) return found;
    found.claims.push_back(sentence(tsumego, first, level, captured));
  }
  found.holds = true;
  return found;
}

}  // namespace tesuji::go

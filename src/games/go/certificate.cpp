// Certificates of life and death. "captured" is a founded walk: an answer to every defence, until the target
// is off the board. "safe" is a closed walk: an answer to every attack, in a set of states that never loses
// the target. docs/internals/certificates.md has the rules of play that both walk by.
#include <fmt/format.h>

#include <algorithm>
#include <array>
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
constexpr std::string_view kRulesVersion = "2";  // changes whenever a certificate may have to

// A state as the walks compare it.
template <class Mask>
struct StateKey {
  std::array<Mask, 3> sets{};
  std::uint32_t rest = 0;
  friend bool operator==(const StateKey& a, const StateKey& b) {
    return a.rest == b.rest && a.sets[0] == b.sets[0] && a.sets[1] == b.sets[1] && a.sets[2] == b.sets[2];
  }
};

template <class Mask>
struct StateKeyHash {
  std::size_t operator()(const StateKey<Mask>& key) const {
    std::uint64_t hash = key.rest;
    for (const Mask& set : key.sets) {
      for (std::size_t i = 0; i < kWords<Mask>; ++i) {
        hash = (hash ^ word(set, i)) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 29;
      }
    }
    return hash;
  }
};

template <class Mask>
class CertificateRules {
 public:
  using State = BasicPosition<Mask>;
  using Step = BasicStep<Mask>;
  using Key = StateKey<Mask>;
  using KeyHash = StateKeyHash<Mask>;

  CertificateRules(const Tsumego& tsumego, const Field<Mask>& field, bool captured)
      : tsumego_(tsumego), field_(field), captured_(captured) {}

  [[nodiscard]] bool winner_to_move(const State& p) const {
    return (p.to_move == Side::Attacker) == captured_;
  }

  // What immortal stones cut off from every target (rule 10). Nobody plays there, and in a key it counts as
  // the attacker's.
  [[nodiscard]] Mask aside(const State& p) const {
    const bool counted = captured_ ? p.level > kDefenderMaster && defender_holds(p.level)
                                   : p.level < kAttackerMaster && attacker_holds(p.level);
    if (counted || p.targets == 0) return 0;
    const Mask open = field_.region.all() & ~p.immortal;
    return open & ~field_.region.flood(p.targets, open);
  }

  // Where the loser need not play (rule 12).
  [[nodiscard]] Mask idle(const State& p) const {
    if (winner_to_move(p) || !field_.rules.one_block(p) || (captured_ && attacker_holds(p.level))) return 0;
    const BasicRegion<Mask>& region = field_.region;
    const Mask points =
        field_.rules.empty(p) & ~region.haven() & ~region.spread(region.all() & ~p.target & ~p.immortal);
    if (captured_) return points;
    Mask alike = points & region.spread(p.target) & (region.wall() | region.spread(p.immortal));
    if (p.ko != State::kNoKo) alike &= ~bit<Mask>(p.ko);
    int first_of_them = -1;  // row by row
    for (Mask left = alike; left != 0; left = without_first(left)) {
      if (first_of_them < 0 || rank(first(left)) < rank(first_of_them)) first_of_them = first(left);
    }
    return first_of_them < 0 ? alike : alike & ~bit<Mask>(first_of_them);
  }

  [[nodiscard]] Key key(const State& p) const {
    Key key;
    const Mask gone = aside(p);
    key.sets = {p.stones[0] | gone, p.stones[1] & ~gone, p.targets};
    key.rest = static_cast<std::uint32_t>(p.ko == State::kNoKo ? 0xffff : p.ko) |
               (p.to_move == Side::Attacker ? 1U << 16 : 0U) | (p.passed ? 1U << 17 : 0U) |
               static_cast<std::uint32_t>(p.level) << 18;
    return key;
  }
  [[nodiscard]] std::string text(const State& narrow) const {
    const Position p = resized_position<WideMask>(narrow);
    Problem problem;
    problem.grid = tsumego_.grid(p);
    problem.player = tsumego_.colour(p.to_move);
    problem.target = tsumego_.enclosure().problem.target;
    return to_sgf(problem);
  }

  [[nodiscard]] Standing standing(const State& p) const {
    if (field_.rules.captured(p, field_.targets)) return captured_ ? Standing::Holds : Standing::Broken;
    if (!captured_) return alive(p) ? Standing::Holds : Standing::Open;
    return lost(p) ? Standing::Holds : Standing::Open;
  }
  // Rules 8 and 9.
  [[nodiscard]] bool lost(const State& p) const {
    return (p.to_move == Side::Attacker && field_.evaluator.capturable_at_once(p)) || no_room(p);
  }
  // The target has no room for two eyes: the attacker fills everything else with immortal stones and takes
  // it.
  [[nodiscard]] bool no_room(const State& p) const {
    const BasicRegion<Mask>& region = field_.region;
    const Mask reach = region.flood(p.targets, region.all() & ~p.immortal);
    if ((reach & region.haven()) != 0) return false;
    Mask room = reach & ~region.wall() & ~region.spread(p.immortal);
    if (field_.rules.one_block(p)) room &= ~p.target;
    const Mask second = without_first(room);
    return second == 0 || (single(second) && (region.spread(second) & room) != 0);
  }
  // By Benson's algorithm, and nothing else: other checkers have to find the same.
  [[nodiscard]] bool alive(const State& p) const {
    const Mask alive = field_.evaluator.pass_alive(p);
    if (field_.rules.goal().save_all) return p.targets == field_.targets && (p.targets & ~alive) == 0;
    return (p.targets & alive) != 0;
  }

  // Points row by row, then the pass.
  [[nodiscard]] std::vector<Step> steps(const State& p) const {
    std::vector<Step> steps;
    const Mask gone = aside(p) | idle(p);
    for (const Step& step : field_.rules.steps(p)) {
      if (after_level(step, p) && (bit<Mask>(step.move.point) & gone) == 0) steps.push_back(step);
    }
    std::sort(steps.begin(), steps.end(),
              [&](const Step& a, const Step& b) { return rank(a.move.point) < rank(b.move.point); });
    steps.push_back(field_.rules.pass(p));
    return steps;
  }
  // With neither a ban nor a mark that does not matter (rule 11).
  [[nodiscard]] State after(const State& p, const Step& step) const {
    State next = field_.rules.after(p, step);
    const bool needs_no_ban =
        next.level <= kDefenderMaster || (next.to_move == Side::Attacker && next.level >= kAttackerMaster);
    if (next.ko != State::kNoKo && needs_no_ban) {
      next.ko = State::kNoKo;
      next.key = field_.rules.key_from_scratch(next);
    }
    if (next.passed && !removable(next.level)) {
      next.passed = false;
      next.key = field_.rules.key_from_scratch(next);
    }
    return next;
  }
  [[nodiscard]] std::vector<State> replies(const State& p) const {
    std::vector<State> next;
    for (const Step& step : steps(p)) next.push_back(after(p, step));
    return next;
  }
  [[nodiscard]] std::string name(const Step& step) const {
    return step.move.pass() ? std::string(kPassText) : to_sgf(field_.region.point(step.move.point));
  }
  [[nodiscard]] std::optional<State> play(const State& p, std::string_view move) const {
    for (const Step& step : steps(p)) {
      if (name(step) == move) return after(p, step);
    }
    return std::nullopt;
  }

 private:
  // Row by row.
  [[nodiscard]] int rank(int index) const {
    const Point at = field_.region.point(index);
    return at.y * Grid::kLargest + at.x;
  }
  static bool after_level(const Step& step, const State& p) {
    return go::after(step.move.effect, p.level).has_value();
  }

  const Tsumego& tsumego_;
  const Field<Mask>& field_;
  bool captured_;
};

template <class Mask>
Position wide(const BasicPosition<Mask>& p) {
  return resized_position<WideMask>(p);
}

// The attacker's moves: found before the walk, since the solver's choices in two states may lead in a circle,
// and then another move has to be tried. What is proved rests only on what was proved before it.
template <class Mask>
class AttackStrategy {
 public:
  using State = BasicPosition<Mask>;
  using Step = BasicStep<Mask>;
  using Key = StateKey<Mask>;

  AttackStrategy(const CertificateRules<Mask>& rules, Solver& solver, const engine::WalkLimits& limits)
      : rules_(rules), solver_(solver), limits_(limits) {}

  bool prove(const State& p) {
    if (rules_.standing(p) == Standing::Holds) return true;
    const Key key = rules_.key(p);
    if (moves_.count(key) != 0) return true;
    if (!path_.insert(key).second) return false;
    if (const std::string reason = limits_.exceeded(moves_.size() + path_.size()); !reason.empty())
      throw Error("no certificate: " + reason);
    const bool holds = p.to_move == Side::Attacker ? attack(p, key) : defend(p, key);
    path_.erase(key);
    return holds;
  }

  [[nodiscard]] std::string move(const State& p) const {
    const auto at = moves_.find(rules_.key(p));
    return at == moves_.end() ? std::string() : at->second;
  }

 private:
  bool defend(const State& p, const Key& key) {
    for (const Step& step : rules_.steps(p)) {
      if (!prove(rules_.after(p, step))) return false;
    }
    moves_[key] = {};
    return true;
  }

  bool attack(const State& p, const Key& key) {
    std::vector<Step> steps = rules_.steps(p);
    // What ends the line or leads to a state that is proved already first, then the plainest win; the pass
    // stays last.
    if (const auto best = solver_.line(wide(p), 1); !best.empty()) {
      const auto at = std::find_if(steps.begin(), steps.end(),
                                   [&](const Step& step) { return step.move == best.front().move; });
      if (at != steps.end()) std::rotate(steps.begin(), at, at + 1);
    }
    std::stable_partition(steps.begin(), steps.end(), [&](const Step& step) {
      const State next = rules_.after(p, step);
      return rules_.standing(next) == Standing::Holds || moves_.count(rules_.key(next)) != 0;
    });
    for (const Step& step : steps) {
      const State next = rules_.after(p, step);
      if (rules_.standing(next) != Standing::Holds) {
        const auto wins = solver_.attacker_wins(wide(next));
        if (!wins) throw Error("no certificate: the position was not decided within the limits");
        if (!*wins || !prove(next)) continue;
      }
      moves_[key] = rules_.name(step);
      return true;
    }
    return false;
  }

  const CertificateRules<Mask>& rules_;
  Solver& solver_;
  engine::WalkLimits limits_;
  std::unordered_map<Key, std::string, StateKeyHash<Mask>> moves_;
  std::unordered_set<Key, StateKeyHash<Mask>> path_;
};

// The defender's move: to where nothing can be lost any more, else the plainest one that the solver has.
template <class Mask>
std::string defence(const CertificateRules<Mask>& rules, Solver& solver, const BasicPosition<Mask>& p) {
  const auto steps = rules.steps(p);
  const auto holds = [&](const auto& step) {
    return solver.attacker_wins(wide(rules.after(p, step))) == std::optional(false);
  };
  for (const auto& step : steps) {
    if (rules.alive(rules.after(p, step))) return rules.name(step);
  }
  if (const auto best = solver.line(wide(p), 1); !best.empty()) {
    for (const auto& step : steps) {
      if (step.move == best.front().move && holds(step)) return rules.name(step);
    }
  }
  // Where nothing has to be answered, passing keeps the set small.
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (holds(*step)) return rules.name(*step);
  }
  return {};
}

template <class Mask>
void add_part(engine::Certificate& certificate, const Tsumego& tsumego, const Field<Mask>& field,
              Solver& solver, BasicPosition<Mask> start, bool captured, const engine::WalkLimits& limits) {
  using State = BasicPosition<Mask>;
  const CertificateRules<Mask> rules(tsumego, field, captured);
  engine::CertificatePart& part = certificate.parts.emplace_back();
  part.claim = fmt::format("{}-first {} {}", name(tsumego.colour(start.to_move)),
                           to_text(start.level, tsumego.attacker()), captured ? "captured" : "safe");
  const auto noting = [&](auto next_move) {
    return [&part, next_move](const State& p) {
      std::string move = next_move(p);
      if (!move.empty()) part.add(move);
      return move;
    };
  };
  engine::Walk walk;
  if (captured) {
    AttackStrategy<Mask> strategy(rules, solver, limits);
    if (!strategy.prove(start)) throw Error("no certificate: every proof that was found goes in circles");
    walk =
        engine::walk_founded(rules, start, noting([&](const State& p) { return strategy.move(p); }), limits);
  } else {
    walk = engine::walk_closed(rules, start,
                               noting([&](const State& p) { return defence(rules, solver, p); }), limits);
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
      {"rules", std::string(kRulesVersion)},
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
  const auto add = [&](Side first, Level level, bool captured) {
    tsumego.narrowed(tsumego.start(first, level), [&](const auto& field, const auto& start) {
      add_part(certificate, tsumego, field, solver, start, captured, limits);
    });
  };
  for (const Side side : {Side::Attacker, Side::Defender}) {
    if (stop.requested()) throw Error("no certificate: stopped");
    if (one_side && tsumego.side(stated.value_or(Colour::Black)) != side) continue;
    if (!ko.empty() && ko != "all") {
      const Level level = level_from(ko, tsumego.attacker());
      const auto wins = solver.attacker_wins(tsumego.start(side, level));
      if (!wins) undecided();
      add(side, level, *wins);
      continue;
    }
    const Threshold threshold = solver.threshold(tsumego.start(side, kNoThreats));
    if (!threshold.settled()) undecided();
    if (threshold.dead_from < kLevels) add(side, threshold.dead_from, true);
    if (threshold.alive_below > 0) add(side, static_cast<Level>(threshold.alive_below - 1), false);
  }
  return certificate;
}

engine::Verification verify(const engine::Certificate& certificate, const StopFlag& stop) {
  certificate.expect_facts(
      {"rules", "board", "black", "white", "attacker", "region", "target", "save", "outside", "ban"});
  if (certificate.fact("rules") != kRulesVersion)
    throw Error(fmt::format("certificate: this program knows rules {} of Go certificates, not '{}'",
                            kRulesVersion, certificate.fact("rules")));
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
    engine::CertificateMoves moves(part.moves);
    const auto next_move = [&](const auto&) { return moves.next(); };
    const engine::Walk walk =
        tsumego.narrowed(tsumego.start(first, level), [&](const auto& field, const auto& start) {
          const CertificateRules rules(tsumego, field, captured);
          return captured ? engine::walk_founded(rules, start, next_move, {0, &stop})
                          : engine::walk_closed(rules, start, next_move, {0, &stop});
        });
    found.states += walk.states;
    found.flaw = walk.holds && !moves.done() ? "there are moves left over" : walk.flaw;
    if (!found.flaw.empty()) return found;
    found.claims.push_back(sentence(tsumego, first, level, captured));
  }
  found.holds = true;
  return found;
}

}  // namespace tesuji::go

#include "games/go/game.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/error.hpp"
#include "engine/snapshot.hpp"
#include "games/go/authoring.hpp"
#include "games/go/board.hpp"
#include "games/go/choice.hpp"
#include "games/go/depth_first.hpp"
#include "games/go/record.hpp"
#include "games/go/report.hpp"
#include "games/go/tree.hpp"
#include "games/go/verdict.hpp"

namespace tesuji::go {

namespace {

using engine::OptionSpec;

constexpr std::size_t kTreeNodes = 4000;
constexpr std::uint64_t kSekiNodes = 200'000;

// Problems of our own, from a corner of nine points up; `bench` adds up their nodes.
constexpr std::array<std::string_view, 4> kBench = {
    "(;SZ[9]AB[ad][bd][cd][dc][db][da][dd]AW[ac][bc][cc][cb][ca]MA[cc])",
    "(;SZ[9]AB[ad][bd][cd][dd][ed][fd][fc][fb][fa][ga]AW[ac][bc][cc][dc][ec][eb][ea]MA[cc])",
    "(;SZ[9]AB[ae][be][ce][de][ee][ed][ec][eb][ea][fa]AW[ad][bd][cd][dd][dc][db][da]MA[dd])",
    "(;SZ[9]AB[ba][bb][bc][bd][be][bf][cf][df][ef][ff][fe][fd][fc][fb][fa]AW[ca][cb][cc][cd][ce][de][ee][ed]["
    "ec][eb]MA[cc])",
};

// A ko condition as the option "ko" spells it, before anybody knows which colour attacks.
struct KoCondition {
  Level if_black_attacks = kNoThreats;

  // The scale is symmetric: the other colour's level lies as far from its other end.
  [[nodiscard]] Level level(Colour attacker) const {
    return attacker == Colour::Black ? if_black_attacks
                                     : static_cast<Level>(kAttackerInfinite - if_black_attacks);
  }
};

// Whose the board beyond the search area is.
enum class Outside { Attacker, Defender, Both };

struct Options {
  Outside outside = Outside::Attacker;
  std::optional<Colour> player;   // none = both in turn
  std::optional<KoCondition> ko;  // none = every condition
  bool superko = false, depth_first = false, all_moves = false, threats = false, save_all = false,
       show_tree = false;
  std::string tree, region, group;
};

std::optional<KoCondition> ko_from(std::string_view text) {
  if (text == "all") return std::nullopt;
  return KoCondition{level_from(text, Colour::Black)};
}

const engine::OptionTable<Options>& option_table() {
  static const engine::OptionTable<Options> kTable = [] {
    engine::OptionTable<Options> table;
    table
        .choice<std::optional<Colour>>("player", &Options::player,
                                       {{"both", std::nullopt}, {"B", Colour::Black}, {"W", Colour::White}},
                                       "who plays first")
        .parsed<std::optional<KoCondition>>(
            "ko", &Options::ko, ko_from, "all",
            "ko threats: all, none, black, white, black-infinite, white-infinite, black:N, white:N")
        .choice<bool>("repetition", &Options::superko, {{"ko", false}, {"superko", true}},
                      "the rule on repeated positions")
        .choice<bool>("search", &Options::depth_first, {{"proof", false}, {"dfs", true}},
                      "proof numbers, or plain depth-first")
        .flag("all-moves", &Options::all_moves, "say of every first move whether it works")
        .flag("threats", &Options::threats, "list the moves that work if they are ignored")
        .file("tree", &Options::tree,
              "write the solution with its variations to this SGF file; - = standard output")
        .flag("show-tree", &Options::show_tree, "put the solution with its variations into the report")
        .choice<bool>("target", &Options::save_all, {{"any", false}, {"all", true}},
                      "with several marked blocks: is any of them to be saved, or all")
        .choice<Outside>(
            "outside", &Options::outside,
            {{"attacker", Outside::Attacker}, {"defender", Outside::Defender}, {"both", Outside::Both}},
            "whose the board beyond the search area is; both = does it matter")
        .text("region", &Options::region, "the points to play on, as SGF writes them: \"aa:cc dd\"")
        .text("group", &Options::group,
              "a stone of the group to solve, or a point near the problem if there are several: C17");
    return table;
  }();
  return kTable;
}

std::string capital(Colour colour) {
  return colour == Colour::Black ? "Black" : "White";
}

std::string move_text(const Tsumego& tsumego, const Step& step) {
  return step.move.pass()
             ? "pass"
             : to_text(tsumego.region().point(step.move.point), tsumego.enclosure().problem.grid);
}

std::vector<Step> playable(const Tsumego& tsumego, const Position& p) {
  std::vector<Step> steps;
  if (tsumego.rules().captured(p, tsumego.targets())) return steps;
  for (const Step& step : tsumego.rules().steps(p)) {
    if (after(step.move.effect, p.level)) steps.push_back(step);
  }
  steps.push_back(tsumego.rules().pass(p));
  return steps;
}

std::uint64_t leaves(const Tsumego& tsumego, const Position& p, int depth, const search::StopFlag& stop) {
  if (depth == 0 || stop.requested()) return 1;
  const std::vector<Step> steps = playable(tsumego, p);
  if (depth == 1) return steps.size();
  std::uint64_t sum = 0;
  for (const Step& step : steps) sum += leaves(tsumego, tsumego.rules().after(p, step), depth - 1, stop);
  return sum;
}

class GoEngine final : public engine::Engine {
 public:
  using Engine::Engine;

  void configure(const engine::CommonOptions& common) override {
    with_table_errors([&] {
      if (memory_) {
        memory_->table().resize(common.hash_bytes, static_cast<unsigned>(std::max(1, common.threads)));
      } else {
        memory_ = std::make_unique<Memory>(common.hash_bytes);
      }
      if (!common.replacement.empty())
        memory_->table().set_policy(tt::RuntimeReplacement(common.replacement));
    });
    threads_ = std::max(1, common.threads);
  }

  engine::Report solve(const engine::Request& request, engine::Listener& listener,
                       const search::StopFlag& stop) override {
    return solve(after_moves(problem_from(request.position), request.moves),
                 option_table().parse(request.options), request.limits, listener, stop);
  }

  // The side to move only, and its best move even where it loses.
  engine::Report analyze(const engine::Request& request, engine::Listener& listener,
                         const search::StopFlag& stop) override {
    Options options = option_table().parse(request.options);
    Problem problem = after_moves(problem_from(request.position), request.moves);
    if (!options.player) options.player = problem.player.value_or(Colour::Black);
    const std::string banned = problem.ko ? to_text(*problem.ko, problem.grid) : "";
    engine::Report report = solve(std::move(problem), options, request.limits, listener, stop);
    if (!banned.empty()) drop_banned_move(banned, report);
    if (report.best.empty()) report.best = {"pass"};
    return report;
  }

  engine::Report bench(const engine::BenchRequest& request, engine::Listener& listener,
                       const search::StopFlag& stop) override {
    if (request.table) throw Error("the Go bench has only one kind of table");
    if (!request.trace.empty()) throw Error("the Go bench records no trace");
    engine::Report total;
    total.game = game().name();
    total.proved = true;
    clear_table();
    for (const std::string_view problem : kBench) {
      const engine::Report report = solve(problem_from(problem), Options{}, request.limits, listener, stop);
      total.nodes += report.nodes;
      total.seconds += report.seconds;
      total.proved = total.proved && report.proved;
    }
    total.table = table();
    return total;
  }

  void clear_table() override { memory().table().clear(static_cast<unsigned>(threads_)); }
  [[nodiscard]] engine::TableReport table() const override {
    engine::TableReport report;
    if (!memory_) return report;
    const tt::Statistics counted = memory_->table().statistics();
    report.bytes = memory_->table().max_bytes();
    report.probes = counted.probes;
    report.hits = counted.hits;
    report.stores = counted.stores();
    report.replacements = counted.replacements();
    report.fill = memory_->table().fill();
    return report;
  }
  void save_table(const std::filesystem::path& path) const override {
    if (memory_) engine::save_snapshot(memory_->table(), path, "go", kKeys);
  }
  void load_table(const std::filesystem::path& path) override {
    engine::load_snapshot(memory().table(), path, "go", kKeys);
  }

 private:
  static constexpr const char* kKeys = "go/1";  // the marks in an entry are part of what a key means

  Memory& memory() {
    if (!memory_) memory_ = std::make_unique<Memory>(engine::CommonOptions{}.hash_bytes);
    return *memory_;
  }

  engine::Report solve(Problem problem, const Options& options, const search::Limits& limits,
                       engine::Listener& listener, const search::StopFlag& stop) {
    const std::string text = to_sgf(problem);
    if (!options.region.empty()) set_region(problem, options.region);
    const auto start = std::chrono::steady_clock::now();
    std::optional<Point> near;
    if (!options.group.empty()) near = point_from(options.group, problem.grid);
    if (options.player) problem.player = options.player;
    const ChoiceLimits choice_limits{part(limits, kChoosing), &stop, threads_, {}};
    std::uint64_t choosing = 0;
    const Side outside = options.outside == Outside::Defender ? Side::Defender : Side::Attacker;
    ResolvedProblem resolved = resolve(std::move(problem), near, outside, memory(), choice_limits, choosing);
    const bool open = resolved.open;
    const std::optional<Colour> stated = resolved.enclosure.problem.player;
    const Tsumego tsumego(std::move(resolved.enclosure), options.save_all);

    const auto details = std::make_shared<GoReport>();
    engine::Report report;
    report.game = game().name();
    report.position = text;
    for (const Assumption& assumption : resolved.assumptions)
      report.remarks.push_back("assumed: " + assumption.sentence + " (override: " + assumption.override_with +
                               ")");
    for (const std::string& remark : tsumego.enclosure().remarks) report.remarks.push_back(remark);
    report.details = details;
    details->assumptions = std::move(resolved.assumptions);
    details->open = open;
    for (const Point p : tsumego.enclosure().problem.target)
      details->target.push_back(to_text(p, tsumego.enclosure().problem.grid));
    for (const Point p : tsumego.enclosure().points)
      details->region.push_back(to_text(p, tsumego.enclosure().problem.grid));
    memory().table().reset_statistics();
    if (options.superko || options.depth_first) {
      solve_depth_first(tsumego, options, stated, limits, listener, stop, report, *details);
    } else {
      search::Limits rest = limits;
      if (rest.time) *rest.time -= std::min(*rest.time, elapsed_since(start));
      if (rest.nodes) *rest.nodes -= std::min(*rest.nodes, choosing);
      solve_by_proof(tsumego, options, stated, open, rest, listener, stop, report, *details);
      report.nodes += choosing;
      if (open && options.outside == Outside::Both && report.proved) {
        search::Limits last = limits;
        if (last.time) *last.time -= std::min(*last.time, elapsed_since(start));
        if (last.nodes) *last.nodes -= std::min(*last.nodes, report.nodes);
        compare_outside(tsumego, options, last, stop, report, *details);
      }
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    report.table = table();
    return report;
  }

  // A move that retakes a ko has to wait for a threat, which is played elsewhere: a pass.
  static void drop_banned_move(const std::string& banned, engine::Report& report) {
    const auto at = std::find(report.best.begin(), report.best.end(), banned);
    if (at == report.best.end()) return;
    report.best.erase(at);
    if (!report.pv.empty() && report.pv.front() == banned) {
      report.pv.clear();
      if (!report.best.empty()) report.pv.push_back(report.best.front());
    }
    report.remarks.push_back(banned + " retakes the ko: play a ko threat elsewhere first");
  }

  // How much of the limits goes into choosing a reading, and how much of the rest into the ko conditions of
  // an open problem whose mover wins without threats, in percent; what is found is in the table.
  static constexpr int kChoosing = 60, kRefining = 30;
  static search::Limits part(search::Limits limits, int percent) {
    if (limits.time) *limits.time = *limits.time * percent / 100;
    if (limits.nodes) *limits.nodes = *limits.nodes * static_cast<std::uint64_t>(percent) / 100;
    return limits;
  }
  static std::chrono::milliseconds elapsed_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  }

  static void set_region(Problem& problem, const std::string& text) {
    problem.region.clear();
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_of(" ,;[]", at), text.size());
      if (end > at) {
        for (const Point p : sgf_points(text.substr(at, end - at), problem.grid)) problem.region.push_back(p);
      }
      at = end + 1;
    }
  }

  // Which side's best move and line to show: the one asked for, the one stated, else one that can change
  // something.
  static Side shown(const Tsumego& tsumego, const Options& options, std::optional<Colour> stated,
                    const Verdict& verdict) {
    if (options.player) return tsumego.side(*options.player);
    if (stated) return tsumego.side(*stated);
    return verdict.attacker_first && verdict.attacker_first->alive(kNoThreats) && verdict.defender_first &&
                   !verdict.defender_first->dead(kDefenderInfinite)
               ? Side::Defender
               : Side::Attacker;
  }

  // At which level to look for moves: without threats, unless the mover only wins with some of its own.
  static Level level_for(Side side, const Threshold& t) {
    if (side == Side::Attacker && t.alive(kNoThreats) && t.dead_from < kLevels) return t.dead_from;
    if (side == Side::Defender && t.dead(kNoThreats) && t.alive_below > 0)
      return static_cast<Level>(t.alive_below - 1);
    return kNoThreats;
  }

  // The hardest level that the mover wins at, as far as players count threats: moves that need no ko come
  // first.
  static Level hardest_level(Side side, const Threshold& t) {
    if (side == Side::Attacker && t.dead_from <= attacker_threats(kMostThreats))
      return std::max(t.dead_from, defender_threats(kMostThreats));
    if (side == Side::Defender && t.alive_below > defender_threats(kMostThreats))
      return std::min(static_cast<Level>(t.alive_below - 1), attacker_threats(kMostThreats));
    return kNoThreats;
  }

  // What a search calls with its nodes now and then: the listener hears of them and of the time since.
  static auto telling(engine::Report& report, engine::Listener& listener) {
    return [&report, &listener, start = std::chrono::steady_clock::now()](std::uint64_t nodes) {
      report.nodes = nodes;
      report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      listener.on_progress(report);
    };
  }

  static Fate fate(const Tsumego& tsumego, Side first, const Threshold& t, const Verdict& verdict) {
    const auto colour = [&](Side side) { return std::string(go::name(tsumego.colour(side))); };
    Fate out{colour(first), "open", {}};
    if (!t.settled()) {
      if (verdict.mover != first || !verdict.wins(first)) return out;
      out.status = t.dead(kNoThreats) ? "dead" : "alive";
      out.threats_open = true;
      return out;
    }
    if (const auto fight = ko_fight(t, verdict.counts_threats)) {
      out.status = "ko";
      out.ko = {
          colour(other(fight->needs)), colour(fight->needs), {}, to_text(fight->turns, tsumego.attacker())};
      if (fight->distance() <= kMostThreats) out.ko->threats = fight->distance();
    } else {
      out.status = t.dead(kNoThreats) ? "dead" : verdict.seki ? "seki" : "alive";
    }
    return out;
  }

  // What the two searches have in common: the verdict as a sentence and for programs.
  static void tell(const Tsumego& tsumego, const Verdict& verdict, engine::Report& report,
                   GoReport& details) {
    report.proved = verdict.settled();
    report.verdict = sentence(tsumego, verdict, report.best.empty() ? "" : report.best.front());
    for (std::string& remark : remarks_on(tsumego, verdict)) report.remarks.push_back(std::move(remark));
    if (verdict.attacker_first)
      details.fates.push_back(fate(tsumego, Side::Attacker, *verdict.attacker_first, verdict));
    if (verdict.defender_first)
      details.fates.push_back(fate(tsumego, Side::Defender, *verdict.defender_first, verdict));
  }

  void solve_by_proof(const Tsumego& tsumego, const Options& options, std::optional<Colour> stated, bool open,
                      const search::Limits& limits, engine::Listener& listener, const search::StopFlag& stop,
                      engine::Report& report, GoReport& details) {
    Solver solver(tsumego, memory());
    solver.limit(limits, &stop);
    solver.use_threads(threads_);
    solver.progress = telling(report, listener);
    Verdict verdict;
    std::optional<Level> level;
    if (options.ko) level = options.ko->level(tsumego.attacker());
    const auto ask = [&](Side side, bool briefly) {
      Threshold found;
      if (level || briefly) {
        const auto answer = solver.attacker_wins(tsumego.start(side, level.value_or(kNoThreats)));
        // One condition was asked for; the sentence is as if the others were like it.
        if (answer && level)
          found = *answer ? Threshold{0, 0} : Threshold{kLevels, kLevels};
        else if (answer && *answer)
          found.dead_from = kNoThreats;
        else if (answer)
          found.alive_below = kNoThreats + 1;
      } else {
        found = open ? refined(tsumego, solver, side, part(limits, kRefining))
                     : solver.threshold(tsumego.start(side, kNoThreats));
      }
      (side == Side::Attacker ? verdict.attacker_first : verdict.defender_first) = found;
    };
    // An open problem is about the side to move. What the other side could do is worth a look, but no more.
    if (open) verdict.mover = tsumego.side(stated.value_or(Colour::Black));
    if (verdict.mover) ask(*verdict.mover, false);
    for (const Side side : {Side::Attacker, Side::Defender}) {
      if (options.player && tsumego.side(*options.player) != side) continue;
      if (verdict.mover == side) continue;
      std::optional<Solver::Slice> slice;
      if (open) slice.emplace(solver, part(limits, kRefining));
      ask(side, open);
    }
    const bool lives = verdict.attacker_first && verdict.attacker_first->settled() &&
                       verdict.attacker_first->dead_from == kLevels && verdict.defender_first;
    if (lives && !open && !solver.interrupted() &&
        !tsumego.evaluator().unconditionally_alive(tsumego.start(Side::Attacker, kNoThreats),
                                                   tsumego.targets())) {
      verdict.seki = lives_in_seki(tsumego, memory(), kSekiNodes).value_or(false);
    }
    const Side side = verdict.mover ? *verdict.mover : shown(tsumego, options, stated, verdict);
    const auto& threshold = verdict.first(side);
    report.side = std::string(go::name(tsumego.colour(side)));
    report.proved = verdict.settled();
    Level at = kNoThreats;
    if (level)
      at = *level;
    else if (threshold)
      at = open ? hardest_level(side, *threshold) : level_for(side, *threshold);
    const Position start = tsumego.start(side, at);
    const bool known = threshold && (threshold->dead(at) || threshold->alive(at));
    if (report.proved || (open && known))
      show_moves(tsumego, solver, start, options, open, report, details);
    else if (open)
      show_guess(tsumego, solver, start, report);
    tell(tsumego, verdict, report, details);
    if (level && *level != kNoThreats)
      report.verdict += " (Ko threats: " + to_text(*level, tsumego.attacker()) + ".)";
    report.nodes = solver.nodes();
    show_board(tsumego, report);
  }

  // The threshold of the side to move. If it wins without threats, that is an answer, and what threats change
  // gets a part of the limits only.
  static Threshold refined(const Tsumego& tsumego, Solver& solver, Side mover, const search::Limits& some) {
    const Position start = tsumego.start(mover, kNoThreats);
    const auto attacker = solver.attacker_wins(start);
    if (!attacker || *attacker != (mover == Side::Attacker)) return solver.threshold(start);
    const Solver::Slice slice(solver, some);
    return solver.threshold(start);
  }

  // Does the result hold if the outside is the defender's?
  void compare_outside(const Tsumego& tsumego, const Options& options, const search::Limits& limits,
                       const search::StopFlag& stop, engine::Report& report, GoReport& details) {
    Enclosure enclosure = tsumego.enclosure();
    enclosure.outside = Side::Defender;
    const Tsumego turned(std::move(enclosure), options.save_all);
    Solver solver(turned, memory());
    solver.limit(limits, &stop);
    solver.use_threads(threads_);
    const Side mover = report.side == go::name(tsumego.attacker()) ? Side::Attacker : Side::Defender;
    const Level level = options.ko ? options.ko->level(tsumego.attacker()) : kNoThreats;
    Solver first(tsumego, memory());  // finds its answer in the table
    first.limit(limits, &stop);
    const auto ours = first.attacker_wins(tsumego.start(mover, level));
    const auto theirs = solver.attacker_wins(turned.start(mover, level));
    report.nodes += first.nodes() + solver.nodes();
    const std::string owner = capital(tsumego.colour(Side::Defender));
    if (!theirs || !ours) {
      report.remarks.push_back("not found out in time: is the result the same if the outside is " + owner +
                               "'s");
    } else if (*theirs == *ours) {
      details.holds_outside = "any";
      report.remarks.emplace_back("the result holds whatever is outside the search area");
    } else {
      details.holds_outside = "attacker";
      std::string line;
      for (const Step& step : solver.line(turned.start(mover, level))) line += " " + move_text(turned, step);
      report.remarks.push_back("the result depends on the outside: if that is " + owner + "'s, " + owner +
                               (*theirs ? " dies" : " lives") +
                               (line.empty() ? "" : " (" + line.substr(1) + ")"));
    }
  }

  // Nothing is proved: the move and line that the search has found most promising.
  static void show_guess(const Tsumego& tsumego, const Solver& solver, const Position& start,
                         engine::Report& report) {
    for (const Step& step : solver.promising_line(start)) report.pv.push_back(move_text(tsumego, step));
    if (report.pv.empty()) return;
    report.best.push_back(report.pv.front());
    report.remarks.push_back("not proved: " + report.pv.front() +
                             " is the most promising move so far; give it more time (--time)");
  }

  void show_moves(const Tsumego& tsumego, Solver& solver, const Position& start, const Options& options,
                  bool open, engine::Report& report, GoReport& details) {
    const auto wins = solver.attacker_wins(start);
    const bool mover_wins = wins && *wins == (start.to_move == Side::Attacker);
    if (wins) report.score = mover_wins ? 1 : -1;
    for (const Step& step : solver.line(start)) report.pv.push_back(move_text(tsumego, step));
    if (options.all_moves || (open && mover_wins)) {
      for (const MoveResult& move : solver.moves(start)) {
        if (!move.attacker_wins) {
          if (options.all_moves) report.complete = false;
          continue;
        }
        const bool right = *move.attacker_wins == (start.to_move == Side::Attacker);
        if (right && !(open && move.step.move.pass())) report.best.push_back(move_text(tsumego, move.step));
        if (!options.all_moves) continue;
        engine::MoveReport item;
        item.move = move_text(tsumego, move.step);
        item.score = right ? 1 : -1;
        item.verdict = right ? "works" : "fails";
        report.moves.push_back(item);
      }
      // The line begins with the plainest of them, which is proved even if time was too short for the others.
      if (open && mover_wins && !report.pv.empty() &&
          std::find(report.best.begin(), report.best.end(), report.pv.front()) == report.best.end())
        report.best.push_back(report.pv.front());
      const auto at = report.pv.empty()
                          ? report.best.end()
                          : std::find(report.best.begin(), report.best.end(), report.pv.front());
      if (at != report.best.end()) std::rotate(report.best.begin(), at, at + 1);
    } else if (!report.pv.empty()) {
      report.best.push_back(report.pv.front());
    } else if (mover_wins && !solver.over(start)) {
      report.best.emplace_back("pass");
    }
    if (options.threats) {
      details.threats.emplace();
      for (const Step& step : solver.threats(start)) details.threats->push_back(move_text(tsumego, step));
    }
    if (!options.tree.empty() && !mover_wins)
      throw Error("there is no tree to write: " + report.side + " to play has no move that works");
    if (mover_wins && (options.show_tree || !options.tree.empty())) {
      details.tree = sgf::write(solution_tree(tsumego, solver, start, kTreeNodes));
      details.tree_file = options.tree;
    }
  }

  static void show_board(const Tsumego& tsumego, engine::Report& report) {
    const Grid& grid = tsumego.enclosure().problem.grid;
    const auto marked = report.best.empty() ? std::nullopt : point_from(report.best.front(), grid);
    report.board = draw(grid, tsumego.enclosure().problem.target, marked);
  }

  void solve_depth_first(const Tsumego& tsumego, const Options& options, std::optional<Colour> stated,
                         const search::Limits& limits, engine::Listener& listener,
                         const search::StopFlag& stop, engine::Report& report, GoReport& details) {
    DepthFirst search(tsumego, options.superko ? Repetition::Superko : Repetition::Ko);
    search.limit(limits, &stop);
    search.progress = telling(report, listener);
    Verdict verdict;
    verdict.counts_threats = false;
    const std::vector<Level> levels = options.ko
                                          ? std::vector<Level>{options.ko->level(tsumego.attacker())}
                                          : std::vector<Level>{kDefenderMaster, kNoThreats, kAttackerMaster};
    for (const Side side : {Side::Attacker, Side::Defender}) {
      if (options.player && tsumego.side(*options.player) != side) continue;
      Threshold found;
      for (const Level level : levels) {
        const auto answer = search.attacker_wins(tsumego.start(side, level));
        if (!answer) break;
        if (*answer)
          found.dead_from = std::min(found.dead_from, level);
        else
          found.alive_below = std::max(found.alive_below, static_cast<Level>(level + 1));
        const Side shown_side = options.player ? tsumego.side(*options.player)
                                : stated       ? tsumego.side(*stated)
                                               : Side::Attacker;
        if (side == shown_side && level == levels[levels.size() / 2]) {
          report.score = *answer == (side == Side::Attacker) ? 1 : -1;
          report.side = std::string(go::name(tsumego.colour(side)));
          if (search.best()) report.best = {move_text(tsumego, *search.best())};
        }
      }
      // Three conditions, or one, stand for all: this search counts no threats.
      if (found.dead_from <= levels.front())
        found = {0, 0};
      else if (found.alive_below > levels.back())
        found = {kLevels, kLevels};
      else if (found.dead(kNoThreats) && found.alive_below > 0)
        found.dead_from = found.alive_below;  // only a master was tried: not "one threat is enough"
      else if (found.dead_from < kLevels && found.alive_below > 0)
        found.alive_below = found.dead_from;
      (side == Side::Attacker ? verdict.attacker_first : verdict.defender_first) = found;
    }
    tell(tsumego, verdict, report, details);
    report.remarks.emplace_back("this search tells a ko master from none, and does not count threats");
    report.nodes = search.nodes();
    show_board(tsumego, report);
  }

  std::unique_ptr<Memory> memory_;
  int threads_ = 1;
};

class Go final : public engine::Game {
 public:
  [[nodiscard]] std::string_view name() const override { return "go"; }
  [[nodiscard]] std::string_view title() const override { return "Go: life and death"; }
  [[nodiscard]] std::string_view position_help() const override {
    return "an SGF problem, (;SZ[9]AB[..]AW[..]MA[target]), or a drawing with X O . and # or @ for the "
           "target";
  }
  [[nodiscard]] const std::vector<engine::OptionSpec>& options() const override {
    return option_table().specs();
  }
  [[nodiscard]] std::vector<engine::Example> examples() const override {
    return {{"Six in the corner",
             "(;FF[4]GM[1]SZ[9]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei]PL[W]MA[ag])"},
            {"L group: dead as it stands",
             "(;FF[4]GM[1]SZ[9]AB[bg][cg][dg][dh]AW[af][bf][cf][df][ef][eg][eh][ei]PL[W]MA[bg])"},
            {"Alive already",
             "(;FF[4]GM[1]SZ[9]AB[ah][bh][ch][dh][eh][ei]AW[ag][bg][cg][dg][eg][fg][fh][fi]PL[W]MA[ah])"}};
  }
  [[nodiscard]] std::vector<const engine::RecordFormat*> record_formats() const override {
    return go::record_formats();
  }
  [[nodiscard]] const engine::Authoring* authoring() const override { return &go::authoring(); }
  [[nodiscard]] std::unique_ptr<engine::Engine> new_engine() const override {
    return std::make_unique<GoEngine>(*this);
  }
  [[nodiscard]] std::unique_ptr<engine::Board> board(std::string_view position,
                                                     const engine::OptionTexts&) const override {
    return make_board(position);
  }
  [[nodiscard]] std::vector<std::string> split_positions(std::string_view text) const override {
    return split_problems(text);
  }

  [[nodiscard]] engine::Perft perft(const engine::Request& request, int depth, const engine::CommonOptions&,
                                    const search::StopFlag& stop) const override {
    const Problem problem = after_moves(problem_from(request.position), request.moves);
    const Tsumego tsumego(enclose(problem));
    const Side side = problem.player ? tsumego.side(*problem.player) : Side::Attacker;
    const Position start = tsumego.start(side, kNoThreats);
    engine::Perft result;
    if (depth == 0) result.count = 1;
    for (const Step& step : depth > 0 ? playable(tsumego, start) : std::vector<Step>{}) {
      const std::uint64_t count = leaves(tsumego, tsumego.rules().after(start, step), depth - 1, stop);
      result.divide.emplace_back(move_text(tsumego, step), count);
      result.count += count;
    }
    return result;
  }
};

}  // namespace

const engine::Game& game() {
  static const Go kGame;
  return kGame;
}

}  // namespace tesuji::go

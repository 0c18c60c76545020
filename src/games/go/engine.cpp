#include "games/go/engine.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/error.hpp"
#include "engine/snapshot.hpp"
#include "engine/table_file.hpp"
#include "engine/table_report.hpp"
#include "games/go/answer.hpp"
#include "games/go/board.hpp"
#include "games/go/choice.hpp"
#include "games/go/depth_first.hpp"
#include "games/go/jobs.hpp"

namespace tesuji::go {

namespace {

constexpr std::uint64_t kSekiNodes = 200'000;
// For a question that nobody asked.
constexpr std::uint64_t kFewNodes = 10'000;

// Problems of our own, from a corner of nine points up; `bench` adds up their nodes.
constexpr std::array<std::string_view, 4> kBench = {
    "(;SZ[9]AB[ad][bd][cd][dc][db][da][dd]AW[ac][bc][cc][cb][ca]MA[cc])",
    "(;SZ[9]AB[ad][bd][cd][dd][ed][fd][fc][fb][fa][ga]AW[ac][bc][cc][dc][ec][eb][ea]MA[cc])",
    "(;SZ[9]AB[ae][be][ce][de][ee][ed][ec][eb][ea][fa]AW[ad][bd][cd][dd][dc][db][da]MA[dd])",
    "(;SZ[9]AB[ba][bb][bc][bd][be][bf][cf][df][ef][ff][fe][fd][fc][fb][fa]AW[ca][cb][cc][cd][ce][de][ee][ed]["
    "ec][eb]MA[cc])",
};

class GoEngine final : public engine::Engine, public engine::ProofEngine {
 public:
  using Engine::Engine;

  void configure(const engine::CommonOptions& common) override {
    with_table_errors([&] {
      if (memory_ && common.hash_file == common_.hash_file &&
          (common.hash_file.empty() || common.hash_bytes == common_.hash_bytes)) {
        memory_->table().resize(common.hash_bytes, static_cast<unsigned>(std::max(1, common.threads)));
      } else {
        memory_ = std::make_unique<Memory>(common.hash_bytes, common.hash_file,
                                           engine::growth_of(common.hash_auto));
      }
      if (!common.replacement.empty())
        memory_->table().set_policy(tt::RuntimeReplacement(common.replacement));
    });
    threads_ = std::max(1, common.threads);
    common_ = common;
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

  [[nodiscard]] engine::ProofJobs& proof_jobs() override {
    if (!jobs_)
      jobs_ = make_jobs([this](const engine::Request& request) { return job_problem(request); },
                        [this]() -> Memory& { return memory(); });
    return *jobs_;
  }

  void clear_table() override { memory().table().clear(static_cast<unsigned>(threads_)); }
  [[nodiscard]] engine::TableReport table() const override {
    return memory_ ? engine::table_report(memory_->table()) : engine::TableReport{};
  }
  void save_table(const std::filesystem::path& path) const override {
    if (memory_) engine::save_snapshot(memory_->table(), path, "go", Memory::kKeys);
  }
  void load_table(const std::filesystem::path& path) override {
    engine::load_snapshot(memory().table(), path, "go", Memory::kKeys);
  }

 private:
  Memory& memory() {
    if (!memory_) memory_ = std::make_unique<Memory>(engine::CommonOptions{}.hash_bytes);
    return *memory_;
  }

  // The problem as the options want it read.
  ResolvedProblem resolved_problem(Problem problem, const Options& options, const ChoiceLimits& limits,
                                   std::uint64_t& nodes) {
    if (!options.region.empty()) set_region(problem, options.region);
    std::optional<Point> near;
    if (!options.group.empty()) near = point_from(options.group, problem.grid);
    if (options.player) problem.player = options.player;
    std::optional<Side> outside;
    if (options.outside != Outside::Auto)
      outside = options.outside == Outside::Defender ? Side::Defender : Side::Attacker;
    return resolve(std::move(problem), near, outside, memory(), limits, nodes);
  }

  // For a search that is cut into jobs. Every worker has to read the problem in the same way.
  JobProblem job_problem(const engine::Request& request) {
    const Options options = option_table().parse(request.options);
    if (options.superko || options.depth_first || options.all_moves || options.threats || options.show_tree ||
        !options.tree.empty() || options.outside == Outside::Both)
      throw Error(
          "a search that is cut into jobs takes only --player, --ko, --target, --region, --group and "
          "--outside");
    std::uint64_t nodes = 0;
    ResolvedProblem resolved = resolved_problem(after_moves(problem_from(request.position), request.moves),
                                                options, {{}, nullptr, 1, {}}, nodes);
    if (resolved.open)
      throw Error("the group is not enclosed: for a search that is cut into jobs, give its area (--region)");
    JobProblem problem;
    problem.tsumego = std::make_unique<const Tsumego>(std::move(resolved.enclosure), options.save_all);
    if (options.player) problem.mover = problem.tsumego->side(*options.player);
    if (options.ko) problem.level = options.ko->level(problem.tsumego->attacker());
    return problem;
  }

  // In an open problem the side to move should win. If it loses in the area that was chosen, the rest of the
  // limits goes into larger areas and other readings; what was found out is in the table.
  engine::Report solve(const Problem& problem, const Options& options, const search::Limits& limits,
                       engine::Listener& listener, const search::StopFlag& stop) {
    const auto start = std::chrono::steady_clock::now();
    engine::Report report = solve_once(problem, options, limits, listener, stop);
    while ((limits.time || limits.nodes) && loses_in_an_area(report) && !stop.requested()) {
      search::Limits rest = limits;
      if (rest.time) *rest.time -= std::min(*rest.time, elapsed_since(start));
      if (rest.nodes) *rest.nodes -= std::min(*rest.nodes, report.nodes);
      if ((rest.time && *rest.time < *limits.time / kWorthARound) ||
          (rest.nodes && *rest.nodes < *limits.nodes / kWorthARound))
        break;
      engine::Report next = solve_once(problem, options, rest, listener, stop);
      const std::uint64_t nodes = report.nodes + next.nodes;
      const bool wins = next.proved && next.score.value_or(0) > 0;
      const bool further = wins || (loses_in_an_area(next) && area_of(next) != area_of(report));
      if (further) report = std::move(next);
      report.nodes = nodes;
      report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (!further) break;
    }
    return report;
  }

  static const std::vector<std::string>& area_of(const engine::Report& report) {
    return go_report(report).region;
  }
  static bool loses_in_an_area(const engine::Report& report) {
    return go_report(report).open && report.proved && report.score.value_or(0) < 0;
  }

  engine::Report solve_once(Problem problem, const Options& options, const search::Limits& limits,
                            engine::Listener& listener, const search::StopFlag& stop) {
    const std::string text = to_sgf(problem);
    const auto start = std::chrono::steady_clock::now();
    const ChoiceLimits choice_limits{part(limits, kChoosing), &stop, threads_, {}};
    std::uint64_t choosing = 0;
    ResolvedProblem resolved = resolved_problem(std::move(problem), options, choice_limits, choosing);
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
    if (common_.hash_auto && common_.hash_file.empty())
      engine::adapt_to_memory(memory().table(), static_cast<unsigned>(threads_));
    if (options.superko || options.depth_first) {
      solve_depth_first(tsumego, options, stated, limits, listener, stop, report, *details);
    } else {
      search::Limits rest = limits;
      if (rest.time) *rest.time -= std::min(*rest.time, elapsed_since(start));
      if (rest.nodes) *rest.nodes -= std::min(*rest.nodes, choosing);
      solve_by_proof(tsumego, options, stated, open, rest, listener, stop, report, *details);
      report.nodes += choosing;
      if (open && report.proved) {
        search::Limits last = limits;
        if (last.time) *last.time -= std::min(*last.time, elapsed_since(start));
        if (last.nodes) *last.nodes -= std::min(*last.nodes, report.nodes);
        compare_outside(tsumego, options, last, stop, report, *details);
      }
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    report.table = table();
    if (memory().table().lost_memory())
      report.remarks.push_back(engine::lost_memory_remark(common_.hash_file));
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
  // What has to be left of the limits for another round: one part in so many.
  static constexpr int kWorthARound = 20;
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
        if (answer && !level) add_master(tsumego, solver, side, *answer, found);
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
    if (options.player || stated) verdict.asker = side;
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
    else
      show_guess(tsumego, solver, start, report);
    tell(tsumego, verdict, report, details);
    if (level && *level != kNoThreats)
      report.verdict += " (Ko threats: " + to_text(*level, tsumego.attacker()) + ".)";
    report.nodes = solver.nodes();
    show_board(tsumego, report);
  }

  // Does a result without threats hold if the side that it is bad for is ko master?
  static void add_master(const Tsumego& tsumego, Solver& solver, Side first, bool dead, Threshold& found) {
    const Level master = dead ? kDefenderMaster : kAttackerMaster;
    const auto still_dead = solver.attacker_wins(tsumego.start(first, master));
    if (!still_dead) return;
    if (*still_dead)
      found.dead_from = std::min(found.dead_from, master);
    else
      found.alive_below = std::max(found.alive_below, static_cast<Level>(master + 1));
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

  // Does the result hold if the outside belongs to the other side? Unless that was asked for, it is worth
  // a fraction of the nodes that the answer took.
  void compare_outside(const Tsumego& tsumego, const Options& options, search::Limits limits,
                       const search::StopFlag& stop, engine::Report& report, GoReport& details) {
    const bool asked = options.outside == Outside::Both;
    if (!asked) {
      const std::uint64_t few = std::max(kFewNodes, report.nodes / 4);
      limits.nodes = std::min(limits.nodes.value_or(few), few);
      if (limits.time) *limits.time /= 4;
    }
    Enclosure enclosure = tsumego.enclosure();
    const Side owner = enclosure.outside;  // a group that may connect to its stones there is better off, too
    const bool attackers = owner == Side::Attacker && !enclosure.outside_lives;
    enclosure.outside = attackers ? Side::Defender : Side::Attacker;
    enclosure.outside_lives = attackers;
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
    const std::string other_owner = capital(tsumego.colour(attackers ? Side::Defender : Side::Attacker));
    const std::string group = capital(tsumego.colour(Side::Defender));
    if (!theirs || !ours) {
      if (asked)
        report.remarks.push_back("not found out in time: is the result the same if the outside is " +
                                 other_owner + "'s");
    } else if (*theirs == *ours) {
      details.holds_outside = "any";
      report.remarks.emplace_back("the result holds whatever is outside the search area");
    } else {
      details.holds_outside = attackers ? "attacker" : "defender";
      std::string line;
      for (const Step& step : solver.line(turned.start(mover, level))) line += " " + move_text(turned, step);
      report.remarks.push_back("the result depends on the outside: if that is " + other_owner + "'s, " +
                               group + (*theirs ? " dies" : " lives") +
                               (line.empty() ? "" : " (" + line.substr(1) + ")"));
    }
  }

  void solve_depth_first(const Tsumego& tsumego, const Options& options, std::optional<Colour> stated,
                         const search::Limits& limits, engine::Listener& listener,
                         const search::StopFlag& stop, engine::Report& report, GoReport& details) {
    DepthFirst search(tsumego, options.superko ? Repetition::Superko : Repetition::Ko, &memory());
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

  std::unique_ptr<engine::ProofJobs> jobs_;
  std::unique_ptr<Memory> memory_;
  engine::CommonOptions common_;
  int threads_ = 1;
};

}  // namespace

std::unique_ptr<engine::Engine> new_engine(const engine::Game& game) {
  return std::make_unique<GoEngine>(game);
}

}  // namespace tesuji::go

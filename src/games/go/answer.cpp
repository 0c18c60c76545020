#include "games/go/answer.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "games/go/tree.hpp"

namespace tesuji::go {

namespace {

constexpr std::size_t kTreeNodes = 4000;

Fate fate(const Tsumego& tsumego, Side first, const Threshold& t, const Verdict& verdict) {
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

}  // namespace

std::string move_text(const Tsumego& tsumego, const Step& step) {
  return step.move.pass()
             ? "pass"
             : to_text(tsumego.region().point(step.move.point), tsumego.enclosure().problem.grid);
}

void tell(const Tsumego& tsumego, const Verdict& verdict, engine::Report& report, GoReport& details) {
  report.proved = verdict.settled();
  report.verdict = sentence(tsumego, verdict, report.best.empty() ? "" : report.best.front());
  for (std::string& remark : remarks_on(tsumego, verdict)) report.remarks.push_back(std::move(remark));
  if (verdict.attacker_first)
    details.fates.push_back(fate(tsumego, Side::Attacker, *verdict.attacker_first, verdict));
  if (verdict.defender_first)
    details.fates.push_back(fate(tsumego, Side::Defender, *verdict.defender_first, verdict));
}

void show_guess(const Tsumego& tsumego, const Solver& solver, const Position& start, engine::Report& report) {
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
    const auto at = report.pv.empty() ? report.best.end()
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

void show_board(const Tsumego& tsumego, engine::Report& report) {
  const Grid& grid = tsumego.enclosure().problem.grid;
  const auto marked = report.best.empty() ? std::nullopt : point_from(report.best.front(), grid);
  report.board = draw(grid, tsumego.enclosure().problem.target, marked);
}

}  // namespace tesuji::go

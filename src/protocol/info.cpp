#include "protocol/info.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <optional>

#include "protocol/lines.hpp"

namespace tesuji::protocol {
namespace {

using engine::Report;
using engine::ScoreBound;

// A report counts the mover's moves to the mate, or, negative, those of the side that is mated.
int in_plies(int mate) {
  return mate > 0 ? 2 * mate - 1 : 2 * mate;
}

std::string score_words(std::optional<int> score, std::optional<int> mate, ScoreBound bound,
                        const Dialect& dialect) {
  std::string out;
  if (mate) {
    out = fmt::format(" score mate {}", dialect.mate_in_plies ? in_plies(*mate) : *mate);
  } else if (score) {
    out = fmt::format(" score cp {}", *score);
  } else {
    return out;
  }
  if (bound == ScoreBound::Lower) out += " lowerbound";
  if (bound == ScoreBound::Upper) out += " upperbound";
  return out;
}

// What comes before the score is the same for every line of a report; so is what comes between.
std::string before(const Report& report) {
  std::string out = "info";
  if (report.depth) out += fmt::format(" depth {}", *report.depth);
  if (report.selective_depth) out += fmt::format(" seldepth {}", *report.selective_depth);
  return out;
}

std::string effort(const Report& report) {
  std::string out = fmt::format(" nodes {}", report.nodes);
  if (report.seconds > 0) {
    out += fmt::format(" nps {}", std::llround(static_cast<double>(report.nodes) / report.seconds));
  }
  if (report.table) out += fmt::format(" hashfull {}", report.table->fill);
  if (report.tablebase_hits) out += fmt::format(" tbhits {}", *report.tablebase_hits);
  return out + fmt::format(" time {}", std::llround(report.seconds * 1000));
}

}  // namespace

std::vector<std::string> info_lines(const Report& report, const Dialect& dialect, bool with_odds) {
  std::vector<std::string> lines;
  // `moves` may also hold bare scores of every move (a solver's answer): only lines of play are shown.
  for (const engine::MoveReport& move : report.moves) {
    if (move.pv.empty()) continue;
    lines.push_back(fmt::format("{} multipv {}{}{} pv {}", before(report), lines.size() + 1,
                                score_words(move.score, move.mate, ScoreBound::Exact, dialect),
                                effort(report), join_words(move.pv)));
  }
  if (lines.size() > 1) return lines;

  std::string odds;
  if (with_odds && report.odds) {
    odds = fmt::format(" wdl {} {} {}", report.odds->win, report.odds->draw, report.odds->loss);
  }
  std::string line =
      fmt::format("{} multipv 1{}{}{}", before(report),
                  score_words(report.score, report.mate, report.bound, dialect), odds, effort(report));
  if (!report.pv.empty()) line += " pv " + join_words(report.pv);
  return {line};
}

}  // namespace tesuji::protocol

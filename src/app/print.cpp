#include "app/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/style.hpp"
#include "base/duration.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "base/size.hpp"

namespace tesuji::app {

using engine::MoveReport;
using engine::Report;

namespace {

std::string verdict_or_score(const std::string& verdict, const std::optional<int>& score) {
  if (verdict.empty()) return score ? fmt::format("{:+}", *score) : "";
  return score ? fmt::format("{} ({:+})", verdict, *score) : verdict;
}

std::string figures(const Report& report) {
  std::string text =
      fmt::format("{} nodes in {}", format_count(report.nodes), format_seconds(report.seconds));
  if (report.seconds > 0 && report.nodes > 0) {
    text += fmt::format(
        " ({} a second)",
        format_count(static_cast<std::uint64_t>(static_cast<double>(report.nodes) / report.seconds)));
  }
  return text;
}

}  // namespace

std::string describe(const Report& report) {
  std::string text = report.board;
  const std::string headline = styled(verdict_or_score(report.verdict, report.score), Style::Bold);
  if (!headline.empty()) {
    text += report.side.empty() ? fmt::format("{}\n", headline)
                                : fmt::format("{} to move: {}\n", report.side, headline);
  }
  if (!report.best.empty())
    text += fmt::format("best: {}\n", styled(fmt::format("{}", fmt::join(report.best, " ")), Style::Good));
  if (!report.pv.empty()) text += fmt::format("line: {}\n", fmt::join(report.pv, " "));
  if (!report.moves.empty()) {
    std::size_t width = 4;
    for (const MoveReport& move : report.moves) width = std::max(width, move.move.size());
    for (const MoveReport& move : report.moves) {
      text += fmt::format("  {:<{}}  {}", move.move, width, verdict_or_score(move.verdict, move.score));
      if (move.pv.size() > 1) text += fmt::format("   {}", fmt::join(move.pv, " "));
      text += '\n';
    }
  }
  if (report.details) {
    for (const std::string& sentence : report.details->sentences()) text += sentence + '\n';
  }
  if (report.proved)
    text += styled(report.complete ? "proved" : "proved, but not complete", Style::Good) + '\n';
  for (const std::string& remark : report.remarks) text += remark + '\n';
  text += styled(figures(report), Style::Faint) + '\n';
  if (report.table && report.table->probes > 0) {
    const std::string table =
        fmt::format("table: {}, {:.1f}% hits, {:.1f}% full", format_bytes(report.table->bytes),
                    100 * report.table->hit_rate(), report.table->fill / 10.0);
    text += styled(table, Style::Faint) + '\n';
  }
  return text;
}

std::string describe_line(const Report& report) {
  std::string text = verdict_or_score(report.verdict, report.score);
  if (!report.best.empty()) text += fmt::format("  best {}", fmt::join(report.best, " "));
  return fmt::format("{}  {}", text, figures(report));
}

std::string describe_progress(const Report& report) {
  std::string text;
  if (report.depth) text += fmt::format("depth {:>2}  ", *report.depth);
  const std::string headline = verdict_or_score(report.verdict, report.score);
  if (!headline.empty()) text += fmt::format("{:<12}  ", headline);
  text += figures(report);
  if (!report.pv.empty()) text += fmt::format("  {}", fmt::join(report.pv, " "));
  return text;
}

void write_files(const Report& report) {
  if (!report.details) return;
  for (const engine::OutputFile& file : report.details->files()) {
    if (file.path == "-") {
      fmt::print("{}", file.text);
      continue;
    }
    write_file(file.path, file.text);
  }
}

}  // namespace tesuji::app

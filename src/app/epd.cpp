// tesuji epd FILE
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <type_traits>

#include "app/command.hpp"
#include "app/input.hpp"
#include "app/work.hpp"
#include "base/duration.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "base/size.hpp"
#include "engine/json.hpp"
#include "match/suite.hpp"

namespace tesuji::app {
namespace {

struct EpdArguments {
  std::string file, game = "chess", hash = "64M", time, nodes;
  int depth = 0;
  engine::CommonOptions common;
  WorkOptions work;
  bool json = false;
};

engine::Request request_of(const EpdArguments& arguments) {
  engine::Request request;
  request.game = arguments.game;
  if (!arguments.nodes.empty())
    request.limits.nodes = usage("--nodes", [&] { return parse_count(arguments.nodes); });
  if (arguments.depth > 0) request.limits.depth = arguments.depth;
  if (!arguments.time.empty())
    request.limits.time = usage("--time", [&] { return parse_duration(arguments.time); });
  if (!request.limits.any()) request.limits.time = std::chrono::seconds(1);
  return request;
}

// "bm Nf3" and so on, in the way game records write moves.
std::string wanted(const match::Puzzle& puzzle, const engine::Board& board) {
  std::string text;
  const auto add = [&](const char* operation, const std::vector<std::string>& moves) {
    if (moves.empty()) return;
    text += (text.empty() ? "" : " ") + std::string(operation);
    for (const std::string& move : moves) text += ' ' + board.readable(move);
  };
  add("bm", puzzle.best);
  add("am", puzzle.avoid);
  if (puzzle.mate) text += fmt::format("{}dm {}", text.empty() ? "" : " ", *puzzle.mate);
  return text;
}

std::string score_text(const engine::Report& report) {
  if (report.mate) return fmt::format("#{}", *report.mate);
  return report.score ? fmt::format("{:+.2f}", *report.score / 100.0) : std::string("?");
}

void print_row(const match::Puzzle& puzzle, const match::Attempt& attempt, const engine::Game& game) {
  const auto board = game.board(puzzle.position);
  const engine::Report& report = attempt.report;
  const std::string played = report.best.empty() ? "-" : board->readable(report.best.front());
  fmt::print("{:<3} {:<20} {:<18} {:<8} {:>8} {:>5} {:>9}\n", attempt.solved ? "yes" : "no", puzzle.id,
             wanted(puzzle, *board), played, score_text(report), report.depth.value_or(0),
             attempt.found_at ? fmt::format("{:.3f} s", *attempt.found_at) : "");
}

void print_json(const match::Puzzle& puzzle, const match::Attempt& attempt) {
  nlohmann::ordered_json out = {{"id", puzzle.id}, {"position", puzzle.position}, {"solved", attempt.solved}};
  if (!attempt.report.best.empty()) out["move"] = attempt.report.best.front();
  if (attempt.report.score) out["score"] = *attempt.report.score;
  if (attempt.report.mate) out["mate"] = *attempt.report.mate;
  if (attempt.report.depth) out["depth"] = *attempt.report.depth;
  out["nodes"] = attempt.report.nodes;
  out["seconds"] = attempt.report.seconds;
  if (attempt.found_at) out["found_at"] = *attempt.found_at;
  if (attempt.found_at && attempt.found_depth) out["found_depth"] = *attempt.found_depth;
  fmt::print("{}\n", engine::to_line(out));
}

std::string question_of(const match::Puzzle& puzzle, const engine::Request& request,
                        const engine::CommonOptions& common) {
  nlohmann::ordered_json header = {{"task", "epd"}};
  add_request(header, request, common);
  header["id"] = puzzle.id;
  header["position"] = puzzle.position;
  header["best"] = puzzle.best;
  header["avoid"] = puzzle.avoid;
  if (puzzle.mate) header["dm"] = *puzzle.mate;
  return question_text(header, "");
}

match::Attempt attempt_from(const std::string& answer) {
  const auto found = nlohmann::json::parse(answer);
  if (found.contains("error")) throw Error(found["error"].get<std::string>());
  match::Attempt attempt;
  const auto read = [&](const char* name, auto& field) {
    if (found.contains(name)) field = found[name].get<typename std::decay_t<decltype(field)>::value_type>();
  };
  attempt.solved = found.at("solved");
  attempt.report.best = found.at("best").get<std::vector<std::string>>();
  attempt.report.nodes = found.at("nodes");
  attempt.report.seconds = found.at("seconds");
  read("score", attempt.report.score);
  read("mate", attempt.report.mate);
  read("depth", attempt.report.depth);
  read("found_at", attempt.found_at);
  read("found_depth", attempt.found_depth);
  return attempt;
}

int run_epd(EpdArguments& arguments, Context& context) {
  const engine::Game& game = context.registry.game(arguments.game);
  const engine::Request request = request_of(arguments);
  check_remote_options(arguments.work, game, request);
  std::istringstream in(read_file(arguments.file));
  std::vector<match::Puzzle> puzzles;
  try {
    puzzles = match::read_suite(in, game);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", arguments.file, error.what()));
  }
  if (puzzles.empty()) throw Error(fmt::format("{}: there is no position in it", arguments.file));
  arguments.common.hash_bytes = usage("--hash", [&] { return parse_bytes(arguments.hash); });
  game.new_engine()->configure(arguments.common);  // if it cannot be done, say so before anything else

  if (!arguments.json) {
    fmt::print("{:<3} {:<20} {:<18} {:<8} {:>8} {:>5} {:>9}\n", "", "id", "wanted", "played", "score",
               "depth", "found");
  }
  std::size_t solved = 0, tried = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  const auto show = [&](const match::Puzzle& puzzle, const match::Attempt& attempt) {
    ++tried;
    if (attempt.solved) ++solved;
    nodes += attempt.report.nodes;
    seconds += attempt.report.seconds;
    if (arguments.json) {
      print_json(puzzle, attempt);
    } else {
      print_row(puzzle, attempt, game);
    }
    std::fflush(stdout);
  };
  std::vector<std::string> questions;
  for (const match::Puzzle& puzzle : puzzles)
    questions.push_back(question_of(puzzle, request, arguments.common));
  std::map<std::size_t, match::Attempt> early;  // answered before one that comes before them
  std::size_t next = 0;
  const auto on_answer = [&](std::size_t question, const std::string& answer) {
    early.emplace(question, attempt_from(answer));
    for (auto at = early.begin(); at != early.end() && at->first == next; at = early.erase(at))
      show(puzzles[next++], at->second);
  };
  make_queue(arguments.work, context, arguments.common.hash_bytes)->run(questions, on_answer, context.stop);
  for (const auto& [question, attempt] : early) show(puzzles[question], attempt);  // stopped
  if (arguments.json) {
    fmt::print("{}\n", engine::to_line({{"solved", solved},
                                        {"tried", tried},
                                        {"total", puzzles.size()},
                                        {"nodes", nodes},
                                        {"seconds", seconds}}));
  } else {
    fmt::print("solved {} / {}{}, {} nodes, {}\n", solved, tried,
               tried < puzzles.size() ? fmt::format(" (of {}, stopped)", puzzles.size()) : "",
               format_count(nodes), format_seconds(seconds));
  }
  return 0;
}

}  // namespace

void add_epd(CLI::App& app, Context& context) {
  CLI::App* const verb =
      app.add_subcommand("epd", "Put a suite of positions with known answers to an engine");
  auto arguments = std::make_shared<EpdArguments>();
  verb->add_option("file", arguments->file, "EPD file: a position a line, with bm, am or dm")->required();
  verb->add_option("--game", arguments->game, "The game")->capture_default_str();
  verb->add_option("--hash", arguments->hash, "Size of the table")->capture_default_str();
  verb->add_option("--threads", arguments->common.threads, "Number of searching threads")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  verb->add_option("--time", arguments->time, "For each position (1 s if no limit is given)");
  verb->add_option("--nodes", arguments->nodes, "For each position");
  verb->add_option("--depth", arguments->depth, "For each position")->check(CLI::Range(1, 1000));
  add_work_options(*verb, arguments->work);
  verb->add_flag("--json", arguments->json, "One JSON object a line");
  verb->callback([&context, arguments] { context.exit_code = run_epd(*arguments, context); });
}

}  // namespace tesuji::app

// tesuji solve GAME POSITION|FILE|-
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/game_command.hpp"
#include "app/input.hpp"
#include "app/print.hpp"
#include "app/progress.hpp"
#include "base/error.hpp"
#include "engine/json.hpp"
#include "protocol/lines.hpp"

namespace tesuji::app {
namespace {

void print_answer(const engine::Report& report, bool json, bool many) {
  write_files(report);
  if (json) {
    fmt::print("{}\n", engine::to_line(engine::to_json(report)));
  } else if (many) {
    fmt::print("{}  {}\n", report.position, describe_line(report));
  } else {
    fmt::print("{}", describe(report));
  }
  std::fflush(stdout);
}

// One position: progress of the search in the status line; an error ends the program.
int solve_one(GameArguments& arguments, Context& context, const std::string& position) {
  arguments.request.position = position;
  engine::Report report;
  {
    StatusListener listener;
    report = arguments.engine->solve(arguments.request, listener, context.stop);
  }
  print_answer(report, arguments.json, false);
  return report.proved ? 0 : kFailure;
}

// Many: a bar, an answer each, a summary; a bad position is reported and does not stop the rest.
int solve_many(GameArguments& arguments, Context& context, const std::vector<std::string>& positions) {
  std::size_t solved = 0, undecided = 0, bad = 0;
  ProgressBar bar(positions.size());
  engine::Listener silent;
  for (std::size_t i = 0; i < positions.size() && !context.stop.requested(); ++i) {
    arguments.request.position = positions[i];
    try {
      const engine::Report report = arguments.engine->solve(arguments.request, silent, context.stop);
      bar.wipe();
      print_answer(report, arguments.json, true);
      ++(report.proved ? solved : undecided);
    } catch (const Error& error) {
      bar.wipe();
      ++bad;
      const std::string text = protocol::one_line(fmt::format("position {}: {}", i + 1, error.what()));
      if (arguments.json) fmt::print("{}\n", engine::to_line(engine::error_json(text)));
      print_error("tesuji: {}\n", text);
    }
    bar.advance();
  }
  bar.wipe();
  print_error("{} solved, {} undecided, {} bad, of {}\n", solved, undecided, bad, positions.size());
  return solved == positions.size() ? 0 : kFailure;
}

}  // namespace

void add_solve(CLI::App& app, Context& context) {
  GameVerb verb;
  verb.name = "solve";
  verb.help = "Exact answer, with proof line";
  verb.words_help = "A position, a file of positions, or - for standard input";
  verb.run = [&context](GameArguments& arguments) {
    const Input input = read_input(*arguments.game, arguments.joined_words());
    if (input.positions.empty()) throw Error("there is no position in the input");
    return input.many ? solve_many(arguments, context, input.positions)
                      : solve_one(arguments, context, input.positions.front());
  };
  add_game_verb(app, context, std::move(verb));
}

}  // namespace tesuji::app

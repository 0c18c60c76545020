// tesuji batch GAME FILE --out RESULTS: JSON lines, one for each position, in order. A run that was cut short
// goes on where it stopped: a line is appended whole and flushed, and what is already there is not searched
// again.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/game_command.hpp"
#include "app/input.hpp"
#include "app/progress.hpp"
#include "base/error.hpp"
#include "engine/json.hpp"

namespace tesuji::app {
namespace {

struct BatchOptions {
  std::string out;
  bool analyze = false;
};

// A position as a result quotes it: what was no UTF-8 has been replaced.
nlohmann::json as_written(const std::string& position) {
  return nlohmann::json::parse(engine::to_line(position));
}

// How many whole results the file already has; checks that they answer the same input, and cuts off a line
// that an interrupted run left unfinished.
std::size_t results_in(const std::string& path, const std::vector<std::string>& positions) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return 0;  // nothing yet, or a device without end
  const std::string text = read_file(path);
  std::size_t count = 0, end = 0;
  for (std::size_t newline; (newline = text.find('\n', end)) != std::string::npos;
       end = newline + 1, ++count) {
    const auto line = nlohmann::json::parse(text.substr(end, newline - end), nullptr, false);
    if (line.is_discarded() || !line.contains("input") || !line["input"].is_string()) {
      throw Error(fmt::format("{} line {} is no result of a batch; give another --out", path, count + 1));
    }
    if (count >= positions.size() || line["input"] != as_written(positions[count])) {
      throw Error(fmt::format("{} line {} answers another input; give another --out", path, count + 1));
    }
  }
  if (end != text.size()) std::filesystem::resize_file(path, end);
  return count;
}

int run_batch(GameArguments& arguments, Context& context, const BatchOptions& options) {
  const std::string source = arguments.joined_words();
  if (source.empty()) throw UsageError("batch: name a file of positions, or - for standard input");
  const Input input = source == "-" ? read_input(*arguments.game, source)
                                    : Input{arguments.game->split_positions(read_file(source)), true};
  const std::size_t done = results_in(options.out, input.positions);
  if (done > 0) fmt::print(stderr, "{} of {} are done already\n", done, input.positions.size());
  std::ofstream out(options.out, std::ios::app | std::ios::binary);
  if (!out) throw Error(fmt::format("cannot write {}", options.out));

  ProgressBar bar(input.positions.size() - done);
  engine::Listener silent;
  std::size_t bad = 0, answered = done;
  for (std::size_t i = done; i < input.positions.size(); ++i) {
    nlohmann::ordered_json line = {{"input", input.positions[i]}};
    try {
      arguments.request.position = input.positions[i];
      const engine::Report report = options.analyze
                                        ? arguments.engine->analyze(arguments.request, silent, context.stop)
                                        : arguments.engine->solve(arguments.request, silent, context.stop);
      line.update(engine::to_json(report));
    } catch (const Error& error) {
      ++bad;
      line.update(engine::error_json(error.what()));
    }
    if (context.stop.requested()) break;  // cut short: this one will be done again
    out << engine::to_line(line) << '\n' << std::flush;
    if (!out) throw Error(fmt::format("cannot write {}: is the disk full?", options.out));
    ++answered;
    bar.advance();
  }
  bar.wipe();
  fmt::print(stderr, "{} of {} answered, {} of them with an error; results in {}\n", answered,
             input.positions.size(), bad, options.out);
  return answered == input.positions.size() && bad == 0 ? 0 : kFailure;
}

}  // namespace

void add_batch(CLI::App& app, Context& context) {
  auto options = std::make_shared<BatchOptions>();
  GameVerb verb;
  verb.name = "batch";
  verb.help = "Many positions from a file, resumable, one JSON object a line";
  verb.words_help = "A file of positions, or - for standard input";
  verb.more_options = [options](CLI::App& game_app) {
    game_app.add_option("--out", options->out, "Where the results go; a file begun earlier is gone on with")
        ->required();
    game_app.add_flag("--analyze", options->analyze, "Search within the limits instead of solving");
  };
  verb.run = [&context, options](GameArguments& arguments) {
    return run_batch(arguments, context, *options);
  };
  add_game_verb(app, context, std::move(verb));
}

}  // namespace tesuji::app

// tesuji solve GAME POSITION|FILE|-
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/certificate_file.hpp"
#include "app/command.hpp"
#include "app/game_command.hpp"
#include "app/input.hpp"
#include "app/print.hpp"
#include "app/progress.hpp"
#include "app/prove.hpp"
#include "base/error.hpp"
#include "base/number.hpp"
#include "engine/json.hpp"
#include "protocol/lines.hpp"

namespace tesuji::app {
namespace {

void print_answer(const engine::Report& report, const GameArguments& arguments, bool many) {
  write_files(report);
  if (arguments.json) {
    fmt::print("{}\n", engine::to_line(engine::to_json(report)));
  } else if (many) {
    fmt::print("{}  {}\n", report.position, describe_line(arguments.for_people(report)));
  } else {
    fmt::print("{}", describe(arguments.for_people(report)));
  }
  std::fflush(stdout);
}

// Where to write the proof, and how large it may be.
struct CertificateOptions {
  std::string path, max_states = "2M";
};

void certify(GameArguments& arguments, Context& context, const CertificateOptions& options) {
  const std::uint64_t max_states =
      usage("--certificate-states", [&] { return parse_count(options.max_states); });
  arguments.engine.reset();  // its table makes room for the one that the proof is written from
  const std::string sentence = write_certificate_file(*arguments.game, arguments.request, arguments.common,
                                                      max_states, context.stop, options.path);
  if (arguments.json) {
    print_error("{}\n", sentence);
  } else {
    fmt::print("{}\n", sentence);
  }
}

// One position: progress of the search in the status line; an error ends the program.
int solve_one(GameArguments& arguments, Context& context, const std::string& position,
              const CertificateOptions& certificate) {
  arguments.request.position = position;
  engine::Report report;
  {
    StatusListener listener;
    report = arguments.engine->solve(arguments.request, listener, context.stop);
  }
  print_answer(report, arguments, false);
  if (!certificate.path.empty()) {
    if (report.proved) {
      certify(arguments, context, certificate);
    } else {
      print_error("no certificate: the position is not decided\n");
    }
  }
  return report.proved ? 0 : kFailure;
}

// Many: a bar, an answer each, a summary; a bad position is reported and does not stop the rest.
int solve_many(GameArguments& arguments, Context& context, const Input& input) {
  const std::vector<std::string>& positions = input.positions;
  std::size_t solved = 0, undecided = 0, bad = 0;
  ProgressBar bar(positions.size());
  engine::Listener silent;
  for (std::size_t i = 0; i < positions.size() && !context.stop.requested(); ++i) {
    arguments.request.position = positions[i];
    try {
      const engine::Report report = arguments.engine->solve(arguments.request, silent, context.stop);
      bar.wipe();
      print_answer(report, arguments, true);
      ++(report.proved ? solved : undecided);
    } catch (const Error& error) {
      bar.wipe();
      ++bad;
      const std::string text = protocol::one_line(input.place(i) + error.what());
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
  verb.keeps_table = true;
  verb.help = "Exact answer, with proof line";
  verb.words_help = "A position, a file of positions, or - for standard input";
  const auto certificate = std::make_shared<CertificateOptions>();
  const auto prove = std::make_shared<ProveOptions>();
  verb.more_options = [certificate, prove](CLI::App& game_app) {
    game_app.add_option("--certificate", certificate->path,
                        "Write the proof to this file, for `tesuji verify`; .zst = compressed");
    add_prove_options(game_app, *prove);
    game_app
        .add_option("--certificate-states", certificate->max_states,
                    "Give up on a certificate of more states than this: 500k, 5M")
        ->capture_default_str();
  };
  verb.prints_moves = true;
  verb.run = [&context, certificate, prove](GameArguments& arguments) {
    if (!arguments.common.hash_file.empty() && !arguments.game->solves_in_table_file())
      throw UsageError(fmt::format("--hash-file: solve {0} keeps no results in a file; use analyze {0}",
                                   arguments.game->name()));
    const Input input = read_input(*arguments.game, arguments.joined_words());
    if (input.positions.empty()) throw Error("there is no position in the input");
    if (!certificate->path.empty() && arguments.game->authoring() == nullptr)
      throw UsageError(fmt::format("--certificate: {} has no certificates", arguments.game->title()));
    if (input.many && !certificate->path.empty())
      throw UsageError("--certificate: takes one position, and the input has several");
    if (prove->wanted()) {
      if (input.many)
        throw UsageError("solve: --jobs and --queue take one position; for many use `tesuji batch`");
      if (!certificate->path.empty())
        throw UsageError("--certificate: a proof by many workers has none; solve without --jobs and --queue");
    }
    if (input.many) return solve_many(arguments, context, input);
    try {
      if (!prove->wanted()) return solve_one(arguments, context, input.positions.front(), *certificate);
      arguments.request.position = input.positions.front();
      const engine::Report report = prove_by_jobs(arguments, context, *prove);
      print_answer(report, arguments, false);
      return report.proved ? 0 : kFailure;
    } catch (const Error& error) {
      throw Error(input.place(0) + error.what());
    }
  };
  add_game_verb(app, context, std::move(verb));
}

}  // namespace tesuji::app

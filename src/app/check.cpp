// tesuji check GAME FILES...
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "app/authoring_work.hpp"
#include "app/command.hpp"
#include "app/file_watch.hpp"
#include "app/game_command.hpp"
#include "app/progress.hpp"
#include "app/work.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "engine/authoring.hpp"
#include "engine/json.hpp"
#include "protocol/lines.hpp"

namespace tesuji::app {
namespace {

using engine::Finding;
using engine::ProblemCheck;
using Severity = engine::Finding::Severity;

struct CheckOptions {
  std::string fix;
  WorkOptions work;
  bool watch = false;
};

constexpr std::uint64_t kDefaultNodes = 5'000'000;  // for each problem, unless a limit is given

const char* name_of(Severity severity) {
  return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "note";
}

struct Summary {
  std::size_t problems = 0, clean = 0, undecided = 0, with_errors = 0, errors = 0, warnings = 0;
  [[nodiscard]] bool sound() const { return errors == 0 && undecided == 0; }
};

std::string read_problems(const std::string& path) {
  return path == "-" ? read_standard_input() : read_file(path);
}

std::string counted(std::size_t number, const char* noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

class CollectionCheck {
 public:
  CollectionCheck(const GameArguments& arguments, const CheckOptions& options, Context& context)
      : arguments_(arguments),
        options_(options),
        context_(context),
        authoring_(*arguments.game->authoring()) {
    request_.limits = arguments.request.limits;
    request_.fix = !options.fix.empty();
    if (!request_.limits.any()) request_.limits.nodes = kDefaultNodes;
    queue_ = make_queue(options.work, context, arguments.common.hash_bytes);
  }

  Summary run() {
    summary_ = {};
    first_.clear();
    std::string fixed;
    std::vector<std::pair<std::string, std::vector<std::string>>> files;
    std::size_t total = 0;
    for (const std::string& path : arguments_.words) {
      files.emplace_back(path, authoring_.split_collection(read_problems(path)));
      total += files.back().second.size();
    }
    if (total == 0) throw Error("there is no problem in the input");
    struct Place {
      std::string path;
      std::size_t number;
      const std::string& problem;
    };
    std::vector<Place> places;  // by question
    std::vector<std::string> questions;
    const nlohmann::ordered_json header = question_header();
    for (const auto& [path, problems] : files) {
      for (std::size_t i = 0; i < problems.size(); ++i) {
        places.push_back({path, i + 1, problems[i]});
        questions.push_back(question_text(header, problems[i]));
      }
    }
    ProgressBar bar(total);
    // Reported in the order of the input, whoever is done first: the first of two equal problems is the
    // original.
    std::map<std::size_t, std::string> waiting;
    std::size_t next = 0;
    const auto report = [&](const Place& at, const std::string& answer) {
      const ProblemCheck check = read_answer(answer, fmt::format("{}:{}", at.path, at.number));
      bar.wipe();
      print(check, at.path, at.number);
      fixed += check.fixed.empty() ? at.problem : check.fixed;
      fixed += '\n';
      bar.advance();
    };
    queue_->run(
        questions,
        [&](std::size_t question, const std::string& answer) {
          waiting.emplace(question, answer);
          for (auto at = waiting.find(next); at != waiting.end(); at = waiting.find(++next)) {
            report(places[next], at->second);
            waiting.erase(at);
          }
        },
        context_.stop);
    bar.wipe();
    print_summary();
    if (request_.fix && !context_.stop.requested()) write_file(options_.fix, fixed);
    return summary_;
  }

 private:
  [[nodiscard]] nlohmann::ordered_json question_header() const {
    engine::Request request;
    request.game = arguments_.request.game;
    request.limits = request_.limits;
    request.options = request_.options;
    nlohmann::ordered_json header = {{"task", "check"}, {"fix", request_.fix}};
    add_request(header, request, arguments_.common);
    return header;
  }

  ProblemCheck read_answer(const std::string& answer, const std::string& place) {
    const auto found = nlohmann::json::parse(answer);
    ProblemCheck check;
    if (!found.contains("error")) {
      check = check_from_json(found);
    } else {
      check.verdict = "not readable";
      check.findings.push_back(
          {Severity::Error, "unreadable", protocol::one_line(found["error"].get<std::string>()), {}});
    }
    if (!check.identity.empty()) {
      const auto [at, fresh] = first_.try_emplace(check.identity, place);
      if (!fresh)
        check.findings.push_back(
            {Severity::Error, "duplicate", fmt::format("the same problem as {}", at->second), {}});
    }
    ++summary_.problems;
    std::size_t errors = 0, warnings = 0;
    for (const Finding& finding : check.findings) {
      errors += finding.severity == Severity::Error ? 1 : 0;
      warnings += finding.severity == Severity::Warning ? 1 : 0;
    }
    summary_.errors += errors;
    summary_.warnings += warnings;
    summary_.with_errors += errors > 0 ? 1 : 0;
    summary_.undecided += check.decided ? 0 : 1;
    summary_.clean += errors + warnings == 0 && check.decided ? 1 : 0;
    return check;
  }

  void print(const ProblemCheck& check, const std::string& path, std::size_t number) const {
    if (arguments_.json) {
      nlohmann::ordered_json findings = nlohmann::ordered_json::array();
      for (const Finding& finding : check.findings) {
        findings.push_back({{"severity", name_of(finding.severity)},
                            {"kind", finding.kind},
                            {"text", finding.text},
                            {"moves", finding.moves}});
      }
      const nlohmann::ordered_json out = {{"file", path},
                                          {"number", number},
                                          {"title", check.title},
                                          {"position", check.position},
                                          {"verdict", check.verdict},
                                          {"decided", check.decided},
                                          {"findings", findings}};
      fmt::print("{}\n", engine::to_line(out));
    } else {
      fmt::print("{}:{}: {}{}{}\n", path, number, check.title, check.title.empty() ? "" : ": ",
                 protocol::one_line(check.verdict));
      for (const Finding& finding : check.findings) {
        fmt::print("  {} ({}): {}{}\n", name_of(finding.severity), finding.kind, finding.text,
                   finding.moves.empty() ? "" : fmt::format(" [{}]", finding.moves));
      }
    }
    std::fflush(stdout);
  }

  void print_summary() const {
    if (arguments_.json) {
      const nlohmann::ordered_json out = {{"problems", summary_.problems},
                                          {"clean", summary_.clean},
                                          {"errors", summary_.errors},
                                          {"warnings", summary_.warnings},
                                          {"undecided", summary_.undecided}};
      fmt::print("{}\n", engine::to_line(nlohmann::ordered_json{{"summary", out}}));
    } else {
      fmt::print("{}: {} clean, {} with errors, {} undecided; {}, {}\n",
                 counted(summary_.problems, "problem"), summary_.clean, summary_.with_errors,
                 summary_.undecided, counted(summary_.errors, "error"),
                 counted(summary_.warnings, "warning"));
    }
    std::fflush(stdout);
  }

  const GameArguments& arguments_;
  const CheckOptions& options_;
  Context& context_;
  const engine::Authoring& authoring_;
  engine::CheckRequest request_;
  std::unique_ptr<queue::Queue> queue_;
  std::map<std::string, std::string> first_;  // where a problem was met first, by its identity
  Summary summary_;
};

int check(GameArguments& arguments, const CheckOptions& options, Context& context) {
  if (arguments.game->authoring() == nullptr)
    throw Error(fmt::format("{} has no checks for collections", arguments.game->title()));
  if (arguments.words.empty()) throw UsageError("check: name a file");
  if (!options.fix.empty() && !arguments.game->authoring()->can_fix())
    throw UsageError(fmt::format("--fix: {} has no solution trees to add to", arguments.game->title()));
  const auto& files = arguments.words;
  if (options.watch && std::find(files.begin(), files.end(), "-") != files.end())
    throw UsageError("--watch needs files, not standard input");
  arguments.engine.reset();  // the checker has a table of its own
  CollectionCheck collection(arguments, options, context);
  if (!options.watch) return collection.run().sound() ? 0 : kFailure;
  FileWatch watch(arguments.words);
  do {
    try {
      collection.run();
    } catch (const Error& error) {
      print_error("tesuji: {}\n", error.what());  // half-written, perhaps: the next version may be fine
    }
    if (!context.stop.requested()) print_error("waiting for changes; Ctrl-C ends this\n");
  } while (watch.wait(context.stop));
  return 0;
}

}  // namespace

void add_check(CLI::App& app, Context& context) {
  GameVerb verb;
  verb.name = "check";
  verb.help = "Check problems and their solutions: is each right, and the only one";
  verb.words_help = "Files of problems (- = standard input)";
  verb.takes_game_options = false;
  const auto options = std::make_shared<CheckOptions>();
  verb.more_options = [options](CLI::App& game_app) {
    game_app.add_option("--fix", options->fix,
                        "Write the problems with what is missing added to this file (Go)");
    game_app.add_flag("--watch", options->watch, "Check again whenever a file changes");
    add_work_options(game_app, options->work);
  };
  verb.run = [&context, options](GameArguments& arguments) { return check(arguments, *options, context); };
  add_game_verb(app, context, std::move(verb));
}

}  // namespace tesuji::app

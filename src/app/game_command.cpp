#include "app/game_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <thread>
#include <utility>

#include "base/duration.hpp"
#include "base/error.hpp"
#include "base/free_memory.hpp"
#include "base/number.hpp"
#include "tt/replacement.hpp"

namespace tesuji::app {
namespace {

constexpr const char* kAllPolicies = "all";

// The texts of the options, until they are parsed into a Request.
struct Texts {
  std::string hash = "256M", hash_file, threads = "1", replacement, time, nodes, depth, notation = "auto";
  std::map<std::string, std::string> by_name;  // the game's own options
  std::map<std::string, bool> flags;
};

void add_common(CLI::App& app, Texts& texts, bool& json, const GameVerb& verb) {
  std::vector<std::string> policies(tt::kReplacementNames.begin(), tt::kReplacementNames.end());
  if (verb.takes_all_policies) policies.emplace_back(kAllPolicies);
  app.add_option("--hash", texts.hash, "Size of the table: 64M, 1G, …, or auto: half of the free memory")
      ->capture_default_str();
  if (verb.keeps_table) {
    app.add_option("--hash-file", texts.hash_file,
                   "Keep the table in this file, shared with other processes and kept for the next run");
  }
  app.add_option("--threads", texts.threads, "Number of searching threads")->capture_default_str();
  app.add_option("--replacement", texts.replacement,
                 "Replacement policy of the table (default: the engine's choice)")
      ->check(CLI::IsMember(policies));
  if (verb.takes_limits) {
    app.add_option("--time", texts.time, "Stop after this long: 5s, 200ms, 2m");
    app.add_option("--nodes", texts.nodes, "Stop after this many nodes: 100k, 5M");
    app.add_option("--depth", texts.depth, "Stop at this depth");
  }
  if (verb.prints_moves) {
    app.add_option(
           "--notation", texts.notation,
           "Moves as people write them (SAN, ▲７六歩), as the protocols do, or auto: the former if it is "
           "plain text")
        ->check(CLI::IsMember({"auto", "engine", "readable"}))
        ->capture_default_str();
  }
  if (verb.writes_json) app.add_flag("--json", json, "Write one JSON object a line, for programs");
}

void add_engine_option(CLI::App& app, const engine::OptionSpec& spec, Texts& texts) {
  using Kind = engine::OptionSpec::Kind;
  const std::string flag = "--" + spec.name;
  switch (spec.kind) {
    case Kind::Button:
      return;  // an action of the protocols
    case Kind::Flag:
      app.add_flag(flag, texts.flags[spec.name], spec.help);
      return;
    case Kind::Number: {
      CLI::Option* const option = app.add_option(flag, texts.by_name[spec.name], spec.help)
                                      ->default_str(spec.default_value)
                                      ->check(CLI::Range(spec.min, spec.max));
      if (spec.value_optional) option->expected(0, 1);
      return;
    }
    case Kind::Choice:
      app.add_option(flag, texts.by_name[spec.name], spec.help)
          ->default_str(spec.default_value)
          ->check(CLI::IsMember(spec.choices));
      return;
    case Kind::Text:
    case Kind::File:
      app.add_option(flag, texts.by_name[spec.name], spec.help)->default_str(spec.default_value);
      return;
  }
}

void fill(GameArguments& arguments, const Texts& texts, const CLI::App& app) {
  const TableSize size = usage("--hash", [&] { return parse_table_size(texts.hash); });
  arguments.common.hash_bytes = size.bytes;
  arguments.common.hash_auto = size.automatic;
  arguments.common.hash_file = texts.hash_file;
  if (size.automatic && !texts.hash_file.empty())
    throw UsageError("--hash auto: a table in a file keeps its size; give --hash a size, such as 1G");
  arguments.common.threads =
      usage("--threads", [&] { return parse_number<int>(texts.threads, "number", 1, 1024); });
  if (texts.notation == "engine") arguments.notation = Notation::Engine;
  if (texts.notation == "readable") arguments.notation = Notation::Readable;
  arguments.all_policies = texts.replacement == kAllPolicies;
  if (!arguments.all_policies) arguments.common.replacement = texts.replacement;
  search::Limits& limits = arguments.request.limits;
  if (!texts.time.empty()) limits.time = usage("--time", [&] { return parse_duration(texts.time); });
  if (!texts.nodes.empty()) limits.nodes = usage("--nodes", [&] { return parse_count(texts.nodes); });
  if (!texts.depth.empty())
    limits.depth = usage("--depth", [&] { return parse_number<int>(texts.depth, "number", 1, 1000); });
  for (const auto& [name, text] : texts.by_name) {
    if (app.count("--" + name) > 0 && !text.empty()) arguments.request.options[name] = text;
  }
  for (const auto& [name, set] : texts.flags) {
    if (app.count("--" + name) > 0) arguments.request.options[name] = set ? "true" : "false";
  }
}

}  // namespace

std::string GameArguments::joined_words() const {
  return fmt::format("{}", fmt::join(words, " "));
}

engine::Report GameArguments::for_people(engine::Report report) const {
  return with_readable_moves(std::move(report), *game, request, notation);
}

CLI::App& add_game_verb(CLI::App& app, Context& context, GameVerb verb) {
  CLI::App* const verb_app = app.add_subcommand(verb.name, verb.help);
  verb_app->require_subcommand(1);
  for (const engine::Game* game : context.registry.games()) {
    const std::string name(game->name());
    CLI::App* const game_app = verb_app->add_subcommand(name, verb.help);
    if (name != context.game) continue;

    auto arguments = std::make_shared<GameArguments>();
    auto texts = std::make_shared<Texts>();
    arguments->game = game;
    arguments->request.game = name;
    add_common(*game_app, *texts, arguments->json, verb);
    if (verb.takes_game_options) {
      for (const engine::OptionSpec& spec : game->options()) add_engine_option(*game_app, spec, *texts);
    }
    verb.more_options(*game_app);
    if (!verb.words_help.empty()) {
      game_app->add_option("position", arguments->words,
                           fmt::format("{} ({})", verb.words_help, game->position_help()));
    }
    game_app->callback([&context, arguments, texts, game_app, run = verb.run] {
      fill(*arguments, *texts, *game_app);
      arguments->engine = arguments->game->new_engine();
      arguments->engine->configure(arguments->common);
      context.exit_code = run(*arguments);
    });
  }
  return *verb_app;
}

}  // namespace tesuji::app

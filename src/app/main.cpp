#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/command.hpp"
#include "app/suggest.hpp"
#include "app/version.hpp"
#include "base/error.hpp"
#include "base/number.hpp"
#include "base/platform.hpp"
#include "engine/json.hpp"
#include "games/games.hpp"
#include "protocol/lines.hpp"

namespace {

tesuji::search::StopFlag stop;

// The first Ctrl-C asks the search to stop and lets the program end with what it has; the second ends it at
// once.
extern "C" void on_interrupt(int signal) {
  stop.request();
  std::signal(signal, SIG_DFL);
}

// `tesuji VERB GAME`: the game, if there is one of that name. The nested subcommands need it before parsing,
// for it declares the options to parse.
std::string game_named(const std::vector<std::string>& arguments, const tesuji::engine::Registry& registry) {
  return arguments.size() > 2 && registry.find(arguments[2]) != nullptr ? arguments[2] : "";
}

// `--mate` may stand alone: then the word after it is not its value. If that word is not a number, this says
// so in the way CLI11 understands, `--mate=0`.
void complete_optional_values(std::vector<std::string>& arguments, const tesuji::engine::Game& game) {
  for (const tesuji::engine::OptionSpec& spec : game.options()) {
    if (!spec.value_optional) continue;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i] != "--" + spec.name) continue;
      const bool has_value =
          i + 1 < arguments.size() && tesuji::to_number<long long>(arguments[i + 1]).has_value();
      if (!has_value) arguments[i] += "=" + spec.default_value;
    }
  }
}

void check_command(const std::vector<std::string>& arguments, const CLI::App& app) {
  if (arguments.size() < 2 || arguments[1].starts_with('-')) return;
  const auto named =
      app.get_subcommands([&](const CLI::App* each) { return each->get_name() == arguments[1]; });
  if (!named.empty()) return;
  std::vector<std::string> names;
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(each->get_name());
  throw tesuji::app::UsageError(
      fmt::format("there is no command '{}'{}", arguments[1], tesuji::app::suggestion(arguments[1], names)));
}

// A missing or unknown game deserves better than a parser's complaint about an unexpected word.
void check_game(const std::vector<std::string>& arguments, const tesuji::engine::Registry& registry) {
  constexpr std::string_view kVerbs[] = {"solve", "analyze", "play",     "perft", "batch",
                                         "bench", "check",   "generate", "print"};
  if (arguments.size() < 2 ||
      std::find(std::begin(kVerbs), std::end(kVerbs), arguments[1]) == std::end(kVerbs))
    return;
  const bool has_word = arguments.size() > 2 && !arguments[2].starts_with('-');
  if (has_word && registry.find(arguments[2]) == nullptr) {
    throw tesuji::app::UsageError(fmt::format("unknown game '{}'; the games are: {}{}", arguments[2],
                                              fmt::join(registry.names(), ", "),
                                              tesuji::app::suggestion(arguments[2], registry.names())));
  }
  if (arguments.size() == 2 && arguments[1] != "bench") {
    throw tesuji::app::UsageError(
        fmt::format("{}: name a game: {}", arguments[1], fmt::join(registry.names(), ", ")));
  }
}

// For an option that the command does not have: the nearest that it has.
std::string option_suggestion(const std::vector<std::string>& arguments, const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  std::vector<std::string> known;
  for (const CLI::Option* option : command->get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (!name.starts_with("--") || std::find(known.begin(), known.end(), name) != known.end()) continue;
    return tesuji::app::suggestion(name, known);
  }
  return {};
}

int run(std::vector<std::string> arguments) {
  tesuji::engine::Registry registry;
  tesuji::games::register_all(registry);
  tesuji::app::Context context{registry, stop, game_named(arguments, registry)};

  std::vector<std::string_view> titles;
  for (const tesuji::engine::Game* game : registry.games()) titles.push_back(game->title());
  CLI::App app(
      fmt::format("Tesuji finds the best move: proved where a proof is possible, searched where it is not.\n"
                  "{} games on one lock-free transposition table: {}.",
                  titles.size(), fmt::join(titles, ", ")),
      "tesuji");
  app.set_version_flag("--version", fmt::format("tesuji {}", tesuji::app::kVersion));
  app.require_subcommand(1);
  tesuji::app::add_commands(app, context);

  try {
    check_command(arguments, app);
    check_game(arguments, registry);
    if (const auto* game = registry.find(context.game)) complete_optional_values(arguments, *game);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend() - 1);  // as CLI11 takes them
    app.parse(reversed);
  } catch (const CLI::Success& done) {  // --help, --version
    return app.exit(done);
  } catch (const CLI::ParseError& error) {
    throw tesuji::app::UsageError(error.what() + option_suggestion(arguments, app));
  }
  return context.exit_code;
}

// The error as a line for people, and as an object where JSON was asked for. Returns the exit status.
int fail(const std::string& message, int status, bool json) {
  const std::string line = tesuji::protocol::one_line(message);
  tesuji::app::print_error("tesuji: {}{}\n", line,
                           status == tesuji::app::kUsage ? " (see tesuji --help)" : "");
  if (json) std::puts(tesuji::engine::to_line(tesuji::engine::error_json(line)).c_str());
  return status;
}

// What was printed may still wait to be written, and the disk may be full.
int flushed(int status) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  tesuji::app::print_error("tesuji: the output could not be written{}{}\n", errno != 0 ? ": " : "",
                           errno != 0 ? std::strerror(errno) : "");
  return tesuji::app::kFailure;
}

}  // namespace

void tesuji::app::add_commands(CLI::App& app, Context& context) {
  add_solve(app, context);
  add_analyze(app, context);
  add_play(app, context);
  add_perft(app, context);
  add_bench(app, context);
  add_batch(app, context);
  add_verify(app, context);
  add_check(app, context);
  add_generate(app, context);
  add_print(app, context);
  add_convert(app, context);
  add_book(app, context);
  add_hash(app, context);
  add_serve(app, context);
  add_match(app, context);
  add_epd(app, context);
  add_openings(app, context);
  add_uci(app, context);
  add_usi(app, context);
  add_gtp(app, context);
  add_worker(app, context);
  add_manual(app, context);
}

int main(int argc, char** argv) {
  tesuji::platform::prepare_standard_streams();
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  const std::vector<std::string> arguments(argv, argv + argc);
  const bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  try {
    return flushed(run(arguments));
  } catch (const tesuji::app::UsageError& error) {
    return flushed(fail(error.what(), tesuji::app::kUsage, json));
  } catch (const std::exception& error) {  // tesuji::Error, and what the standard library throws
    return flushed(fail(error.what(), tesuji::app::kFailure, json));
  }
}

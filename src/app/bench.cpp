// tesuji bench [GAME]
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/game_command.hpp"
#include "app/progress.hpp"
#include "engine/json.hpp"
#include "engine/units.hpp"

namespace tesuji::app {
namespace {

int print_bench(const engine::Report& report, bool json) {
  if (json) {
    fmt::print("{}\n", engine::to_json(report).dump());
    return 0;
  }
  for (const std::string& remark : report.remarks) fmt::print("{}\n", remark);
  const double rate = report.seconds > 0 ? static_cast<double>(report.nodes) / report.seconds : 0;
  fmt::print("{}: {} nodes  {}  {} nodes/s\n", report.game, report.nodes,
             engine::format_seconds(report.seconds), engine::format_count(static_cast<std::uint64_t>(rate)));
  return 0;
}

}  // namespace

void add_bench(CLI::App& app, Context& context) {
  GameVerb verb;
  verb.name = "bench";
  verb.help = "Node signature and speed on fixed positions; every game if none is named";
  verb.run = [&context](GameArguments& arguments) {
    StatusListener listener;
    return print_bench(arguments.engine->bench(arguments.request, listener, context.stop), arguments.json);
  };
  CLI::App& bench = add_game_verb(app, context, std::move(verb));
  bench.require_subcommand(0, 1);
  bench.callback([&context, &bench] {
    if (!bench.get_subcommands().empty()) return;
    for (const std::string& name : context.registry.names()) {
      if (context.stop.requested()) break;
      const auto engine = context.registry.create(name);
      engine->configure({});
      engine::Request request;
      request.game = name;
      StatusListener listener;
      print_bench(engine->bench(request, listener, context.stop), false);
    }
  });
}

}  // namespace tesuji::app

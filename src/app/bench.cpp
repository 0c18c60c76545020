// tesuji bench [GAME]
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/command.hpp"
#include "app/game_command.hpp"
#include "app/progress.hpp"
#include "base/duration.hpp"
#include "base/error.hpp"
#include "base/number.hpp"
#include "engine/json.hpp"
#include "tt/replacement.hpp"

namespace tesuji::app {
namespace {

int run_bench(engine::Engine& engine, const engine::BenchRequest& request, const search::StopFlag& stop,
              bool json) {
  engine::Report report;
  {
    StatusListener listener;
    report = engine.bench(request, listener, stop);
  }
  if (stop.requested())
    throw Error("stopped before the bench was done");  // a partial count is not a signature
  if (json) {
    fmt::print("{}\n", engine::to_line(engine::to_json(report)));
    return 0;
  }
  for (const std::string& remark : report.remarks) fmt::print("{}\n", remark);
  const double rate = report.seconds > 0 ? static_cast<double>(report.nodes) / report.seconds : 0;
  fmt::print("{}: {} nodes  {}  {} nodes/s\n", report.game, report.nodes, format_seconds(report.seconds),
             format_count(static_cast<std::uint64_t>(rate)));
  return 0;
}

// Every policy at every size: how long to the same depth, over how many nodes, with what share of hits.
int compare_tables(GameArguments& arguments, const search::StopFlag& stop) {
  if (!arguments.json) {
    fmt::print("{:<16} {:>6} {:>9} {:>12} {:>7} {:>7}\n", "replacement", "table", "time", "nodes", "hits",
               "fill");
  }
  for (const std::uint64_t megabytes : {16, 64, 256}) {
    for (const std::string_view policy : tt::kReplacementNames) {
      if (stop.requested()) throw Error("stopped before every table was compared");
      engine::BenchRequest request{.limits = arguments.request.limits, .table = arguments.common};
      request.table->hash_bytes = megabytes << 20;
      request.table->replacement = policy;
      StatusListener listener;
      const engine::Report report = arguments.engine->bench(request, listener, stop);
      if (arguments.json) {
        nlohmann::ordered_json out = engine::to_json(report);
        out["replacement"] = policy;
        fmt::print("{}\n", engine::to_line(out));
      } else {
        fmt::print("{:<16} {:>6} {:>9} {:>12} {:>6.1f}% {:>6.1f}%\n", policy, fmt::format("{}M", megabytes),
                   format_seconds(report.seconds), report.nodes, 100 * report.table->hit_rate(),
                   report.table->fill / 10.0);
      }
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace

void add_bench(CLI::App& app, Context& context) {
  GameVerb verb;
  verb.name = "bench";
  verb.help = "Node signature and speed on fixed positions; every game if none is named";
  verb.takes_all_policies = true;
  verb.run = [&context](GameArguments& arguments) {
    if (arguments.all_policies) return compare_tables(arguments, context.stop);
    return run_bench(*arguments.engine, {.limits = arguments.request.limits, .table = {}}, context.stop,
                     arguments.json);
  };
  CLI::App& bench = add_game_verb(app, context, std::move(verb));
  bench.require_subcommand(0, 1);
  bench.callback([&context, &bench] {
    if (!bench.get_subcommands().empty()) return;
    for (const engine::Game* game : context.registry.games()) {
      const auto engine = game->new_engine();
      engine->configure({});
      run_bench(*engine, {}, context.stop, false);
    }
  });
}

}  // namespace tesuji::app

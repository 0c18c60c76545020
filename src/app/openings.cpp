// tesuji openings GAME
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/command.hpp"
#include "base/number.hpp"
#include "match/random_openings.hpp"
#include "protocol/lines.hpp"

namespace tesuji::app {

void add_openings(CLI::App& app, Context& context) {
  CLI::App* const verb = app.add_subcommand("openings", "Make balanced random openings for matches");
  auto game = std::make_shared<std::string>();
  auto nodes = std::make_shared<std::string>("50k");
  auto plan = std::make_shared<match::RandomOpenings>();
  verb->add_option("game", *game, "The game")->required();
  verb->add_option("--count", plan->count, "How many")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  verb->add_option("--plies", plan->plies, "Moves in each")->capture_default_str()->check(CLI::Range(0, 100));
  verb->add_option("--within", plan->within, "Largest score that counts as balanced")->capture_default_str();
  verb->add_option("--nodes", *nodes, "Nodes to judge each with")->capture_default_str();
  verb->add_option("--seed", plan->seed, "Of the random moves")->capture_default_str();
  verb->callback([&context, game, nodes, plan] {
    plan->nodes = usage("--nodes", [&] { return parse_count(*nodes); });
    const std::unique_ptr<engine::Engine> engine = context.registry.game(*game).new_engine();
    engine->configure({.hash_bytes = std::uint64_t{16} << 20});
    fmt::print(
        "# {} balanced random openings of {} moves: tesuji openings {} --count {} --plies {} --within {} "
        "--nodes {} --seed {}\n",
        plan->count, plan->plies, *game, plan->count, plan->plies, plan->within, *nodes, plan->seed);
    match::make_openings(*plan, *engine, context.stop, [](const match::Opening& opening) {
      fmt::print("startpos{}{}\n", opening.moves.empty() ? "" : " moves ",
                 protocol::join_words(opening.moves));
      std::fflush(stdout);
    });
  });
}

}  // namespace tesuji::app

// tesuji gtp
#include "protocol/gtp.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <memory>

#include "app/command.hpp"
#include "base/duration.hpp"
#include "base/free_memory.hpp"
#include "base/hangup.hpp"

namespace tesuji::app {

void add_gtp(CLI::App& app, Context& context) {
  CLI::App* const verb = app.add_subcommand("gtp", "Speak GTP, for Go clients: life and death");
  auto hash = std::make_shared<std::string>("256M");
  auto common = std::make_shared<engine::CommonOptions>();
  verb->add_option("--hash", *hash, "Size of the table")->capture_default_str();
  verb->add_option("--threads", common->threads, "Number of searching threads")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  auto time = std::make_shared<std::string>("30s");
  verb->add_option("--time", *time, "For each question: GTP cannot interrupt a search")
      ->capture_default_str();
  verb->callback([&context, hash, common, time] {
    // A client ends us by `quit` or by closing the pipe; a signal is meant.
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    const TableSize size = usage("--hash", [&] { return parse_table_size(*hash); });
    common->hash_bytes = size.bytes;
    common->hash_auto = size.automatic;
    const std::unique_ptr<engine::Engine> engine = context.registry.game("go").new_engine();
    const auto max_time = usage("--time", [&] { return parse_duration(*time); });
    protocol::Gtp gtp(*engine, *common, std::cin, std::cout, max_time);
    const HangupWatch watch(kStandardOutput, [&] { gtp.abandon(); });
    gtp.run();
  });
}

}  // namespace tesuji::app

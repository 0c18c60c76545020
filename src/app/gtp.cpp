// tesuji gtp
#include "protocol/gtp.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <memory>

#include "app/command.hpp"
#include "base/size.hpp"

namespace tesuji::app {

void add_gtp(CLI::App& app, Context& context) {
  CLI::App* const verb = app.add_subcommand("gtp", "Speak GTP, for Go clients: life and death");
  auto hash = std::make_shared<std::string>("256M");
  auto common = std::make_shared<engine::CommonOptions>();
  verb->add_option("--hash", *hash, "Size of the table")->capture_default_str();
  verb->add_option("--threads", common->threads, "Number of searching threads")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  verb->callback([&context, hash, common] {
    // A client ends us by `quit` or by closing the pipe; a signal is meant.
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    common->hash_bytes = usage("--hash", [&] { return parse_bytes(*hash); });
    const std::unique_ptr<engine::Engine> engine = context.registry.game("go").new_engine();
    protocol::Gtp(*engine, *common, std::cin, std::cout).run();
  });
}

}  // namespace tesuji::app

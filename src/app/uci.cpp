// tesuji uci [GAME], tesuji usi [GAME]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <memory>

#include "app/command.hpp"
#include "base/error.hpp"
#include "base/free_memory.hpp"
#include "base/hangup.hpp"
#include "protocol/session.hpp"

namespace tesuji::app {
namespace {

struct ProtocolArguments {
  std::string game;
  std::string hash = "256M";
  engine::CommonOptions common;
};

void add_protocol(CLI::App& app, Context& context, const protocol::Dialect& dialect, const char* help,
                  const char* usual_game) {
  CLI::App* const verb = app.add_subcommand(std::string(dialect.hello), help);
  auto arguments = std::make_shared<ProtocolArguments>();
  arguments->game = usual_game;
  verb->add_option("game", arguments->game, "The game to play")->capture_default_str();
  verb->add_option("--hash", arguments->hash, "Size of the table until the GUI sets another")
      ->capture_default_str();
  verb->add_option("--threads", arguments->common.threads, "Number of searching threads, likewise")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
  verb->callback([&context, &dialect, arguments] {
    // A GUI ends us by `quit` or by closing the pipe; a signal is from a person or from a system that means
    // it.
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    const TableSize size = usage("--hash", [&] { return parse_table_size(arguments->hash); });
    arguments->common.hash_bytes = size.bytes;
    arguments->common.hash_auto = size.automatic;
    const std::unique_ptr<engine::Engine> engine = context.registry.game(arguments->game).new_engine();
    protocol::Session session(*engine, dialect, arguments->common, std::cin, std::cout);
    const HangupWatch watch(kStandardOutput, [&] { session.abandon(); });
    session.run();
  });
}

}  // namespace

void add_uci(CLI::App& app, Context& context) {
  add_protocol(app, context, protocol::kUci, "Speak UCI, for chess GUIs", "chess");
}

void add_usi(CLI::App& app, Context& context) {
  add_protocol(app, context, protocol::kUsi, "Speak USI, for shogi GUIs", "shogi");
}

}  // namespace tesuji::app

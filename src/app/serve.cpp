// tesuji serve
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <thread>

#include "app/command.hpp"
#include "base/duration.hpp"
#include "base/platform.hpp"
#include "base/size.hpp"
#include "server/access.hpp"
#include "server/server.hpp"

namespace tesuji::app {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kStopTime(1500);

// The built page: beside the program, where an installation puts it, or where the build does.
fs::path built_page() {
  std::error_code error;
  const fs::path program = platform::program_folder();
  for (const char* place : {"page", "../share/tesuji/page", "../../../page"}) {
    fs::path page = (program / place).lexically_normal();
    if (fs::exists(page / "index.html", error)) return page;
  }
  return {};
}

struct Arguments {
  server::Options options;
  std::string page, max_time = "10m", max_hash = "1G";
};

int serve(const Arguments& arguments, Context& context) {
  server::Options options = arguments.options;
  options.time = usage("--max-time", [&] { return parse_duration(arguments.max_time); });
  options.hash_bytes = usage("--max-hash", [&] { return parse_bytes(arguments.max_hash); });
  options.hash_default = std::min(options.hash_default, options.hash_bytes);
  options.page = arguments.page.empty() ? built_page() : fs::path(arguments.page);

  auto server = std::make_unique<server::Server>(context.registry, options);
  if (!server::is_loopback(options.hosts[0])) {
    print_error(
        "tesuji: warning: {} is open to the network, and anyone who can reach it can make this machine "
        "search\n",
        options.hosts[0]);
  }
  if (options.page.empty()) {
    print_error(
        "tesuji: the page is not built (see docs/guide/server.md); the interface under /api/ works\n");
  }
  fmt::print("Tesuji is at {}  (Ctrl-C ends it)\n", server->address());
  std::fflush(stdout);

  // A signal can only set the flag; this thread carries it on to the server. What then does not end in time
  // (a long parse on a busy machine) is given up: the server has nothing to save.
  std::promise<void> stopped, ended;
  std::thread watch([&] {
    context.stop.wait();
    server->stop();
    stopped.set_value();
    if (ended.get_future().wait_for(kStopTime) != std::future_status::ready) std::_Exit(0);
  });
  server->run();
  context.stop.request();
  stopped.get_future().wait();
  server.reset();
  ended.set_value();
  watch.join();
  return 0;
}

}  // namespace

void add_serve(CLI::App& app, Context& context) {
  CLI::App& command = *app.add_subcommand("serve", "The web page, on this machine");
  auto arguments = std::make_shared<Arguments>();
  server::Options& options = arguments->options;
  options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  command
      .add_option("--host", options.hosts,
                  "Address to listen on; further ones are names that clients use for it")
      ->capture_default_str();
  command.add_option("--port", options.port, "Port to listen on; 0 = any free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  command.add_option("--page", arguments->page, "Folder of the built page")->check(CLI::ExistingDirectory);
  command.add_option("--searches", options.searches, "Searches at once")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command.add_option("--queue", options.queue, "Searches that may wait")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command
      .add_option("--client-searches", options.searches_per_client,
                  "Searches of one client, running or waiting")
      ->check(CLI::Range(1, 1064))
      ->capture_default_str();
  command.add_option("--max-time", arguments->max_time, "Time of one search")->capture_default_str();
  command.add_option("--max-hash", arguments->max_hash, "Table of one search")->capture_default_str();
  command.add_option("--max-threads", options.threads, "Threads of one search")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.callback([arguments, &context] { context.exit_code = serve(*arguments, context); });
}

}  // namespace tesuji::app

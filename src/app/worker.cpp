// tesuji worker --queue URL, tesuji queue status|clear URL: work for other machines
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/command.hpp"
#include "app/work.hpp"
#include "base/duration.hpp"
#include "base/error.hpp"
#include "base/number.hpp"
#include "base/size.hpp"
#include "engine/json.hpp"
#include "queue/redis_queue.hpp"
#include "tt/table.hpp"

namespace tesuji::app {
namespace {

struct RemoteArguments {
  std::string url, hash = "256M", lease = "30s";
  int jobs = 1;
  bool until_empty = false, json = false;
};

int run_worker(const RemoteArguments& arguments, Context& context) {
  queue::WorkerSettings settings;
  settings.address = usage("--queue", [&] { return queue::parse_redis_address(arguments.url); });
  settings.lease = usage("--lease", [&] { return parse_duration(arguments.lease); });
  if (settings.lease < std::chrono::milliseconds(100)) throw UsageError("--lease: the minimum is 100ms");
  const std::uint64_t hash = usage("--hash", [&] { return parse_bytes(arguments.hash); });
  settings.signature = work_signature(context.registry);
  settings.jobs = arguments.jobs;
  settings.until_empty = arguments.until_empty;
  settings.on_notice = [](const std::string& notice) { print_error("tesuji: {}\n", notice); };
  WorkerLimits limits;
  limits.hash_bytes = std::max(hash / static_cast<std::uint64_t>(arguments.jobs), tt::kMinTableBytes);
  print_error("{}: working for {}; Ctrl-C ends it\n", settings.signature, settings.address.shown());
  const std::uint64_t answered =
      queue::work_for_redis(settings, worker_factory(context.registry, limits, arguments.jobs), context.stop);
  print_error("{} answers\n", format_count(answered));
  return 0;
}

struct Rate {
  std::size_t threads = 0;
  double per_second = 0;
};
// Of the workers that are alive.
Rate rate_of(const queue::QueueStatus& status) {
  Rate rate;
  for (const auto& worker : status.workers) {
    if (!worker.alive) continue;
    rate.threads += worker.threads;
    rate.per_second += worker.per_second;
  }
  return rate;
}

int show_status(const RemoteArguments& arguments) {
  const queue::QueueStatus status = queue::queue_status(queue::parse_redis_address(arguments.url));
  if (arguments.json) {
    nlohmann::ordered_json workers = nlohmann::ordered_json::array();
    for (const auto& worker : status.workers) {
      workers.push_back({{"name", worker.name},
                         {"alive", worker.alive},
                         {"answered", worker.answered},
                         {"per_second", worker.per_second},
                         {"silent_seconds", worker.silent_seconds}});
    }
    fmt::print("{}\n", engine::to_line({{"signature", status.signature},
                                        {"waiting", status.waiting},
                                        {"running", status.running},
                                        {"results", status.results},
                                        {"failed", status.failed},
                                        {"workers", std::move(workers)}}));
    return 0;
  }
  fmt::print("questions of {}\n", status.signature.empty() ? "nobody yet" : status.signature);
  fmt::print("{} waiting, {} being worked on, {} answers not taken yet, {} set aside\n",
             format_count(status.waiting), format_count(status.running), format_count(status.results),
             format_count(status.failed.size()));
  if (const Rate rate = rate_of(status); rate.threads > 0) {
    fmt::print("{} at work, {:.1f} answers a second together",
               rate.threads == 1 ? "1 thread" : fmt::format("{} threads", rate.threads), rate.per_second);
    if (rate.per_second > 0 && status.waiting + status.running > 0)
      fmt::print(", about {} left",
                 format_seconds(static_cast<double>(status.waiting + status.running) / rate.per_second));
    fmt::print("\n");
  }
  for (const auto& worker : status.workers) {
    fmt::print("  {:<40} {:>10} answers {:>8.1f}/s{}\n", worker.name, format_count(worker.answered),
               worker.per_second,
               worker.alive ? "" : fmt::format("  silent for {}", format_seconds(worker.silent_seconds)));
  }
  for (const std::string& question : status.failed)
    fmt::print("set aside, because {} workers ended with it: {}\n", queue::kMaxLeases,
               question.substr(0, std::min<std::size_t>(question.find('\n', question.find('\n') + 1), 200)));
  return 0;
}

}  // namespace

void add_worker(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<RemoteArguments>();
  CLI::App* const worker = app.add_subcommand("worker", "Answer the questions of a queue on a Redis server");
  worker->add_option("--queue", arguments->url, "redis://[:password@]host:port/db")->required();
  worker->add_option("--jobs", arguments->jobs, "How many to work on at the same time; they share --hash")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  worker->add_option("--hash", arguments->hash, "Size of the tables together")->capture_default_str();
  worker
      ->add_option("--lease", arguments->lease,
                   "If this worker is silent for so long, another takes its question")
      ->capture_default_str();
  worker->add_flag("--until-empty", arguments->until_empty, "End when no question is left");
  worker->callback([arguments, &context] { context.exit_code = run_worker(*arguments, context); });

  CLI::App* const queue = app.add_subcommand("queue", "Look into a queue on a Redis server");
  queue->require_subcommand(1);
  CLI::App* const status = queue->add_subcommand("status", "Questions, workers, rates and failures");
  CLI::App* const clear = queue->add_subcommand("clear", "Forget questions, answers and failures");
  for (CLI::App* const each : {status, clear})
    each->add_option("url", arguments->url, "redis://[:password@]host:port/db")->required();
  status->add_flag("--json", arguments->json, "Write one JSON object, for programs");
  status->callback([arguments, &context] { context.exit_code = show_status(*arguments); });
  clear->callback([arguments] { queue::clear_queue(queue::parse_redis_address(arguments->url)); });
}

}  // namespace tesuji::app

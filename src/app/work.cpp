#include "app/work.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "app/authoring_work.hpp"
#include "app/version.hpp"
#include "base/error.hpp"
#include "engine/books.hpp"
#include "engine/json.hpp"
#include "engine/proof_jobs.hpp"
#include "match/suite.hpp"
#include "queue/redis_queue.hpp"
#include "queue/threads.hpp"
#include "tt/checksum.hpp"
#include "tt/table.hpp"

namespace tesuji::app {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int kMaxJobs = 1024;

void check_without_files(const engine::Game& game, const engine::Request& request) {
  for (const engine::OptionSpec& spec : game.options()) {
    if (spec.kind == engine::OptionSpec::Kind::File && request.options.contains(spec.name))
      throw Error(fmt::format("--{} names a file, which workers on other machines do not have", spec.name));
  }
}

match::Puzzle puzzle_from(const json& header) {
  match::Puzzle puzzle;
  puzzle.id = header.value("id", "");
  puzzle.position = header.value("position", "");
  puzzle.best = header.value("best", std::vector<std::string>{});
  puzzle.avoid = header.value("avoid", std::vector<std::string>{});
  if (header.contains("dm")) puzzle.mate = header["dm"].get<int>();
  return puzzle;
}

ordered_json to_json(const match::Attempt& attempt) {
  ordered_json out = {{"solved", attempt.solved}, {"best", attempt.report.best}};
  if (attempt.report.score) out["score"] = *attempt.report.score;
  if (attempt.report.mate) out["mate"] = *attempt.report.mate;
  if (attempt.report.depth) out["depth"] = *attempt.report.depth;
  out["nodes"] = attempt.report.nodes;
  out["seconds"] = attempt.report.seconds;
  if (attempt.found_at) out["found_at"] = *attempt.found_at;
  if (attempt.found_depth) out["found_depth"] = *attempt.found_depth;
  return out;
}

// The engine of the proof that the workers of this process are at: one table for all of them.
class ProofTable {
 public:
  explicit ProofTable(std::uint64_t hash_bytes) : hash_bytes_(hash_bytes) {}

  // `about` tells proofs apart. An engine of another one lives on while a worker uses it.
  std::shared_ptr<engine::Engine> engine(const engine::Game& game, engine::CommonOptions common,
                                         const std::string& about) {
    const std::lock_guard lock(mutex_);
    if (!engine_ || about != about_) {
      engine_.reset();
      engine_ = game.new_engine();
      common.hash_bytes = hash_bytes_;
      engine_->configure(common);
      about_ = about;
    }
    return engine_;
  }

 private:
  const std::uint64_t hash_bytes_;
  std::mutex mutex_;
  std::shared_ptr<engine::Engine> engine_;
  std::string about_;
};

// Keeps the engine of the last question, with its table, for the next one of the same game.
class EngineWorker final : public queue::Worker {
 public:
  EngineWorker(const engine::Registry& registry, const WorkerLimits& limits,
               std::shared_ptr<ProofTable> proof_table)
      : registry_(registry), limits_(limits), proof_table_(std::move(proof_table)) {}

  std::optional<std::string> answer(const std::string& question, const StopFlag& stop) override {
    ordered_json out;
    try {
      const std::size_t line = std::min(question.find('\n'), question.size());
      const json header = json::parse(question.substr(0, line));
      out = answer(header, question.substr(std::min(line + 1, question.size())), stop);
    } catch (const Error& error) {
      out = engine::error_json(error.what());
    } catch (const json::exception& error) {
      out = engine::error_json(fmt::format("a question to a worker cannot be read: {}", error.what()));
    }
    if (stop.requested()) return std::nullopt;  // cut short
    return engine::to_line(out);
  }

 private:
  ordered_json answer(const json& header, const std::string& rest, const StopFlag& stop) {
    const std::string task = header.value("task", "");
    if (task == "book") return book_answer(header, rest, stop);
    engine::Request request = engine::request_from_json(header);
    if (task == "check" || task == "generate") {
      forget_engines();  // they have tables of their own
      engine::CommonOptions common = engine::common_from_json(header, {});
      common.hash_bytes = limits_.hash_bytes;
      return authoring_.answer(registry_.game(request.game), common, header, rest, stop);
    }
    authoring_.forget();
    if (task == "proof") {
      forget_engines();
      request.position = rest;
      return proof_answer(request, header, stop);
    }
    engine::Engine& engine = engine_for(request, header);
    engine::Listener silent;
    if (task == "solve" || task == "analyze") {
      request.position = rest;
      return engine::to_json(task == "solve" ? engine.solve(request, silent, stop)
                                             : engine.analyze(request, silent, stop));
    }
    if (task == "epd") return to_json(match::attempt(engine, puzzle_from(header), request, stop));
    throw Error(fmt::format("unknown task '{}'; the worker is older than the program that asks", task));
  }

  // A job of a proof that many workers search: {"goal","line":[…],"budget","limits":[pn, dn],"least"}.
  // Answers
  // {"proved","attacker","state","nodes","seconds","numbers":[pn, dn],"children":[[move, state, pn, dn],…]}.
  ordered_json proof_answer(const engine::Request& request, const json& header, const StopFlag& stop) {
    const engine::Game& game = registry_.game(request.game);
    refuse_files(game, request);
    json about = header;
    for (const char* field : {"goal", "line", "budget", "limits", "least"}) about.erase(field);
    const std::shared_ptr<engine::Engine> engine = proof_table_->engine(
        game, engine::common_from_json(header, {}), about.dump() + '\n' + request.position);
    auto* const owner = dynamic_cast<engine::ProofEngine*>(engine.get());
    if (owner == nullptr)
      throw Error(fmt::format("{} has no search that can be cut into jobs", request.game));
    Budget budget(stop, header.at("budget").get<std::uint64_t>());
    search::LeafQuestion question;
    question.moves = header.value("line", std::vector<std::string>{});
    question.limits = {header.at("limits").at(0).get<search::ProofNumber>(),
                       header.at("limits").at(1).get<search::ProofNumber>()};
    question.min_nodes = header.at("least").get<std::uint64_t>();
    const search::ProofLeaf leaf =
        owner->proof_jobs().search_leaf(request, header.value("goal", ""), question, budget);
    ordered_json out = {{"attacker", leaf.attacker_to_move},
                        {"state", leaf.state},
                        {"nodes", leaf.nodes},
                        {"seconds", budget.seconds()}};
    if (leaf.proved) out["proved"] = *leaf.proved;
    if (leaf.numbers) out["numbers"] = {leaf.numbers->pn, leaf.numbers->dn};
    for (const search::ProofLeaf::Child& child : leaf.children)
      out["children"].push_back({child.move, child.state, child.numbers.pn, child.numbers.dn});
    return out;
  }

  void refuse_files(const engine::Game& game, const engine::Request& request) const {
    if (!limits_.allows_files) check_without_files(game, request);
  }
  void forget_engines() {
    engine_.reset();
    configured_.reset();
    book_worker_.reset();
  }

  engine::Engine& engine_for(const engine::Request& request, const json& header) {
    const engine::Game& game = registry_.game(request.game);
    refuse_files(game, request);
    engine::CommonOptions common = engine::common_from_json(header, {});
    common.hash_bytes = limits_.hash_bytes;
    if (!engine_ || &engine_->game() != &game) engine_ = game.new_engine();
    if (!configured_ || configured_game_ != &game || configured_->threads != common.threads ||
        configured_->replacement != common.replacement) {
      engine_->configure(common);
      configured_ = common;
      configured_game_ = &game;
    }
    return *engine_;
  }

  // A part of an opening book, for which the game has a worker of its own.
  ordered_json book_answer(const json& header, const std::string& rest, const StopFlag& stop) {
    const engine::Request request = engine::request_from_json(header);
    const std::string texts = engine::to_line(header);
    if (!book_worker_ || texts != book_header_) {
      const engine::Books* const books = engine::books_of(registry_.game(request.game));
      if (books == nullptr) throw Error(fmt::format("{} has no opening books", request.game));
      forget_engines();  // one table at a time
      engine::CommonOptions common = engine::common_from_json(header, {});
      common.hash_bytes = limits_.hash_bytes;
      book_worker_ = books->new_worker(request.options, common);
      book_header_ = texts;
    }
    return book_worker_->answer(rest, stop);
  }

  const engine::Registry& registry_;
  const WorkerLimits limits_;
  const std::shared_ptr<ProofTable> proof_table_;
  std::unique_ptr<engine::Engine> engine_;
  std::optional<engine::CommonOptions> configured_;
  const engine::Game* configured_game_ = nullptr;
  AuthoringWorker authoring_;
  std::unique_ptr<engine::BookWorker> book_worker_;
  std::string book_header_;  // of the questions that it answers
};

}  // namespace

std::string question_text(const ordered_json& header, std::string_view rest) {
  return engine::to_line(header) + '\n' + std::string(rest);
}

void add_request(ordered_json& header, const engine::Request& request, const engine::CommonOptions& common) {
  header["game"] = request.game;
  const search::Limits& limits = request.limits;
  if (limits.time) header["time"] = fmt::format("{}ms", limits.time->count());
  if (limits.nodes) header["nodes"] = *limits.nodes;
  if (limits.depth) header["depth"] = *limits.depth;
  if (!request.options.empty()) header["options"] = request.options;
  if (common.threads != 1) header["threads"] = common.threads;
  if (!common.replacement.empty()) header["replacement"] = common.replacement;
}

queue::WorkerFactory worker_factory(const engine::Registry& registry, const WorkerLimits& limits, int count) {
  const auto table = std::make_shared<ProofTable>(limits.hash_bytes * static_cast<std::uint64_t>(count));
  return [&registry, limits, table] { return std::make_unique<EngineWorker>(registry, limits, table); };
}

void add_work_options(CLI::App& app, WorkOptions& options) {
  app.add_option("--jobs", options.jobs, "How many to work on at the same time; they share --hash")
      ->check(CLI::Range(1, kMaxJobs))
      ->capture_default_str();
  app.add_option("--queue", options.queue,
                 "Let `tesuji worker` do the work: redis://[:password@]host:port/db of a Redis server");
}

void check_remote_options(const WorkOptions& options, const engine::Game& game,
                          const engine::Request& request) {
  if (!options.queue.empty()) usage("--queue", [&] { check_without_files(game, request); });
}

std::unique_ptr<queue::Queue> make_queue(const WorkOptions& options, const Context& context,
                                         std::uint64_t hash_bytes) {
  if (!options.queue.empty()) {
    const queue::RedisAddress address =
        usage("--queue", [&] { return queue::parse_redis_address(options.queue); });
    return std::make_unique<queue::RedisQueue>(
        address, work_signature(context.registry),
        [](const std::string& notice) { print_error("tesuji: {}\n", notice); });
  }
  WorkerLimits limits;
  limits.allows_files = true;
  limits.hash_bytes = std::max(hash_bytes / static_cast<std::uint64_t>(options.jobs), tt::kMinTableBytes);
  return std::make_unique<queue::Threads>(options.jobs,
                                          worker_factory(context.registry, limits, options.jobs));
}

std::string work_signature(const engine::Registry& registry) {
  constexpr std::uint64_t kNodes = 2000;
  std::uint64_t digest = 0;
  const StopFlag never;
  engine::Listener silent;
  for (const engine::Game* game : registry.games()) {
    const std::unique_ptr<engine::Engine> engine = game->new_engine();
    engine::CommonOptions common;
    common.hash_bytes = tt::kMinTableBytes;
    engine->configure(common);
    for (const engine::Example& example : game->examples()) {
      engine::Request request;
      request.game = game->name();
      request.position = example.position;
      request.limits.nodes = kNodes;
      std::string found;
      try {
        const engine::Report report = engine->analyze(request, silent, never);
        found = fmt::format("{} {} {}", report.nodes, report.score.value_or(0), fmt::join(report.best, " "));
      } catch (const Error& error) {
        found = error.what();
      }
      digest = tt::checksum(std::as_bytes(std::span(found)), digest);
    }
  }
  return fmt::format("tesuji {} ({:016x})", kVersion, digest);
}

}  // namespace tesuji::app

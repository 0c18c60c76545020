// Questions to engines as texts, for the work queue: `batch`, `epd` and `book build` ask, threads or
// `tesuji worker` answer.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/command.hpp"
#include "queue/queue.hpp"

namespace tesuji::app {

// A question is a line of JSON, {"task":…,"game":…}, and after it any bytes: positions are not always UTF-8.
std::string question_text(const nlohmann::ordered_json& header, std::string_view rest);

// Limits and options of a request, and those of `common` that change answers, as fields of a question.
void add_request(nlohmann::ordered_json& header, const engine::Request& request,
                 const engine::CommonOptions& common);

// What a worker may do.
struct WorkerLimits {
  std::uint64_t hash_bytes = std::uint64_t{256} << 20;  // of each
  bool allows_files = false;  // options that name files, in questions from this machine
};
// Makes the workers of one process, `count` of which run at a time. They share the table of a proof.
queue::WorkerFactory worker_factory(const engine::Registry& registry, const WorkerLimits& limits, int count);

// Who does the work.
struct WorkOptions {
  int jobs = 1;
  std::string queue;  // the address of a Redis server; empty = threads of this process
};
void add_work_options(CLI::App& app, WorkOptions& options);
// Throws UsageError if the questions would go to other machines with an option that names a file.
void check_remote_options(const WorkOptions& options, const engine::Game& game,
                          const engine::Request& request);
// `hash_bytes` is for all workers of this process together.
std::unique_ptr<queue::Queue> make_queue(const WorkOptions& options, const Context& context,
                                         std::uint64_t hash_bytes);

// The program, its version, and a number made of what its searches find in a few thousand nodes: two programs
// with the same signature give the same answers.
std::string work_signature(const engine::Registry& registry);

}  // namespace tesuji::app

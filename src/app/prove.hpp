// One proof on many workers: `tesuji solve GAME POSITION --jobs N` or `--queue URL`.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>

#include "app/game_command.hpp"
#include "app/work.hpp"
#include "engine/report.hpp"

namespace tesuji::app {

struct ProveOptions {
  WorkOptions work;
  std::string job_nodes = "300k", tree_nodes = "1M", record;
  std::function<bool()> asked_for_jobs;  // --jobs 1 is one worker, not the search without jobs

  [[nodiscard]] bool wanted() const { return asked_for_jobs() || !work.queue.empty() || !record.empty(); }
};
void add_prove_options(CLI::App& app, ProveOptions& options);

// Solves the request by job-level proof-number search (search/job_tree.hpp).
engine::Report prove_by_jobs(GameArguments& arguments, Context& context, const ProveOptions& options);

}  // namespace tesuji::app

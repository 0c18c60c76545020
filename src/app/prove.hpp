// One proof on many workers: `tesuji solve GAME POSITION --jobs N` or `--queue URL`.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "app/game_command.hpp"
#include "app/work.hpp"
#include "engine/report.hpp"

namespace tesuji::app {

struct ProveOptions {
  WorkOptions work;
  std::string job_nodes = "300k", tree_nodes = "1M", record;

  [[nodiscard]] bool wanted() const { return work.jobs > 1 || !work.queue.empty() || !record.empty(); }
};
void add_prove_options(CLI::App& app, ProveOptions& options);

// Solves the request by job-level proof-number search (search/job_tree.hpp).
engine::Report prove_by_jobs(GameArguments& arguments, Context& context, const ProveOptions& options);

}  // namespace tesuji::app

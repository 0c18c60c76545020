// The proof search of Go cut into jobs for many workers (engine/proof_jobs.hpp).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/proof_jobs.hpp"
#include "games/go/solver.hpp"

namespace tesuji::go {

// The level to ask next; none = it is settled as far as it matters.
std::optional<Level> next_level(const Threshold& known);

// What is asked: a problem whose target and area are chosen, one side to move or both, one ko condition or
// all.
struct JobProblem {
  std::unique_ptr<const Tsumego> tsumego;
  std::optional<Side> mover;
  std::optional<Level> level;
};

// `read` makes a problem of a request, or throws Error; the last one is kept. `memory` is the worker's table.
std::unique_ptr<engine::ProofJobs> make_jobs(std::function<JobProblem(const engine::Request&)> read,
                                             std::function<Memory&()> memory);

}  // namespace tesuji::go

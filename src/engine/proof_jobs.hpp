// How an engine lets many workers prove one answer. The answer is a list of goals, each won or not; a goal is
// searched by the upper tree of search/job_tree.hpp, whose leaves are jobs that any worker can search.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "engine/report.hpp"
#include "engine/request.hpp"
#include "search/proof_leaf.hpp"

namespace tesuji::engine {

struct GoalAnswer {
  std::string goal;
  bool proved = false;
  std::vector<std::string> line;  // the winner's moves and answers to them, as far as the upper tree goes
};

class ProofJobs {
 public:
  ProofJobs() = default;
  ProofJobs(const ProofJobs&) = delete;
  ProofJobs& operator=(const ProofJobs&) = delete;
  virtual ~ProofJobs() = default;

  // What to prove next, after these answers; none = nothing. Both throw Error if the request cannot be cut
  // into jobs.
  virtual std::optional<std::string> next_goal(const Request& request,
                                               std::span<const GoalAnswer> answers) = 0;
  // What the answers say; the caller adds nodes and time.
  virtual Report conclude(const Request& request, std::span<const GoalAnswer> answers) = 0;

  // One job. The table is kept for the next one. Threads may call this at the same time, for jobs of the same
  // request: they search on one table.
  virtual search::ProofLeaf search_leaf(const Request& request, const std::string& goal,
                                        const search::LeafQuestion& question, Budget& budget) = 0;
};

// An engine whose solve() can be cut into jobs is one of these, too.
class ProofEngine {
 public:
  ProofEngine() = default;
  ProofEngine(const ProofEngine&) = delete;
  ProofEngine& operator=(const ProofEngine&) = delete;
  virtual ~ProofEngine() = default;
  [[nodiscard]] virtual ProofJobs& proof_jobs() = 0;
};

}  // namespace tesuji::engine

#include "app/prove.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/progress.hpp"
#include "app/proof_record.hpp"
#include "base/error.hpp"
#include "base/number.hpp"
#include "engine/json.hpp"
#include "engine/proof_jobs.hpp"
#include "search/job_tree.hpp"

namespace tesuji::app {
namespace {

using Json = nlohmann::json;
using nlohmann::ordered_json;

// What all goals of one proof share.
struct Proof {
  const GameArguments& arguments;
  std::uint64_t job_nodes, tree_nodes;
  engine::Listener& listener;
  std::optional<ProofRecord> record;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  std::uint64_t nodes = 0, jobs = 0;

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  [[nodiscard]] bool exhausted() const {
    const search::Limits& limits = arguments.request.limits;
    return (limits.nodes && nodes >= *limits.nodes) ||
           (limits.time && std::chrono::steady_clock::now() - start >= *limits.time);
  }
};

search::ProofLeaf leaf_from(const Json& answer) {
  search::ProofLeaf leaf;
  leaf.attacker_to_move = answer.at("attacker").get<bool>();
  leaf.state = answer.at("state").get<std::uint64_t>();
  leaf.nodes = answer.at("nodes").get<std::uint64_t>();
  if (answer.contains("proved")) leaf.proved = answer["proved"].get<bool>();
  if (answer.contains("numbers"))
    leaf.numbers = {answer["numbers"].at(0).get<search::ProofNumber>(),
                    answer["numbers"].at(1).get<search::ProofNumber>()};
  for (const Json& child : answer.value("children", Json::array())) {
    leaf.children.push_back(
        {child.at(0).get<std::string>(),
         child.at(1).get<std::uint64_t>(),
         {child.at(2).get<search::ProofNumber>(), child.at(3).get<search::ProofNumber>()}});
  }
  return leaf;
}

// The jobs of one goal.
class GoalSource final : public queue::Source {
 public:
  GoalSource(Proof& proof, std::string goal)
      : proof_(proof),
        goal_(std::move(goal)),
        tree_(proof.tree_nodes, expand_after(proof.job_nodes)),
        header_{{"task", "proof"}} {
    engine::Request request = proof.arguments.request;
    request.limits = {};
    add_request(header_, request, proof.arguments.common);
    header_["goal"] = goal_;
    header_["least"] = proof.job_nodes / kLeastPart;
    if (!proof.record) return;
    for (const Json& job : proof.record->jobs(goal_))
      tree_.repeat(job.at("moves").get<std::vector<std::string>>(), leaf_from(job));
  }

  std::optional<std::string> next() override {
    std::optional<search::JobTree::Job> job = tree_.next();
    if (!job) return std::nullopt;
    header_["line"] = job->moves;
    header_["limits"] = {job->limits.pn, job->limits.dn};
    // The first one is short: nobody else has anything to do before the root has children.
    header_["budget"] = job->moves.empty() ? proof_.job_nodes / kFirstPart + 1 : proof_.job_nodes;
    jobs_.push_back(std::move(*job));
    return question_text(header_, proof_.arguments.request.position);
  }
  void on_answer(std::size_t number, const std::string& answer) override {
    const Json found = Json::parse(answer);
    if (found.contains("error")) throw Error(found["error"].get<std::string>());
    const search::ProofLeaf leaf = leaf_from(found);
    const search::JobTree::Job& job = jobs_.at(number);
    tree_.finish(job.id, leaf);
    ++proof_.jobs;
    proof_.nodes += leaf.nodes;
    if (proof_.record) proof_.record->add(goal_, job.moves, found);
    engine::Report report;
    report.game = proof_.arguments.request.game;
    report.verdict = fmt::format("goal {}: {} jobs, proof number {}, disproof number {}", goal_, proof_.jobs,
                                 tree_.numbers().pn, tree_.numbers().dn);
    report.nodes = proof_.nodes;
    report.seconds = proof_.seconds();
    proof_.listener.on_progress(report);
  }
  [[nodiscard]] bool finished() const override { return tree_.result() || proof_.exhausted(); }

  [[nodiscard]] search::JobTree& tree() { return tree_; }

 private:
  // Parts of --job-nodes: what a job searches at least, whatever its limits, and what the first one gets.
  static constexpr std::uint64_t kLeastPart = 16, kFirstPart = 16;
  static std::uint64_t expand_after(std::uint64_t job_nodes) { return job_nodes / 4; }

  Proof& proof_;
  const std::string goal_;
  search::JobTree tree_;
  ordered_json header_;
  std::vector<search::JobTree::Job> jobs_;  // as they were asked
};

// What a record belongs to.
ordered_json about(const GameArguments& arguments, std::uint64_t job_nodes) {
  engine::Request request = arguments.request;
  request.limits = {};
  ordered_json out = {{"program", "tesuji"}};
  add_request(out, request, arguments.common);
  out["position"] = request.position;
  out["job_nodes"] = job_nodes;
  return out;
}

}  // namespace

void add_prove_options(CLI::App& app, ProveOptions& options) {
  add_work_options(app, options.work);
  options.asked_for_jobs = [&app] { return app.count("--jobs") > 0; };
  app.add_option("--job-nodes", options.job_nodes, "With --jobs or --queue: nodes of one job")
      ->capture_default_str();
  app.add_option(
         "--tree-nodes", options.tree_nodes,
         "With --jobs or --queue: nodes of the upper tree to keep in memory (120 bytes each); the rest is "
         "kept in a file")
      ->capture_default_str();
  app.add_option("--record", options.record,
                 "With --jobs or --queue: write a line for each job to this file; the same command goes on "
                 "from it (and tools/scale/simulate.py reads it)");
}

engine::Report prove_by_jobs(GameArguments& arguments, Context& context, const ProveOptions& options) {
  auto* const owner = dynamic_cast<engine::ProofEngine*>(arguments.engine.get());
  if (owner == nullptr)
    throw UsageError(fmt::format("{} has no search that can be cut into jobs; leave out --jobs and --queue",
                                 arguments.request.game));
  check_remote_options(options.work, *arguments.game, arguments.request);
  engine::ProofJobs& jobs = owner->proof_jobs();
  StatusListener listener;
  Proof proof{arguments,
              usage("--job-nodes", [&] { return parse_count(options.job_nodes); }),
              usage("--tree-nodes", [&] { return parse_count(options.tree_nodes); }),
              listener,
              {}};
  if (!options.record.empty()) {
    proof.record.emplace(options.record, about(arguments, proof.job_nodes));
    if (proof.record->size() > 0) print_error("{} jobs are done already\n", proof.record->size());
  }
  const std::unique_ptr<queue::Queue> queue = make_queue(options.work, context, arguments.common.hash_bytes);
  std::vector<engine::GoalAnswer> answers;
  std::uint64_t spills = 0;
  while (const std::optional<std::string> goal = jobs.next_goal(arguments.request, answers)) {
    GoalSource source(proof, *goal);
    queue->serve(source, context.stop);
    spills += source.tree().counts().spills;
    const std::optional<bool> result = source.tree().result();
    if (!result) break;
    answers.push_back({*goal, *result, source.tree().line()});
  }
  engine::Report report = jobs.conclude(arguments.request, answers);
  report.game = arguments.request.game;
  report.nodes = proof.nodes;
  report.seconds = proof.seconds();
  report.remarks.push_back(
      fmt::format("{} jobs of at most {} nodes", format_count(proof.jobs), format_count(proof.job_nodes)));
  if (spills > 0)
    report.remarks.push_back(fmt::format("{} parts of the tree were written to disk", format_count(spills)));
  return report;
}

}  // namespace tesuji::app

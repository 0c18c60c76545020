#include "games/go/jobs.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/error.hpp"
#include "base/number.hpp"
#include "games/go/verdict.hpp"

namespace tesuji::go {
namespace {

// A goal is "a 8" or "d 8": the attacker captures the target if the attacker, or the defender, plays first at
// this level.
std::string goal_text(Side first, Level level) {
  return (first == Side::Attacker ? "a " : "d ") + std::to_string(level);
}

std::pair<Side, Level> goal_from(const std::string& text) {
  if (text.size() < 3) throw Error("a job of a proof has no goal that Go knows");
  return {text[0] == 'a' ? Side::Attacker : Side::Defender,
          static_cast<Level>(parse_number<int>(text.substr(2), "level", 0, kLevels - 1))};
}

class Jobs final : public engine::ProofJobs {
 public:
  Jobs(std::function<JobProblem(const engine::Request&)> read, std::function<Memory&()> memory)
      : read_(std::move(read)), memory_(std::move(memory)) {}

  std::optional<std::string> next_goal(const engine::Request& request,
                                       std::span<const engine::GoalAnswer> answers) override {
    const std::shared_ptr<const JobProblem> read = problem_of(request);
    const JobProblem& problem = *read;
    for (const Side side : {Side::Attacker, Side::Defender}) {
      if (problem.mover && *problem.mover != side) continue;
      const Threshold known = threshold(side, answers);
      if (problem.level) {
        if (!known.dead(*problem.level) && !known.alive(*problem.level))
          return goal_text(side, *problem.level);
      } else if (const std::optional<Level> level = next_level(known)) {
        return goal_text(side, *level);
      }
    }
    return std::nullopt;
  }

  engine::Report conclude(const engine::Request& request,
                          std::span<const engine::GoalAnswer> answers) override {
    const std::shared_ptr<const JobProblem> read = problem_of(request);
    const JobProblem& problem = *read;
    Verdict verdict;
    for (const Side side : {Side::Attacker, Side::Defender}) {
      if (problem.mover && *problem.mover != side) continue;
      Threshold known = threshold(side, answers);
      // One condition was asked for; the sentence is as if the others were like it.
      if (problem.level && known.dead(*problem.level)) known = {0, 0};
      if (problem.level && known.alive(*problem.level)) known = {kLevels, kLevels};
      (side == Side::Attacker ? verdict.attacker_first : verdict.defender_first) = known;
    }
    engine::Report report;
    report.position = request.position;
    report.proved = !next_goal(request, answers);
    const Side shown = problem.mover.value_or(Side::Attacker);
    report.side = std::string(name(problem.tsumego->colour(shown)));
    for (const engine::GoalAnswer& answer : answers) {
      const bool mover_wins = answer.proved == (shown == Side::Attacker);
      if (goal_from(answer.goal).first == shown && mover_wins) report.pv = answer.line;
    }
    if (!report.pv.empty()) report.best = {report.pv.front()};
    report.verdict = report.proved
                         ? sentence(*problem.tsumego, verdict, report.best.empty() ? "" : report.best.front())
                         : "not decided";
    return report;
  }

  search::ProofLeaf search_leaf(const engine::Request& request, const std::string& goal,
                                const search::LeafQuestion& question, Budget& budget) override {
    const std::shared_ptr<const JobProblem> problem = problem_of(request);
    const auto [side, level] = goal_from(goal);
    const Tsumego& tsumego = *problem->tsumego;
    const Position start = tsumego.start(side, level);
    Memory& memory = memory_();
    if (question.moves.empty() && Solver(tsumego, memory).over(start)) {
      // Nothing that is played matters: it needs no search.
      search::ProofLeaf leaf;
      leaf.proved = Solver(tsumego, memory).attacker_wins(start);
      return leaf;
    }
    return tsumego.narrowed(start, [&](const auto& field, const auto& at) {
      BasicProofPlayer player(field, at);
      return search::search_leaf(player, memory, question, budget, [&](const auto& step) {
        return step.move.pass()
                   ? std::string("pass")
                   : to_text(tsumego.region().point(step.move.point), tsumego.enclosure().problem.grid);
      });
    });
  }

 private:
  std::shared_ptr<const JobProblem> problem_of(const engine::Request& request) {
    const std::lock_guard lock(reading_);
    if (!problem_ || request.position != position_ || request.moves != moves_ ||
        request.options != options_) {
      problem_ = std::make_shared<const JobProblem>(read_(request));
      position_ = request.position;
      moves_ = request.moves;
      options_ = request.options;
    }
    return problem_;
  }

  static Threshold threshold(Side side, std::span<const engine::GoalAnswer> answers) {
    Threshold known;
    for (const engine::GoalAnswer& answer : answers) {
      const auto [first, level] = goal_from(answer.goal);
      if (first != side) continue;
      if (answer.proved) {
        known.dead_from = std::min(known.dead_from, level);
      } else {
        known.alive_below = std::max(known.alive_below, static_cast<Level>(level + 1));
      }
    }
    return known;
  }

  const std::function<JobProblem(const engine::Request&)> read_;
  const std::function<Memory&()> memory_;
  std::mutex reading_;  // threads may ask for jobs at the same time
  std::shared_ptr<const JobProblem> problem_;
  std::string position_;
  std::vector<std::string> moves_;
  engine::OptionTexts options_;
};

}  // namespace

std::unique_ptr<engine::ProofJobs> make_jobs(std::function<JobProblem(const engine::Request&)> read,
                                             std::function<Memory&()> memory) {
  return std::make_unique<Jobs>(std::move(read), std::move(memory));
}

}  // namespace tesuji::go

#include "games/go/choice.hpp"

#include <algorithm>
#include <utility>

namespace tesuji::go {

namespace {

// Nodes for each question in the first round; the rounds after it get eight times as many each.
constexpr std::uint64_t kFirstSlice = 50'000, kLastSlice = 8 * 8 * kFirstSlice;
constexpr int kUsualReach = 2, kWideReach = 3;

class Attempt {
 public:
  Attempt(Choice choice, Colour player) : choice_(std::move(choice)), tsumego_(choice_.enclosure) {
    mover_ = tsumego_.side(player);
  }

  // Looks further with another slice of nodes.
  Stake look(Memory& memory, const ChoiceLimits& limits, std::uint64_t slice, std::uint64_t& nodes) {
    Stake& stake = choice_.stake;
    if (stake != Stake::Unknown) return stake;
    Solver solver(tsumego_, memory);
    solver.use_threads(limits.threads);
    const std::uint64_t before = nodes;
    if (limits.on_progress)
      solver.progress = [&](std::uint64_t searched) { limits.on_progress(before + searched); };
    const auto wins = [&](Side first, Level level) -> std::optional<bool> {
      search::Limits slices = limits.search;
      slices.nodes = slices.nodes ? std::min(slice, *slices.nodes - std::min(nodes, *slices.nodes)) : slice;
      solver.limit(slices, limits.stop);
      const auto attacker = solver.attacker_wins(tsumego_.start(first, level));
      nodes = before + solver.nodes();
      if (!attacker) return std::nullopt;
      return *attacker == (mover_ == Side::Attacker);
    };
    const bool attacks = mover_ == Side::Attacker;
    const Level own = attacks ? kAttackerMaster : kDefenderMaster;
    const Level others = attacks ? kDefenderMaster : kAttackerMaster;
    const auto first = wins(mover_, kNoThreats);
    if (!first) return stake;
    if (*first) {
      const auto second = wins(other(mover_), kNoThreats);
      if (!second) return stake;
      if (!*second) return stake = Stake::All;
      const auto safe = wins(mover_, others), unsafe = wins(other(mover_), others);
      if (safe && unsafe) stake = *safe && !*unsafe ? Stake::Safety : Stake::Nothing;
      return stake;
    }
    const auto fights = wins(mover_, own);
    if (!fights) return stake;
    if (!*fights) return stake = Stake::Nothing;
    const auto without = wins(other(mover_), own);
    if (without) stake = *without ? Stake::Nothing : Stake::Ko;
    return stake;
  }

  [[nodiscard]] const Choice& choice() const { return choice_; }

 private:
  Choice choice_;
  Tsumego tsumego_;
  Side mover_;
};

std::optional<Choice> with_area(const Problem& problem, const Reading& reading, int reach) {
  Choice choice{reading, {}, reach, Stake::Unknown};
  Problem cut = problem;
  cut.target = reading.target;
  cut.region = search_area(problem.grid, reading.target, reach).sorted(problem.grid);
  choice.enclosure = enclose(std::move(cut));
  return choice;
}

}  // namespace

Choice choose(const Problem& problem, const std::vector<Reading>& readings, Colour player, Memory& memory,
              const ChoiceLimits& limits, std::uint64_t& nodes) {
  std::vector<std::unique_ptr<Attempt>> attempts;
  for (const int reach : {kUsualReach, kWideReach}) {
    for (const Reading& reading : readings) {
      auto choice = with_area(problem, reading, reach);
      const bool known = std::any_of(attempts.begin(), attempts.end(), [&](const auto& attempt) {
        return attempt->choice().enclosure.points == choice->enclosure.points &&
               attempt->choice().reading.target == reading.target;
      });
      if (!known) attempts.push_back(std::make_unique<Attempt>(std::move(*choice), player));
    }
  }
  const auto out_of_budget = [&] {
    if (limits.stop && limits.stop->requested()) return true;
    return limits.search.nodes && nodes >= *limits.search.nodes;
  };
  const auto started = std::chrono::steady_clock::now();
  ChoiceLimits left = limits;
  for (std::uint64_t slice = kFirstSlice;; slice *= 8) {
    bool open = false;
    for (const auto& attempt : attempts) {
      if (limits.search.time) {
        const auto spent =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started);
        left.search.time = *limits.search.time - std::min(spent, *limits.search.time);
      }
      const Stake stake = attempt->look(memory, left, slice, nodes);
      if (stake > Stake::Nothing) return attempt->choice();
      open = open || stake == Stake::Unknown;
      if (out_of_budget() || (left.search.time && left.search.time->count() == 0)) {
        open = false;
        break;
      }
    }
    if (!open || slice == kLastSlice) break;
  }
  const auto undecided = std::find_if(attempts.begin(), attempts.end(), [](const auto& attempt) {
    return attempt->choice().stake == Stake::Unknown;
  });
  return (undecided == attempts.end() ? attempts.front() : *undecided)->choice();
}

namespace {

std::string capital(Colour colour) {
  return colour == Colour::Black ? "Black" : "White";
}

std::string list(const std::vector<Point>& points, const Grid& grid) {
  std::string text;
  for (const Point p : points) text += (text.empty() ? "" : ", ") + to_text(p, grid);
  return text;
}

// Marks on stones of one colour are the target, unless MA says otherwise.
void use_marks(Problem& problem) {
  const Grid& grid = problem.grid;
  std::vector<Point> stones;
  for (const Point p : problem.marks) {
    if (grid.at(p) != Colour::Empty) stones.push_back(p);
  }
  if (stones.empty() || !problem.target.empty()) return;
  const bool one_colour = std::all_of(stones.begin(), stones.end(),
                                      [&](Point p) { return grid.at(p) == grid.at(stones.front()); });
  if (one_colour) problem.target = stones;
}

std::string stake_remark(Stake stake, Colour player) {
  if (stake == Stake::Unknown) return "whether it matters who moves first was not found out in time";
  if (stake == Stake::Nothing)
    return "the result is the same whoever moves first: perhaps another group is meant (--group)";
  if (stake == Stake::Safety)
    return capital(player) + " wins without moving first, too, but then ko threats matter";
  return "";
}

}  // namespace

Settled settle(Problem problem, std::optional<Point> near, Memory& memory, const ChoiceLimits& limits,
               std::uint64_t& nodes) {
  use_marks(problem);
  if (!problem.player) problem.player = words_in(problem.words).player;
  if (near && problem.grid.at(*near) != Colour::Empty) problem.target = {*near};
  Settled settled;
  std::vector<Reading> all;
  if (!problem.target.empty() || !problem.region.empty()) {
    try {
      settled.enclosure = enclose(problem);
      return settled;
    } catch (const Leak&) {
      std::vector<Point> target;
      PointSet seen;
      for (const Point p : problem.target) {
        if (problem.grid.at(p) == Colour::Empty || seen.has(p)) continue;
        for (const Point stone : problem.grid.block(p)) seen.add(stone);
        target.push_back(p);
      }
      all.push_back({target, "marked"});
    }
  } else {
    all = readings(problem, near ? near : problem.first_move);
  }
  const Colour player = problem.player.value_or(Colour::Black);
  Choice choice = choose(problem, all, player, memory, limits, nodes);
  settled.open = true;
  settled.stake = choice.stake;
  settled.enclosure = std::move(choice.enclosure);
  const Grid& grid = problem.grid;
  const std::string defender = capital(opposite(settled.enclosure.attacker));
  std::vector<std::string>& remarks = settled.enclosure.remarks;
  if (!problem.player) remarks.push_back("assumed: Black plays first (override: --player, PL)");
  remarks.push_back("assumed: the target is " + defender + "'s group at " +
                    list(choice.reading.target, grid) + ", " + choice.reading.reason +
                    " (override: --group, MA)");
  remarks.push_back("assumed: beyond the " + std::to_string(settled.enclosure.points.size()) +
                    " points of the search area everything belongs to " +
                    capital(settled.enclosure.attacker) + " (override: --region, TR)");
  if (const std::string remark = stake_remark(settled.stake, player); !remark.empty())
    remarks.push_back(remark);
  return settled;
}

}  // namespace tesuji::go

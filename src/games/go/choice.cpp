#include "games/go/choice.hpp"

#include <algorithm>
#include <utility>

namespace tesuji::go {

namespace {

// Nodes for each question in the first round; the rounds after it get eight times as many each. A larger area
// than one that gave a result is worth as much as the round after that.
constexpr std::uint64_t kFirstSlice = 50'000, kNextSlice = 8,
                        kLastSlice = kNextSlice * kNextSlice * kFirstSlice;
// How many steps from the group the area reaches.
constexpr int kLeastReach = 1, kLargestReach = 5;
// How much of the budget confirms a capture in larger areas, in percent.
constexpr int kConfirming = 40;

// One reading in one area.
class Attempt {
 public:
  Attempt(Choice choice, Colour player) : choice_(std::move(choice)), tsumego_(choice_.enclosure) {
    mover_ = tsumego_.side(player);
  }

  // Does the mover win, nobody having threats? None: not within `slice` more nodes.
  std::optional<bool> ask_first(Memory& memory, Budget& budget, const ChoiceLimits& limits,
                                std::uint64_t slice) {
    if (!first_) first_ = ask(mover_, kNoThreats, memory, budget, limits, slice);
    return first_;
  }

  // Looks further: `slice` more nodes for each question.
  Stake look(Memory& memory, Budget& budget, const ChoiceLimits& limits, std::uint64_t slice) {
    Stake& stake = choice_.stake;
    if (stake != Stake::Unknown) return stake;
    const bool attacks = mover_ == Side::Attacker;
    const Level own = attacks ? kAttackerMaster : kDefenderMaster;
    const Level others = attacks ? kDefenderMaster : kAttackerMaster;
    const auto wins = [&](Side first, Level level) {
      return ask(first, level, memory, budget, limits, slice);
    };
    if (!ask_first(memory, budget, limits, slice)) return stake;
    if (*first_) {
      second_ = wins(other(mover_), kNoThreats);
      if (!second_) return stake;
      if (!*second_) {
        whatever_threats_ = wins(mover_, others).value_or(false);
        return stake = Stake::All;
      }
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

  // Can a larger area put something at stake? (It is nothing here.) The defender has more room there, but if
  // freedom lies beyond it, that is further away.
  [[nodiscard]] bool worth_widening() const { return attacker_wins() != (choice_.beyond == Beyond::Freedom); }
  // With the mover playing first; nobody has threats.
  [[nodiscard]] bool attacker_wins() const { return first_ == (mover_ == Side::Attacker); }
  // The side to move wins, as far as is known.
  [[nodiscard]] bool first_wins() const { return first_.value_or(false); }
  [[nodiscard]] bool first_decided() const { return first_.has_value(); }
  // And even if the other side is ko master.
  [[nodiscard]] bool wins_whatever_threats() const { return whatever_threats_; }
  [[nodiscard]] const Choice& choice() const { return choice_; }
  void mark_only_here() { choice_.only_here = true; }
  [[nodiscard]] Side mover() const { return mover_; }

 private:
  // Does the side that the problem is about win if `first` moves first?
  std::optional<bool> ask(Side first, Level level, Memory& memory, Budget& budget, const ChoiceLimits& limits,
                          std::uint64_t slice) const {
    Solver solver(tsumego_, memory);
    solver.use_threads(limits.threads);
    if (limits.on_progress) solver.progress = [&](std::uint64_t) { limits.on_progress(budget.nodes()); };
    solver.limit(budget, slice);
    const auto attacker = solver.attacker_wins(tsumego_.start(first, level));
    if (!attacker) return std::nullopt;
    return *attacker == (mover_ == Side::Attacker);
  }

  Choice choice_;
  Tsumego tsumego_;
  Side mover_;
  std::optional<bool> first_, second_;  // does the mover win, if it moves first or second; nobody has threats
  bool whatever_threats_ = false;
};

// One reading in areas that grow.
class Candidate {
 public:
  Candidate(const Problem& problem, const Reading& reading, Colour player, Beyond beyond)
      : problem_(problem), reading_(reading), player_(player), beyond_(beyond) {
    widen();
  }

  // Looks further, in larger areas where a smaller one leaves the question open. The attempt that has
  // something at stake, if there is one.
  const Attempt* look(Memory& memory, Budget& budget, const ChoiceLimits& limits, std::uint64_t slice) {
    grow_while_lost(memory, budget, limits, slice);
    while (!done_ && !budget.exhausted()) {
      Attempt& attempt = *attempts_[at_];
      const Stake stake = attempt.look(memory, budget, limits, slice);
      if (stake == Stake::Unknown) return nullptr;
      if (stake > Stake::Safety) return confirm(memory, budget, limits, slice * kNextSlice);
      if (stake == Stake::Safety) safety_ = &attempt;
      if (!attempt.worth_widening() || !next()) done_ = true;
    }
    return nullptr;
  }

  [[nodiscard]] bool done() const { return done_; }
  // Captured whoever moves first, as far as was looked.
  [[nodiscard]] bool dead_anyway() const {
    return done_ && std::none_of(attempts_.begin(), attempts_.end(), [](const auto& attempt) {
             return attempt->choice().stake > Stake::Safety ||
                    (attempt->choice().stake != Stake::Unknown && !attempt->attacker_wins());
           });
  }
  // The largest area in which the mover wins anyway, but only a move makes that independent of ko threats.
  [[nodiscard]] const Attempt* safety() const { return safety_; }
  // Are there stones of the same colour beyond the area?
  [[nodiscard]] bool has_friends() const {
    const std::vector<Point>& area = attempts_.back()->choice().enclosure.points;
    const Colour own = problem_.grid.at(reading_.target.front());
    const std::vector<Point> all = problem_.grid.points();
    return std::any_of(all.begin(), all.end(), [&](Point p) {
      return problem_.grid.at(p) == own && std::find(area.begin(), area.end(), p) == area.end();
    });
  }
  [[nodiscard]] const Reading& reading() const { return reading_; }
  [[nodiscard]] const std::vector<std::unique_ptr<Attempt>>& attempts() const { return attempts_; }

 private:
  // A defender that lives in a small area lives in a larger one. A capture may fail there, and what is a ko
  // may be life: the largest area that still has something at stake counts, for the defender the smallest. If
  // freedom lies beyond the area, it is the other way round.
  Attempt* confirm(Memory& memory, Budget& budget, const ChoiceLimits& limits, std::uint64_t slice) {
    const search::Limits& all = limits.search;
    std::optional<Budget::Clock::duration> time;
    std::optional<std::uint64_t> nodes;
    Attempt* best = attempts_[at_].get();
    // A ko is worth all of it: more room often makes it plain life or death.
    const int percent = best->wins_whatever_threats() ? kConfirming : 100;
    if (all.time) time = *all.time * percent / 100;
    if (all.nodes) nodes = *all.nodes * static_cast<std::uint64_t>(percent) / 100;
    Budget part(budget, nodes, time);
    const bool defends = (best->mover() == Side::Defender) != (beyond_ == Beyond::Freedom);
    while (!(defends && best->wins_whatever_threats()) && !part.exhausted() && next()) {
      Attempt& wider = *attempts_[at_];
      const Stake stake = wider.look(memory, part, limits, slice);
      if (stake == Stake::Nothing) best->mark_only_here();
      if (stake <= Stake::Nothing) break;
      if (!defends || wider.wins_whatever_threats() || stake > best->choice().stake) best = &wider;
    }
    done_ = true;
    return best;
  }

  // A defender that dies may live with more room. That is asked before what ko threats would change: it takes
  // less, and life is worth more than a ko.
  void grow_while_lost(Memory& memory, Budget& budget, const ChoiceLimits& limits, std::uint64_t slice) {
    if (done_ || beyond_ == Beyond::Freedom || attempts_.back()->mover() != Side::Defender) return;
    for (;;) {
      const auto first = attempts_.back()->ask_first(memory, budget, limits, slice);
      if (first && *first) at_ = attempts_.size() - 1;
      if (!first || *first || !widen()) return;
    }
  }

  // On to the next area. False: there is none.
  bool next() {
    if (at_ + 1 == attempts_.size() && !widen()) return false;
    ++at_;
    return true;
  }

  // One more area, larger than the last. False: there is none.
  bool widen() {
    while (reach_ < kLargestReach) {
      ++reach_;
      Choice choice{reading_, {}, reach_, beyond_, Stake::Unknown};
      Problem cut = problem_;
      cut.target = reading_.target;
      cut.region = search_area(problem_.grid, reading_.target, reach_).sorted(problem_.grid);
      choice.enclosure = enclose(std::move(cut));
      choice.enclosure.outside = beyond_ == Beyond::Freedom ? Side::Defender : Side::Attacker;
      choice.enclosure.outside_lives = beyond_ != Beyond::Enemies;
      if (!attempts_.empty() && attempts_.back()->choice().enclosure.points == choice.enclosure.points)
        continue;
      attempts_.push_back(std::make_unique<Attempt>(std::move(choice), player_));
      return true;
    }
    return false;
  }

  const Problem& problem_;
  const Reading& reading_;
  Colour player_;
  Beyond beyond_;
  int reach_ = kLeastReach - 1;
  bool done_ = false;
  const Attempt* safety_ = nullptr;
  std::vector<std::unique_ptr<Attempt>> attempts_;
  std::size_t at_ = 0;  // the attempt whose stake is looked for
};

// Looks at readings until something is at stake under one of them. Each round has more nodes for a question
// than the one before. In a round the plausible readings come first; then, for groups that are dead whoever
// moves first, that they may connect or escape; then the far-fetched readings.
class Chooser {
 public:
  Chooser(const Problem& problem, const std::vector<Reading>& readings, Colour player,
          std::optional<Side> outside)
      : problem_(problem), player_(player), may_escape_(!outside) {
    const Beyond beyond = outside == Side::Defender ? Beyond::Freedom : Beyond::Enemies;
    for (const Reading& reading : readings)
      (reading.far_fetched ? far_fetched_ : plausible_).emplace_back(problem, reading, player, beyond);
  }

  const Attempt& choose(Memory& memory, Budget& budget, const ChoiceLimits& limits) {
    // With a limit the rounds go on until it is reached.
    const bool limited = limits.search.nodes || limits.search.time;
    for (std::uint64_t slice = kFirstSlice; (limited || slice <= kLastSlice) && !budget.exhausted();
         slice *= kNextSlice) {
      const auto look = [&](std::vector<Candidate>& candidates, std::uint64_t nodes) {
        return first_at_stake(candidates, memory, budget, limits, nodes);
      };
      if (const Attempt* found = look(plausible_, slice)) return *found;
      add_escapes();
      if (const Attempt* found = look(escapes_, slice / kNextSlice)) return *found;
      const bool refuted = all_done(plausible_) && all_done(escapes_);
      if (const Attempt* found = look(far_fetched_, slice)) {
        // That a plausible target has a ko to avoid says more than that another one has a ko to fight.
        const Attempt* const safe = safety(plausible_);
        return safe != nullptr && !found->wins_whatever_threats() ? *safe : *found;
      }
      if (refuted && all_done(far_fetched_)) break;
    }
    if (only_here_ != nullptr) return *only_here_;
    if (const Attempt* safe = safety(plausible_)) return *safe;
    if (const Attempt* attempt = undecided(plausible_)) return *attempt;
    // Better than "the result is the same whoever moves first" is a capture that is proved.
    const Attempt* open = undecided(far_fetched_);
    if (open != nullptr && open->first_wins() && open->mover() == Side::Attacker) return *open;
    return *plausible_.front().attempts().back();
  }

 private:
  static bool all_done(const std::vector<Candidate>& candidates) {
    return std::all_of(candidates.begin(), candidates.end(),
                       [](const Candidate& candidate) { return candidate.done(); });
  }

  static const Attempt* safety(const std::vector<Candidate>& candidates) {
    for (const Candidate& candidate : candidates) {
      if (candidate.safety() != nullptr) return candidate.safety();
    }
    return nullptr;
  }

  // Remembers what is doubtful: a result that a larger area changes.
  const Attempt* first_at_stake(std::vector<Candidate>& candidates, Memory& memory, Budget& budget,
                                const ChoiceLimits& limits, std::uint64_t slice) {
    for (Candidate& candidate : candidates) {
      if (candidate.done()) continue;
      const Attempt* found = candidate.look(memory, budget, limits, slice);
      if (found == nullptr) continue;
      if (!found->choice().only_here) return found;
      if (only_here_ == nullptr) only_here_ = found;
    }
    return nullptr;
  }

  void add_escapes() {
    if (!may_escape_ || !escapes_.empty() || !all_done(plausible_)) return;
    for (const Beyond beyond : {Beyond::Friends, Beyond::Freedom}) {
      for (const Candidate& candidate : plausible_) {
        if (candidate.dead_anyway() && (beyond == Beyond::Freedom || candidate.has_friends()))
          escapes_.emplace_back(problem_, candidate.reading(), player_, beyond);
      }
    }
  }

  // An attempt that the mover wins as far as is known, else one of which that is not known, else the first
  // whose stake is not.
  static const Attempt* undecided(const std::vector<Candidate>& candidates) {
    const Attempt* first = nullptr;
    for (const Candidate& candidate : candidates) {
      for (const auto& attempt : candidate.attempts()) {
        if (attempt->choice().stake != Stake::Unknown) continue;
        if (attempt->first_wins()) return attempt.get();
        if (first == nullptr || (first->first_decided() && !attempt->first_decided())) first = attempt.get();
      }
    }
    return first;
  }

  const Problem& problem_;
  Colour player_;
  bool may_escape_;
  std::vector<Candidate> plausible_, escapes_, far_fetched_;
  const Attempt* only_here_ = nullptr;
};

}  // namespace

Choice choose(const Problem& problem, const std::vector<Reading>& readings, Colour player,
              std::optional<Side> outside, Memory& memory, const ChoiceLimits& limits, std::uint64_t& nodes) {
  static const search::StopFlag never;
  Budget budget(limits.stop != nullptr ? *limits.stop : never, limits.search.nodes, limits.search.time);
  Chooser chooser(problem, readings, player, outside);
  Choice choice = chooser.choose(memory, budget, limits).choice();
  nodes += budget.nodes();
  return choice;
}

namespace {

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

// A mark on an empty point names no group: it may show a move, or the problem that is meant.
void drop_marks_on_empty_points(Problem& problem) {
  const auto empty = [&](Point p) { return problem.grid.at(p) == Colour::Empty; };
  const auto first =
      std::stable_partition(problem.target.begin(), problem.target.end(), [&](Point p) { return !empty(p); });
  if (first == problem.target.end()) return;
  const std::string where = list({first, problem.target.end()}, problem.grid);
  problem.remarks.push_back("MA at " + where + " marks an empty point, not a group, and is passed over" +
                            (first == problem.target.begin() ? ": mark a stone of the group" : ""));
  if (first == problem.target.begin() && !problem.first_move) problem.first_move = *first;
  problem.target.erase(first, problem.target.end());
}

std::string outside_sentence(const Enclosure& enclosure, Beyond beyond) {
  const std::string attacker = capital(enclosure.attacker), defender = capital(opposite(enclosure.attacker));
  const std::string where =
      "beyond the " + std::to_string(enclosure.points.size()) + " points of the search area ";
  if (beyond == Beyond::Freedom)
    return where + "everything belongs to " + defender + ": a group that gets there has escaped";
  if (beyond == Beyond::Friends)
    return where + "everything belongs to " + attacker + " but " + defender +
           "'s stones, which live: a group that connects to them is saved";
  return where + "everything belongs to " + attacker;
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

ResolvedProblem resolve(Problem problem, std::optional<Point> near, std::optional<Side> outside,
                        Memory& memory, const ChoiceLimits& limits, std::uint64_t& nodes) {
  use_marks(problem);
  drop_marks_on_empty_points(problem);
  if (!problem.player) problem.player = words_in(problem.words).player;
  if (near && problem.grid.at(*near) != Colour::Empty) problem.target = {*near};
  ResolvedProblem resolved;
  std::vector<Reading> all;
  if (!problem.target.empty() || !problem.region.empty()) {
    try {
      resolved.enclosure = enclose(problem);
      return resolved;
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
  Choice choice = choose(problem, all, player, outside, memory, limits, nodes);
  resolved.open = true;
  resolved.enclosure = std::move(choice.enclosure);
  const Grid& grid = problem.grid;
  const Colour attacker = resolved.enclosure.attacker, defender = opposite(attacker);
  std::vector<Assumption>& assumed = resolved.assumptions;
  if (!problem.player)
    assumed.push_back({"player", std::string(name(player)), "Black plays first", "--player, PL"});
  assumed.push_back({"target", list(choice.reading.target, grid),
                     "the target is " + capital(defender) + "'s group at " +
                         list(choice.reading.target, grid) + ", " + choice.reading.reason,
                     "--group, MA"});
  assumed.push_back({"defender", std::string(name(defender)),
                     capital(defender) + " defends the group, and " + capital(attacker) + " attacks it",
                     "--group, MA"});
  assumed.push_back({"outside", std::string(name(choice.beyond == Beyond::Freedom ? defender : attacker)),
                     outside_sentence(resolved.enclosure, choice.beyond), "--outside, --region, TR"});
  if (const std::string remark = stake_remark(choice.stake, player); !remark.empty())
    resolved.enclosure.remarks.push_back(remark);
  if (choice.only_here)
    resolved.enclosure.remarks.emplace_back(
        "in a larger search area the result is another: it depends on the outside (--region)");
  return resolved;
}

}  // namespace tesuji::go

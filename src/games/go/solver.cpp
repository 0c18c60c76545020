#include "games/go/solver.hpp"

#include <algorithm>
#include <unordered_set>

#include "games/go/jobs.hpp"
#include "search/threads.hpp"

namespace tesuji::go {

void Solver::limit(const search::Limits& limits, const search::StopFlag* stop) {
  static const search::StopFlag never;
  budget_.emplace(stop != nullptr ? *stop : never, limits.nodes, limits.time);
  nodes_before_ = nodes_;
  interrupted_ = false;
}

void Solver::limit(Budget& whole, std::uint64_t nodes) {
  budget_.emplace(whole, nodes);
  nodes_before_ = nodes_;
  interrupted_ = false;
}

Solver::Slice::Slice(Solver& solver, const search::Limits& limits) : solver_(solver) {
  solver.slice_.emplace(*solver.budget_, limits.nodes, limits.time);
}

Solver::Slice::~Slice() {
  solver_.slice_.reset();
  if (solver_.interrupted_) solver_.interrupted_ = solver_.budget_->exhausted();
}

std::optional<bool> Solver::plain(const Position& p) const {
  const Evaluator& evaluator = tsumego_.evaluator();
  if (tsumego_.rules().captured(p, tsumego_.targets()) || evaluator.hopeless(p)) return true;
  if (evaluator.unconditionally_alive(p, tsumego_.targets())) return false;
  return std::nullopt;
}

Marks Solver::marks(const Position& p) const {
  const auto found = memory_.recall(p.key, p.level);
  return found ? found->known : Marks{};
}

std::optional<bool> Solver::attacker_wins(const Position& p) {
  if (const auto winner = plain(p)) return winner;
  if (interrupted_) return known(p);
  if (threads_ > 1) {
    return tsumego_.narrowed(
        p, [&](const auto& field, const auto& start) { return search_together(field, start); });
  }
  return tsumego_.narrowed(p, [&](const auto& field, const auto& start) {
    BasicProofPlayer player(field, start);
    search::ProofSearch<decltype(player), Memory> search(player, memory_);
    search.budget = &budget();
    search.on_poll = [&] { tell_progress(); };
    const auto answer = search.solve();
    nodes_ = nodes_before_ + budget_->nodes();
    holes_ += search.holes();
    if (!answer) interrupted_ = true;
    return answer;
  });
}

// Every thread searches the whole problem on the one table, keeping away from where another is, if there is
// something nearly as good to do; the first to finish has the answer.
template <class Mask>
std::optional<bool> Solver::search_together(const Field<Mask>& field, const BasicPosition<Mask>& p) {
  Budget round(budget());
  std::atomic<int> winner{-1};
  search::BusyNodes busy(threads_);
  const auto work = [&](int number) {
    BasicProofPlayer<Mask> player(field, p);
    ProofSearch<Mask> search(player, memory_);
    search.diversity = static_cast<std::uint64_t>(number);
    search.busy = &busy;
    search.budget = &round;
    if (number == 0) search.on_poll = [&] { tell_progress(); };
    const auto answer = search.solve();
    if (answer) {
      int nobody = -1;
      winner.compare_exchange_strong(nobody, *answer ? 1 : 0);
    }
    round.finish();
  };
  search::run_threads(threads_, work, [&] { round.finish(); });
  nodes_ = nodes_before_ + budget_->nodes();
  if (winner < 0) {
    interrupted_ = true;
    return std::nullopt;
  }
  return winner == 1;
}

void Solver::tell_progress() const {
  if (progress) progress(nodes_before_ + budget_->nodes());
}

// Without threats first, then the extremes: most results do not depend on ko at all.
std::optional<Level> next_level(const Threshold& known) {
  const auto open = [&](Level level) { return !known.dead(level) && !known.alive(level); };
  if (open(kNoThreats)) return kNoThreats;
  const bool dead = known.dead(kNoThreats);
  for (const Level extreme :
       {dead ? kDefenderMaster : kAttackerMaster, dead ? kDefenderInfinite : kAttackerInfinite}) {
    if (open(extreme)) return extreme;
  }
  for (int n = 1; n <= kMostThreats && !known.settled(); ++n) {
    const Level level = dead ? defender_threats(n) : attacker_threats(n);
    if (open(level)) return level;
    if (dead ? known.alive(level) : known.dead(level)) break;
  }
  return std::nullopt;
}

Threshold Solver::threshold(Position p) {
  Threshold known;
  while (const std::optional<Level> level = next_level(known)) {
    p.level = *level;
    const auto answer = attacker_wins(p);
    if (!answer) break;
    if (*answer) {
      known.dead_from = std::min(known.dead_from, *level);
    } else {
      known.alive_below = std::max(known.alive_below, static_cast<Level>(*level + 1));
    }
    // The search may have found out more than it was asked. (A terminal position is not in the table.)
    const Marks found = marks(p);
    known.dead_from = std::min(known.dead_from, found.dead_from);
    known.alive_below = std::max(known.alive_below, found.alive_below);
  }
  return known;
}

std::vector<Step> Solver::legal(const Position& p) const {
  std::vector<Step> steps;
  for (const Step& step : tsumego_.rules().steps(p)) {
    if (after(step.move.effect, p.level)) steps.push_back(step);
  }
  return steps;
}

namespace {

// Nodes for each move in the first round, and how much more in each round after that.
constexpr std::uint64_t kFirstRound = 20'000, kNextRound = 8;

}  // namespace

std::vector<MoveResult> Solver::moves(const Position& p) {
  std::vector<MoveResult> results;
  // Answers that are in the table already are reported even if the limit is used up.
  const auto add = [&](const Step& step) {
    results.push_back({step, known(tsumego_.rules().after(p, step))});
  };
  for (const Step& step : legal(p)) add(step);
  add(tsumego_.rules().pass(p));
  search::Limits round;
  bool open = true;
  for (round.nodes = kFirstRound; open && !interrupted_; *round.nodes *= kNextRound) {
    open = false;
    for (MoveResult& result : results) {
      if (result.attacker_wins) continue;
      const Slice slice(*this, round);
      result.attacker_wins = attacker_wins(tsumego_.rules().after(p, result.step));
      open = open || !result.attacker_wins;
    }
  }
  return results;
}

std::vector<Step> Solver::winning_moves(const Position& p) {
  std::vector<Step> winning;
  for (const MoveResult& result : moves(p)) {
    if (result.attacker_wins && *result.attacker_wins == (p.to_move == Side::Attacker))
      winning.push_back(result.step);
  }
  return winning;
}

std::vector<Step> Solver::threats(const Position& p) {
  std::vector<Step> found;
  const bool attacker = p.to_move == Side::Attacker;
  for (const Step& step : legal(p)) {
    const Position next = tsumego_.rules().after(p, step);
    const auto answered = attacker_wins(next);
    if (!answered || *answered == attacker) continue;
    // The other side plays elsewhere. A target in atari that is left alone is taken, which the search sees.
    const auto ignored = attacker_wins(tsumego_.rules().after(next, tsumego_.rules().pass(next)));
    if (ignored && *ignored == attacker) found.push_back(step);
  }
  return found;
}

std::vector<Step> Solver::replies(const Position& p) {
  std::vector<std::pair<std::uint64_t, Step>> all;
  for (const Step& step : threats(p)) all.emplace_back(work(tsumego_.rules().after(p, step)), step);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Step> sorted;
  for (const auto& [cost, step] : all) sorted.push_back(step);
  return sorted;
}

std::optional<bool> Solver::known(const Position& p) const {
  if (const auto winner = plain(p)) return winner;
  if (p.to_move == Side::Attacker && tsumego_.evaluator().capturable_at_once(p)) return true;
  const Marks found = marks(p);
  if (p.level >= found.dead_from) return true;
  if (p.level < found.alive_below) return false;
  return std::nullopt;
}

std::uint64_t Solver::work(const Position& p) const {
  const auto found = memory_.recall(p.key, p.level);
  return found ? found->work : 0;
}

// Of the moves known to win, the one that leaves least to be searched; ending it at once is best of all, and
// to pass is not much of an answer, even where it is good enough.
std::optional<Step> Solver::plainest_win(const Position& p, bool attacker_wins_it) {
  std::optional<Step> best;
  std::uint64_t least = ~std::uint64_t{0};
  std::vector<Step> steps = legal(p);
  steps.push_back(tsumego_.rules().pass(p));
  for (const Step& step : steps) {
    const Position next = tsumego_.rules().after(p, step);
    const auto winner = known(next);
    if (!winner || *winner != attacker_wins_it) continue;
    const std::uint64_t cost = over(next) ? 0 : work(next) + (step.move.pass() ? std::uint64_t{1} << 40 : 1);
    if (cost < least) {
      best = step;
      least = cost;
    }
  }
  if (best) return best;
  // The table has lost it.
  for (const Step& step : steps) {
    const auto winner = attacker_wins(tsumego_.rules().after(p, step));
    if (winner && *winner == attacker_wins_it) return step;
  }
  return std::nullopt;
}

// The attacker's next move against a target without hope: take it, or fill what is not its room, its
// liberties first (see Evaluator::hopeless).
std::optional<Step> Solver::finish(const Position& p) const {
  const Region& region = tsumego_.region();
  const WideMask outside = region.wall() | region.spread(p.immortal), air = region.spread(p.target);
  std::optional<Step> best;
  int most = -1;
  for (const Step& step : legal(p)) {
    const WideMask at = bit<WideMask>(step.move.point);
    const int worth =
        ((step.captured & p.target) != 0 ? 4 : 0) + ((at & outside) != 0 ? 2 : 0) + ((at & air) != 0 ? 1 : 0);
    if (worth > most) best = step;
    most = std::max(most, worth);
  }
  return best;
}

std::optional<Step> Solver::longest_resistance(const Position& p) const {
  std::optional<Step> best;
  std::uint64_t most = 0;
  for (const Step& step : legal(p)) {
    const std::uint64_t cost = work(tsumego_.rules().after(p, step));
    if (cost > most) {
      best = step;
      most = cost;
    }
  }
  return best;
}

std::vector<Step> Solver::line(Position p, std::size_t longest) {
  std::vector<Step> played;
  std::unordered_set<std::uint64_t> seen;
  if (p.to_move == Side::Attacker && p.targets != 0 && tsumego_.evaluator().hopeless(p)) {
    if (const auto next = finish(p)) played.push_back(*next);
    return played;
  }
  while (played.size() < longest && !over(p) && seen.insert(p.key).second) {
    const auto winner = attacker_wins(p);
    if (!winner) break;
    const bool mover_wins = *winner == (p.to_move == Side::Attacker);
    const auto next = mover_wins ? plainest_win(p, *winner) : longest_resistance(p);
    if (!next || next->move.pass()) break;
    played.push_back(*next);
    p = tsumego_.rules().after(p, *next);
  }
  return played;
}

std::vector<Step> Solver::promising_line(Position p, std::size_t longest) const {
  std::vector<Step> played;
  std::unordered_set<std::uint64_t> seen;
  BasicBlocks<WideMask> blocks;
  while (played.size() < longest && !over(p) && seen.insert(p.key).second) {
    const bool attacker = p.to_move == Side::Attacker;
    std::optional<Step> best;
    std::uint64_t least = ~std::uint64_t{0};
    tsumego_.rules().survey(p, blocks);
    for (const Step& step : legal(p)) {
      const Position next = tsumego_.rules().after(p, step);
      const auto found = memory_.recall(next.key, next.level);
      // The first move is given in any case: by its looks if it was not searched.
      if (!found && !played.empty()) continue;
      const search::ProofNumbers numbers =
          found ? found->numbers
                : tsumego_.evaluator()
                      .look(tsumego_.rules().foresee(p, blocks, step, next.key), tsumego_.targets(), false)
                      .numbers;
      const auto winner = known(next);
      std::uint64_t cost = attacker ? numbers.pn : numbers.dn;
      if (winner) cost = *winner == attacker ? 0 : ~std::uint64_t{0} - 1;
      if (cost < least) best = step;
      least = std::min(least, cost);
    }
    if (!best) break;
    played.push_back(*best);
    p = tsumego_.rules().after(p, *best);
  }
  return played;
}

}  // namespace tesuji::go

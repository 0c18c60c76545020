// Depth-first proof-number search (df-pn; Nagai 2002): can the attacker force its goal (capture, mate)? The
// defender wins whenever the goal is never reached, so play that repeats itself is the defender's success.
// docs/internals/proof-search.md has the argument for repetitions, and how the numbers grow.
//
//   assumed    a defence that holds unless the attacker wins in a state that was above it on the path
//   leans on   what an assumed defence depends on: the state that a line came back to, nearest to the root
//   confirmed  a defence that was walked through to the end and needs no assumption any more
//   rank       how well off the attacker is in what the key leaves out (ko threats, pieces in hand)
//   hole       a state that was assumed to be a defence and turns out to be lost
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "search/busy.hpp"
#include "search/proof_game.hpp"
#include "search/proof_path.hpp"

namespace tesuji::search {

template <ProofGame Game, class Memory>
class ProofSearch {
 public:
  using Child = ProofChild<Game>;
  using Move = typename Game::Move;
  using Rank = typename Game::Rank;
  using Known = typename Game::Known;

  ProofSearch(Game& game, Memory& memory) : game_(game), memory_(memory) {}

  // Ends the search when it is exhausted; nodes are charged every kPoll. None = search until solved.
  Budget* budget = nullptr;
  // Called every kPoll nodes, for progress reports.
  std::function<void()> on_poll;

  // solve() gives up when the numbers of the state at hand reach one of these.
  ProofNumbers limits{kProofInfinite, kProofInfinite};
  // What a search that was stopped had come to is remembered, too: another one will go on from there.
  bool goes_on = false;

  // Not 0: of equally good moves take the last instead of the first, and go a little deeper into each, so
  // that threads that share a memory do not all do the same.
  std::uint64_t diversity = 0;
  // Where threads that share a memory say which states they are in; none for one thread. A state that another
  // thread is in looks a little worse than it is, so that a thread turns to what is nearly as good (virtual
  // proof numbers, after Kaneko 2010). With turns of three states each, two threads took 9% more states than
  // one on ten problems of Go, and 32% more without this.
  BusyNodes* busy = nullptr;

  // Does the attacker reach the goal from the state at hand? None = interrupted, or a limit was reached.
  std::optional<bool> solve() {
    stopped_ = false;
    path_.clear();
    numbers_ = {};
    const ProofStatus status = search_or_recall();
    const auto answer = status == ProofStatus::Open      ? std::nullopt
                        : status == ProofStatus::Assumed ? confirm_all()
                                                         : std::optional(status == ProofStatus::Proved);
    charge();
    return answer;
  }

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  // Of the state at hand, after a solve() without an answer.
  [[nodiscard]] ProofNumbers numbers() const { return numbers_; }
  // States searched for the first time, as far as the memory could tell.
  [[nodiscard]] std::uint64_t leaves() const { return leaves_; }
  // Passes over a defence that found a hole in it, and the states walked through in confirming.
  [[nodiscard]] std::uint64_t holes() const { return holes_; }
  [[nodiscard]] std::uint64_t confirmed() const { return confirmed_; }

  static constexpr std::uint64_t kPoll = 64;

 private:
  struct Outcome {
    ProofNumbers numbers;
    Known known{};
    std::int32_t leans_on = kNothing;
  };
  // Which child to go into, and what the state's numbers are.
  struct Choice {
    ProofNumbers numbers;
    std::size_t best = 0;
    ProofNumber second = kProofInfinite;  // the next best child's number of the kind that is minimised
    ProofNumber rest = 0;                 // what the other children add to the number that is summed
  };

  static constexpr ProofTuning kTuning = [] {
    if constexpr (requires { Game::kTuning; }) {
      return Game::kTuning;
    } else {
      return ProofTuning{};
    }
  }();
  // What another thread's presence adds to a number: a constant and a part of it.
  static constexpr ProofNumber kBusyStep = 8, kBusyPart = 4;
  // A hole that was found is worth keeping: without it the walk would start over.
  static constexpr std::uint32_t kHoleWork = 1 << 16;

  static ProofNumber cap(std::uint64_t number) {
    return static_cast<ProofNumber>(std::min<std::uint64_t>(number, kProofInfinite - 1));
  }

  // --- children ---

  // What is known of a child, from the memory or by looking at it. True if it was met before.
  bool look(Child& child) {
    if (std::exchange(child.looked_at, true)) return true;
    if (child.barred) {
      child.numbers = game_.attacker_to_move() ? kDisprovedNumbers : kProvedNumbers;
      return true;
    }
    const auto found = memory_.recall(child.key, child.rank);
    if (found && found->met) {
      child.known = found->known;
      child.numbers = found->numbers;
      // Numbers that came out of a search at another rank, where the state was solved.
      if (child.numbers.pn == 0 || child.numbers.dn == 0) child.numbers = {};
      adopt_status(child);
      return true;
    }
    child.known = {};
    game_.look_at(child);
    if (found) {
      child.numbers.pn = std::max(child.numbers.pn, found->numbers.pn);
      child.numbers.dn = std::max(child.numbers.dn, found->numbers.dn);
    }
    adopt_status(child);
    return false;
  }

  // True if the memory has the child solved by now, or has other numbers from another thread.
  bool refresh(Child& child) {
    const auto found = memory_.recall(child.key, child.rank);
    if (!found) return false;
    if (game_.status(found->known, child.rank) == ProofStatus::Open) {
      const ProofNumbers& n = found->numbers;
      if (busy == nullptr || n.pn == 0 || n.dn == 0 || (n.pn == child.numbers.pn && n.dn == child.numbers.dn))
        return false;
      child.numbers = n;
      return true;
    }
    child.known = found->known;
    adopt_status(child);
    return true;
  }

  void adopt_status(Child& child) const {
    switch (game_.status(child.known, child.rank)) {
      case ProofStatus::Proved:
        child.numbers = kProvedNumbers;
        break;
      case ProofStatus::Disproved:
        child.numbers = kDisprovedNumbers;
        break;
      case ProofStatus::Assumed:
        child.numbers = kDisprovedNumbers;
        child.leans_on = kElsewhere;
        break;
      case ProofStatus::Open:
        break;
    }
  }

  // What the defence of the state at hand leans on: all of the attacker's moves have to fail, and one of the
  // defender's is enough.
  [[nodiscard]] std::int32_t leaning(std::span<const Child> children, bool attacker) const {
    std::int32_t highest = kNothing, best = kElsewhere;
    for (const Child& child : children) {
      if (child.barred || game_.status(child.known, child.rank) != ProofStatus::Assumed) continue;
      highest = std::min(highest, child.leans_on);
      best = std::max(best, child.leans_on);
    }
    return attacker && highest != kNothing ? highest : best;
  }

  std::span<Child> open_frame(std::size_t& base) {
    base = arena_.size();
    game_.expand(arena_);
    const std::span<Child> children(arena_.data() + base, arena_.size() - base);
    for (const Child& child : children) memory_.prefetch(child.key);
    return children;
  }

  // The minimised number takes the smallest of the children's; the other one is the largest of theirs plus
  // something for each further child that is open.
  [[nodiscard]] Choice choose(std::span<const Child> children, bool attacker) const {
    Choice choice;
    ProofNumber min = kProofInfinite, true_min = kProofInfinite, tie = kProofInfinite;
    ProofNumber largest = 0, open = 0;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (children[i].waits && !children[i].looked_at) continue;
      const ProofNumbers& n = children[i].numbers;
      ProofNumber minimised = attacker ? n.pn : n.dn;
      const ProofNumber summed = attacker ? n.dn : n.pn;
      true_min = std::min(true_min, minimised);
      if (busy != nullptr && minimised != 0 && minimised < kProofInfinite && busy->taken(children[i].key))
        minimised = cap(minimised + std::uint64_t{minimised} / kBusyPart + kBusyStep);
      const bool preferred = summed < tie || (diversity != 0 && summed == tie);
      if (minimised < min || (minimised == min && preferred && minimised < kProofInfinite)) {
        choice.second = min;
        min = minimised;
        tie = summed;
        choice.best = i;
      } else if (minimised < choice.second) {
        choice.second = minimised;
      }
      if (summed == 0) continue;
      if (summed == kProofInfinite) largest = kProofInfinite;
      largest = std::max(largest, summed);
      sum += summed;
      ++open;
    }
    choice.rest = open == 0 || largest == kProofInfinite
                      ? 0
                      : cap(std::uint64_t{open - 1} * kTuning.each + (sum - largest) * kTuning.share / 16);
    const ProofNumber total = largest == kProofInfinite ? kProofInfinite
                              : largest == 0            ? 0
                                                        : cap(std::uint64_t{largest} + choice.rest);
    choice.numbers = attacker ? ProofNumbers{true_min, total} : ProofNumbers{total, true_min};
    // One solved child of the mover's settles the state, whatever the others are.
    if (min == 0) choice.numbers = attacker ? kProvedNumbers : kDisprovedNumbers;
    if (min == kProofInfinite) choice.numbers = attacker ? kDisprovedNumbers : kProvedNumbers;
    return choice;
  }

  static bool solved(const ProofNumbers& n) { return n.pn == 0 || n.dn == 0; }

  // --- the search ---

  // Searches the state at hand until its numbers reach a threshold or it is solved, and remembers what came
  // out. `earlier` is what was known of it before.
  Outcome search(ProofNumber pn_limit, ProofNumber dn_limit, const Known& earlier, bool met_before) {
    poll();
    const std::uint64_t start = nodes_++;
    if (!met_before) ++leaves_;
    const std::uint64_t leaves_at_start = leaves_ - (met_before ? 0 : 1);
    const bool attacker = game_.attacker_to_move();
    const std::uint64_t key = game_.key();
    const Rank rank = game_.rank();
    path_.enter(key, rank);
    if (busy != nullptr) busy->take(key);

    std::size_t base = 0;
    const std::size_t count = open_frame(base).size();
    std::uint64_t met = 0;  // one bit each for the first 64 children
    // What is known of the children from `from` on; stops where the rest does not matter.
    const auto consider = [&](std::size_t from) {
      for (std::size_t i = from; i < count; ++i) {
        Child& child = arena_[base + i];
        if (child.looked_at) continue;
        if (child.waits && !(arena_[base + i - 1].looked_at && solved(arena_[base + i - 1].numbers)))
          continue;
        if (const std::int32_t back = path_.comes_back_to(child, game_); back != kNothing) {
          child.looked_at = true;
          child.known = game_.assumed({}, child.rank);
          child.numbers = kDisprovedNumbers;
          child.leans_on = back;
          continue;
        }
        if (look(child) && i < 64) met |= std::uint64_t{1} << i;
        if (child.numbers.pn == 0 && attacker) break;
        if (child.numbers.dn == 0 && !attacker &&
            game_.status(child.known, child.rank) == ProofStatus::Disproved)
          break;
      }
    };
    consider(0);

    Choice choice;
    bool grow = grow_;
    for (;;) {
      choice = choose({arena_.data() + base, count}, attacker);
      if (solved(choice.numbers) || stopped_) break;
      const bool reached = choice.numbers.pn >= pn_limit || choice.numbers.dn >= dn_limit;
      if (reached && !(grow && leaves_ == leaves_at_start)) break;

      // What was learnt below a sibling may have solved it meanwhile.
      if (refresh(arena_[base + choice.best])) continue;

      const ProofNumber own = attacker ? pn_limit : dn_limit;
      const ProofNumber summed = attacker ? dn_limit : pn_limit;
      const ProofNumbers before = arena_[base + choice.best].numbers;
      ProofNumber own_limit = std::min<std::uint64_t>(
          own, choice.second >= kProofInfinite - 1
                   ? kProofInfinite
                   : cap(std::uint64_t{choice.second} + std::uint64_t{choice.second} * kTuning.slack / 16 +
                         kTuning.step + diversity));
      ProofNumber summed_limit =
          summed >= kProofInfinite ? kProofInfinite : (summed > choice.rest ? summed - choice.rest : 1);
      own_limit = std::max(own_limit, (attacker ? before.pn : before.dn) + 1);
      summed_limit = std::max(summed_limit, (attacker ? before.dn : before.pn) + 1);

      const std::uint64_t leaves_before = leaves_;
      const bool outer_grow = std::exchange(grow_, grow);
      const Child next = arena_[base + choice.best];
      game_.play(next.move);
      const bool met_child = choice.best >= 64 || (met >> choice.best & 1) != 0;
      const Outcome outcome = attacker ? search(own_limit, summed_limit, next.known, met_child)
                                       : search(summed_limit, own_limit, next.known, met_child);
      game_.undo();
      grow_ = outer_grow;
      Child& child = arena_[base + choice.best];
      child.known = outcome.known;
      child.numbers = outcome.numbers;
      child.leans_on = outcome.leans_on;
      if (choice.best < 64) met |= std::uint64_t{1} << choice.best;
      if ((attacker ? child.numbers.dn : child.numbers.pn) == 0) consider(choice.best + 1);
      if constexpr (ProofGuided<Game>) {
        if (!attacker && arena_[base + choice.best].numbers.pn == 0) share_proof(base, choice.best);
      }
      grow = leaves_ == leaves_before;
    }

    const std::span<const Child> children(arena_.data() + base, count);
    Outcome outcome{choice.numbers, game_.merge(game_.conclude(children), earlier)};
    if (game_.status(outcome.known, rank) == ProofStatus::Assumed) {
      // Not shown by these children, it was assumed before.
      outcome.leans_on = outcome.numbers.dn == 0 ? leaning(children, attacker) : kElsewhere;
      if (outcome.leans_on >= path_.here()) {
        outcome.known = game_.confirmed(outcome.known, rank);
        outcome.leans_on = kNothing;
      }
    }
    std::uint32_t hint = 0;
    if constexpr (ProofGuided<Game>) {
      if (attacker && choice.numbers.pn == 0) hint = game_.number_of(arena_[base + choice.best].move);
    }
    arena_.resize(base);
    path_.leave();
    if (busy != nullptr) busy->leave(key);
    if (!stopped_ || goes_on || solved(outcome.numbers)) {
      memory_.remember(
          key, rank,
          {outcome.known, outcome.numbers,
           static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes_ - start, ~0U)), true, hint});
    }
    return outcome;
  }

  // --- simulation ---

  // The defender's move at `proved` is refuted: tries what refutes it on its open siblings.
  void share_proof(std::size_t base, std::size_t proved) {
    const auto guide = game_.follow(game_.guide(), game_.number_of(arena_[base + proved].move));
    if (!guide) return;
    for (std::size_t at = base; at < arena_.size() && !stopped_; ++at) {
      const Child child = arena_[at];
      if (!child.looked_at || solved(child.numbers)) continue;
      guided_left_ = kTuning.guided;
      game_.play(child.move);
      const auto known = simulate(*guide, child.known);
      game_.undo();
      if (known) adopt_proof(arena_[at], *known);
    }
  }

  static void adopt_proof(Child& child, const Known& known) {
    child.known = known;
    child.numbers = kProvedNumbers;
  }

  // What is known of the state at hand, if the attacker wins it by the moves that win `guide`, a proved
  // state with the same side to move. No new ideas are tried: where the proof does not fit, it has failed.
  template <class Guide>
  std::optional<Known> simulate(const Guide& guide, const Known& earlier) {
    poll();
    if (guided_left_ == 0 || stopped_) return std::nullopt;
    --guided_left_;
    const std::uint64_t start = nodes_++;
    const bool attacker = game_.attacker_to_move();
    const std::uint64_t key = game_.key();
    const Rank rank = game_.rank();
    std::uint32_t hint = 0;
    if (attacker) {
      const auto found = memory_.recall(game_.guide_key(guide), rank);
      if (!found || found->hint == 0) return std::nullopt;
      hint = found->hint;
    }
    path_.enter(key, rank);
    std::size_t base = 0;
    open_frame(base);
    const bool wins = attacker ? attack_fits(base, hint, guide) : refutations_fit(base, guide);
    std::optional<Known> known;
    if (wins) {
      known = game_.merge(game_.conclude({arena_.data() + base, arena_.size() - base}), earlier);
      memory_.remember(key, rank,
                       {*known, kProvedNumbers, static_cast<std::uint32_t>(nodes_ - start), true, hint});
    }
    arena_.resize(base);
    path_.leave();
    return known;
  }

  template <class Guide>
  bool attack_fits(std::size_t base, std::uint32_t hint, const Guide& guide) {
    for (std::size_t at = base; at < arena_.size(); ++at) {
      if (game_.number_of(arena_[at].move) == hint) return not_refuted(at) && child_fits(at, guide);
    }
    return false;
  }

  template <class Guide>
  bool refutations_fit(std::size_t base, const Guide& guide) {
    const std::size_t end = arena_.size();
    for (std::size_t at = base; at < end; ++at) {
      if (!not_refuted(at)) return false;
    }
    for (std::size_t at = base; at < end; ++at) {
      if (!child_fits(at, guide)) return false;
    }
    return true;
  }

  // Looks at a child; false if the defender is known to succeed there.
  bool not_refuted(std::size_t at) {
    Child& child = arena_[at];
    if (path_.comes_back_to(child, game_) != kNothing) return false;
    look(child);
    return child.numbers.dn != 0;
  }

  template <class Guide>
  bool child_fits(std::size_t at, const Guide& guide) {
    const Child child = arena_[at];
    if (child.numbers.pn == 0) return true;
    const auto next = game_.follow(guide, game_.number_of(child.move));
    if (!next) return false;
    game_.play(child.move);
    const auto known = simulate(*next, child.known);
    game_.undo();
    if (known) adopt_proof(arena_[at], *known);
    return known.has_value();
  }

  void poll() {
    if (nodes_ < next_poll_) return;
    next_poll_ = nodes_ + kPoll;
    if (!charge()) stopped_ = true;
    if (on_poll) on_poll();
  }
  // False: the budget is exhausted.
  bool charge() {
    const std::uint64_t nodes = nodes_ - std::exchange(charged_, nodes_);
    return budget == nullptr || budget->spend(nodes);
  }

  // Solves the state at hand as far as assumptions go. Open = interrupted.
  ProofStatus search_or_recall() {
    Child here;
    here.key = game_.key();
    here.rank = game_.rank();
    if (const auto found = memory_.recall(here.key, here.rank)) here.known = found->known;
    const ProofStatus status = game_.status(here.known, here.rank);
    numbers_ = kDisprovedNumbers;  // if it is assumed
    if (status != ProofStatus::Open) return status;
    const Outcome outcome = search(limits.pn, limits.dn, here.known, false);
    numbers_ = outcome.numbers;
    return game_.status(outcome.known, here.rank);
  }

  // --- confirming a defence ---

  std::optional<bool> confirm_all() {
    for (;;) {
      visited_.clear();
      walked_.clear();
      const std::uint64_t holes_before = holes_;
      const bool holds = confirm();
      if (stopped_) return std::nullopt;
      if (!holds) return true;
      if (holes_ == holes_before) break;
      // A state that others leant on fell after they were walked through: walk again.
    }
    for (const Walked& state : walked_) {
      const auto found = memory_.recall(state.key, state.rank);
      Remembered<Known> entry = found ? *found : Remembered<Known>{{}, kDisprovedNumbers, 1};
      entry.known = game_.confirmed(entry.known, state.rank);
      entry.numbers = kDisprovedNumbers;
      memory_.remember(state.key, state.rank, entry);
    }
    return false;
  }

  // Walks through the defence from the state at hand, whose status is Assumed or which was just searched.
  // True: it holds as far as the states visited hold. False: the attacker wins, which is remembered.
  bool confirm() {
    const std::uint64_t key = game_.key();
    const Rank rank = game_.rank();
    if (!visited_.insert(mix(key, rank)).second) return true;
    walked_.push_back({key, rank});
    ++confirmed_;
    const bool attacker = game_.attacker_to_move();
    std::size_t base = 0;
    const std::size_t count = open_frame(base).size();
    for (std::size_t i = 0; i < count; ++i) look(arena_[base + i]);
    bool holds = attacker;
    // The attacker's moves must all fail; of the defender's, one must succeed: the surest first.
    for (std::size_t tried = 0; tried < count && holds == attacker && !stopped_; ++tried) {
      const std::size_t at = attacker ? base + tried : surest(base, count);
      if (at == base + count) break;
      const Child child = arena_[at];
      if (child.barred) {
        continue;
      }
      const bool succeeds = confirm_child(child);
      if (succeeds) {
        holds = true;
        if (!attacker) break;
      } else {
        arena_[at].numbers = kProvedNumbers;
        if (const auto found = memory_.recall(child.key, child.rank)) arena_[at].known = found->known;
        holds = false;
      }
    }
    if (!holds && !stopped_) record_hole(key, rank, base, count);
    arena_.resize(base);
    return holds;
  }

  bool confirm_child(const Child& child) {
    switch (game_.status(child.known, child.rank)) {
      case ProofStatus::Proved:
        return false;
      case ProofStatus::Disproved:
        return true;
      default:
        break;
    }
    game_.play(child.move);
    bool holds = visited_.contains(mix(child.key, child.rank));
    if (!holds) {
      path_.clear();
      const ProofStatus status = search_or_recall();
      holds = status == ProofStatus::Disproved || (status == ProofStatus::Assumed && confirm());
    }
    game_.undo();
    return holds;
  }

  // Of the defender's children: certain, then assumed, then the easiest to search; the end = all are proved.
  std::size_t surest(std::size_t base, std::size_t count) const {
    std::size_t best = base + count;
    std::uint64_t best_cost = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = base; i < base + count; ++i) {
      const Child& child = arena_[i];
      if (child.barred) continue;
      const ProofStatus status = game_.status(child.known, child.rank);
      const std::uint64_t cost = status == ProofStatus::Disproved ? 0
                                 : status == ProofStatus::Assumed ? 1
                                                                  : std::uint64_t{child.numbers.dn} + 1;
      if (child.numbers.pn != 0 && cost < best_cost) {
        best = i;
        best_cost = cost;
      }
    }
    return best;
  }

  // The state was taken for a defence and is not: what its children say now replaces the assumption.
  void record_hole(std::uint64_t key, Rank rank, std::size_t base, std::size_t count) {
    ++holes_;
    const Known known = game_.conclude({arena_.data() + base, count});
    memory_.remember(key, rank, {known, kProvedNumbers, kHoleWork});
  }

  static std::uint64_t mix(std::uint64_t key, Rank rank) {
    return key ^ (std::hash<Rank>{}(rank) + 1) * 0x9e3779b97f4a7c15ULL;
  }

  struct Walked {
    std::uint64_t key;
    Rank rank;
  };

  Game& game_;
  Memory& memory_;
  std::vector<Child> arena_;
  ProofPath<Game> path_;
  std::uint64_t nodes_ = 0, leaves_ = 0, holes_ = 0, confirmed_ = 0;
  ProofNumbers numbers_;
  std::uint64_t next_poll_ = 0, charged_ = 0;  // the nodes at the next poll, and at the last charge
  unsigned guided_left_ = 0;
  bool grow_ = false, stopped_ = false;
  std::unordered_set<std::uint64_t> visited_;
  std::vector<Walked> walked_;
};

}  // namespace tesuji::search

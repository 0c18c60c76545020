#include "games/go/verdict.hpp"

namespace tesuji::go {

namespace {

std::string capital(Colour colour) {
  return colour == Colour::Black ? "Black" : "White";
}

std::string threats(int n) {
  return n == 1 ? "1 ko threat" : std::to_string(n) + " ko threats";
}

// How many the holder must have: the distance from `none` on the scale.
std::string needed(int distance) {
  if (distance <= kMostThreats) return threats(distance) + (distance == 1 ? "" : " at least");
  if (distance == kMostThreats + 1) return "more than " + std::to_string(kMostThreats) + " ko threats";
  return "ko threats without end";
}

}  // namespace

std::optional<KoFight> ko_fight(const Threshold& t) {
  if (!t.settled() || t.dead_from == 0 || t.dead_from == kLevels) return std::nullopt;
  if (t.dead_from > kNoThreats) return KoFight{Side::Attacker, t.dead_from};
  return KoFight{Side::Defender, static_cast<Level>(t.dead_from - 1)};
}

std::string clause(const Tsumego& tsumego, Side mover, const Threshold& t) {
  const std::string attacker = capital(tsumego.colour(Side::Attacker));
  const std::string defender = capital(tsumego.colour(Side::Defender));
  const std::string first = (mover == Side::Attacker ? attacker : defender) + " to play: ";
  if (!t.settled()) {
    if (t.dead(kNoThreats)) return first + "dead, unless ko threats matter, which is not settled";
    if (t.alive(kNoThreats)) return first + "alive, unless ko threats matter, which is not settled";
    return first + "not settled";
  }
  const auto fight = ko_fight(t);
  if (!fight) return first + (t.dead_from == 0 ? "dead" : "alive");
  const bool kills = fight->needs == Side::Attacker;
  return first + "ko, " + (kills ? defender : attacker) + " takes first; " +
         (kills ? attacker + " kills with " : defender + " lives with ") + needed(fight->distance());
}

std::string sentence(const Tsumego& tsumego, const Verdict& v) {
  const std::string owner = capital(tsumego.colour(Side::Defender));
  const std::string attacker = capital(tsumego.colour(Side::Attacker));
  const std::string group =
      "The " + std::string(name(tsumego.colour(Side::Defender))) + " group at " +
      to_text(tsumego.enclosure().problem.target.front(), tsumego.enclosure().problem.grid);
  const Level always = kLevels;
  const auto is = [](const std::optional<Threshold>& t, Level level) {
    return t && t->settled() && t->dead_from == level;
  };
  if (is(v.attacker_first, always) && (!v.defender_first || is(v.defender_first, always))) {
    if (!v.defender_first) return group + " is alive, even if " + attacker + " plays first.";
    return group + (v.seki ? " lives in seki" : " is alive") + " and needs no move, even if " + attacker +
           " plays first.";
  }
  if (is(v.defender_first, 0) && (!v.attacker_first || is(v.attacker_first, 0))) {
    return group + " is dead, even if " + owner + " plays first.";
  }
  std::string text = group + ": ";
  if (v.attacker_first) text += clause(tsumego, Side::Attacker, *v.attacker_first);
  if (v.attacker_first && v.defender_first) text += ". ";
  if (v.defender_first) text += clause(tsumego, Side::Defender, *v.defender_first);
  return text + ".";
}

namespace {

// The same play with the other goal: the defender wants unconditional life, and the attacker is content if it
// never comes. So the defender is the one who has to prove something, and the ranks are turned round.
template <class Mask>
class EyesPlayer {
 public:
  using Position = BasicPosition<Mask>;
  using Step = BasicStep<Mask>;
  using Move = Step;
  using Rank = int;  // a single one: no ko threats
  struct Known {
    bool made = false, prevented = false, assumed = false;
  };
  using Child = search::ProofChild<EyesPlayer>;

  EyesPlayer(const Field<Mask>& field, const Position& start) : field_(field), stack_{start} {}

  [[nodiscard]] bool attacker_to_move() const { return stack_.back().to_move == Side::Defender; }
  // Other keys than those of the question whether the target lives.
  [[nodiscard]] std::uint64_t key() const { return stack_.back().key ^ kOtherGoal; }
  [[nodiscard]] int rank() const { return 0; }
  void play(const Step& step) { stack_.push_back(field_.rules.after(stack_.back(), step)); }
  void undo() { stack_.pop_back(); }
  void expand(std::vector<Child>& children) const {
    const BasicRules<Mask>& rules = field_.rules;
    const Position& p = stack_.back();
    std::vector<Step> steps = rules.steps(p);
    steps.push_back(rules.pass(p));
    for (const Step& step : steps) {
      if (!after(step.move.effect, p.level)) continue;
      Child child;
      child.move = step;
      child.key = rules.key_after(p, step) ^ kOtherGoal;
      children.push_back(child);
    }
  }
  void judge(Child& child) const {
    const Position next = field_.rules.after(stack_.back(), child.move);
    if (field_.rules.captured(next, field_.targets))
      child.known.prevented = true;
    else if (field_.judge.unconditionally_alive(next, field_.targets))
      child.known.made = true;
  }
  [[nodiscard]] bool no_better(int, int) const { return true; }
  [[nodiscard]] search::ProofStatus status(const Known& known, int) const {
    using search::ProofStatus;
    return known.made        ? ProofStatus::Proved
           : known.prevented ? ProofStatus::Disproved
           : known.assumed   ? ProofStatus::Assumed
                             : ProofStatus::Open;
  }
  [[nodiscard]] Known conclude(std::span<const Child> children) const {
    const bool prover = attacker_to_move();
    Known all{!prover, prover, prover};
    for (const Child& child : children) {
      const Known& k = child.known;
      const bool assumed = k.prevented || k.assumed;
      if (prover) {
        all = {all.made || k.made, all.prevented && k.prevented, all.assumed && assumed};
      } else {
        all = {all.made && k.made, all.prevented || k.prevented, all.assumed || assumed};
      }
    }
    return all;
  }
  [[nodiscard]] Known assumed(Known known, int) const { return known.assumed = true, known; }
  [[nodiscard]] Known confirmed(Known known, int) const { return known.prevented = true, known; }
  [[nodiscard]] Known merge(Known known, const Known& earlier) const {
    return {known.made || earlier.made, known.prevented || earlier.prevented, known.assumed};
  }

  struct Table {
    Memory& memory;
    [[nodiscard]] std::optional<search::Remembered<Known>> recall(std::uint64_t key, int) const {
      const auto entry = memory.table().probe(key);
      if (!entry) return std::nullopt;
      return search::Remembered<Known>{
          {(entry->flags & 1) != 0, (entry->flags & 2) != 0, (entry->flags & 4) != 0},
          {entry->pn, entry->dn},
          entry->work};
    }
    void remember(std::uint64_t key, int, const search::Remembered<Known>& entry) {
      tt::Proof::Entry kept;
      kept.pn = entry.numbers.pn;
      kept.dn = entry.numbers.dn;
      kept.flags = static_cast<std::uint8_t>((entry.known.made ? 1 : 0) | (entry.known.prevented ? 2 : 0) |
                                             (entry.known.assumed ? 4 : 0));
      kept.work = entry.work;
      memory.table().store(key, kept);
    }
    void prefetch(std::uint64_t key) const { memory.prefetch(key); }
  };

 private:
  static constexpr std::uint64_t kOtherGoal = tt::seed_from_name("go/two eyes");

  const Field<Mask>& field_;
  std::vector<Position> stack_;
};

}  // namespace

std::optional<bool> lives_in_seki(const Tsumego& tsumego, Memory& memory, std::uint64_t most_nodes) {
  return tsumego.narrowed(tsumego.start(Side::Defender, kNoThreats),
                          [&](const auto& field, const auto& start) -> std::optional<bool> {
                            EyesPlayer player(field, start);
                            typename decltype(player)::Table table{memory};
                            search::ProofSearch<decltype(player), decltype(table)> search(player, table);
                            const search::StopFlag never;
                            Budget budget(never, most_nodes);
                            search.budget = &budget;
                            const auto two_eyes = search.solve();
                            if (!two_eyes) return std::nullopt;
                            return !*two_eyes;
                          });
}

}  // namespace tesuji::go

#include "games/go/verdict.hpp"

namespace tesuji::go {

namespace {

std::string threats(int n) {
  return n == 1 ? "1 ko threat" : std::to_string(n) + " ko threats";
}

// How many the holder must have.
std::string needed(int distance) {
  if (distance > kMostThreats) return "ko threats";
  return threats(distance) + (distance == 1 ? "" : " at least");
}

bool counted(const KoFight& fight) {
  return fight.distance() <= kMostThreats;
}

// The least condition that turns the result, whether a player would call it a ko or not.
std::optional<KoFight> turning_point(const Threshold& t) {
  if (!t.settled() || t.dead_from == 0 || t.dead_from == kLevels) return std::nullopt;
  if (t.dead_from > kNoThreats) return KoFight{Side::Attacker, t.dead_from};
  return KoFight{Side::Defender, static_cast<Level>(t.dead_from - 1)};
}

}  // namespace

std::optional<KoFight> ko_fight(const Threshold& t, bool counts_threats) {
  const auto fight = turning_point(t);
  return fight && (counted(*fight) || !counts_threats) ? fight : std::nullopt;
}

namespace {

// Three stones of the attacker's and an empty point, bent in a corner of the board, inside the target's wall.
bool has_bent_four(const Tsumego& tsumego) {
  const Grid& grid = tsumego.enclosure().problem.grid;
  const int right = grid.width() - 1, bottom = grid.height() - 1;
  for (const int x : {0, right}) {
    for (const int y : {0, bottom}) {
      const int dx = x == 0 ? 1 : -1, dy = y == 0 ? 1 : -1;
      for (const bool along_row : {true, false}) {
        const Point corner{x, y}, beside{x + dx, y}, above{x, y + dy};
        const Point end = along_row ? Point{x + 2 * dx, y} : Point{x, y + 2 * dy};
        int stones = 0, free = 0;
        for (const Point p : {corner, beside, above, end}) {
          if (!grid.has(p) || !tsumego.region().index(p)) continue;
          stones += grid.at(p) == tsumego.attacker() ? 1 : 0;
          free += grid.at(p) == Colour::Empty ? 1 : 0;
        }
        if (stones == 3 && free == 1) return true;
      }
    }
  }
  return false;
}

}  // namespace

std::vector<std::string> remarks_on(const Tsumego& tsumego, const Verdict& v) {
  std::vector<std::string> remarks;
  if (has_bent_four(tsumego))
    remarks.emplace_back(
        "this is the verdict by play; under Japanese rules a group with nothing but a bent four in the "
        "corner is dead "
        "without play");
  if (!v.counts_threats) return remarks;
  for (const Side mover : {Side::Attacker, Side::Defender}) {
    const auto fight = v.first(mover) ? turning_point(*v.first(mover)) : std::nullopt;
    if (!fight || counted(*fight)) continue;
    const bool endless = fight->distance() > kMostThreats + 1;
    remarks.push_back(
        "if " + capital(tsumego.colour(mover)) + " plays first, " + capital(tsumego.colour(fight->needs)) +
        (fight->needs == Side::Attacker ? " kills only with " : " lives only with ") +
        (endless ? "ko threats without end" : "more than " + std::to_string(kMostThreats) + " ko threats"));
  }
  return remarks;
}

std::string clause(const Tsumego& tsumego, Side mover, const Threshold& t, bool counts_threats) {
  const std::string attacker = capital(tsumego.colour(Side::Attacker));
  const std::string defender = capital(tsumego.colour(Side::Defender));
  const std::string first = (mover == Side::Attacker ? attacker : defender) + " to play: ";
  if (!t.settled()) {
    if (t.dead(kNoThreats)) return first + "dead, unless ko threats matter, which is not settled";
    if (t.alive(kNoThreats)) return first + "alive, unless ko threats matter, which is not settled";
    return first + "not settled";
  }
  const auto fight = ko_fight(t, counts_threats);
  if (!fight) return first + (t.dead(kNoThreats) ? "dead" : "alive");
  const bool kills = fight->needs == Side::Attacker;
  return first + "ko, " + (kills ? defender : attacker) + " takes first; " +
         (kills ? attacker + " kills with " : defender + " lives with ") + needed(fight->distance());
}

namespace {

// The side to move asks: "White is dead: Black plays B2."
std::string answer(const Tsumego& tsumego, const Verdict& v, std::string_view move) {
  const Side mover = v.mover ? *v.mover : *v.asker;
  const std::string player = capital(tsumego.colour(mover));
  const std::string owner = capital(tsumego.colour(Side::Defender));
  const std::string attacker = capital(tsumego.colour(Side::Attacker));
  const auto& own = v.first(mover);
  const auto& others = v.first(other(mover));
  const std::string play =
      move.empty() || move == "pass" ? "" : ": " + player + " plays " + std::string(move);
  if (!own || (!own->settled() && !own->dead(kNoThreats) && !own->alive(kNoThreats)))
    return "Not solved: " + player + " to play" + (play.empty() ? "" : ", probably " + std::string(move)) +
           ".";
  if (const auto fight = ko_fight(*own, v.counts_threats)) {
    const bool kills = fight->needs == Side::Attacker;
    return "Ko" + play + ". " + (kills ? owner : attacker) + " takes first; " +
           (kills ? attacker + " kills with " : owner + " lives with ") + needed(fight->distance()) + ".";
  }
  const bool dead = own->dead(kNoThreats);
  const bool wins = dead == (mover == Side::Attacker);
  const std::string state = owner + (dead ? " is dead" : mover == Side::Defender ? " lives" : " is alive");
  const std::string doubt = own->settled() ? "" : " (nobody having ko threats; with them it is not settled)";
  if (!wins)
    return (v.seki && !dead ? owner + " lives in seki" : state) + ", even if " + player + " plays first" +
           doubt + ".";
  // What only holds if nobody has ko threats is worth a move.
  const bool anyway = others && (dead ? others->dead(kNoThreats) && !others->alive(kDefenderMaster)
                                      : others->alive(kNoThreats) && !others->dead(kAttackerMaster));
  if (anyway)
    return owner +
           (dead     ? " is dead"
            : v.seki ? " lives in seki"
                     : " is alive") +
           ", even if " + capital(tsumego.colour(other(mover))) + " plays first" + doubt + ".";
  return state + play + doubt + ".";
}

}  // namespace

std::string sentence(const Tsumego& tsumego, const Verdict& v, std::string_view move) {
  if (v.mover || v.asker) return answer(tsumego, v, move);
  const std::string owner = capital(tsumego.colour(Side::Defender));
  const std::string attacker = capital(tsumego.colour(Side::Attacker));
  const std::string group =
      "The " + std::string(name(tsumego.colour(Side::Defender))) + " group at " +
      to_text(tsumego.enclosure().problem.target.front(), tsumego.enclosure().problem.grid);
  const auto is_dead = [&](const Threshold& t) {
    return t.settled() && t.dead(kNoThreats) && !ko_fight(t, v.counts_threats);
  };
  const auto is_alive = [&](const Threshold& t) {
    return t.settled() && t.alive(kNoThreats) && !ko_fight(t, v.counts_threats);
  };
  if (v.attacker_first && is_alive(*v.attacker_first) && (!v.defender_first || is_alive(*v.defender_first))) {
    if (!v.defender_first) return group + " is alive, even if " + attacker + " plays first.";
    return group + (v.seki ? " lives in seki" : " is alive") + " and needs no move, even if " + attacker +
           " plays first.";
  }
  if (v.defender_first && is_dead(*v.defender_first) && (!v.attacker_first || is_dead(*v.attacker_first))) {
    return group + " is dead, even if " + owner + " plays first.";
  }
  std::string text = group + ": ";
  if (v.attacker_first) text += clause(tsumego, Side::Attacker, *v.attacker_first, v.counts_threats);
  if (v.attacker_first && v.defender_first) text += ". ";
  if (v.defender_first) text += clause(tsumego, Side::Defender, *v.defender_first, v.counts_threats);
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
  void look_at(Child& child) const {
    const Position next = field_.rules.after(stack_.back(), child.move);
    if (field_.rules.captured(next, field_.targets))
      child.known.prevented = true;
    else if (field_.evaluator.unconditionally_alive(next, field_.targets))
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

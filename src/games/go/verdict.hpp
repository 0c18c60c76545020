// What a player would say about a group.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/go/solver.hpp"

namespace tesuji::go {

struct Verdict {
  std::optional<Threshold> attacker_first, defender_first;  // none = not asked
  std::optional<Side> mover;                                // whom the question is about; none = both
  std::optional<Side> asker;  // who is to play, by the problem or an option: the sentence is about its move
  bool seki = false;
  bool counts_threats = true;  // the search tells how many threats it takes
  [[nodiscard]] const std::optional<Threshold>& first(Side side) const {
    return side == Side::Attacker ? attacker_first : defender_first;
  }
  [[nodiscard]] bool wins(Side side) const {
    return first(side) &&
           (side == Side::Attacker ? first(side)->dead(kNoThreats) : first(side)->alive(kNoThreats));
  }
  // The result without threats is an answer if the mover wins; if it loses, threats might save it.
  [[nodiscard]] bool settled() const {
    if (mover) return first(*mover) && (first(*mover)->settled() || wins(*mover));
    return (!attacker_first || attacker_first->settled()) && (!defender_first || defender_first->settled());
  }
};

// A result that turns with ko threats: the side that has to find them, and the least condition that turns it.
struct KoFight {
  Side needs = Side::Defender;
  Level turns = kNoThreats;
  // How many threats that is, at most kMostThreats.
  [[nodiscard]] int distance() const {
    return needs == Side::Attacker ? turns - kNoThreats : kNoThreats - turns;
  }
};
// None if the result is not settled, or the same for up to kMostThreats threats: no game has more of them, so
// players call such a group dead or alive.
std::optional<KoFight> ko_fight(const Threshold& threshold, bool counts_threats = true);

// One clause: what happens when `mover` plays first.
std::string clause(const Tsumego& tsumego, Side mover, const Threshold& threshold,
                   bool counts_threats = true);
// "The white group at C2 is dead, even if White plays first.", or, if the question is about one side to move,
// "White is dead: Black plays B2."; `move` is that move, empty = none.
std::string sentence(const Tsumego& tsumego, const Verdict& verdict, std::string_view move = "");
// What more threats than kMostThreats would change, and other rules than those of play; one sentence each.
std::vector<std::string> remarks_on(const Tsumego& tsumego, const Verdict& verdict);

// Does the target live without being able to make two eyes, even with the first move? Looks no further than
// `most_nodes`; none = not found out.
std::optional<bool> lives_in_seki(const Tsumego& tsumego, Memory& memory, std::uint64_t most_nodes);

}  // namespace tesuji::go

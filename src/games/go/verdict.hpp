// What a player would say about a group.
#pragma once

#include <optional>
#include <string>

#include "games/go/solver.hpp"

namespace tesuji::go {

struct Verdict {
  std::optional<Threshold> attacker_first, defender_first;  // none = not asked
  bool seki = false;
  [[nodiscard]] bool settled() const {
    return (!attacker_first || attacker_first->settled()) && (!defender_first || defender_first->settled());
  }
};

// A result that turns with ko threats: the side that has to find them, and the least condition that turns it.
struct KoFight {
  Side needs = Side::Defender;
  Level turns = kNoThreats;
  // How far that is from none; beyond kMostThreats it is a master's, or threats without end.
  [[nodiscard]] int distance() const {
    return needs == Side::Attacker ? turns - kNoThreats : kNoThreats - turns;
  }
};
// None where the result is the same under every condition, or is not settled.
std::optional<KoFight> ko_fight(const Threshold& threshold);

// One clause: what happens when `mover` plays first.
std::string clause(const Tsumego& tsumego, Side mover, const Threshold& threshold);
// "The white group at C2 is dead, even if White plays first."
std::string sentence(const Tsumego& tsumego, const Verdict& verdict);

// Does the target live without being able to make two eyes, even with the first move? Looks no further than
// `most_nodes`; none = not found out.
std::optional<bool> lives_in_seki(const Tsumego& tsumego, Memory& memory, std::uint64_t most_nodes);

}  // namespace tesuji::go

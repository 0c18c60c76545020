// Ko conditions as one scale. Every condition is worth at least as much to the attacker as the one before it,
// and a condition with more threats for a side never hurts that side (it can play as if it had fewer), so a
// position's results over all conditions come down to two marks on the scale:
//
//   0            1          2 … 14         15     16 … 28        29         30
//   defender     defender   defender has   none   attacker has   attacker   attacker
//   infinite     master     13 … 1 threats        1 … 13         master     infinite
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/go/grid.hpp"

namespace tesuji::go {

using Level = std::uint8_t;

constexpr int kMostThreats = 13;
constexpr Level kDefenderInfinite = 0, kDefenderMaster = 1, kNoThreats = 15, kAttackerMaster = 29,
                kAttackerInfinite = 30, kLevels = 31;

constexpr Level attacker_threats(int n) {
  return static_cast<Level>(kNoThreats + n);
}
constexpr Level defender_threats(int n) {
  return static_cast<Level>(kNoThreats - n);
}
constexpr bool attacker_holds(Level level) {
  return level > kNoThreats;
}
constexpr bool defender_holds(Level level) {
  return level < kNoThreats;
}
// Threats that the other side can remove by passing.
constexpr bool removable(Level level) {
  return level != kDefenderInfinite && level != kAttackerInfinite && level != kNoThreats;
}

// What a move does to the condition.
enum class Effect : std::uint8_t {
  None,
  AttackerRetakes,  // at the ko point, out of turn: allowed only to a side with threats, and spends one
  DefenderRetakes,
  AttackerRemoves,  // the second of two passes: the side that passed first has no threats from now on
  DefenderRemoves,
};
constexpr int kEffects = 5;

// The condition after a move, or none where the condition forbids it.
constexpr std::optional<Level> after(Effect effect, Level level) {
  switch (effect) {
    case Effect::None:
      return level;
    case Effect::AttackerRetakes:
      if (!attacker_holds(level)) return std::nullopt;
      return level >= kAttackerMaster ? level : static_cast<Level>(level - 1);
    case Effect::DefenderRetakes:
      if (!defender_holds(level)) return std::nullopt;
      return level <= kDefenderMaster ? level : static_cast<Level>(level + 1);
    case Effect::AttackerRemoves:
      return defender_holds(level) && removable(level) ? kNoThreats : level;
    case Effect::DefenderRemoves:
      return attacker_holds(level) && removable(level) ? kNoThreats : level;
  }
  return level;
}

// What is known of a position over the whole scale. `alive_below` never exceeds `dead_from`, and what lies
// between is open. `assumed_below` also counts results that take a repetition of some position above for the
// defender's success (see docs/internals/tsumego.md).
struct Marks {
  Level dead_from = kLevels;  // the attacker wins at this level and above
  Level alive_below = 0;      // the defender wins below this level
  Level assumed_below = 0;    // at least alive_below

  friend bool operator==(const Marks& a, const Marks& b) {
    return a.dead_from == b.dead_from && a.alive_below == b.alive_below && a.assumed_below == b.assumed_below;
  }
};

// The scale seen through a move: from which level on (or below which) the move's result holds before it.
struct ThroughMove {
  // For the mover's opponent a forbidden move counts as harmless, for the mover as useless.
  std::array<Level, kLevels + 1> dead_if_attacker_moves{}, dead_if_defender_moves{};
  std::array<Level, kLevels + 1> alive_if_attacker_moves{}, alive_if_defender_moves{};
};

constexpr std::array<ThroughMove, kEffects> kThrough = [] {
  std::array<ThroughMove, kEffects> all{};
  for (int e = 0; e < kEffects; ++e) {
    const auto effect = static_cast<Effect>(e);
    ThroughMove& through = all[static_cast<std::size_t>(e)];
    for (std::size_t mark = 0; mark <= kLevels; ++mark) {
      Level dead_a = kLevels, dead_d = kLevels, alive_a = 0, alive_d = 0;
      for (int l = kLevels - 1; l >= 0; --l) {
        const auto level = static_cast<Level>(l);
        const auto next = after(effect, level);
        if (next && *next >= mark) dead_a = level;
        if (!next || *next >= mark) dead_d = level;
      }
      for (Level level = 0; level < kLevels; ++level) {
        const auto next = after(effect, level);
        if (!next || *next < mark) alive_a = static_cast<Level>(level + 1);
        if (next && *next < mark) alive_d = static_cast<Level>(level + 1);
      }
      through.dead_if_attacker_moves[mark] = dead_a;
      through.dead_if_defender_moves[mark] = dead_d;
      through.alive_if_attacker_moves[mark] = alive_a;
      through.alive_if_defender_moves[mark] = alive_d;
    }
  }
  return all;
}();

// "none", "black", "white-infinite", "black:3"; throws Error.
Level level_from(std::string_view text, Colour attacker);
std::string to_text(Level level, Colour attacker);

}  // namespace tesuji::go

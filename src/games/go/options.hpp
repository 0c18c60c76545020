// What can be asked about a problem besides the problem itself.
#pragma once

#include <optional>
#include <string>

#include "engine/options.hpp"
#include "games/go/grid.hpp"
#include "games/go/ko.hpp"

namespace tesuji::go {

// A ko condition as the option "ko" spells it, before anybody knows which colour attacks.
struct KoCondition {
  Level if_black_attacks = kNoThreats;

  // The scale is symmetric: the other colour's level lies as far from its other end.
  [[nodiscard]] Level level(Colour attacker) const {
    return attacker == Colour::Black ? if_black_attacks
                                     : static_cast<Level>(kAttackerInfinite - if_black_attacks);
  }
};

// Whose the board beyond the search area is. Auto: the attacker's, unless that leaves nothing to play for.
enum class Outside { Auto, Attacker, Defender, Both };

struct Options {
  Outside outside = Outside::Auto;
  std::optional<Colour> player;   // none = both in turn
  std::optional<KoCondition> ko;  // none = every condition
  bool superko = false, depth_first = false, all_moves = false, threats = false, save_all = false,
       show_tree = false;
  std::string tree, region, group;
};

const engine::OptionTable<Options>& option_table();

}  // namespace tesuji::go

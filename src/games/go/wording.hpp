// The words of a problem: who plays, and who is to live or to die.
#pragma once

#include <optional>
#include <string_view>

#include "games/go/grid.hpp"

namespace tesuji::go {

// What the words say ("Black to live", "黒先白死").
struct Wording {
  std::optional<Colour> player;
  std::optional<Colour> defender;  // who is to live or to die
};

// English, Japanese and Chinese. `player` is who plays if the words do not say it: "kill" says whom to
// capture only if that is known.
Wording words_in(std::string_view text, std::optional<Colour> player = std::nullopt);

}  // namespace tesuji::go

// A training position: 32 bytes, packed by the game. Knows no game.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tesuji::lab {

inline constexpr std::size_t kRecordBytes = 32;
using Record = std::array<std::uint8_t, kRecordBytes>;

// What training learns from a position, both from the mover's side.
struct Label {
  int score = 0;   // of the search, in the game's unit
  int result = 1;  // of the game, in half points: 0 lost, 1 drawn, 2 won
};

}  // namespace tesuji::lab

// A training position as the trainer sees it: active inputs of both players and what to learn.
#pragma once

#include <array>
#include <cstdint>

namespace tesuji::lab {

struct Sample {
  static constexpr std::size_t kMaxInputs = 40;
  std::array<std::array<std::uint16_t, kMaxInputs>, 2> inputs;  // the mover's view first
  std::uint16_t count;                                          // of each view
  std::uint16_t bucket;
  float base;    // what the network's output is added to; 0 unless it corrects another evaluation
  float target;  // the expected result for the mover, 0 to 1
};

}  // namespace tesuji::lab

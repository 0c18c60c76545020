// The evaluation: features of the position, weighted for middlegame and endgame and blended by the material
// that is left. One function; what it remembers between calls is only a cache.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/chess/features.hpp"
#include "games/chess/position.hpp"

namespace tesuji::chess {

inline constexpr int kFullPhase = 24;  // all pieces on the board
inline constexpr int kFullScale = 64;  // endgame counts in full
inline constexpr int kPhaseOf[6] = {0, 1, 1, 2, 4, 0};

// What the tuner sees: the evaluation is, from White's side,
//   sum of counts[i] * (middle[i] * phase + end[i] * (24 - phase) * scale / 64) / 24.
struct Trace {
  std::array<std::int8_t, kFeatures> counts{};
  int phase = 0;
  int scale = kFullScale;
};
Trace trace(const Position& position);

class Evaluator {
 public:
  Evaluator();
  // In centipawns, from the mover's side.
  int operator()(const Position& position);

 private:
  struct Cached {
    std::uint64_t key = 0;
    int score = 0;
  };
  struct PawnCached {
    std::uint64_t key = ~std::uint64_t{0};
    std::int32_t score = 0;
    Bitboard passed = 0;
  };
  static constexpr std::size_t kCache = 1 << 14;
  static constexpr std::size_t kPawnCache = 1 << 12;
  std::vector<Cached> cache_;
  std::vector<PawnCached> pawn_cache_;
};

}  // namespace tesuji::chess

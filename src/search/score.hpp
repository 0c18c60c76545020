// Scores of a game-tree search, from the mover's side: an evaluation in the game's unit, or a mate.
#pragma once

#include <cstdint>

namespace tesuji::search {

inline constexpr int kMaxPly = 192;    // deepest line that is looked at
inline constexpr int kMaxDepth = 120;  // deepest iteration
inline constexpr int kMate = 32000;    // mate here and now; a mate n plies away is worth n less
inline constexpr int kMateBound = kMate - 2 * kMaxPly;  // at least this: a mate
inline constexpr int kInfinite = 32600;                 // beyond every score
inline constexpr int kNoScore = 32700;                  // not computed

// A win that a tablebase knows, without the way to it: worth n less n plies from the root.
inline constexpr int kKnownWin = 31000;
inline constexpr int kKnownBound = kKnownWin - 2 * kMaxPly;

constexpr int mated_in(int ply) {
  return -kMate + ply;
}
constexpr int mate_in(int ply) {
  return kMate - ply;
}
constexpr bool is_mate(int score) {
  return score >= kMateBound || score <= -kMateBound;
}
// Plies to the mate that a score tells of; negative = the mover is mated.
constexpr int mate_plies(int score) {
  return score > 0 ? kMate - score : -(kMate + score);
}

constexpr int known_win(int ply) {
  return kKnownWin - ply;
}

// Both are counted from the root in the search, from the node in the table, where the same position may be
// met at another distance.
constexpr std::int16_t to_table(int score, int ply) {
  return static_cast<std::int16_t>(score >= kKnownBound    ? score + ply
                                   : score <= -kKnownBound ? score - ply
                                                           : score);
}
constexpr int from_table(int score, int ply) {
  return score >= kKnownBound ? score - ply : score <= -kKnownBound ? score + ply : score;
}

}  // namespace tesuji::search

#include "games/othello/hooks.hpp"

#include <algorithm>
#include <cmath>

namespace tesuji::othello {
namespace {

constexpr Bits kEdges = 0xff818181818181ffULL & ~kCorners;

// The neighbours of a corner and the corner, for the four corners.
struct CornerArea {
  Bits corner, neighbours;
};
constexpr std::array<CornerArea, 4> kCornerAreas = {{{Bits{1} << 0, 0x0000000000000302ULL},
                                                     {Bits{1} << 7, 0x000000000000c040ULL},
                                                     {Bits{1} << 56, 0x0203000000000000ULL},
                                                     {Bits{1} << 63, 0x40c0000000000000ULL}}};

// Squares next to the other side's discs: where a side may come to move.
Bits around(Bits bits) {
  constexpr Bits kNotA = 0xfefefefefefefefeULL, kNotH = 0x7f7f7f7f7f7f7f7fULL;
  const Bits row = bits | ((bits & kNotH) << 1) | ((bits & kNotA) >> 1);
  return row | row << 8 | row >> 8;
}

int difference(Bits own, Bits other) {
  return std::popcount(own) - std::popcount(other);
}

}  // namespace

int evaluate(const Discs& discs) {
  const auto [own, other] = discs;
  const Bits own_moves = moves_of(own, other), other_moves = moves_of(other, own);
  if (own_moves == 0 && other_moves == 0) return 100 * final_score(discs);
  const Bits empty = discs.empty();
  int score = 120 * difference(own_moves, other_moves);
  score += 40 * difference(empty & around(other), empty & around(own));
  score += 800 * difference(own & kCorners, other & kCorners);
  score += 60 * difference(own & kEdges, other & kEdges);
  for (const CornerArea& area : kCornerAreas) {
    if ((empty & area.corner) != 0) {
      score -= 220 * difference(own & area.neighbours, other & area.neighbours);
    }
  }
  // Whoever moves with an odd number of empty squares left tends to move last.
  if (discs.empties() % 2 == 1) score += 60;
  // Near the end, discs begin to count.
  if (discs.empties() < 14) score += (14 - discs.empties()) * 7 * difference(own, other);
  return std::clamp(score, -6399, 6399);
}

engine::Odds Hooks::odds(const Position& p, int score) {
  const double width = 300.0 + 20.0 * p.discs().empties();
  const auto chance = [&](double lead) {
    return static_cast<int>(std::lround(1000 / (1 + std::exp(-(lead - 50) / width))));
  };
  const int win = chance(score), loss = chance(-score);
  return {win, 1000 - win - loss, loss};
}

engine::Levels Hooks::levels() {
  static constexpr std::array<engine::Level, 4> kLevels = {
      {{1000, 1000, 50}, {1500, 300, 200}, {1800, 0, 400}, {2600, 0, 100000}}};
  return kLevels;
}

std::span<const std::string_view> Hooks::bench_positions() {
  static constexpr std::array<std::string_view, 5> kPositions = {
      "", "f5d6c3d3c4f4f6", "f5f6e6f4e3c5c4", "f5d6c4d3c3f4f6b4c2f3e3", "f5f6e6f4g6c5f3g4e3d6g5g3",
  };
  return kPositions;
}

}  // namespace tesuji::othello

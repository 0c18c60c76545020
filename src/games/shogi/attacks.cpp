#include "games/shogi/attacks.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <utility>

namespace tesuji::shogi::detail {

namespace {

using Step = std::pair<int, int>;  // (file, rank), as Black sees it: forward is rank - 1

Bitboard steps(Color color, Square from, std::initializer_list<Step> list) {
  Bitboard board;
  for (const auto& [file_step, rank_step] : list) {
    const int sign = color == Color::Black ? 1 : -1;
    const int file = file_of(from) + sign * file_step;
    const int rank = rank_of(from) + sign * rank_step;
    if (file >= 0 && file < 9 && rank >= 0 && rank < 9) board |= Bitboard::of(make_square(file, rank));
  }
  return board;
}

Bitboard ray(Square from, int file_step, int rank_step) {
  Bitboard board;
  int file = file_of(from) + file_step;
  int rank = rank_of(from) + rank_step;
  for (; file >= 0 && file < 9 && rank >= 0 && rank < 9; file += file_step, rank += rank_step) {
    board |= Bitboard::of(make_square(file, rank));
  }
  return board;
}

constexpr Step kDirections[] = {{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

std::uint16_t reach_on_file(int rank, unsigned inner) {
  const unsigned occupied = inner << 1;
  unsigned reach = 0;
  for (const int step : {-1, 1}) {
    for (int to = rank + step; to >= 0 && to < 9; to += step) {
      reach |= 1u << to;
      if ((occupied >> to & 1) != 0) break;
    }
  }
  return static_cast<std::uint16_t>(reach);
}

}  // namespace

AttackTables::AttackTables() {
  for (Square from = 0; from < kSquares; ++from) {
    const auto at = static_cast<std::size_t>(from);
    for (const Color color : {Color::Black, Color::White}) {
      const auto side = static_cast<std::size_t>(index(color));
      step[kPawn][side][at] = steps(color, from, {{0, -1}});
      step[kKnight][side][at] = steps(color, from, {{-1, -2}, {1, -2}});
      step[kSilver][side][at] = steps(color, from, {{-1, -1}, {0, -1}, {1, -1}, {-1, 1}, {1, 1}});
      const Bitboard gold = steps(color, from, {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}});
      for (const Kind kind : {kGold, kProPawn, kProLance, kProKnight, kProSilver}) {
        step[kind][side][at] = gold;
      }
      step[kKing][side][at] = gold | steps(color, from, {{-1, 1}, {1, 1}});
      forward_ray[side][at] = ray(from, 0, color == Color::Black ? -1 : 1);
    }
    rays[at] = {ray(from, 1, 0),   ray(from, -1, 0), ray(from, 1, 1),
                ray(from, -1, -1), ray(from, 1, -1), ray(from, -1, 1)};
    bishop_empty[at] = ray(from, 1, 1) | ray(from, -1, -1) | ray(from, 1, -1) | ray(from, -1, 1);
    rook_empty[at] = ray(from, 1, 0) | ray(from, -1, 0) | ray(from, 0, 1) | ray(from, 0, -1);
    for (const auto& [file_step, rank_step] : kDirections) {
      const Bitboard whole =
          Bitboard::of(from) | ray(from, file_step, rank_step) | ray(from, -file_step, -rank_step);
      Bitboard passed;
      int file = file_of(from) + file_step;
      int rank = rank_of(from) + rank_step;
      for (; file >= 0 && file < 9 && rank >= 0 && rank < 9; file += file_step, rank += rank_step) {
        const auto to = static_cast<std::size_t>(make_square(file, rank));
        between[at][to] = passed;
        line[at][to] = whole;
        passed |= Bitboard::of(make_square(file, rank));
      }
    }
    for (Square to = 0; to < kSquares; ++to) {
      const int distance =
          std::max(std::abs(file_of(from) - file_of(to)), std::abs(rank_of(from) - rank_of(to)));
      if (distance <= 2) neighbours2[at] |= Bitboard::of(to);
    }
  }
  for (int rank = 0; rank < 9; ++rank) {
    for (unsigned inner = 0; inner < 128; ++inner) {
      file_reach[static_cast<std::size_t>(rank)][inner] = reach_on_file(rank, inner);
    }
  }
}

const AttackTables kTables;

}  // namespace tesuji::shogi::detail

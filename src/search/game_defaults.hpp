// Defaults for what search/game.hpp asks of a game that has no check, no captures to look at first and no
// repetition. A game's hooks derive from this and define the rest; Othello does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "search/game.hpp"

namespace tesuji::search {

struct GameDefaults {
  static constexpr std::size_t kVictims = 1;
  static constexpr Tuning kTuning{};
  static constexpr bool kQuietChecks = false;

  template <class Position>
  static bool in_check(const Position&) {
    return false;
  }
  template <class Position>
  static bool gives_check(const Position&, std::uint16_t) {
    return false;
  }
  template <class Position, class Moves>
  static void noisy(const Position&, Moves&) {}
  template <class Position, class Moves>
  static void quiet_checks(const Position&, Moves&) {}
  template <class Position>
  static bool is_noisy(const Position&, std::uint16_t) {
    return false;
  }
  template <class Position>
  static bool legal(const Position&, std::uint16_t) {
    return true;  // every pseudo-legal move is legal
  }
  template <class Position>
  static std::size_t victim(const Position&, std::uint16_t) {
    return 0;
  }
  template <class Position>
  static int noisy_value(const Position&, std::uint16_t) {
    return 0;
  }
  template <class Position>
  static bool exchange_at_least(const Position&, std::uint16_t, int) {
    return true;
  }
  // No null moves: where every move can be forced, having to move may hurt.
  template <class Position>
  static bool may_pass(const Position&) {
    return false;
  }
  template <class Position>
  static void make_null(Position&) {}
  template <class Position>
  static void undo_null(Position&) {}
  template <class Position>
  static std::optional<int> path_result(const Position&, int) {
    return std::nullopt;
  }
  template <class Position>
  static int loop(const Position&) {
    return 0;
  }
  template <class Position>
  static bool table_score_usable(const Position&) {
    return true;
  }
};

}  // namespace tesuji::search

// Chess for the lab: openings, adjudication and packed positions.
//
// A record: the occupied squares (8 bytes, a1 first); the pieces on them, four bits each (16 bytes); side to
// move and castling rights (1); en-passant square (1); then what is no part of the position: plies since a
// capture or pawn move (1), result (1), score (2), all for the mover; 2 spare.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "games/chess/hooks.hpp"
#include "games/chess/network.hpp"
#include "lab/record.hpp"
#include "lab/sample.hpp"

namespace tesuji::lab {

struct Chess {
  using Hooks = chess::Hooks;
  using Inputs = chess::NetworkInputs;
  static constexpr std::string_view kName = "chess";
  static constexpr std::uint32_t kScale = 200;  // where scores say most about results
  static constexpr int kRandomPlies = 8, kMorePlies = 2;
  static constexpr int kBalanced = 300;                             // after the random moves
  static constexpr int kDecided = 1200, kDecidedPlies = 4;          // won and lost
  static constexpr int kEven = 6, kEvenPlies = 10, kEvenFrom = 70;  // drawn
  static constexpr int kMaxPlies = 400;
  static constexpr std::size_t kPositionBytes = 26;  // the rest of a record is no part of the position

  static chess::Position start() { return {}; }
  static std::vector<std::uint16_t> opening_moves(const chess::Position& position);
  // Half points for White if the game is over.
  static std::optional<int> outcome(const chess::Position& position);

  static std::optional<Record> pack(const chess::Position& position, const Label& label);
  static void set_result(Record& record, int result);
  static Label label(const Record& record);
  static chess::Position unpack(const Record& record);
  // The inputs, left and right exchanged if asked and if no castling rights forbid it. Not the target.
  static void fill(const Record& record, bool mirrored, std::uint32_t buckets, Sample& sample);
};

}  // namespace tesuji::lab

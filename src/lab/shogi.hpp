// Shogi for the lab: openings, adjudication and packed positions.
//
// A record: 30 bytes of position (side to move, the kings' squares, the other squares and the hands, coded by
// a range coder), then 13 bits of score and 2 of the result, both for the mover. A position takes 21 bytes in
// the median; the few that take more than 30 are not packed.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "games/shogi/hooks.hpp"
#include "games/shogi/network.hpp"
#include "lab/record.hpp"
#include "lab/sample.hpp"

namespace tesuji::lab {

struct Shogi {
  using Hooks = shogi::Hooks;
  using Inputs = shogi::NetworkInputs;
  static constexpr std::string_view kName = "shogi";
  static constexpr std::uint32_t kScale = 600;  // results fit best at 800 to 1,000, close games below
  static constexpr int kRandomPlies = 6, kMorePlies = 8;
  static constexpr int kBalanced = 500;
  static constexpr int kDecided = 3000, kDecidedPlies = 4;
  static constexpr int kEven = 0, kEvenPlies = 1000, kEvenFrom = 1000;  // draws are rare: none adjudicated
  static constexpr int kMaxPlies = 320;
  static constexpr std::size_t kPositionBytes = 30;

  static shogi::Position start() { return shogi::Position::start(); }
  static std::vector<std::uint16_t> opening_moves(const shogi::Position& position);
  // Half points for Black if the game is over.
  static std::optional<int> outcome(const shogi::Position& position);

  static std::optional<Record> pack(const shogi::Position& position, const Label& label);
  static void set_result(Record& record, int result);
  static Label label(const Record& record);
  static shogi::Position unpack(const Record& record);
  // The inputs, left and right exchanged if asked. Not the target.
  static void fill(const Record& record, bool mirrored, std::uint32_t buckets, Sample& sample);
};

}  // namespace tesuji::lab

// The mate solver's table: what is known of a position for any number of moves, in one entry.
#pragma once

#include <cstdint>
#include <string_view>

#include "games/chess/bitboard.hpp"
#include "search/proof_game.hpp"
#include "tt/tt.hpp"

namespace tesuji::chess {

// The attacker mates with `mates_with` moves left or more, and does not with `fails_with` or fewer. Nobody
// mates with none: a mate on the board is told by the position after it.
struct MateKnown {
  static constexpr std::uint8_t kNever = 255;
  std::uint8_t mates_with = kNever;
  std::uint8_t fails_with = 0;
  Move move = kNoMove;  // attacker to move: the one that mates with `mates_with`
};

// For tt::Words. From the lowest bit: moves left plus one 6, work 6, fails_with 6, mates_with 6, move 16,
// dn 19, pn 19.
struct MateCodec {
  static constexpr std::string_view kName = "chess-mate/1";
  static constexpr std::uint8_t kMaxMoves = 61;  // more than the fifty-move rule allows

  struct Entry {
    MateKnown known;
    search::ProofNumbers numbers;  // saturate at 19 bits
    std::uint32_t work = 0;        // kept to within a factor of the root of two
    std::uint8_t moves = 0;        // left, when the numbers were stored; at most kMaxMoves
  };

  static tt::Packed pack(const Entry& entry);
  static Entry unpack(const tt::Packed& data);
  static tt::Slot slot(const tt::Packed& data) {
    return {static_cast<int>(static_cast<std::uint64_t>(data) >> 6 & 63), 0, false};
  }
};

using MateTable = tt::Table<tt::Words<MateCodec>, tt::RuntimeReplacement>;

}  // namespace tesuji::chess

// Counts the leaves of the tree of legal moves: the test of a move generator.
#pragma once

#include <cstdint>
#include <string_view>

#include "games/chess/moves.hpp"
#include "search/limits.hpp"
#include "tt/tt.hpp"

namespace tesuji::chess {

// A count that was stopped means nothing.
std::uint64_t perft(Position& position, int depth, const search::StopFlag& stop = {});

// For tt::Words: depth 6, count 72.
struct PerftCodec {
  static constexpr std::string_view kName = "chess-perft/1";
  struct Entry {
    std::uint64_t count = 0;
    int depth = 0;  // 1 … 63
  };
  static tt::Packed pack(const Entry& entry) {
    return static_cast<tt::Packed>(entry.count) << 6 | static_cast<unsigned>(entry.depth);
  }
  static Entry unpack(const tt::Packed& data) {
    return {static_cast<std::uint64_t>(data >> 6), static_cast<int>(data & 63)};
  }
  static tt::Slot slot(const tt::Packed& data) { return {static_cast<int>(data & 63), 0, false}; }
};

// The same count, with positions met again looked up instead of counted again.
class HashedPerft {
 public:
  explicit HashedPerft(std::uint64_t bytes) : table_(bytes, {}, tt::Pages::Huge, tt::kGrowing) {}
  std::uint64_t operator()(Position& position, int depth, const search::StopFlag& stop = {});

 private:
  tt::Table<tt::Words<PerftCodec>> table_;
};

}  // namespace tesuji::chess

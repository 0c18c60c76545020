// The `go` command: words to limits.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/dialect.hpp"
#include "search/limits.hpp"

namespace tesuji::protocol {

struct Go {
  search::Limits limits;
  std::optional<int> perft;  // `go perft N`: count, do not search
  bool solve = false;        // USI's `go mate`: prove it; answered by `checkmate`
  std::vector<std::string> ignored;
  std::vector<std::string> invalid;  // limits that make no sense, "nodes -1"; they are left out
};

// `first_to_move` decides whose clock is whose. Words that mean nothing, and numbers that are none, are left
// out and listed in `ignored`. With nothing to end it, the search is infinite.
Go parse_go(std::span<const std::string_view> words, const Dialect& dialect, bool first_to_move);

}  // namespace tesuji::protocol

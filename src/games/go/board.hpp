// A Go board behind the common face: for playing, for GTP, for the page.
#pragma once

#include <memory>
#include <string_view>

#include "engine/board.hpp"
#include "games/go/notation.hpp"

namespace tesuji::go {

// Ordinary rules: no suicide, no retaking a ko at once. With a target, play ends when it is captured.
std::unique_ptr<engine::Board> make_board(std::string_view position);

// The problem as it stands after moves by alternating sides; throws Error on an illegal one.
Problem after_moves(Problem problem, const std::vector<std::string>& moves);

}  // namespace tesuji::go

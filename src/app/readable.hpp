// Moves as people write them, in reports for people. JSON and the protocols keep the engine's notation.
#pragma once

#include <string>

#include "engine/game.hpp"
#include "engine/report.hpp"
#include "engine/request.hpp"

namespace tesuji::app {

// Auto: SAN for chess; a notation that needs more than ASCII (▲７六歩) only if it is asked for.
enum class Notation { Auto, Engine, Readable };

std::string readable_move(const engine::Board& board, const std::string& move, Notation notation);

// The report with its moves and lines rewritten. A move that the board does not know, and what comes after it
// in a line, stays as it is.
engine::Report with_readable_moves(engine::Report report, const engine::Game& game,
                                   const engine::Request& request, Notation notation);

}  // namespace tesuji::app

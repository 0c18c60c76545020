// Test positions with known answers (EPD: bm = best move, am = avoid move, dm = mate in N), put to an engine.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "engine/game.hpp"

namespace tesuji::match {

struct Puzzle {
  std::string id;  // its `id`, else its line's number
  std::string position;
  std::vector<std::string> best, avoid;  // as the engine writes moves
  std::optional<int> mate;
};

// One EPD a line; blank lines and lines that begin with '#' are skipped. Throws Error, naming the line,
// on a position or a move that cannot be read, and on a puzzle that asks nothing.
std::vector<Puzzle> read_suite(std::istream& in, const engine::Game& game);

bool solves(const Puzzle& puzzle, const engine::Report& report);

struct Attempt {
  engine::Report report;
  bool solved = false;
  // When and at which depth the answer was found and not given up any more.
  std::optional<double> found_at;
  std::optional<int> found_depth;
};

Attempt attempt(engine::Engine& engine, const Puzzle& puzzle, const engine::Request& limits,
                const search::StopFlag& stop);

}  // namespace tesuji::match

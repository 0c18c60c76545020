// The answer to a problem: what the searches found, put into a report for people and for programs.
#pragma once

#include <string>

#include "games/go/options.hpp"
#include "games/go/report.hpp"
#include "games/go/solver.hpp"
#include "games/go/verdict.hpp"

namespace tesuji::go {

std::string move_text(const Tsumego& tsumego, const Step& step);

// The verdict as a sentence and as fates. Names the best move that the report has by now.
void tell(const Tsumego& tsumego, const Verdict& verdict, engine::Report& report, GoReport& details);
// Nothing is proved: the move and line that the search has found most promising.
void show_guess(const Tsumego& tsumego, const Solver& solver, const Position& start, engine::Report& report);
// The moves that work, the line, and what else the options ask for, from a position whose winner is known.
void show_moves(const Tsumego& tsumego, Solver& solver, const Position& start, const Options& options,
                bool open, engine::Report& report, GoReport& details);
void show_board(const Tsumego& tsumego, engine::Report& report);

}  // namespace tesuji::go

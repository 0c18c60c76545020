// A report for people: a board, a sentence, the lines and the figures.
#pragma once

#include <string>

#include "engine/report.hpp"

namespace tesuji::app {

std::string describe(const engine::Report& report);
std::string describe_line(const engine::Report& report);      // one line, for one of many positions
std::string describe_progress(const engine::Report& report);  // one line, while a search runs

// Writes the files that the report asks for; "-" is standard output. Throws Error.
void write_files(const engine::Report& report);

}  // namespace tesuji::app

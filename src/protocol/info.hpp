// A report as UCI and USI print it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/report.hpp"
#include "protocol/dialect.hpp"

namespace tesuji::protocol {

// One `info` line, or one for each line of play where the report has several (MultiPV).
std::vector<std::string> info_lines(const engine::Report& report, const Dialect& dialect, bool with_odds);

}  // namespace tesuji::protocol

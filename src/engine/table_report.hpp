// What a transposition table says of itself in reports.
#pragma once

#include <cstdint>
#include <numeric>

#include "engine/report.hpp"
#include "tt/stats.hpp"

namespace tesuji::engine {

template <class Table>
TableReport table_report(const Table& table) {
  const tt::Statistics counted = table.statistics();
  TableReport report;
  report.bytes = table.max_bytes();
  report.current_bytes = table.bytes();
  report.probes = counted.probes;
  report.hits = counted.hits;
  report.stores = counted.stores();
  report.replacements = counted.replacements();
  report.fill = table.fill();
  report.mismatches = counted.mismatches;
  const auto ages = table.ages();
  const std::uint64_t entries = std::accumulate(ages.begin(), ages.end(), std::uint64_t{0});
  if (entries > 0) report.old = static_cast<int>((entries - ages.front()) * 1000 / entries);
  return report;
}

}  // namespace tesuji::engine

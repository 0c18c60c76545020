#include "base/size.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <iterator>

#include "base/error.hpp"
#include "base/number.hpp"

namespace tesuji {

std::uint64_t parse_bytes(std::string_view text) {
  if (const auto quantity = split_quantity(text)) {
    std::string_view unit = quantity->unit;
    if (unit.size() > 1 && unit.ends_with("iB")) {
      unit.remove_suffix(2);
    } else if (unit.size() > 1 && unit.ends_with('B')) {
      unit.remove_suffix(1);
    }
    double factor = 1;
    std::size_t power = std::string_view::npos;
    if (unit.size() == 1) power = std::string_view("KMGTkmgt").find(unit[0]);
    if (power != std::string_view::npos) factor = std::pow(1024.0, static_cast<double>(power % 4 + 1));
    if (unit.empty() || unit == "B" || power != std::string_view::npos) {
      if (const auto bytes = quantity->scaled(factor)) return *bytes;
    }
  }
  throw Error(fmt::format("invalid size '{}' (examples: 64M, 1G)", text));
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < std::size(kUnits)) {
    value /= 1024;
    ++unit;
  }
  return value == std::floor(value) ? fmt::format("{:.0f} {}", value, kUnits[unit])
                                    : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace tesuji

#include "base/duration.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number.hpp"

namespace tesuji {

std::chrono::milliseconds parse_duration(std::string_view text) {
  if (const auto quantity = split_quantity(text)) {
    const std::string_view unit = quantity->unit;
    const double factor = unit == "ms"                  ? 1
                          : unit == "s" || unit.empty() ? 1e3
                          : unit == "m"                 ? 6e4
                          : unit == "h"                 ? 3.6e6
                                                        : 0;
    if (factor > 0) {
      if (const auto ms = quantity->scaled(factor); ms && *ms <= 1'000'000'000'000ULL) {
        return std::chrono::milliseconds(*ms);
      }
    }
  }
  throw Error(fmt::format("invalid duration '{}' (examples: 5s, 200ms, 2m)", text));
}

std::string format_seconds(double seconds) {
  if (seconds >= 1) return fmt::format("{:.2f} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.0f} ms", seconds * 1e3);
  return fmt::format("{:.0f} us", seconds * 1e6);
}

}  // namespace tesuji

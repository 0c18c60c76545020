#include "engine/units.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

#include "tt/error.hpp"

namespace tesuji::engine {
namespace {

struct Quantity {
  double value;
  std::string_view unit;
};

// Digits, and a point among them at most, then the unit. By hand: libc++ 13 has no std::from_chars for this.
std::optional<Quantity> split(std::string_view text) {
  double digits = 0, divisor = 1;
  bool any = false, point = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !point) {
      point = true;
    } else if (c >= '0' && c <= '9') {
      digits = digits * 10 + (c - '0');
      if (point) divisor *= 10;
      any = true;
    } else {
      break;
    }
  }
  const double value = digits / divisor;
  if (!any || !std::isfinite(value)) return std::nullopt;
  return Quantity{value, text.substr(at)};
}

// A product that fits 63 bits, so that sums of a few such numbers still fit 64.
std::optional<std::uint64_t> scaled(double value, double factor) {
  const double product = value * factor;
  if (product >= 9.2e18) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(product));
}

}  // namespace

std::uint64_t parse_bytes(std::string_view text) {
  const auto quantity = split(text);
  if (quantity) {
    std::string_view unit = quantity->unit;
    if (unit.size() > 1 && unit.ends_with("iB")) {
      unit.remove_suffix(2);
    } else if (unit.size() > 1 && unit.ends_with('B')) {
      unit.remove_suffix(1);
    }
    constexpr std::string_view kUnits = "KMGT";
    double factor = 1;
    std::size_t power = unit.size() == 1 ? kUnits.find(unit[0]) : std::string_view::npos;
    if (power == std::string_view::npos && unit.size() == 1) power = std::string_view("kmgt").find(unit[0]);
    if (power != std::string_view::npos) factor = std::pow(1024.0, static_cast<double>(power + 1));
    if (unit.empty() || unit == "B" || power != std::string_view::npos) {
      if (const auto bytes = scaled(quantity->value, factor)) return *bytes;
    }
  }
  throw Error(fmt::format("'{}' is no size; write for example 64M or 1G", text));
}

std::chrono::milliseconds parse_duration(std::string_view text) {
  if (const auto quantity = split(text)) {
    const std::string_view unit = quantity->unit;
    const double factor = unit == "ms"                  ? 1
                          : unit == "s" || unit.empty() ? 1e3
                          : unit == "m"                 ? 6e4
                          : unit == "h"                 ? 3.6e6
                                                        : 0;
    if (factor > 0) {
      if (const auto ms = scaled(quantity->value, factor); ms && *ms <= 1'000'000'000'000ULL) {
        return std::chrono::milliseconds(*ms);
      }
    }
  }
  throw Error(fmt::format("'{}' is no duration; write for example 5s, 200ms or 2m", text));
}

std::uint64_t parse_count(std::string_view text) {
  if (const auto quantity = split(text)) {
    const std::string_view unit = quantity->unit;
    const double factor = unit.empty()                 ? 1
                          : unit == "k" || unit == "K" ? 1e3
                          : unit == "M"                ? 1e6
                          : unit == "G"                ? 1e9
                                                       : 0;
    if (factor > 0) {
      if (const auto count = scaled(quantity->value, factor)) return *count;
    }
  }
  throw Error(fmt::format("'{}' is no count; write for example 100000, 100k or 5M", text));
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

std::string format_count(std::uint64_t count) {
  std::string digits = fmt::format("{}", count);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string format_seconds(double seconds) {
  if (seconds >= 1) return fmt::format("{:.2f} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.0f} ms", seconds * 1e3);
  return fmt::format("{:.0f} us", seconds * 1e6);
}

}  // namespace tesuji::engine

#include "base/number.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"

namespace tesuji {

void detail::invalid_number(std::string_view what, std::string_view text, std::string_view min,
                            std::string_view max) {
  throw Error(fmt::format("invalid {} '{}' (expected a number from {} to {})", what, text, min, max));
}

std::optional<std::uint64_t> Quantity::scaled(double factor) const {
  const double product = value * factor;
  if (product >= 9.2e18) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(product));
}

// By hand, because libc++ 13 has no std::from_chars for floating point.
std::optional<Quantity> split_quantity(std::string_view text) {
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

std::uint64_t parse_count(std::string_view text) {
  if (const auto quantity = split_quantity(text)) {
    const std::string_view unit = quantity->unit;
    const double factor = unit.empty()                 ? 1
                          : unit == "k" || unit == "K" ? 1e3
                          : unit == "M"                ? 1e6
                          : unit == "G"                ? 1e9
                                                       : 0;
    if (factor > 0) {
      if (const auto count = quantity->scaled(factor)) return *count;
    }
  }
  throw Error(fmt::format("invalid count '{}' (examples: 100000, 100k, 5M)", text));
}

std::string format_count(std::uint64_t count) {
  std::string digits = fmt::format("{}", count);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

}  // namespace tesuji

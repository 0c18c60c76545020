// Numbers in text: whole numbers as machines write them, and counts as people write them (10k, 5M).
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji {

// The number that `text` begins with, and removes its digits from `text`. Signed types accept a leading '-'.
template <std::integral T>
std::optional<T> take_number(std::string_view& text, int base = 10) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

// The number that is all of `text`.
template <std::integral T>
std::optional<T> to_number(std::string_view text, int base = 10) {
  const std::optional<T> value = take_number<T>(text, base);
  return text.empty() ? value : std::nullopt;
}

namespace detail {
[[noreturn]] void invalid_number(std::string_view what, std::string_view text, std::string_view min,
                                 std::string_view max);
}  // namespace detail

// The same, within [min, max]. Throws Error: "invalid <what> '<text>' (expected a number from 1 to 8)".
template <std::integral T>
T parse_number(std::string_view text, std::string_view what, T min = std::numeric_limits<T>::min(),
               T max = std::numeric_limits<T>::max()) {
  const std::optional<T> value = to_number<T>(text);
  if (!value || *value < min || *value > max)
    detail::invalid_number(what, text, std::to_string(min), std::to_string(max));
  return *value;
}

// A decimal number and the letters after it: "1.5G" is {1.5, "G"}.
struct Quantity {
  double value;
  std::string_view unit;

  // value * factor, rounded, if it fits 63 bits: the sum of two such numbers still fits 64.
  [[nodiscard]] std::optional<std::uint64_t> scaled(double factor) const;
};
std::optional<Quantity> split_quantity(std::string_view text);

// 100000, 100k, 5M: k, M and G are powers of 1000. Throws Error.
std::uint64_t parse_count(std::string_view text);
std::string format_count(std::uint64_t count);  // 12,345,678

}  // namespace tesuji

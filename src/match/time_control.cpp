#include "match/time_control.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/duration.hpp"
#include "base/error.hpp"
#include "base/number.hpp"

namespace tesuji::match {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

[[noreturn]] void fail(std::string_view text) {
  throw Error(
      fmt::format("invalid time control '{}' (examples: 5+0.05, 40/60, 0+0b1, nodes=20k, movetime=100ms, "
                  "depth=8)",
                  text));
}

int parse_small(std::string_view text, std::string_view whole) {
  const int value = to_number<int>(text).value_or(0);
  if (value < 1 || value > 10'000) fail(whole);
  return value;
}

// [MOVES/]BASE[+INCREMENT][bBYOYOMI]
void parse_clock(std::string_view text, TimeControl& control) {
  const std::string_view whole = text;
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    control.moves = parse_small(text.substr(0, slash), whole);
    text.remove_prefix(slash + 1);
  }
  if (const std::size_t b = text.find('b'); b != std::string_view::npos) {
    control.byoyomi = parse_duration(text.substr(b + 1));
    text = text.substr(0, b);
  }
  if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
    control.increment = parse_duration(text.substr(plus + 1));
    text = text.substr(0, plus);
  }
  control.base = parse_duration(text);
  if (*control.base + control.increment + control.byoyomi == milliseconds(0)) fail(whole);
}

double seconds(milliseconds time) {
  return static_cast<double>(time.count()) / 1000;
}

}  // namespace

TimeControl parse_time_control(std::string_view text) {
  TimeControl control;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    const std::size_t equals = part.find('=');
    const std::string_view value = equals == std::string_view::npos ? part : part.substr(equals + 1);
    const std::string_view key = equals == std::string_view::npos ? "" : part.substr(0, equals);
    if (key.empty()) {
      parse_clock(value, control);
    } else if (key == "nodes") {
      control.nodes = parse_count(value);
    } else if (key == "movetime") {
      control.move_time = parse_duration(value);
    } else if (key == "depth") {
      control.depth = parse_small(value, text);
    } else {
      fail(text);
    }
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return control;
}

std::string format_time_control(const TimeControl& control) {
  std::string out;
  const auto add = [&](const std::string& part) { out += (out.empty() ? "" : ",") + part; };
  if (control.base) {
    std::string clock = control.moves > 0 ? fmt::format("{}/", control.moves) : "";
    clock += fmt::format("{}", seconds(*control.base));
    if (control.increment.count() > 0) clock += fmt::format("+{}", seconds(control.increment));
    if (control.byoyomi.count() > 0) clock += fmt::format("b{}", seconds(control.byoyomi));
    add(clock);
  }
  if (control.move_time) add(fmt::format("movetime={}", seconds(*control.move_time)));
  if (control.nodes) add(fmt::format("nodes={}", *control.nodes));
  if (control.depth) add(fmt::format("depth={}", *control.depth));
  return out;
}

GameClock::GameClock(const TimeControl& control)
    : control_(control), left_(control.base.value_or(milliseconds(0))) {}

std::optional<microseconds> GameClock::limit() const {
  if (control_.has_clock()) return left_ + control_.byoyomi;
  if (control_.move_time) return *control_.move_time;
  return std::nullopt;
}

void GameClock::moved(microseconds used) {
  if (!control_.has_clock()) return;
  left_ = std::max(left_ - used, microseconds(0)) + control_.increment;
  if (control_.moves > 0 && ++made_ == control_.moves) {
    made_ = 0;
    left_ += *control_.base;
  }
}

}  // namespace tesuji::match

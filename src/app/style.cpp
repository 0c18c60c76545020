#include "app/style.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "base/platform.hpp"

namespace tesuji::app {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

bool colours_wanted() {
  static const bool wanted = [] {
    if (!environment("NO_COLOR").empty()) return false;
    if (const std::string_view force = environment("CLICOLOR_FORCE"); !force.empty() && force != "0")
      return true;
    return platform::is_terminal(platform::Stream::Output) && environment("TERM") != "dumb";
  }();
  return wanted;
}

std::string styled(std::string_view text, Style style) {
  if (!colours_wanted() || text.empty()) return std::string(text);
  constexpr std::string_view kCodes[] = {"1", "32", "31", "2"};
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<int>(style)], text);
}

}  // namespace tesuji::app

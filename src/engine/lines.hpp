// Text that holds one item a line.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::engine {

// The lines with blanks trimmed off both ends, without empty ones and without comments ('#' first).
inline std::vector<std::string> split_lines(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t first = line.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || line[first] == '#') continue;
    lines.emplace_back(line.substr(first, line.find_last_not_of(kBlanks) - first + 1));
  }
  return lines;
}

}  // namespace tesuji::engine

#include "match/process.hpp"

#include <fmt/format.h>

namespace tesuji::match {

void keep_tail(std::string& text) {
  constexpr std::size_t kErrorTail = 2000;
  if (text.size() > kErrorTail) text.erase(0, text.size() - kErrorTail);
}

bool Process::take_line(std::string& line, std::size_t searched) {
  const std::size_t end = buffer_.find('\n', searched);
  if (end == std::string::npos) return false;
  line.assign(buffer_, 0, end);
  buffer_.erase(0, end + 1);
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

std::string Process::last_words() const {
  std::string_view tail = error_tail_;
  while (tail.ends_with('\n')) tail.remove_suffix(1);
  if (const std::size_t line = tail.rfind('\n'); line != std::string_view::npos) tail.remove_prefix(line + 1);
  return tail.empty() ? end_ : fmt::format("{}: {}", end_, tail);
}

}  // namespace tesuji::match

#include "protocol/lines.hpp"

namespace tesuji::protocol {

bool read_line(std::istream& in, std::string& line) {
  line.clear();
  std::streambuf& buffer = *in.rdbuf();
  for (int c = buffer.sbumpc(); c != std::char_traits<char>::eof(); c = buffer.sbumpc()) {
    if (c == '\n') {
      if (line.ends_with('\r')) line.pop_back();
      return true;
    }
    if (line.size() < kLongestLine) line.push_back(static_cast<char>(c));
  }
  return !line.empty();  // a last line without an end still counts
}

std::vector<std::string_view> split_words(std::string_view line) {
  const auto is_space = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < line.size();) {
    if (is_space(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && !is_space(line[end])) ++end;
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string join_words(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

std::string one_line(std::string_view text) {
  constexpr std::size_t kLongest = 500;
  const bool cut = text.size() > kLongest;
  if (cut) {
    text = text.substr(0, kLongest);
    // Not in the middle of a character: before the byte that begins it.
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) text.remove_suffix(1);
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xc0) text.remove_suffix(1);
  }
  std::string line;
  for (const char c : text) line.push_back(static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c);
  return cut ? line + "…" : line;
}

void LineWriter::write(std::string_view line) {
  const std::lock_guard lock(mutex_);
  out_ << line << '\n' << std::flush;
}

bool LineWriter::failed() const {
  const std::lock_guard lock(mutex_);
  return !out_;
}

}  // namespace tesuji::protocol

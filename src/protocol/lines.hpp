// Lines in, lines out, words between: what every text protocol here stands on.
#pragma once

#include <cstddef>
#include <istream>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::protocol {

// `position … moves` of ten thousand moves fits many times over; a sender of more is not speaking to us.
inline constexpr std::size_t kLongestLine = std::size_t{1} << 20;

// The next line without its end (\n or \r\n); false at the end of input. Of a line that is longer than
// kLongestLine the rest is skipped.
bool read_line(std::istream& in, std::string& line);

// Words apart, at any run of white space or control characters.
std::vector<std::string_view> split_words(std::string_view line);
std::string join_words(const std::vector<std::string>& words, std::string_view between = " ");

// A message as one line of text that fits a screen: control characters are marked, and what is very long is
// cut.
std::string one_line(std::string_view text);

// Whole lines from several threads, each flushed: the other side waits for it.
class LineWriter {
 public:
  explicit LineWriter(std::ostream& out) : out_(out) {}

  void write(std::string_view line);
  [[nodiscard]] bool failed() const;  // nobody reads any more

 private:
  std::ostream& out_;
  mutable std::mutex mutex_;
};

}  // namespace tesuji::protocol

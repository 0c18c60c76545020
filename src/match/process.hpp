// A child process spoken to in lines. Nothing here waits for ever: a child that hangs, floods its error
// output, or dies is noticed by the one who reads from it.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "search/limits.hpp"

namespace tesuji::match {

class Process {
 public:
  using Clock = std::chrono::steady_clock;

  // Runs `command` as the shell would (on Windows as CreateProcess does, without a shell), in `directory`
  // where one is given. Throws Error if that fails; a command that does not exist shows as a child that has
  // ended. From the first child on, writing to a child that has gone is an error returned, not a signal.
  explicit Process(const std::string& command, const std::string& directory = "");
  ~Process();  // kills what is left, with all its own children
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // False if the child no longer reads.
  bool write_line(std::string_view line);

  enum class Got { Line, Timeout, End, Stopped };
  // Waits for a line of the child's output until `deadline`, or until `stop` is requested.
  Got read_line(std::string& line, Clock::time_point deadline, const search::StopFlag& stop);

  // Gives a child that was asked to end some time to do so; true if it has.
  bool wait_end(std::chrono::milliseconds patience);

  // The last thing it said on its error output, and how it ended: for the message about a crash.
  [[nodiscard]] std::string last_words() const;

 private:
#if defined(_WIN32)
  using Handle = void*;
  static constexpr Handle kNone = nullptr;
  Handle job_ = kNone;  // what the child starts ends with it
  void read_available(Handle& pipe, std::string& to);
#else
  using Handle = int;
  static constexpr Handle kNone = -1;
#endif
  // Takes the next line out of buffer_, if a whole one is there; bytes before `searched` have no line end.
  bool take_line(std::string& line, std::size_t searched);
  void drain_errors();

  Handle child_ = kNone;
  Handle to_child_ = kNone, from_child_ = kNone, errors_ = kNone;
  std::string buffer_;                 // output not yet returned
  std::string error_tail_;             // the end of the error output
  std::string end_ = "it still runs";  // or how it ended
};

inline constexpr std::size_t kLongestLine = std::size_t{1} << 20;
// Shortens the error output of a child to what is worth keeping.
void keep_tail(std::string& text);

}  // namespace tesuji::match

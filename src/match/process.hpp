// A child process spoken to in lines. Nothing here waits for ever: a child that hangs, floods its error
// output, or dies is noticed by the one who reads from it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>

#include "search/limits.hpp"

namespace tesuji::match {

class Process {
 public:
  using Clock = std::chrono::steady_clock;

  // Runs `command` as the shell would, in `directory` where one is given. Throws Error if that fails; a
  // command that does not exist shows as a child that has ended. From the first child on, writing to a child
  // that has gone is an error returned, not a signal.
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
  void drain_errors();

  pid_t pid_ = -1;
  int to_child_ = -1, from_child_ = -1, errors_ = -1;
  std::string buffer_;      // output not yet returned
  std::string error_tail_;  // the end of the error output
  bool ended_ = false, killed_ = false;
  int status_ = 0;  // exit code, or the signal that killed it
};

}  // namespace tesuji::match

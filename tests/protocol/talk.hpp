// A conversation with a program, line by line.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "match/process.hpp"

namespace tesuji::test {

class Talk {
 public:
  explicit Talk(const std::string& command) : process_(command) {}

  void say(std::string_view line) { process_.write_line(line); }

  // Reads until a line that begins with `prefix`, and returns it; what was passed over stays in `lines`. The
  // time is only there to end a test that fails.
  std::string hear(std::string_view prefix, std::chrono::milliseconds patience = std::chrono::minutes(10)) {
    lines.clear();
    const auto deadline = match::Process::Clock::now() + patience;
    std::string line;
    while (process_.read_line(line, deadline, stop_) == match::Process::Got::Line) {
      lines.push_back(line);
      if (line.starts_with(prefix)) return line;
    }
    return "";
  }

  // Whether the program says nothing that begins with `prefix` for a while.
  bool silent(std::string_view prefix, std::chrono::milliseconds time) { return hear(prefix, time).empty(); }

  bool ends() { return process_.wait_end(std::chrono::minutes(10)); }
  [[nodiscard]] std::string last_words() const { return process_.last_words(); }

  [[nodiscard]] bool received(std::string_view part) const {
    for (const std::string& line : lines) {
      if (line.find(part) != std::string::npos) return true;
    }
    return false;
  }

  std::vector<std::string> lines;

 private:
  match::Process process_;
  search::StopFlag stop_;
};

}  // namespace tesuji::test

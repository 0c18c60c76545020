// Progress of long work, on standard error and only where a person is looking.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "engine/engine.hpp"

namespace tesuji::app {

// One line, redrawn in place; wiped when the work is done.
class StatusLine {
 public:
  StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine();

  [[nodiscard]] bool visible() const { return visible_; }
  void show(std::string_view text);  // at most ten times a second
  void wipe();

 private:
  bool visible_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_{};
};

// A bar over a known number of items: [#####.....] 12/104  7 s, about 50 s left
class ProgressBar {
 public:
  explicit ProgressBar(std::size_t total) : total_(total) {}
  void advance();
  // Draws the bar again with a few words beside it, for work that goes on between two items.
  void show_note(std::string_view note) { draw(note); }
  void wipe() { line_.wipe(); }

 private:
  void draw(std::string_view note);

  StatusLine line_;
  std::size_t total_;
  std::size_t done_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Shows a search's progress in the status line.
class StatusListener : public engine::Listener {
 public:
  void on_progress(const engine::Report& report) override;

 private:
  StatusLine line_;
};

}  // namespace tesuji::app

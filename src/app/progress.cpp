#include "app/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/command.hpp"
#include "app/print.hpp"
#include "base/duration.hpp"
#include "base/platform.hpp"

namespace tesuji::app {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

StatusLine::StatusLine() : visible_(platform::is_terminal(platform::Stream::Error)) {}
StatusLine::~StatusLine() {
  wipe();
}

void StatusLine::show(std::string_view text) {
  const auto now = steady_clock::now();
  if (!visible_ || now - last_ < milliseconds(100)) return;
  last_ = now;
  constexpr std::size_t kWidth = 100;  // short enough not to wrap, or the line could not be wiped
  print_error("\r\x1b[K{}", text.substr(0, kWidth));
  std::fflush(stderr);
  drawn_ = true;
}

void StatusLine::wipe() {
  if (!drawn_) return;
  print_error("\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

void ProgressBar::advance() {
  ++done_;
  draw({});
}

void ProgressBar::draw(std::string_view note) {
  const double spent = duration<double>(steady_clock::now() - start_).count();
  constexpr std::size_t kCells = 30;
  const std::size_t full = kCells * done_ / std::max<std::size_t>(total_, 1);
  std::string text = fmt::format("[{:#<{}}{:.<{}}] {}/{}  {}", "", full, "", kCells - full, done_, total_,
                                 format_seconds(spent));
  if (done_ > 0) {
    const double left = spent / static_cast<double>(done_) * static_cast<double>(total_ - done_);
    text += fmt::format(", about {} left", format_seconds(left));
  }
  if (!note.empty()) text += fmt::format("  ({})", note);
  line_.show(text);
}

void StatusListener::on_progress(const engine::Report& report) {
  line_.show(describe_progress(report));
}

}  // namespace tesuji::app

#include "app/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/command.hpp"
#include "app/print.hpp"
#include "base/duration.hpp"

namespace tesuji::app {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

StatusLine::StatusLine() : visible_(isatty(STDERR_FILENO) != 0) {}
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
  const double spent = duration<double>(steady_clock::now() - start_).count();
  const double left = spent / static_cast<double>(done_) * static_cast<double>(total_ - done_);
  constexpr std::size_t kCells = 30;
  const std::size_t full = kCells * done_ / std::max<std::size_t>(total_, 1);
  line_.show(fmt::format("[{:#<{}}{:.<{}}] {}/{}  {}, about {} left", "", full, "", kCells - full, done_,
                         total_, format_seconds(spent), format_seconds(left)));
}

void StatusListener::on_progress(const engine::Report& report) {
  line_.show(describe_progress(report));
}

}  // namespace tesuji::app

#include "app/file_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"

#ifdef __linux__
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>
#else
#include <chrono>
#include <thread>
#endif

namespace tesuji::app {

#ifdef __linux__

namespace {
// A signal that comes just before poll() does not wake it; this is how long it goes unnoticed at most.
constexpr int kStopInterval = 200;  // milliseconds
}  // namespace

// The folders are watched, not the files: most editors write a new file and rename it.
FileWatch::FileWatch(const std::vector<std::string>& paths)
    : events_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (events_ < 0) throw Error(fmt::format("--watch: the system refuses it ({})", std::strerror(errno)));
  for (const std::string& text : paths) {
    const std::filesystem::path path = text;
    const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
    const int number = inotify_add_watch(events_, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO);
    if (number < 0) {
      const std::string reason = std::strerror(errno);
      close(events_);
      throw Error(fmt::format("--watch: cannot watch {} ({})", folder, reason));
    }
    watched_.push_back({number, path.filename().string()});
  }
}

FileWatch::~FileWatch() {
  close(events_);
}

bool FileWatch::wait(const StopFlag& stop) {
  while (!stop.requested()) {
    if (read_events()) return true;
    pollfd waiting{events_, POLLIN, 0};
    poll(&waiting, 1, kStopInterval);
  }
  return false;
}

// Whether any of the events that have come concerns one of the files. Reads them all: several changes since
// the last wait() are one.
bool FileWatch::read_events() {
  alignas(inotify_event) char buffer[4096];
  bool found = false;
  for (ssize_t size = 0; (size = read(events_, buffer, sizeof buffer)) > 0;) {
    for (ssize_t at = 0; at < size;) {
      inotify_event event;
      std::memcpy(&event, buffer + at, sizeof event);
      const std::string name(event.len > 0 ? buffer + at + sizeof event : "");
      // clang does not let a lambda capture `event`, which ends in an array without a size.
      const int folder = event.wd;
      found = found || (event.mask & IN_Q_OVERFLOW) != 0 ||
              std::any_of(watched_.begin(), watched_.end(),
                          [&](const Watched& each) { return each.folder == folder && each.name == name; });
      at += static_cast<ssize_t>(sizeof event + event.len);
    }
  }
  return found;
}

#else

namespace {
// The times at which the files were written last; a file that is being replaced has none.
std::vector<long long> times_of(const std::vector<std::string>& paths) {
  std::vector<long long> times;
  for (const std::string& path : paths) {
    std::error_code ignored;
    times.push_back(
        static_cast<long long>(std::filesystem::last_write_time(path, ignored).time_since_epoch().count()));
  }
  return times;
}
}  // namespace

FileWatch::FileWatch(const std::vector<std::string>& paths) : paths_(paths), times_(times_of(paths)) {}
FileWatch::~FileWatch() = default;

bool FileWatch::wait(const StopFlag& stop) {
  while (!stop.requested()) {
    std::vector<long long> now = times_of(paths_);
    if (now != times_) {
      times_ = std::move(now);
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

#endif

}  // namespace tesuji::app

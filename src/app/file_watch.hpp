// Waits until one of some files is written or replaced.
#pragma once

#include <string>
#include <vector>

#include "base/stop.hpp"

namespace tesuji::app {

class FileWatch {
 public:
  // From now on: a change before the first wait() counts.
  explicit FileWatch(const std::vector<std::string>& paths);
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;
  ~FileWatch();

  // False: stopped.
  bool wait(const StopFlag& stop);

 private:
#ifdef __linux__
  struct Watched {
    int folder;  // inotify's number for it
    std::string name;
  };
  bool read_events();

  int events_ = -1;
  std::vector<Watched> watched_;
#else
  std::vector<std::string> paths_;
  std::vector<long long> times_;
#endif
};

}  // namespace tesuji::app

// Notices that nobody reads our output any more.
#pragma once

#include <functional>
#include <thread>

namespace tesuji {

inline constexpr int kStandardOutput = 1;  // its descriptor

// Calls `on_hangup`, once and in a thread of its own, when the other end of a pipe or socket is closed: the
// client has ended or crashed, and no search is of use to it. Files and terminals never hang up. On Windows
// nothing tells that a reader has gone: there a client is gone when its end of our input is closed.
class HangupWatch {
 public:
  HangupWatch(int descriptor, std::function<void()> on_hangup);
  HangupWatch(const HangupWatch&) = delete;
  HangupWatch& operator=(const HangupWatch&) = delete;
  ~HangupWatch();

 private:
  int end_[2] = {-1, -1};  // a pipe; its writing end is closed to end the thread
  std::thread thread_;
};

}  // namespace tesuji

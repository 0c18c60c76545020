#include "app/hangup.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace tesuji::app {

HangupWatch::HangupWatch(int descriptor, std::function<void()> on_hangup) {
  if (::pipe2(end_, O_CLOEXEC) != 0) return;
  try {
    thread_ = std::thread([descriptor, end = end_[0], on_hangup = std::move(on_hangup)] {
      // Without events asked for, errors and hang-ups are still reported.
      pollfd watched[2] = {{descriptor, 0, 0}, {end, 0, 0}};
      while (::poll(watched, 2, -1) < 0 && errno == EINTR) {
      }
      if (watched[1].revents == 0 && (watched[0].revents & (POLLERR | POLLHUP)) != 0) on_hangup();
    });
  } catch (const std::system_error&) {
    // No thread to spare: a client that goes away is noticed at the next line written to it.
  }
}

HangupWatch::~HangupWatch() {
  if (end_[1] >= 0) ::close(end_[1]);
  if (thread_.joinable()) thread_.join();
  if (end_[0] >= 0) ::close(end_[0]);
}

}  // namespace tesuji::app

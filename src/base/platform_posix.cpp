#include "base/error.hpp"
#include "base/hangup.hpp"
#include "base/platform.hpp"

#include <fcntl.h>
#include <iconv.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace tesuji {

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

namespace platform {

// The next file opened would take the number of a closed stream, and messages would be written into that
// file. Reading from the placeholder gives nothing, writing to it fails.
void prepare_standard_streams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) (void)!::open("/dev/null", O_RDONLY);
  }
}

bool is_terminal(Stream stream) {
  return ::isatty(stream == Stream::Output ? STDOUT_FILENO : STDERR_FILENO) != 0;
}

void lower_thread_priority(int niceness) {
  (void)!::nice(niceness);
}

std::uint64_t raise_open_files(std::uint64_t wanted) {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return wanted;
  if (files.rlim_cur < wanted) {
    files.rlim_cur = std::min<rlim_t>(files.rlim_max, wanted);
    ::setrlimit(RLIMIT_NOFILE, &files);
  }
  return files.rlim_cur;
}

std::filesystem::path program_folder() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

std::string host_and_process() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return std::string(host.data()) + ':' + std::to_string(::getpid());
}

std::tm local_time(std::time_t time) {
  std::tm parts{};
  ::localtime_r(&time, &parts);
  return parts;
}

// A C library that lacks CP932 may have plain Shift-JIS.
std::string converted(std::string_view bytes, Encoding from, const std::string& failure) {
  const iconv_t none = reinterpret_cast<iconv_t>(-1);  // NOLINT(performance-no-int-to-ptr): as POSIX has it
  iconv_t converter = none;
  for (const char* const name : {"CP932", "SHIFT_JIS"}) {
    if (converter == none)
      converter = from == Encoding::Utf8 ? iconv_open(name, "UTF-8") : iconv_open("UTF-8", name);
  }
  if (converter == none) throw Error("this system cannot convert Shift-JIS; use UTF-8");
  std::string input(bytes);
  std::string output(bytes.size() * 3 + 16, '\0');
  char* in = input.data();
  char* out = output.data();
  std::size_t in_left = input.size();
  std::size_t out_left = output.size();
  const std::size_t result = iconv(converter, &in, &in_left, &out, &out_left);
  iconv_close(converter);
  if (result == static_cast<std::size_t>(-1))
    throw Error(failure + std::to_string(input.size() - in_left + 1));
  output.resize(output.size() - out_left);
  return output;
}

}  // namespace platform
}  // namespace tesuji

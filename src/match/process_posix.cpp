#include "match/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "base/error.hpp"

extern char** environ;

namespace tesuji::match {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStopLatency{100};  // how soon a request to stop is seen

struct Pipe {
  int read_end = -1, write_end = -1;

  // Closed in every child but the one it is made for: otherwise a child's end would go unnoticed while
  // another, started later, still held its pipe open.
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw Error(fmt::format("cannot open a pipe: {}", std::strerror(errno)));
    }
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Pipe() {
    for (const int end : {read_end, write_end}) {
      if (end >= 0) close(end);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  static int take(int& end) { return std::exchange(end, -1); }
};

void ignore_broken_pipes() {
  static const bool done = [] {
    signal(SIGPIPE, SIG_IGN);
    return true;
  }();
  (void)done;
}

// The text as one word for the shell.
std::string shell_word(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out.push_back(c);
    }
  }
  return out + "'";
}

}  // namespace

Process::Process(const std::string& command, const std::string& directory) {
  ignore_broken_pipes();
  Pipe in, out, errors;

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read_end, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.write_end, STDERR_FILENO);

  // A group of its own: Ctrl-C at the terminal is for us, and what the child starts ends with it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGINT);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);

  std::string script =
      directory.empty() ? command : fmt::format("cd {} && {}", shell_word(directory), command);
  std::string shell = "sh", option = "-c";
  std::array<char*, 4> words{shell.data(), option.data(), script.data(), nullptr};
  const int error = posix_spawn(&child_, "/bin/sh", &actions, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw Error(fmt::format("cannot start '{}': {}", command, std::strerror(error)));

  to_child_ = Pipe::take(in.write_end);
  from_child_ = Pipe::take(out.read_end);
  errors_ = Pipe::take(errors.read_end);
  fcntl(errors_, F_SETFL, O_NONBLOCK);
  // A child that does not read must not be able to block us: a full pipe counts as a child that is gone.
  fcntl(to_child_, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  for (const int end : {to_child_, from_child_, errors_}) {
    if (end >= 0) close(end);
  }
  // Not waited for until now, so the number still is this child's.
  kill(-child_, SIGKILL);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) continue;
}

bool Process::write_line(std::string_view line) {
  std::string text(line);
  text.push_back('\n');
  std::string_view rest = text;
  const auto deadline = Clock::now() + milliseconds(1000);
  while (!rest.empty()) {
    const ssize_t written = write(to_child_, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN && Clock::now() < deadline) {
      pollfd ready{to_child_, POLLOUT, 0};
      poll(&ready, 1, static_cast<int>(kStopLatency.count()));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

Process::Got Process::read_line(std::string& line, Clock::time_point deadline, const search::StopFlag& stop) {
  std::size_t searched = 0;
  for (;;) {
    if (take_line(line, searched)) return Got::Line;
    searched = buffer_.size();
    if (searched > kLongestLine) return Got::End;  // not a protocol any more
    if (stop.requested()) return Got::Stopped;

    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    if (left <= milliseconds(0)) return Got::Timeout;
    std::array<pollfd, 2> ready{pollfd{from_child_, POLLIN, 0}, pollfd{errors_, POLLIN, 0}};
    const int count =
        poll(ready.data(), ready.size(), static_cast<int>(std::min(left, kStopLatency).count()));
    if (count <= 0) continue;
    if (ready[1].revents != 0) drain_errors();
    if (ready[0].revents != 0) {
      std::array<char, 4096> chunk{};
      const ssize_t got = read(from_child_, chunk.data(), chunk.size());
      if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) {
        drain_errors();
        wait_end(milliseconds(200));
        return Got::End;
      }
      if (got > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(got));
    }
  }
}

void Process::drain_errors() {
  std::array<char, 4096> chunk{};
  ssize_t got = 0;
  while (errors_ >= 0 && (got = read(errors_, chunk.data(), chunk.size())) > 0) {
    error_tail_.append(chunk.data(), static_cast<std::size_t>(got));
    keep_tail(error_tail_);
  }
  // Closed by the child while the rest of it still speaks: poll() passes over a negative number.
  if (got == 0 && errors_ >= 0) close(std::exchange(errors_, -1));
}

bool Process::wait_end(milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  for (;;) {
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == child_) {
      const bool killed = info.si_code != CLD_EXITED;
      end_ = killed ? fmt::format("killed by signal {} ({})", info.si_status, strsignal(info.si_status))
                    : fmt::format("exit code {}", info.si_status);
      return true;
    }
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(milliseconds(5));
  }
}

}  // namespace tesuji::match

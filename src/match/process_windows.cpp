#include <fmt/format.h>

#include <array>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "match/process.hpp"
#include "tt/windows_file.hpp"

namespace tesuji::match {
namespace {

using std::chrono::milliseconds;

// A pipe cannot be waited for with a timeout: it is looked at this often.
constexpr milliseconds kLook{2};

void close_handle(void*& handle) {
  if (handle != nullptr) CloseHandle(std::exchange(handle, nullptr));
}

struct Pipe {
  HANDLE read_end = nullptr, write_end = nullptr;

  // Only the child's end may be passed on.
  explicit Pipe(HANDLE Pipe::*ours) {
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    if (CreatePipe(&read_end, &write_end, &inherited, 1 << 16) == 0)
      throw Error("cannot open a pipe: " + tt::detail::windows_message(GetLastError()));
    SetHandleInformation(this->*ours, HANDLE_FLAG_INHERIT, 0);
  }
  ~Pipe() {
    close_handle(read_end);
    close_handle(write_end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
};

}  // namespace

Process::Process(const std::string& command, const std::string& directory) {
  Pipe in(&Pipe::write_end), out(&Pipe::read_end), errors(&Pipe::read_end);
  STARTUPINFOA start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = in.read_end;
  start.hStdOutput = out.write_end;
  start.hStdError = errors.write_end;
  PROCESS_INFORMATION started{};
  std::string line = command;
  if (CreateProcessA(nullptr, line.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW | CREATE_SUSPENDED,
                     nullptr, directory.empty() ? nullptr : directory.c_str(), &start, &started) == 0)
    throw Error(fmt::format("cannot start '{}': {}", command, tt::detail::windows_message(GetLastError())));
  child_ = started.hProcess;
  job_ = CreateJobObjectA(nullptr, nullptr);
  if (job_ != nullptr) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    SetInformationJobObject(job_, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    AssignProcessToJobObject(job_, child_);
  }
  ResumeThread(started.hThread);
  CloseHandle(started.hThread);
  to_child_ = std::exchange(in.write_end, nullptr);
  from_child_ = std::exchange(out.read_end, nullptr);
  errors_ = std::exchange(errors.read_end, nullptr);
}

Process::~Process() {
  for (void** end : {&to_child_, &from_child_, &errors_}) close_handle(*end);
  TerminateProcess(child_, 1);
  close_handle(job_);
  WaitForSingleObject(child_, INFINITE);
  close_handle(child_);
}

bool Process::write_line(std::string_view line) {
  const std::string text = std::string(line) + '\n';
  DWORD written = 0;
  return WriteFile(to_child_, text.data(), static_cast<DWORD>(text.size()), &written, nullptr) != 0 &&
         written == text.size();
}

// Adds what the pipe has now. A pipe whose other end is closed, and that is empty, becomes null.
void Process::read_available(Handle& pipe, std::string& to) {
  DWORD available = 0;
  while (pipe != nullptr) {
    if (PeekNamedPipe(pipe, nullptr, 0, nullptr, &available, nullptr) == 0) return close_handle(pipe);
    if (available == 0) return;
    std::array<char, 4096> chunk{};
    DWORD got = 0;
    if (ReadFile(pipe, chunk.data(), chunk.size(), &got, nullptr) == 0) return close_handle(pipe);
    to.append(chunk.data(), got);
  }
}

Process::Got Process::read_line(std::string& line, Clock::time_point deadline, const search::StopFlag& stop) {
  std::size_t searched = 0;
  for (;;) {
    if (take_line(line, searched)) return Got::Line;
    searched = buffer_.size();
    if (searched > kLongestLine) return Got::End;  // not a protocol any more
    if (stop.requested()) return Got::Stopped;
    if (Clock::now() >= deadline) return Got::Timeout;
    drain_errors();
    read_available(from_child_, buffer_);
    if (buffer_.size() > searched) continue;
    if (from_child_ == nullptr) {
      wait_end(milliseconds(200));
      drain_errors();
      return Got::End;
    }
    std::this_thread::sleep_for(kLook);
  }
}

void Process::drain_errors() {
  read_available(errors_, error_tail_);
  keep_tail(error_tail_);
}

bool Process::wait_end(milliseconds patience) {
  if (WaitForSingleObject(child_, static_cast<DWORD>(patience.count())) != WAIT_OBJECT_0) return false;
  DWORD code = 0;
  GetExitCodeProcess(child_, &code);
  end_ = fmt::format("exit code {}", code);
  return true;
}

}  // namespace tesuji::match

#include <fcntl.h>
#include <io.h>

#include <array>
#include <cstdio>

#include "base/hangup.hpp"
#include "base/platform.hpp"
#include "tt/windows.hpp"

namespace tesuji {

HangupWatch::HangupWatch(int, std::function<void()>) {}
HangupWatch::~HangupWatch() = default;

namespace platform {

void prepare_standard_streams() {
  for (std::FILE* stream : {stdin, stdout, stderr}) _setmode(_fileno(stream), _O_BINARY);
  SetConsoleOutputCP(CP_UTF8);
  SetConsoleCP(CP_UTF8);
  // Sequences for colours and for wiping a line: consoles understand them on request, since Windows 10.
  for (const DWORD number : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
    const HANDLE console = GetStdHandle(number);
    DWORD mode = 0;
    if (GetConsoleMode(console, &mode) != 0)
      SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

bool is_terminal(Stream stream) {
  return _isatty(_fileno(stream == Stream::Output ? stdout : stderr)) != 0;
}

void lower_thread_priority(int) {
  SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

std::uint64_t raise_open_files(std::uint64_t wanted) {
  return wanted;  // sockets are not limited by number
}

std::filesystem::path program_folder() {
  std::array<wchar_t, 4096> name{};
  const DWORD length = GetModuleFileNameW(nullptr, name.data(), name.size());
  if (length == 0 || length == name.size()) return {};
  return std::filesystem::path(name.data()).parent_path();
}

std::string host_and_process() {
  std::array<char, 256> host{};
  DWORD size = host.size();
  GetComputerNameA(host.data(), &size);
  return std::string(host.data()) + ':' + std::to_string(GetCurrentProcessId());
}

std::tm local_time(std::time_t time) {
  std::tm parts{};
  localtime_s(&parts, &time);
  return parts;
}

}  // namespace platform
}  // namespace tesuji

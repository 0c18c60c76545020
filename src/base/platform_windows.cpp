#include <fcntl.h>
#include <io.h>

#include <array>
#include <cstdio>

#include "base/error.hpp"
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

// Character by character, because the system does not tell which one it cannot convert.
std::string converted(std::string_view bytes, Encoding from, const std::string& failure) {
  constexpr UINT kShiftJis = 932;
  const bool utf8 = from == Encoding::Utf8;
  std::string out;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[at]);
    const int length = utf8 ? (lead < 0x80   ? 1
                               : lead < 0xe0 ? 2
                               : lead < 0xf0 ? 3
                                             : 4)
                            : (IsDBCSLeadByteEx(kShiftJis, lead) != 0 ? 2 : 1);
    const std::string_view character = bytes.substr(at, static_cast<std::size_t>(length));
    std::array<wchar_t, 4> wide{};
    std::array<char, 8> narrow{};
    BOOL replaced = 0;
    const int units =
        MultiByteToWideChar(utf8 ? CP_UTF8 : kShiftJis, MB_ERR_INVALID_CHARS, character.data(),
                            static_cast<int>(character.size()), wide.data(), static_cast<int>(wide.size()));
    const int written =
        units == 0 ? 0
                   : WideCharToMultiByte(utf8 ? kShiftJis : CP_UTF8, utf8 ? WC_NO_BEST_FIT_CHARS : 0,
                                         wide.data(), units, narrow.data(), static_cast<int>(narrow.size()),
                                         nullptr, utf8 ? &replaced : nullptr);
    if (written == 0 || replaced != 0) throw Error(failure + std::to_string(at + 1));
    out.append(narrow.data(), static_cast<std::size_t>(written));
    at += character.size();
  }
  return out;
}

}  // namespace platform
}  // namespace tesuji

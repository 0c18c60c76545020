#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "tt/windows_file.hpp"

namespace tesuji {
namespace {

[[noreturn]] void fail(const char* action, const std::filesystem::path& path, const std::string& why) {
  throw Error(fmt::format("cannot {} '{}': {}", action, path.string(), why));
}

std::string read_handle(HANDLE handle, const std::filesystem::path& path, std::uint64_t max_bytes) {
  std::string bytes;
  std::size_t done = 0;
  for (;;) {
    if (done == bytes.size()) bytes.resize(done + 65536 + done / 2);
    DWORD got = 0;
    const auto room = static_cast<DWORD>(std::min<std::size_t>(bytes.size() - done, std::size_t{1} << 30));
    if (ReadFile(handle, bytes.data() + done, room, &got, nullptr) == 0) {
      const DWORD error = GetLastError();
      if (error != ERROR_BROKEN_PIPE && error != ERROR_HANDLE_EOF)  // these two are the end of the input
        fail("read", path, tt::detail::windows_message(error));
      got = 0;
    }
    if (got == 0) break;
    done += got;
    if (done > max_bytes) fail("read", path, fmt::format("it is longer than {} bytes", max_bytes));
  }
  bytes.resize(done);
  return bytes;
}

// Opened so that no other run can write to it meanwhile.
HANDLE open_exclusively(const std::filesystem::path& path, const std::filesystem::path& shown, DWORD access,
                        DWORD flags) {
  const HANDLE handle =
      CreateFileW(path.c_str(), access, FILE_SHARE_READ, nullptr, OPEN_ALWAYS, flags, nullptr);
  if (handle != INVALID_HANDLE_VALUE) return handle;
  const DWORD error = GetLastError();
  if (error == ERROR_SHARING_VIOLATION) {
    throw Error(fmt::format("another run is writing '{}'; wait for it or give another file", shown.string()));
  }
  fail("write", path, tt::detail::windows_message(error));
}

}  // namespace

std::string read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
  const DWORD attributes = GetFileAttributesW(path.c_str());
  if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
    fail("read", path, "it is a directory; give a regular file, or - for standard input");
  const HANDLE handle =
      CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (handle == INVALID_HANDLE_VALUE) fail("read", path, tt::detail::windows_message(GetLastError()));
  const std::unique_ptr<void, BOOL (*)(HANDLE)> closed_at_the_end(handle,
                                                                  [](HANDLE h) { return CloseHandle(h); });
  if (GetFileType(handle) != FILE_TYPE_DISK)
    fail("read", path, "it is a device; give a regular file, or - for standard input");
  LARGE_INTEGER size{};
  if (GetFileSizeEx(handle, &size) != 0 && static_cast<std::uint64_t>(size.QuadPart) > max_bytes)
    fail("read", path, fmt::format("it has {} bytes; at most {} are read", size.QuadPart, max_bytes));
  return read_handle(handle, path, max_bytes);
}

std::string read_standard_input(std::uint64_t max_bytes) {
  return read_handle(GetStdHandle(STD_INPUT_HANDLE), "standard input", max_bytes);
}

// Windows removes the file when it is closed, also when the program is killed.
RunLock::RunLock(const std::filesystem::path& path) : name_(path) {
  name_ += ".lock";
  file_ = open_exclusively(name_, path, GENERIC_WRITE, FILE_FLAG_DELETE_ON_CLOSE);
}

RunLock::~RunLock() {
  CloseHandle(file_);
}

AppendFile::AppendFile(std::filesystem::path path)
    : path_(std::move(path)),
      file_(open_exclusively(path_, path_, FILE_APPEND_DATA | SYNCHRONIZE, FILE_ATTRIBUTE_NORMAL)) {}

AppendFile::~AppendFile() {
  CloseHandle(file_);
}

void AppendFile::append(std::string_view bytes) {
  DWORD written = 0;
  if (WriteFile(file_, bytes.data(), static_cast<DWORD>(bytes.size()), &written, nullptr) == 0 ||
      written != bytes.size())
    fail("write", path_, tt::detail::windows_message(GetLastError()));
}

}  // namespace tesuji

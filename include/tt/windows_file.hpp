// The files of tt/atomic_file.hpp for Windows.
//
// Paths are UTF-8 if the program's manifest says so, else in the code page of the system. Of two writers of
// one path, the one that ends last remains; a temporary file is locked by being open.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <utility>

#include "tt/error.hpp"
#include "tt/windows.hpp"

namespace tt {
namespace detail {

// What Windows says about an error, without the line break at its end.
inline std::string windows_message(DWORD error) {
  char text[512];
  DWORD length = FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr, error, 0,
                                text, sizeof text, nullptr);
  while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r' || text[length - 1] == '.'))
    --length;
  return length > 0 ? std::string(text, length) : "error " + std::to_string(error);
}

// One transfer at an offset; reading and writing differ in one function. Returns the bytes transferred.
template <class Transfer, class Pointer>
DWORD transfer_at(Transfer transfer, HANDLE file, std::uint64_t offset, Pointer memory, std::size_t bytes) {
  OVERLAPPED at{};
  at.Offset = static_cast<DWORD>(offset);
  at.OffsetHigh = static_cast<DWORD>(offset >> 32);
  DWORD done = 0;
  const auto length = static_cast<DWORD>(std::min<std::size_t>(bytes, std::size_t{1} << 30));
  return transfer(file, memory, length, &done, &at) ? done : 0;
}

}  // namespace detail

class File {
 public:
  explicit File(std::string path)
      : path_(std::move(path)),
        handle_(CreateFileA(path_.c_str(), GENERIC_READ,
                            FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                            FILE_FLAG_BACKUP_SEMANTICS, nullptr)) {
    if (handle_ == INVALID_HANDLE_VALUE) fail("cannot be opened: " + detail::windows_message(GetLastError()));
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { CloseHandle(handle_); }

  [[noreturn]] void fail(const std::string& why) const { throw Error("file '" + path_ + "' " + why); }
  [[nodiscard]] const std::string& path() const { return path_; }
  // Throws Error if it is something other than a regular file.
  [[nodiscard]] std::uint64_t regular_size() const {
    BY_HANDLE_FILE_INFORMATION info{};
    if (GetFileType(handle_) != FILE_TYPE_DISK) fail("cannot be read: it is not a regular file");
    if (GetFileInformationByHandle(handle_, &info) == 0)
      fail("cannot be read: " + detail::windows_message(GetLastError()));
    if ((info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) fail("cannot be read: it is a directory");
    return std::uint64_t{info.nFileSizeHigh} << 32 | info.nFileSizeLow;
  }
  void read(std::uint64_t offset, void* to, std::size_t bytes) const {
    for (std::size_t done = 0; done < bytes;) {
      const DWORD n =
          detail::transfer_at(ReadFile, handle_, offset + done, static_cast<char*>(to) + done, bytes - done);
      if (n == 0 && GetLastError() != ERROR_HANDLE_EOF)
        fail("cannot be read: " + detail::windows_message(GetLastError()));
      if (n == 0) fail("became shorter while it was being read");
      done += n;
    }
  }

 private:
  std::string path_;
  HANDLE handle_;
};

class AtomicFile {
 public:
  // Throws Error if `path` is something other than a regular file, or its folder cannot be written to.
  explicit AtomicFile(const std::string& path) : path_(path) {
    const DWORD attributes = GetFileAttributesA(path.c_str());
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
      fail("cannot be written: it is a directory");
    std::random_device random;
    do {
      char digits[17];
      std::snprintf(digits, sizeof digits, "%08x%08x", random(), random());
      name_ = path_ + '.' + digits + ".tmp";
      handle_ =
          CreateFileA(name_.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    } while (handle_ == INVALID_HANDLE_VALUE && GetLastError() == ERROR_FILE_EXISTS);
    if (handle_ == INVALID_HANDLE_VALUE)
      fail("cannot be written: " + detail::windows_message(GetLastError()));
    remove_stale_temporaries();
  }
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile() {
    if (handle_ == INVALID_HANDLE_VALUE) return;
    CloseHandle(handle_);
    DeleteFileA(name_.c_str());
  }

  void write(std::uint64_t offset, const void* from, std::size_t bytes) const {
    for (std::size_t done = 0; done < bytes;) {
      const DWORD n = detail::transfer_at(WriteFile, handle_, offset + done,
                                          static_cast<const char*>(from) + done, bytes - done);
      if (n == 0) fail("cannot be written: " + detail::windows_message(GetLastError()));
      done += n;
    }
  }

  // Everything is on the disk, and then takes the place of the old file.
  void commit() {
    if (FlushFileBuffers(handle_) == 0) fail("cannot be written: " + detail::windows_message(GetLastError()));
    CloseHandle(std::exchange(handle_, INVALID_HANDLE_VALUE));
    if (MoveFileExA(name_.c_str(), path_.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0)
      return;
    const DWORD error = GetLastError();
    DeleteFileA(name_.c_str());
    fail("cannot be replaced: " + detail::windows_message(error));
  }

  [[noreturn]] void fail(const std::string& why) const { throw Error("file '" + path_ + "' " + why); }

 private:
  // A file that its writer still has open cannot be deleted; the others belong to writers that were killed.
  void remove_stale_temporaries() const {
    WIN32_FIND_DATAA found;
    const HANDLE search = FindFirstFileA((path_ + ".????????????????.tmp").c_str(), &found);
    if (search == INVALID_HANDLE_VALUE) return;
    const auto slash = path_.find_last_of("/\\");
    const std::string folder = slash == std::string::npos ? "" : path_.substr(0, slash + 1);
    do {
      if (folder + found.cFileName != name_) DeleteFileA((folder + found.cFileName).c_str());
    } while (FindNextFileA(search, &found) != 0);
    FindClose(search);
  }

  std::string path_, name_;
  HANDLE handle_ = INVALID_HANDLE_VALUE;
};

}  // namespace tt

// The files of tt/shared_file.hpp for Windows.
//
// Windows lets nobody truncate or remove a file that is mapped, so pages are never lost.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "tt/windows_file.hpp"

namespace tt::detail {

class LockedFile {
 public:
  explicit LockedFile(const std::string& path)
      : path_(path),
        handle_(CreateFileA(path.c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                            nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr)) {
    if (handle_ == INVALID_HANDLE_VALUE) {
      const DWORD error = GetLastError();
      if (error == ERROR_PATH_NOT_FOUND) fail("cannot be made", error, "make its folder first");
      fail("cannot be opened for reading and writing", error, "change its permissions or use another file");
    }
    OVERLAPPED at = lock_place();
    LARGE_INTEGER size{};
    if (GetFileType(handle_) != FILE_TYPE_DISK) {
      CloseHandle(handle_);
      fail_table_file(path_, "is not a regular file", "use another name");
    }
    if (LockFileEx(handle_, LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &at) == 0 ||
        GetFileSizeEx(handle_, &size) == 0) {
      const DWORD error = GetLastError();
      CloseHandle(handle_);
      fail("cannot be locked", error, "use a file system with locks");
    }
    size_ = static_cast<std::uint64_t>(size.QuadPart);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  ~LockedFile() {
    OVERLAPPED at = lock_place();
    UnlockFileEx(handle_, 0, 1, 0, &at);  // closing alone gives it back only when the system gets to it
    CloseHandle(handle_);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] HANDLE handle() const { return handle_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  std::size_t read(std::uint64_t offset, void* to, std::size_t bytes) const {
    if (offset >= size_) return 0;
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, size_ - offset));
    const DWORD got = transfer_at(ReadFile, handle_, offset, static_cast<char*>(to), length);
    if (got == 0) fail("cannot be read", GetLastError(), "use another file");
    return got;
  }

  // A longer file has its room on disk at once; if there is none, the file keeps its length.
  void reserve(std::uint64_t bytes) const {
    if (bytes <= size_) return;
    LARGE_INTEGER end{};
    end.QuadPart = static_cast<LONGLONG>(bytes);
    if (SetFilePointerEx(handle_, end, nullptr, FILE_BEGIN) != 0 && SetEndOfFile(handle_) != 0) return;
    const DWORD error = GetLastError();
    fail("cannot have " + std::to_string(bytes >> 20) + " MiB on disk", error,
         error == ERROR_DISK_FULL ? "free some room, or choose a smaller table" : "use another file system");
  }

 private:
  [[noreturn]] void fail(const std::string& what, DWORD error, const std::string& advice) const {
    fail_table_file(path_, what + " (" + windows_message(error) + ")", advice);
  }

  // Locks on Windows keep others from reading, so the lock is on a byte that no file has.
  static OVERLAPPED lock_place() {
    OVERLAPPED at{};
    at.OffsetHigh = 0x40000000;
    return at;
  }

  const std::string& path_;
  HANDLE handle_;
  std::uint64_t size_ = 0;
};

class FileMapping {
 public:
  FileMapping(const LockedFile& file, std::uint64_t bytes) {
    const HANDLE mapping =
        CreateFileMappingA(file.handle(), nullptr, PAGE_READWRITE, static_cast<DWORD>(bytes >> 32),
                           static_cast<DWORD>(bytes), nullptr);
    if (mapping != nullptr) {
      data_ = MapViewOfFile(mapping, FILE_MAP_ALL_ACCESS, 0, 0, static_cast<SIZE_T>(bytes));
      CloseHandle(mapping);  // the view keeps it
    }
    if (data_ == nullptr)
      fail_table_file(file.path(), "cannot be mapped (" + windows_message(GetLastError()) + ")",
                      "use another file system or a smaller table");
  }
  FileMapping(const FileMapping&) = delete;
  FileMapping& operator=(const FileMapping&) = delete;
  ~FileMapping() { UnmapViewOfFile(data_); }

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] bool lost() const { return false; }
  void flush(std::size_t bytes) const { FlushViewOfFile(data_, bytes); }

 private:
  void* data_ = nullptr;
};

}  // namespace tt::detail

// Whole files: one reader, for standard input too, and one writer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace tesuji {

inline constexpr std::uint64_t kMaxTextBytes = std::uint64_t{256} << 20;

// All of a regular file. A directory, a FIFO, a device or a file longer than `max_bytes` is refused before
// anything is read, so this never waits for another process. Throws Error.
std::string read_file(const std::filesystem::path& path, std::uint64_t max_bytes = kMaxTextBytes);

// All of standard input, to its end.
std::string read_standard_input(std::uint64_t max_bytes = kMaxTextBytes);

// Replaces the file at once: a reader sees the old bytes or the new ones, also after a power failure. The
// bytes are written to a temporary file in the same folder first. Throws Error; the old file is then
// unchanged.
void write_file(const std::filesystem::path& path, std::string_view bytes);

#if defined(_WIN32)
using FileHandle = void*;
#else
using FileHandle = int;
#endif

// Held by one run at a time, for work on `path` that takes longer than writing it. The lock is on the file
// `path` + ".lock", which is removed at the end; one that a killed run left is taken over. Throws Error if
// another run holds it.
class RunLock {
 public:
  explicit RunLock(const std::filesystem::path& path);
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;
  ~RunLock();

 private:
  std::filesystem::path name_;
  FileHandle file_;
};

// A file that is added to; what is there stays. It is not locked: RunLock does that. Throws Error.
class AppendFile {
 public:
  explicit AppendFile(std::filesystem::path path);
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;
  ~AppendFile();

  void append(std::string_view bytes);

 private:
  std::filesystem::path path_;
  FileHandle file_;
};

}  // namespace tesuji

// A file that replaces another at once: written under a temporary name, synced, then renamed.
//
// Whoever opens the path finds the old file or the new one, never a part, also after a power failure. The
// temporary name is random, so that two writers never share one. The writer holds a lock (flock) on its
// temporary file; a temporary file without a lock belongs to a writer that was killed, and the next writer
// to the same path removes it.
//
// Writers of one path take turns: each holds a lock on the file that it is going to replace, from the
// beginning until its own file is in place. Of two that find no file there, the one that ends last remains.
#pragma once

#include "tt/error.hpp"

#if defined(_WIN32)
#include "tt/windows_file.hpp"
#else

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <utility>

namespace tt {

// A file descriptor with a name for error messages.
class File {
 public:
  explicit File(std::string path, int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      : path_(std::move(path)), descriptor_(::open(path_.c_str(), flags, 0666)) {
    if (descriptor_ < 0) fail("cannot be opened", errno);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(); }

  [[noreturn]] void fail(const std::string& why) const { throw Error("file '" + path_ + "' " + why); }
  [[noreturn]] void fail(const std::string& why, int error) const { fail(why + ": " + std::strerror(error)); }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  // Throws Error if it is something other than a regular file.
  [[nodiscard]] std::uint64_t regular_size() const {
    struct stat result {};
    if (::fstat(descriptor_, &result) != 0) fail("cannot be read", errno);
    if (S_ISDIR(result.st_mode)) fail("cannot be read: it is a directory");
    if (!S_ISREG(result.st_mode)) fail("cannot be read: it is not a regular file");
    return static_cast<std::uint64_t>(result.st_size);
  }
  void read(std::uint64_t offset, void* to, std::size_t bytes) const {
    for (std::size_t done = 0; done < bytes;) {
      const ssize_t n = ::pread(descriptor_, static_cast<char*>(to) + done, bytes - done,
                                static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail("cannot be read", errno);
      if (n == 0) fail("became shorter while it was being read");
      done += static_cast<std::size_t>(n);
    }
  }
  void write(std::uint64_t offset, const void* from, std::size_t bytes) const {
    for (std::size_t done = 0; done < bytes;) {
      const ssize_t n = ::pwrite(descriptor_, static_cast<const char*>(from) + done, bytes - done,
                                 static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail("cannot be written", errno);
      done += static_cast<std::size_t>(n);
    }
  }
  void sync() const {
    if (::fsync(descriptor_) != 0) fail("cannot be written", errno);
  }
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  std::string path_;
  int descriptor_;
};

class AtomicFile {
 public:
  // Waits for another writer of this path. Throws Error if `path` is something other than a regular file, its
  // folder cannot be written to, or a signal ends the wait.
  explicit AtomicFile(const std::string& path)
      : path_(checked(path)), target_(lock_target(path_)), temporary_(begin(path_)) {
    remove_stale_temporaries();
  }
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile() {
    if (!committed_) ::unlink(name_.c_str());
    ::close(temporary_);
    if (target_ >= 0) ::close(target_);
  }

  void write(std::uint64_t offset, const void* from, std::size_t bytes) const {
    for (std::size_t done = 0; done < bytes;) {
      const ssize_t n = ::pwrite(temporary_, static_cast<const char*>(from) + done, bytes - done,
                                 static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail("cannot be written", errno);
      done += static_cast<std::size_t>(n);
    }
  }

  // Everything is on the disk, and then takes the place of the old file.
  void commit() {
    if (::fsync(temporary_) != 0) fail("cannot be written", errno);
    if (std::rename(name_.c_str(), path_.c_str()) != 0) fail("cannot be replaced", errno);
    committed_ = true;
    // The new name is on the disk when its folder is. Some file systems cannot sync a folder: not an error.
    const int folder = ::open(folder_of(path_).c_str(), O_RDONLY | O_CLOEXEC);
    if (folder < 0) return;
    (void)::fsync(folder);
    ::close(folder);
  }

  [[noreturn]] void fail(const std::string& why) const { throw Error("file '" + path_ + "' " + why); }
  [[noreturn]] void fail(const std::string& why, int error) const { fail(why + ": " + std::strerror(error)); }

  // Whether `name` is a temporary name of the file `base`: base, a dot, 16 hexadecimal digits, ".tmp".
  static bool is_temporary(const std::string& name, const std::string& base) {
    if (name.size() != base.size() + 1 + kRandomDigits + 4 || name.compare(0, base.size(), base) != 0 ||
        name[base.size()] != '.' || name.compare(name.size() - 4, 4, ".tmp") != 0)
      return false;
    return name.find_first_not_of("0123456789abcdef", base.size() + 1) == base.size() + 1 + kRandomDigits;
  }

 private:
  static constexpr std::size_t kRandomDigits = 16;

  static std::string folder_of(const std::string& path) {
    const auto slash = path.find_last_of('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
  }
  static std::string base_of(const std::string& path) {
    const auto slash = path.find_last_of('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
  }
  static const std::string& checked(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
      throw Error("file '" + path + "' cannot be written: " +
                  (S_ISDIR(status.st_mode) ? "it is a directory" : "it is not a regular file"));
    }
    return path;
  }

  // Locks the file at `path`; -1 if there is none, or it cannot be opened. A file that was replaced during
  // the wait is not the target any more.
  static int lock_target(const std::string& path) {
    for (;;) {
      const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
      if (file < 0) return -1;
      // A file system without locks leaves only the order of writers open.
      if (::flock(file, LOCK_EX) != 0 && errno == EINTR) {
        ::close(file);
        throw Error("file '" + path + "' is being written by another program; stopped waiting for it");
      }
      struct stat locked {};
      struct stat now {};
      if (::fstat(file, &locked) == 0 && ::stat(path.c_str(), &now) == 0 && locked.st_ino == now.st_ino &&
          locked.st_dev == now.st_dev)
        return file;
      ::close(file);
    }
  }

  // Creates and locks a temporary file of a new name. Another writer may see the file before it is locked,
  // lock it first and remove it; it then has no name any more, and the next name is tried.
  int begin(const std::string& path) {
    std::random_device random;
    for (;;) {
      char digits[kRandomDigits + 1];
      std::snprintf(digits, sizeof digits, "%08x%08x", random(), random());
      name_ = path + '.' + digits + ".tmp";
      const int file = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (file < 0 && errno == EEXIST) continue;
      if (file < 0) {
        const int error = errno;
        if (target_ >= 0) ::close(target_);
        fail("cannot be written", error);
      }
      // A file system without locks leaves only the removal of stale files undone.
      (void)::flock(file, LOCK_EX);
      struct stat status {};
      if (::fstat(file, &status) == 0 && status.st_nlink > 0) return file;
      ::close(file);
    }
  }

  void remove_stale_temporaries() const {
    const std::string folder = folder_of(path_), base = base_of(path_);
    DIR* const directory = ::opendir(folder.c_str());
    if (directory == nullptr) return;
    while (const dirent* entry = ::readdir(directory)) {
      if (!is_temporary(entry->d_name, base)) continue;
      const std::string name = (folder == "." ? std::string() : folder) + entry->d_name;
      if (name == name_) continue;
      const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
      if (file < 0) continue;
      if (::flock(file, LOCK_EX | LOCK_NB) == 0) ::unlink(name.c_str());  // its writer is dead
      ::close(file);
    }
    ::closedir(directory);
  }

  std::string path_, name_;
  int target_;  // -1 = there was nothing to replace
  int temporary_;
  bool committed_ = false;
};

}  // namespace tt

#endif

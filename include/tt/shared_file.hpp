// The file under a table that several processes use: opened or created, locked, and mapped into memory.
//
// LockedFile: one process at a time looks at the file and sizes it; the others wait in the constructor. The
// destructor gives the lock back. FileMapping stays after that, until the table ends.
//
// Every error is a tt::Error that names the file, says what is wrong with it and what to do. This header is
// the only place where a table on a file differs between systems; tt/windows_shared_file.hpp is its other
// half.
#pragma once

#include <string>

#include "tt/error.hpp"

namespace tt::detail {

[[noreturn]] inline void fail_table_file(const std::string& path, const std::string& what,
                                         const std::string& advice) {
  throw Error("table file '" + path + "' " + what + "; " + advice);
}

}  // namespace tt::detail

#if defined(_WIN32)
#include "tt/windows_shared_file.hpp"
#else

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tt/lost_pages.hpp"

namespace tt::detail {

class LockedFile {
 public:
  explicit LockedFile(const std::string& path) : path_(path) {
    while (true) {
      open();
      while (::flock(descriptor_.number, LOCK_EX) != 0) {
        if (errno != EINTR) fail("cannot be locked", errno, "use a file system with locks");
      }
      struct stat opened {
      }, named{};
      if (::fstat(descriptor_.number, &opened) != 0) fail("cannot be read", errno, "use another file");
      // Whoever could not get the room on disk has removed the file again, perhaps while we waited for it.
      if (::stat(path_.c_str(), &named) == 0 && named.st_ino == opened.st_ino &&
          named.st_dev == opened.st_dev) {
        if (!S_ISREG(opened.st_mode)) fail_table_file(path_, "is not a regular file", "use another name");
        size_ = static_cast<std::uint64_t>(opened.st_size);
        return;
      }
      descriptor_.reset();
    }
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  ~LockedFile() = default;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int descriptor() const { return descriptor_.number; }
  // As it was when the lock was taken.
  [[nodiscard]] std::uint64_t size() const { return size_; }

  // Returns how many bytes there were: less than `bytes` at the end of the file.
  std::size_t read(std::uint64_t offset, void* to, std::size_t bytes) const {
    const ssize_t got = ::pread(descriptor_.number, to, bytes, static_cast<off_t>(offset));
    if (got < 0) fail("cannot be read", errno, "use another file");
    return static_cast<std::size_t>(got);
  }

  // Takes the room on disk, so that a full disk is an error now and not the end of a search. A file that was
  // empty is removed if that fails.
  void reserve(std::uint64_t bytes) const {
    const int error = ::posix_fallocate(descriptor_.number, 0, static_cast<off_t>(bytes));
    if (error == 0) return;
    if (size_ == 0) ::unlink(path_.c_str());  // we hold its lock: nobody uses it
    fail("cannot have " + std::to_string(bytes >> 20) + " MiB on disk", error,
         error == ENOSPC || error == EDQUOT ? "free some room, or choose a smaller table"
                                            : "use another file system");
  }

 private:
  struct Descriptor {
    Descriptor() = default;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { reset(); }
    void reset() {
      if (number < 0) return;
      ::flock(number, LOCK_UN);  // closing alone does not give it back while the mapping stays
      ::close(number);
      number = -1;
    }
    int number = -1;
  };

  [[noreturn]] void fail(const std::string& what, int error, const std::string& advice) const {
    fail_table_file(path_, what + " (" + std::strerror(error) + ")", advice);
  }

  void open() {
    descriptor_.number = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_.number >= 0) return;
    const int error = errno;
    if (error == EACCES || error == EPERM || error == EROFS)
      fail("cannot be opened for reading and writing", error, "change its permissions or use another file");
    if (error == ENOENT || error == ENOTDIR) fail("cannot be made", error, "make its folder first");
    fail("cannot be opened", error, "use another file");
  }

  const std::string& path_;
  Descriptor descriptor_;
  std::uint64_t size_ = 0;
};

class FileMapping {
 public:
  FileMapping(const LockedFile& file, std::uint64_t bytes)
      : data_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor(), 0)), bytes_(bytes) {
    if (data_ == MAP_FAILED)
      fail_table_file(file.path(), std::string("cannot be mapped (") + std::strerror(errno) + ")",
                      "use another file system or a smaller table");
    try {
      ticket_ = LostPages::add(data_, bytes_);
    } catch (...) {
      munmap(data_, bytes_);
      throw;
    }
  }
  FileMapping(const FileMapping&) = delete;
  FileMapping& operator=(const FileMapping&) = delete;
  ~FileMapping() {
    LostPages::remove(ticket_);
    munmap(data_, bytes_);
  }

  [[nodiscard]] void* data() const { return data_; }
  // Somebody has truncated the file; the pages that are gone are empty now.
  [[nodiscard]] bool lost() const { return LostPages::lost(ticket_); }
  // Asks the system to write the first `bytes` soon.
  void flush(std::size_t bytes) const { ::msync(data_, bytes, MS_ASYNC); }

 private:
  void* data_;
  std::uint64_t bytes_;
  std::size_t ticket_ = 0;
};

}  // namespace tt::detail

#endif

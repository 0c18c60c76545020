#include "base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace tesuji {
namespace {

// A file descriptor that is closed at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "not a regular file";
}

[[noreturn]] void fail(const char* action, const std::filesystem::path& path, const std::string& why) {
  throw Error(fmt::format("cannot {} '{}': {}", action, path.string(), why));
}

// All of an open file; `bytes` has the size that is expected.
std::string read_descriptor(int number, const std::filesystem::path& path, std::string bytes,
                            std::uint64_t max_bytes) {
  std::size_t done = 0;
  for (;;) {
    if (done == bytes.size()) bytes.resize(done + 4096 + done / 2);
    const ssize_t n = ::read(number, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("read", path, std::strerror(errno));
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
    if (done > max_bytes) fail("read", path, fmt::format("it is longer than {} bytes", max_bytes));
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace

std::string read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
  // O_NONBLOCK: to open a FIFO that nobody writes to would wait forever.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number() < 0) fail("read", path, std::strerror(errno));
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) fail("read", path, std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    fail("read", path,
         fmt::format("it is {}; give a regular file, or - for standard input", kind_of(status.st_mode)));
  if (static_cast<std::uint64_t>(status.st_size) > max_bytes)
    fail("read", path, fmt::format("it has {} bytes; at most {} are read", status.st_size, max_bytes));
  // One byte more than expected: reading 0 bytes then says that the end is reached. Files under /proc say 0,
  // and a log may grow.
  return read_descriptor(file.number(), path, std::string(static_cast<std::size_t>(status.st_size) + 1, '\0'),
                         max_bytes);
}

std::string read_standard_input(std::uint64_t max_bytes) {
  return read_descriptor(STDIN_FILENO, "standard input", {}, max_bytes);
}

RunLock::RunLock(const std::filesystem::path& path) : name_(path) {
  name_ += ".lock";
  for (;;) {
    file_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file_ < 0) fail("write", name_, std::strerror(errno));
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(file_);
      throw Error(
          fmt::format("another run is writing '{}'; wait for it or give another file", path.string()));
    }
    // The holder before us may have removed the file between our two calls.
    struct stat locked {};
    struct stat now {};
    if (::fstat(file_, &locked) == 0 && ::stat(name_.c_str(), &now) == 0 && locked.st_ino == now.st_ino)
      return;
    ::close(file_);
  }
}

RunLock::~RunLock() {
  ::unlink(name_.c_str());
  ::close(file_);
}

AppendFile::AppendFile(std::filesystem::path path) : path_(std::move(path)) {
  // O_NONBLOCK: to open a FIFO that nobody reads would wait forever. Writing to one may wait for its reader.
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file_ < 0 && errno == ENXIO)
    fail("write", path_, "it is a pipe that nobody reads; start its reader first or give a file");
  if (file_ < 0) fail("write", path_, std::strerror(errno));
  (void)::fcntl(file_, F_SETFL, O_APPEND);
}

AppendFile::~AppendFile() {
  ::close(file_);
}

void AppendFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", path_, std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace tesuji

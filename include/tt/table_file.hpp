// A table on a memory-mapped file: several processes search on it at once, and it outlives them.
//
//   tt::Table<tt::Bound> table(tt::open_table_file<tt::Bound>("chess.table", bytes, {"chess", "chess/1"}));
//
// The file is a page with the header below, then the lines of the table as they are in memory. The pages
// belong to the system: what a process has stored is there for the others at once, and stays when it ends,
// also by kill -9. (After a power failure the file holds what the system had written by then; an entry is
// whole or not found, as between threads.) The room on disk is taken at the start, so that a full disk is an
// error then, and not the end of a search.
//
// One process makes the file, while it holds a lock (flock) on it. A process that is killed in the middle of
// that leaves a file whose header is still zero, and the next one begins again.
//
// All processes share one generation (tt::Table::new_search): it is in the header.
//
// Every error is a tt::Error that names the file, says what is wrong with it and what to do. Needs POSIX.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tt/bucket.hpp"
#include "tt/checksum.hpp"
#include "tt/error.hpp"
#include "tt/lost_pages.hpp"
#include "tt/memory.hpp"
#include "tt/origin.hpp"

namespace tt {

namespace detail {

inline constexpr std::array<char, 8> kTableFileMagic = {'t', 't', 't', 'a', 'b', 'l', 'e', '\n'};
inline constexpr std::uint32_t kTableFileVersion = 1;
inline constexpr std::uint64_t kTableFileHeader = 4096;

// Little-endian, like the table itself. Magic and version stay where they are in every version to come.
struct TableFileHeader {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t header_bytes;
  std::uint64_t lines;
  std::array<char, 1000> description;  // layout, game, keys: one a line; padded with zeros
  std::uint64_t checksum;              // of everything before it
  std::atomic<std::uint32_t> generation;
};
static_assert(std::is_standard_layout_v<TableFileHeader> && sizeof(TableFileHeader) <= kTableFileHeader);
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);  // other processes cannot use our locks

class MappedTable final : public SharedMemory {
 public:
  MappedTable(void* mapping, std::uint64_t bytes)
      : mapping_(mapping), bytes_(bytes), ticket_(LostPages::add(mapping, bytes)) {}
  MappedTable(const MappedTable&) = delete;
  MappedTable& operator=(const MappedTable&) = delete;
  ~MappedTable() override {
    LostPages::remove(ticket_);
    munmap(mapping_, bytes_);
  }

  [[nodiscard]] TableFileHeader& header() const { return *static_cast<TableFileHeader*>(mapping_); }
  [[nodiscard]] std::byte* data() const override {
    return static_cast<std::byte*>(mapping_) + kTableFileHeader;
  }
  [[nodiscard]] std::uint64_t bytes() const override { return bytes_ - kTableFileHeader; }
  [[nodiscard]] std::atomic<std::uint32_t>& generation() const override { return header().generation; }
  [[nodiscard]] bool lost() const override { return LostPages::lost(ticket_); }

 private:
  void* mapping_;
  std::uint64_t bytes_;
  std::size_t ticket_;
};

class TableFileOpener {
 public:
  TableFileOpener(const std::string& path, std::uint64_t lines, const std::string& layout,
                  const Origin& origin)
      : path_(path), lines_(lines), wanted_{layout, origin.game, origin.keys} {}

  [[nodiscard]] std::shared_ptr<const SharedMemory> open() const {
    while (true) {
      const Descriptor file = open_file();
      while (::flock(file.number, LOCK_EX) != 0) {
        if (errno != EINTR) fail("cannot be locked", errno, "use a file system with locks");
      }
      struct stat opened {
      }, named{};
      if (::fstat(file.number, &opened) != 0) fail("cannot be read", errno, "use another file");
      // Whoever could not get the room on disk has removed the file again, perhaps while we waited for it.
      if (::stat(path_.c_str(), &named) != 0 || named.st_ino != opened.st_ino ||
          named.st_dev != opened.st_dev)
        continue;
      return map(file, opened);
    }
  }

 private:
  struct Descriptor {
    int number;
    explicit Descriptor(int n) : number(n) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
      ::flock(number, LOCK_UN);  // closing alone does not give it back while the mapping stays
      ::close(number);
    }
  };

  [[nodiscard]] std::shared_ptr<const SharedMemory> map(const Descriptor& file,
                                                        const struct stat& status) const {
    if (!S_ISREG(status.st_mode)) fail("is not a regular file", "use another name");
    if (status.st_size != 0) check_begun(file.number, static_cast<std::uint64_t>(status.st_size));
    const int error = ::posix_fallocate(file.number, 0, static_cast<off_t>(file_bytes()));
    if (error != 0) {
      if (status.st_size == 0) ::unlink(path_.c_str());  // we hold its lock: nobody uses it
      fail("cannot have " + std::to_string(file_bytes() >> 20) + " MiB on disk", error,
           error == ENOSPC || error == EDQUOT ? "free some room, or choose a smaller table"
                                              : "use another file system");
    }
    void* const mapping = mmap(nullptr, file_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0);
    if (mapping == MAP_FAILED) fail("cannot be mapped", errno, "use another file system or a smaller table");
    auto result = std::make_shared<const MappedTable>(mapping, file_bytes());
    if (result->header().magic != kTableFileMagic) begin(result->header());
    return result;
  }

  [[nodiscard]] std::uint64_t file_bytes() const { return kTableFileHeader + lines_ * kLineBytes; }

  [[noreturn]] void fail(const std::string& what, const std::string& advice) const {
    throw Error("table file '" + path_ + "' " + what + "; " + advice);
  }
  [[noreturn]] void fail(const std::string& what, int error, const std::string& advice) const {
    fail(what + " (" + std::strerror(error) + ")", advice);
  }

  [[nodiscard]] Descriptor open_file() const {
    const int number = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (number >= 0) return Descriptor(number);
    const int error = errno;
    if (error == EACCES || error == EPERM || error == EROFS)
      fail("cannot be opened for reading and writing", error, "change its permissions or use another file");
    if (error == ENOENT || error == ENOTDIR) fail("cannot be made", error, "make its folder first");
    fail("cannot be opened", error, "use another file");
  }

  // A file that is not empty. One whose header is all zeros was begun by a process that was killed.
  void check_begun(int descriptor, std::uint64_t size) const {
    TableFileHeader header{};
    const ssize_t got = ::pread(descriptor, static_cast<void*>(&header), sizeof header, 0);
    if (got < 0) fail("cannot be read", errno, "use another file");
    const auto bytes = std::as_bytes(std::span(&header, 1));
    if (std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; })) {
      if (size <= kTableFileHeader || all_zero(descriptor, size)) return;
      fail("is not a table file", "use another name: it is left as it is");
    }
    if (header.magic != kTableFileMagic) fail("is not a table file", "use another name: it is left as it is");
    if (header.version != kTableFileVersion)
      fail("has version " + std::to_string(header.version) + ", this program reads version " +
               std::to_string(kTableFileVersion),
           "use the program that made it, or another file");
    if (got < static_cast<ssize_t>(sizeof header)) fail_truncated(size, 0);
    if (header.checksum != checksum_of(header) || header.header_bytes != kTableFileHeader)
      fail("has a damaged header", "remove it");
    check_description(header);
    if (size < kTableFileHeader + header.lines * kLineBytes) fail_truncated(size, header.lines);
    if (header.lines != lines_)
      fail("was made for a table of " + size_text(header.lines) + ", not " + size_text(lines_),
           "ask for the same size, or use another file");
  }

  [[nodiscard]] static std::string size_text(std::uint64_t lines) {
    const std::uint64_t bytes = lines * kLineBytes;
    return bytes % (1U << 20) == 0 ? std::to_string(bytes >> 20) + " MiB" : std::to_string(bytes) + " bytes";
  }
  [[noreturn]] void fail_truncated(std::uint64_t size, std::uint64_t lines) const {
    fail("is truncated: " + std::to_string(size) + " bytes of " +
             std::to_string(kTableFileHeader + lines * kLineBytes),
         "remove it, or restore it from a copy");
  }

  void check_description(const TableFileHeader& header) const {
    static constexpr std::array<const char*, 3> kWhat = {"layout", "game", "keys"};
    std::string_view rest(header.description.data(), header.description.size());
    rest = rest.substr(0, std::min(rest.find('\0'), rest.size()));
    // The game first: of a file of another game, layout and keys differ as well.
    std::array<std::string, 3> found;
    for (std::string& text : found) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      text = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (const std::size_t i : {1U, 0U, 2U}) {
      if (found[i] == wanted_[i]) continue;
      fail(std::string("has the ") + kWhat[i] + " '" + found[i] + "', not '" + wanted_[i] + "'",
           "use another file");
    }
  }

  // The magic number comes last: until then the file is one that was only begun.
  void begin(TableFileHeader& header) const {
    const std::string text = wanted_[0] + '\n' + wanted_[1] + '\n' + wanted_[2];
    if (text.size() >= header.description.size())
      fail("cannot be made: its names are too long", "shorten them");
    header.version = kTableFileVersion;
    header.header_bytes = kTableFileHeader;
    header.lines = lines_;
    std::copy(text.begin(), text.end(), header.description.begin());
    TableFileHeader whole{};
    std::memcpy(static_cast<void*>(&whole), &header, offsetof(TableFileHeader, generation));
    whole.magic = kTableFileMagic;
    header.checksum = checksum_of(whole);
    // Others wait for the lock of the file; this is for a process that is killed between the two.
    std::atomic_signal_fence(std::memory_order_release);
    header.magic = kTableFileMagic;
    ::msync(static_cast<void*>(&header), kTableFileHeader, MS_ASYNC);
  }

  // Of a file without a header, every other byte must be zero as well, or it is somebody's data.
  [[nodiscard]] static bool all_zero(int descriptor, std::uint64_t size) {
    std::array<char, 65536> buffer;
    for (std::uint64_t at = 0; at < size;) {
      const ssize_t got = ::pread(descriptor, buffer.data(), buffer.size(), static_cast<off_t>(at));
      if (got <= 0) return got == 0;
      if (std::any_of(buffer.begin(), buffer.begin() + got, [](char c) { return c != 0; })) return false;
      at += static_cast<std::uint64_t>(got);
    }
    return true;
  }

  static std::uint64_t checksum_of(const TableFileHeader& header) {
    return checksum(std::as_bytes(std::span(&header, 1)).first(offsetof(TableFileHeader, checksum)));
  }

  const std::string& path_;
  std::uint64_t lines_;
  std::array<std::string, 3> wanted_;  // layout, game, keys
};

}  // namespace detail

// Opens the file, or makes it if there is none (or an empty one). A file that is there must be of the same
// size, layout, game and keys.
template <class Layout>
std::shared_ptr<const SharedMemory> open_table_file(const std::string& path, std::uint64_t bytes,
                                                    const Origin& origin) {
  if (bytes < kMinTableBytes)
    throw Error("a table of " + std::to_string(bytes) + " bytes is too small; the minimum is 1 MiB");
  const std::uint64_t bucket = bucket_lines<Layout>();
  const std::uint64_t lines = bytes / kLineBytes / bucket * bucket;
  return detail::TableFileOpener(path, lines, layout_id<Layout>(), origin).open();
}

}  // namespace tt

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
// One process makes the file, while it holds a lock on it. A process that is killed in the middle of
// that leaves a file whose header is still zero, and the next one begins again.
//
// All processes share one generation (tt::Table::new_search): it is in the header.
//
// Every error is a tt::Error that names the file, says what is wrong with it and what to do. Needs POSIX or
// Windows (tt/shared_file.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
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
#include "tt/memory.hpp"
#include "tt/origin.hpp"
#include "tt/shared_file.hpp"

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
  MappedTable(const LockedFile& file, std::uint64_t bytes) : mapping_(file, bytes), bytes_(bytes) {}

  [[nodiscard]] const FileMapping& mapping() const { return mapping_; }
  [[nodiscard]] TableFileHeader& header() const { return *static_cast<TableFileHeader*>(mapping_.data()); }
  [[nodiscard]] std::byte* data() const override {
    return static_cast<std::byte*>(mapping_.data()) + kTableFileHeader;
  }
  [[nodiscard]] std::uint64_t bytes() const override { return bytes_ - kTableFileHeader; }
  [[nodiscard]] std::atomic<std::uint32_t>& generation() const override { return header().generation; }
  [[nodiscard]] bool lost() const override { return mapping_.lost(); }

 private:
  FileMapping mapping_;
  std::uint64_t bytes_;
};

class TableFileOpener {
 public:
  TableFileOpener(const std::string& path, std::uint64_t lines, const std::string& layout,
                  const Origin& origin)
      : path_(path), lines_(lines), wanted_{layout, origin.game, origin.keys} {}

  [[nodiscard]] std::shared_ptr<const SharedMemory> open() const {
    const LockedFile file(path_);
    if (file.size() != 0) check_begun(file);
    file.reserve(file_bytes());
    auto result = std::make_shared<const MappedTable>(file, file_bytes());
    if (result->header().magic != kTableFileMagic) {
      begin(result->header());
      result->mapping().flush(kTableFileHeader);
    }
    return result;
  }

 private:
  [[nodiscard]] std::uint64_t file_bytes() const { return kTableFileHeader + lines_ * kLineBytes; }

  [[noreturn]] void fail(const std::string& what, const std::string& advice) const {
    fail_table_file(path_, what, advice);
  }

  // A file that is not empty. One whose header is all zeros was begun by a process that was killed.
  void check_begun(const LockedFile& file) const {
    TableFileHeader header{};
    const std::uint64_t size = file.size();
    const std::size_t got = file.read(0, static_cast<void*>(&header), sizeof header);
    const auto bytes = std::as_bytes(std::span(&header, 1));
    if (std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; })) {
      if (size <= kTableFileHeader || all_zero(file)) return;
      fail("is not a table file", "use another name: it is left as it is");
    }
    if (header.magic != kTableFileMagic) fail("is not a table file", "use another name: it is left as it is");
    if (header.version != kTableFileVersion)
      fail("has version " + std::to_string(header.version) + ", this program reads version " +
               std::to_string(kTableFileVersion),
           "use the program that made it, or another file");
    if (got < sizeof header) fail_truncated(size, 0);
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
  }

  // Of a file without a header, every other byte must be zero as well, or it is somebody's data.
  [[nodiscard]] static bool all_zero(const LockedFile& file) {
    std::array<char, 65536> buffer;
    for (std::uint64_t at = 0; at < file.size();) {
      const std::size_t got = file.read(at, buffer.data(), buffer.size());
      if (got == 0) return true;
      const std::span<const char> part(buffer.data(), got);
      if (std::any_of(part.begin(), part.end(), [](char c) { return c != 0; })) return false;
      at += got;
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

// The file of a snapshot: its format, and a writer and a reader of it that know nothing of layouts.
//
//   header   256 bytes: see Header. The checksum is at the same place in every version to come, so that a
//   damaged
//            header is told from a newer one.
//   chunks   the table's lines in order, kChunkLines of them at a time (fewer in the last):
//            number u32 | stored bytes u32 | XXH3 of these two and of the stored bytes u64 | stored bytes
//            A chunk of nothing but zeros is stored as no bytes at all.
//
// All numbers are little-endian, as is every machine that this is built for.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>
#if defined(TT_ZSTD)
#include <zstd.h>
#endif

#include "tt/bits.hpp"
#include "tt/bucket.hpp"
#include "tt/error.hpp"

namespace tt::snapshot {

static_assert(std::endian::native == std::endian::little);

inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::uint64_t kChunkLines = std::uint64_t{1} << 14;  // 1 MiB

enum class Compression : std::uint32_t { None = 0, Zstd = 1 };

// What a snapshot says of itself.
struct Info {
  std::uint32_t version = kVersion;
  std::string layout;  // name and parameters
  std::string game;
  std::string keys;  // the seed the keys were made from, by name
  std::uint64_t lines = 0;
  std::uint32_t generation = 0;
  Compression compression = Compression::None;
  std::uint64_t file_bytes = 0;

  [[nodiscard]] std::uint64_t table_bytes() const { return lines * kLineBytes; }
  [[nodiscard]] std::uint64_t chunks() const { return divide_up(lines, kChunkLines); }
};

namespace detail {

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t compression;
  std::uint64_t lines;
  std::uint64_t file_bytes;
  std::uint32_t generation;
  std::uint32_t chunk_lines;
  std::array<char, 64> layout, keys;  // filled up with zeros, of which there is at least one
  std::array<char, 32> game;
  std::array<char, 48> reserved;
  std::uint64_t checksum;  // of everything before it
};
static_assert(sizeof(Header) == 256 && std::is_trivially_copyable_v<Header>);

struct ChunkHeader {
  std::uint32_t number;
  std::uint32_t stored_bytes;
  std::uint64_t checksum;
};
static_assert(sizeof(ChunkHeader) == 16);

inline constexpr std::array<char, 8> kMagic = {'t', 'e', 's', 'u', 'j', 'i', 't', 't'};

inline std::uint64_t checksum_of(const Header& header) {
  return XXH3_64bits(&header, offsetof(Header, checksum));
}
inline std::uint64_t checksum_of(const ChunkHeader& chunk, std::span<const std::byte> stored) {
  return XXH3_64bits_withSeed(stored.data(), stored.size(),
                              std::uint64_t{chunk.number} << 32 | chunk.stored_bytes);
}

template <std::size_t N>
void put_text(std::array<char, N>& field, std::string_view text, const char* what) {
  if (text.size() >= N) {
    throw Error(std::string("a snapshot has room for a ") + what + " of " + std::to_string(N - 1) +
                " characters, not '" + std::string(text) + "'");
  }
  field.fill('\0');
  std::copy(text.begin(), text.end(), field.begin());
}
template <std::size_t N>
std::string get_text(const std::array<char, N>& field) {
  return {field.begin(), std::find(field.begin(), field.end(), '\0')};
}

// A descriptor with a name to complain about.
class File {
 public:
  File(std::string path, int flags) : path_(std::move(path)), descriptor_(open(path_.c_str(), flags, 0666)) {
    if (descriptor_ < 0) fail("cannot be opened", errno);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(); }

  [[noreturn]] void fail(const std::string& why) const { throw Error("snapshot '" + path_ + "': " + why); }
  [[noreturn]] void fail(const std::string& why, int error) const { fail(why + ": " + std::strerror(error)); }

  [[nodiscard]] struct stat status() const {
    struct stat result {};
    if (fstat(descriptor_, &result) != 0) fail("cannot be read", errno);
    return result;
  }
  void read(std::uint64_t offset, void* to, std::size_t bytes) const {
    for (std::size_t done = 0; done < bytes;) {
      const ssize_t n =
          pread(descriptor_, static_cast<char*>(to) + done, bytes - done, static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail("cannot be read", errno);
      if (n == 0) fail("became shorter while it was being read");
      done += static_cast<std::size_t>(n);
    }
  }
  void write(std::uint64_t offset, const void* from, std::size_t bytes) const {
    for (std::size_t done = 0; done < bytes;) {
      const ssize_t n = pwrite(descriptor_, static_cast<const char*>(from) + done, bytes - done,
                               static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail("cannot be written", errno);
      done += static_cast<std::size_t>(n);
    }
  }
  void sync() const {
    if (fsync(descriptor_) != 0) fail("cannot be written", errno);
  }
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  std::string path_;
  int descriptor_;
};

}  // namespace detail

// Writes beside the file that is to be, and takes its place only when everything is on the disk: whoever
// opens the path finds the old snapshot or the new one, never a part.
class Writer {
 public:
  Writer(const std::string& path, Info info)
      : path_(path),
        temporary_(path + ".tmp" + std::to_string(getpid())),
        info_(checked(path, std::move(info))),
        file_(temporary_, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() {
    if (!finished_) unlink(temporary_.c_str());
  }

  // The next chunk; all of them must come, in order.
  void chunk(std::span<const std::byte> lines) {
    std::span<const std::byte> stored = lines;
    if (std::all_of(lines.begin(), lines.end(), [](std::byte b) { return b == std::byte{0}; })) {
      stored = {};
    } else if (info_.compression == Compression::Zstd) {
      stored = compress(lines);
    }
    detail::ChunkHeader header{number_++, static_cast<std::uint32_t>(stored.size()), 0};
    header.checksum = detail::checksum_of(header, stored);
    file_.write(at_, &header, sizeof header);
    file_.write(at_ + sizeof header, stored.data(), stored.size());
    at_ += sizeof header + stored.size();
  }

  void finish() {
    const detail::Header header = header_of(info_, at_);
    file_.write(0, &header, sizeof header);
    file_.sync();
    file_.close();
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) file_.fail("cannot take its place", errno);
    finished_ = true;
    sync_directory();
  }

 private:
  static detail::Header header_of(const Info& info, std::uint64_t file_bytes) {
    detail::Header header{};
    header.magic = detail::kMagic;
    header.version = info.version;
    header.compression = static_cast<std::uint32_t>(info.compression);
    header.lines = info.lines;
    header.file_bytes = file_bytes;
    header.generation = info.generation;
    header.chunk_lines = kChunkLines;
    detail::put_text(header.layout, info.layout, "layout");
    detail::put_text(header.keys, info.keys, "key seed");
    detail::put_text(header.game, info.game, "game");
    header.checksum = detail::checksum_of(header);
    return header;
  }

  // What can be known to fail fails before a temporary file is made.
  static Info checked(const std::string& path, Info info) {
    (void)header_of(info, 0);
    struct stat status {};
    if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
      throw Error("snapshot '" + path + "': there is something of that name that is no file");
    }
#if !defined(TT_ZSTD)
    if (info.compression == Compression::Zstd)
      throw Error("snapshots cannot be compressed: this was built without zstd");
#endif
    return info;
  }

  std::span<const std::byte> compress([[maybe_unused]] std::span<const std::byte> lines) {
#if defined(TT_ZSTD)
    constexpr int kLevel = 1;  // packed entries are nearly random: more effort finds nothing more
    packed_.resize(ZSTD_compressBound(lines.size()));
    const std::size_t size =
        ZSTD_compress(packed_.data(), packed_.size(), lines.data(), lines.size(), kLevel);
    if (ZSTD_isError(size)) file_.fail(std::string("cannot be compressed: ") + ZSTD_getErrorName(size));
    return {packed_.data(), size};
#else
    return {};
#endif
  }

  // The new name is in the directory, and that has to reach the disk as well. Some systems refuse to sync a
  // directory; the data is safe by then.
  void sync_directory() const {
    const auto slash = path_.find_last_of('/');
    const std::string directory = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
    const int descriptor = open(directory.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    ::close(descriptor);
  }

  std::string path_, temporary_;
  Info info_;
  detail::File file_;
  std::uint64_t at_ = sizeof(detail::Header);
  std::uint32_t number_ = 0;
  bool finished_ = false;
  std::vector<std::byte> packed_;
};

// Reads and checks. The constructor checks all that the header can tell, the size of the file included.
class Reader {
 public:
  explicit Reader(const std::string& path) : file_(path, O_RDONLY | O_CLOEXEC) {
    const struct stat status = file_.status();
    if (S_ISDIR(status.st_mode)) file_.fail("is a directory");
    if (!S_ISREG(status.st_mode)) file_.fail("is not a regular file");
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size == 0) file_.fail("is empty");
    detail::Header header;
    if (size < sizeof header) {
      file_.fail("is cut off: " + std::to_string(size) + " bytes are not even a header");
    }
    file_.read(0, &header, sizeof header);
    if (header.magic != detail::kMagic) file_.fail("is not a snapshot of a table");
    if (header.checksum != detail::checksum_of(header)) file_.fail("the header is damaged");
    if (header.version > kVersion) {
      file_.fail("was written by a newer program: version " + std::to_string(header.version) +
                 ", and this one reads up to " + std::to_string(kVersion));
    }
    if (header.lines == 0 || header.chunk_lines != kChunkLines || header.compression > 1) {
      file_.fail("the header makes no sense");
    }
    if (size < header.file_bytes) {
      file_.fail("is cut off: " + std::to_string(size) + " bytes of " + std::to_string(header.file_bytes));
    }
    if (size > header.file_bytes) {
      file_.fail("goes on after its end: " + std::to_string(size - header.file_bytes) + " bytes too many");
    }
    info_ = {header.version,
             detail::get_text(header.layout),
             detail::get_text(header.game),
             detail::get_text(header.keys),
             header.lines,
             header.generation,
             static_cast<Compression>(header.compression),
             header.file_bytes};
#if !defined(TT_ZSTD)
    if (info_.compression == Compression::Zstd) {
      file_.fail("is compressed, and this was built without zstd");
    }
#endif
    rewind();
  }

  [[nodiscard]] const Info& info() const {
    return info_;
  }

  [[noreturn]] void fail(const std::string& why) const {
    file_.fail(why);
  }

  // The next chunk's lines, checked; empty after the last. Valid until the next call.
  std::span<std::byte> chunk() {
    if (number_ == info_.chunks()) {
      if (at_ != info_.file_bytes) file_.fail("has bytes that belong to no chunk");
      return {};
    }
    const std::uint64_t left = info_.file_bytes - at_;
    detail::ChunkHeader header{};
    if (left < sizeof header) damaged();
    file_.read(at_, &header, sizeof header);
    if (header.number != number_ || header.stored_bytes > left - sizeof header) damaged();
    const std::uint64_t lines = std::min(kChunkLines, info_.lines - number_ * kChunkLines);
    const std::size_t bytes = static_cast<std::size_t>(lines * kLineBytes);
    if (header.stored_bytes > 2 * kChunkLines * kLineBytes) damaged();  // no honest chunk is that long
    stored_.resize(header.stored_bytes);
    file_.read(at_ + sizeof header, stored_.data(), stored_.size());
    if (header.checksum != detail::checksum_of(header, stored_)) damaged();
    at_ += sizeof header + stored_.size();
    lines_.resize(bytes);
    unpack();
    ++number_;
    return lines_;
  }

  void rewind() {
    at_ = sizeof(detail::Header);
    number_ = 0;
  }

  // Reads everything once, and is then again at the beginning.
  void verify() {
    rewind();
    while (!chunk().empty()) {
    }
    rewind();
  }

 private:
  [[noreturn]] void damaged() const {
    file_.fail("chunk " + std::to_string(number_ + 1) + " of " + std::to_string(info_.chunks()) +
               " is damaged");
  }

  void unpack() {
    if (stored_.empty()) {
      std::fill(lines_.begin(), lines_.end(), std::byte{0});
    } else if (info_.compression == Compression::None) {
      if (stored_.size() != lines_.size()) damaged();
      lines_.swap(stored_);
    } else {
#if defined(TT_ZSTD)
      const std::size_t size = ZSTD_decompress(lines_.data(), lines_.size(), stored_.data(), stored_.size());
      if (size != lines_.size()) damaged();
#endif
    }
  }

  detail::File file_;
  Info info_;
  std::uint64_t at_ = 0;
  std::uint64_t number_ = 0;
  std::vector<std::byte> stored_, lines_;
};

}  // namespace tt::snapshot

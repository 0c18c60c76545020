// The file format of everything that is saved: a header that says what it is, and a checked body.
//
//   header   256 bytes: see detail::SealedHeader. Magic, format version and checksum stay where they are in
//            every format to come, so that a damaged header can be distinguished from a newer one.
//   chunks   the body in order, kChunkBytes at a time (fewer in the last):
//            number u32 | stored bytes u32 | checksum of these two and of the stored bytes u64 | stored bytes
//            A chunk of nothing but zeros is stored as no bytes at all.
//
// All numbers are little-endian, as is every machine that this is built for.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(TT_ZSTD)
#include <zstd.h>
#endif

#include "tt/atomic_file.hpp"
#include "tt/bits.hpp"
#include "tt/checksum.hpp"
#include "tt/error.hpp"

namespace tt {

static_assert(std::endian::native == std::endian::little);

enum class Compression : std::uint32_t { None = 0, Zstd = 1 };

// What a sealed file says of itself.
struct SealedInfo {
  std::string kind;           // "table", "connect4 book", …: at most 31 characters
  std::uint32_t version = 1;  // of what is in the body
  std::string description;    // for the reader of the body to check: at most 175 characters
  std::uint64_t body_bytes = 0;
  Compression compression = Compression::None;
  std::uint64_t file_bytes = 0;
};

namespace detail {

inline constexpr std::uint32_t kSealedFormat = 1;
inline constexpr std::uint32_t kChunkBytes = std::uint32_t{1} << 20;
inline constexpr std::array<char, 8> kSealedMagic = {'s', 'e', 'a', 'l', 'e', 'd', '\r', '\n'};

struct SealedHeader {
  std::array<char, 8> magic;
  std::uint32_t format;
  std::uint32_t compression;
  std::uint64_t body_bytes;
  std::uint64_t file_bytes;
  std::uint32_t version;
  std::uint32_t chunk_bytes;
  std::array<char, 32> kind;          // padded with zeros, of which there is at least one
  std::array<char, 176> description;  // the same
  std::uint64_t checksum;             // of everything before it
};
static_assert(sizeof(SealedHeader) == 256 && std::is_trivially_copyable_v<SealedHeader>);

struct ChunkHeader {
  std::uint32_t number;
  std::uint32_t stored_bytes;
  std::uint64_t checksum;
};
static_assert(sizeof(ChunkHeader) == 16);

inline std::uint64_t checksum_of(const SealedHeader& header) {
  return checksum(std::as_bytes(std::span(&header, 1)).first(offsetof(SealedHeader, checksum)));
}
inline std::uint64_t checksum_of(const ChunkHeader& chunk, std::span<const std::byte> stored) {
  return checksum(stored, std::uint64_t{chunk.number} << 32 | chunk.stored_bytes);
}

template <std::size_t N>
void put_text(std::array<char, N>& field, std::string_view text, const char* what) {
  if (text.size() >= N || text.find('\0') != std::string_view::npos) {
    throw Error("the " + std::string(what) + " of a file has at most " + std::to_string(N - 1) +
                " characters, not '" + std::string(text) + "'");
  }
  field.fill('\0');
  std::copy(text.begin(), text.end(), field.begin());
}
template <std::size_t N>
std::string get_text(const std::array<char, N>& field) {
  return {field.begin(), std::find(field.begin(), field.end(), '\0')};
}

}  // namespace detail

// Writes a body piece by piece; the file replaces an older one when finish() is called, and not before.
class SealedWriter {
 public:
  // Throws Error; so does everything here.
  SealedWriter(const std::string& path, SealedInfo info) : info_(checked(std::move(info))), file_(path) {}

  // The next bytes of the body.
  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      if (pending_.empty() && bytes.size() >= detail::kChunkBytes) {
        chunk(bytes.first(detail::kChunkBytes));
        bytes = bytes.subspan(detail::kChunkBytes);
        continue;
      }
      const std::size_t n = std::min<std::size_t>(bytes.size(), detail::kChunkBytes - pending_.size());
      pending_.insert(pending_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));
      bytes = bytes.subspan(n);
      if (pending_.size() == detail::kChunkBytes) flush();
    }
  }

  void finish() {
    flush();
    const detail::SealedHeader header = header_of(info_, at_);
    file_.write(0, &header, sizeof header);
    file_.commit();
  }

 private:
  static detail::SealedHeader header_of(const SealedInfo& info, std::uint64_t file_bytes) {
    detail::SealedHeader header{};
    header.magic = detail::kSealedMagic;
    header.format = detail::kSealedFormat;
    header.compression = static_cast<std::uint32_t>(info.compression);
    header.body_bytes = info.body_bytes;
    header.file_bytes = file_bytes;
    header.version = info.version;
    header.chunk_bytes = detail::kChunkBytes;
    detail::put_text(header.kind, info.kind, "kind");
    detail::put_text(header.description, info.description, "description");
    header.checksum = detail::checksum_of(header);
    return header;
  }

  // What can be known to fail fails before a temporary file is made.
  static SealedInfo checked(SealedInfo info) {
    info.body_bytes = 0;
    (void)header_of(info, 0);
#if !defined(TT_ZSTD)
    if (info.compression == Compression::Zstd)
      throw Error("files cannot be compressed: this was built without zstd");
#endif
    return info;
  }

  void flush() {
    if (!pending_.empty()) chunk(pending_);
    pending_.clear();
  }

  void chunk(std::span<const std::byte> bytes) {
    std::span<const std::byte> stored = bytes;
    if (std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; })) {
      stored = {};
    } else if (info_.compression == Compression::Zstd) {
      stored = compress(bytes);
    }
    detail::ChunkHeader header{number_++, static_cast<std::uint32_t>(stored.size()), 0};
    header.checksum = detail::checksum_of(header, stored);
    file_.write(at_, &header, sizeof header);
    file_.write(at_ + sizeof header, stored.data(), stored.size());
    at_ += sizeof header + stored.size();
    info_.body_bytes += bytes.size();
  }

  std::span<const std::byte> compress([[maybe_unused]] std::span<const std::byte> bytes) {
#if defined(TT_ZSTD)
    constexpr int kLevel = 1;  // packed entries are nearly random: more effort finds nothing more
    packed_.resize(ZSTD_compressBound(bytes.size()));
    const std::size_t size =
        ZSTD_compress(packed_.data(), packed_.size(), bytes.data(), bytes.size(), kLevel);
    if (ZSTD_isError(size)) file_.fail(std::string("cannot be compressed: ") + ZSTD_getErrorName(size));
    return {packed_.data(), size};
#else
    return {};
#endif
  }

  SealedInfo info_;
  AtomicFile file_;
  std::uint64_t at_ = sizeof(detail::SealedHeader);
  std::uint32_t number_ = 0;
  std::vector<std::byte> pending_, packed_;
};

// Reads and checks. The constructor checks all that the header can tell, the size of the file included.
class SealedReader {
 public:
  // Throws Error if the file is not a sealed file of this kind, or has a newer version than `max_version`.
  SealedReader(const std::string& path, const std::string& kind, std::uint32_t max_version) : file_(path) {
    const std::uint64_t size = file_.regular_size();
    if (size == 0) file_.fail("is empty");
    detail::SealedHeader header;
    if (size < sizeof header) {
      file_.fail("is cut off: " + std::to_string(size) + " bytes are not even a header");
    }
    file_.read(0, &header, sizeof header);
    if (header.magic != detail::kSealedMagic) file_.fail("is not a " + kind + " of this program");
    if (header.checksum != detail::checksum_of(header))
      file_.fail("is damaged: the checksum of its header is wrong");
    newer("format", header.format, detail::kSealedFormat);
    info_ = {detail::get_text(header.kind),
             header.version,
             detail::get_text(header.description),
             header.body_bytes,
             static_cast<Compression>(header.compression),
             header.file_bytes};
    if (info_.kind != kind) file_.fail("is a " + info_.kind + ", not a " + kind);
    newer("version", header.version, max_version);
    if (header.chunk_bytes != detail::kChunkBytes || header.compression > 1) {
      file_.fail("is invalid: unknown compression or chunk size");
    }
    if (size < header.file_bytes) {
      file_.fail("is cut off: " + std::to_string(size) + " bytes of " + std::to_string(header.file_bytes));
    }
    if (size > header.file_bytes) {
      file_.fail("is damaged: " + std::to_string(size - header.file_bytes) + " bytes too many");
    }
#if !defined(TT_ZSTD)
    if (info_.compression == Compression::Zstd) {
      file_.fail("is compressed, and this was built without zstd");
    }
#endif
    rewind();
  }

  [[nodiscard]] const SealedInfo& info() const {
    return info_;
  }
  [[nodiscard]] std::uint64_t chunks() const {
    return divide_up(info_.body_bytes, detail::kChunkBytes);
  }
  [[noreturn]] void fail(const std::string& why) const {
    file_.fail(why);
  }

  // The next part of the body, checked; empty after the last. Valid until the next call.
  std::span<std::byte> chunk() {
    if (number_ == chunks()) {
      if (at_ != info_.file_bytes) file_.fail("is damaged: it has bytes that belong to no chunk");
      return {};
    }
    const std::uint64_t left = info_.file_bytes - at_;
    detail::ChunkHeader header{};
    if (left < sizeof header) damaged();
    file_.read(at_, &header, sizeof header);
    if (header.number != number_ || header.stored_bytes > left - sizeof header) damaged();
    if (header.stored_bytes > 2 * detail::kChunkBytes) damaged();  // compressed data is never that long
    stored_.resize(header.stored_bytes);
    file_.read(at_ + sizeof header, stored_.data(), stored_.size());
    if (header.checksum != detail::checksum_of(header, stored_)) damaged();
    at_ += sizeof header + stored_.size();
    bytes_.resize(static_cast<std::size_t>(
        std::min<std::uint64_t>(detail::kChunkBytes, info_.body_bytes - number_ * detail::kChunkBytes)));
    unpack();
    ++number_;
    return bytes_;
  }

  void rewind() {
    at_ = sizeof(detail::SealedHeader);
    number_ = 0;
  }

  // Reads and checks everything once, and is then again at the beginning.
  void verify() {
    rewind();
    while (!chunk().empty()) {
    }
    rewind();
  }

 private:
  void newer(const char* what, std::uint32_t found, std::uint32_t known) const {
    if (found <= known) return;
    file_.fail("was written by a newer program: " + std::string(what) + ' ' + std::to_string(found) +
               ", and this one reads up to " + std::to_string(known));
  }

  [[noreturn]] void damaged() const {
    file_.fail("is damaged: the checksum of chunk " + std::to_string(number_ + 1) + " of " +
               std::to_string(chunks()) + " is wrong");
  }

  void unpack() {
    if (stored_.empty()) {
      std::fill(bytes_.begin(), bytes_.end(), std::byte{0});
    } else if (info_.compression == Compression::None) {
      if (stored_.size() != bytes_.size()) damaged();
      bytes_.swap(stored_);
    } else {
#if defined(TT_ZSTD)
      const std::size_t size = ZSTD_decompress(bytes_.data(), bytes_.size(), stored_.data(), stored_.size());
      if (size != bytes_.size()) damaged();
#endif
    }
  }

  File file_;
  SealedInfo info_;
  std::uint64_t at_ = 0;
  std::uint64_t number_ = 0;
  std::vector<std::byte> stored_, bytes_;
};

}  // namespace tt

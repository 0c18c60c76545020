#include "lab/data_file.hpp"
#include "base/error.hpp"
#include "tt/checksum.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace tesuji::lab {
namespace {

constexpr char kMagic[8] = {'t', 's', 'j', '-', 'd', 'a', 't', 'a'};
constexpr std::uint32_t kVersion = 1;

struct BlockHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t count;
  char game[16];  // filled up with zeros
  std::uint64_t stream;
  std::uint64_t soft_nodes;
  std::uint64_t reserved;
  std::uint64_t checksum;  // of all before it, then of the records
};
static_assert(sizeof(BlockHeader) == 64);

std::uint64_t checksum_of(const BlockHeader& header, std::span<const Record> records) {
  const auto head = std::as_bytes(std::span(&header, 1)).first(offsetof(BlockHeader, checksum));
  return tt::checksum(std::as_bytes(records), tt::checksum(head));
}

[[noreturn]] void fail_io(const std::string& what, const std::string& path) {
  throw Error(fmt::format("{} '{}': {}", what, path, std::strerror(errno)));
}

void read_all(int file, void* data, std::size_t bytes, std::uint64_t offset, const std::string& path) {
  auto* at = static_cast<char*>(data);
  while (bytes > 0) {
    const ssize_t got = ::pread(file, at, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_io("cannot read", path);
    if (got == 0) throw Error(fmt::format("'{}' became shorter while it was read", path));
    at += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
}

void write_all(int file, const void* data, std::size_t bytes, const std::string& path) {
  const auto* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t put = ::write(file, at, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail_io("cannot write", path);
    at += put;
    bytes -= static_cast<std::size_t>(put);
  }
}

}  // namespace

DataReader::DataReader(std::string path, std::string game) : path_(std::move(path)), game_(std::move(game)) {
  file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file_ < 0) fail_io("cannot open", path_);
  struct stat status {};
  if (::fstat(file_, &status) != 0) {
    ::close(file_);
    fail_io("cannot read", path_);
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(file_);
    throw Error(fmt::format("cannot read '{}': it is not a regular file", path_));
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

DataReader::~DataReader() {
  ::close(file_);
}

void DataReader::fail(const std::string& what) const {
  throw Error(fmt::format("'{}': {} at byte {}", path_, what, offset_));
}

bool DataReader::next(Block& block) {
  BlockHeader header{};
  const std::uint64_t rest = size_ - offset_;
  if (rest < sizeof header) {
    // What a killed writer left begins like a header; anything else is somebody else's, and is not cut off.
    const std::size_t begun = std::min<std::size_t>(rest, sizeof kMagic);
    read_all(file_, &header, begun, offset_, path_);
    if (std::memcmp(header.magic, kMagic, begun) != 0) fail("no block of training positions");
    return false;
  }
  read_all(file_, &header, sizeof header, offset_, path_);
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0) fail("no block of training positions");
  if (header.version != kVersion) {
    fail(fmt::format("version {} (this program reads version {})", header.version, kVersion));
  }
  const std::string game(header.game, ::strnlen(header.game, sizeof header.game));
  if (game != game_) fail(fmt::format("positions of '{}', not of '{}',", game, game_));
  if (header.count > kBlockRecords) fail("damaged block header");
  const std::uint64_t bytes = std::uint64_t{header.count} * kRecordBytes;
  const std::uint64_t left = size_ - offset_ - sizeof header;
  if (left < bytes) return false;
  block.records.resize(header.count);
  read_all(file_, block.records.data(), bytes, offset_ + sizeof header, path_);
  if (header.checksum != checksum_of(header, block.records)) {
    if (left == bytes) return false;  // the last block, and its pages were not all written
    fail("damaged block");
  }
  block.stream = header.stream;
  block.soft_nodes = header.soft_nodes;
  offset_ += sizeof header + bytes;
  return true;
}

DataWriter::DataWriter(const std::string& path, std::string game,
                       const std::function<void(const Block&)>& on_block)
    : path_(path), game_(std::move(game)) {
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0) fail_io("cannot open", path);
  try {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      throw Error(fmt::format("'{}' is being written by another process", path));
    }
    DataReader reader(path, game_);
    Block block;
    while (reader.next(block)) on_block(block);
    struct stat status {};
    if (::fstat(file_, &status) != 0) fail_io("cannot read", path);
    cut_off_ = static_cast<std::uint64_t>(status.st_size) - reader.offset();
    if (cut_off_ > 0 && ::ftruncate(file_, static_cast<off_t>(reader.offset())) != 0) {
      fail_io("cannot shorten", path);
    }
  } catch (...) {
    ::close(file_);
    throw;
  }
}

DataWriter::~DataWriter() {
  ::close(file_);
}

void DataWriter::append(const Block& block) {
  BlockHeader header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.version = kVersion;
  header.count = static_cast<std::uint32_t>(block.records.size());
  game_.copy(header.game, sizeof header.game);
  header.stream = block.stream;
  header.soft_nodes = block.soft_nodes;
  header.checksum = checksum_of(header, block.records);
  std::vector<char> bytes(sizeof header + block.records.size() * kRecordBytes);
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + sizeof header, block.records.data(), block.records.size() * kRecordBytes);
  write_all(file_, bytes.data(), bytes.size(), path_);
}

}  // namespace tesuji::lab

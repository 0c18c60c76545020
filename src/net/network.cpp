#include "net/network.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "net/kernels.hpp"
#include "tt/checksum.hpp"

namespace tesuji::net {
namespace {

constexpr char kMagic[8] = {'t', 's', 'j', '-', 'n', 'e', 't', '\0'};
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kMaxWidth = 2048, kMaxBuckets = 64;

// A file is this header and then the four arrays of Weights, all little-endian.
struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t inputs, width, buckets, scale;
  std::uint32_t reserved;
  char game[16];  // filled up with zeros
  std::uint64_t reserved2;
  std::uint64_t checksum;  // of all before it, then of the arrays
};
static_assert(sizeof(Header) == 64);

std::uint64_t checksum_of(const Header& header, std::string_view arrays) {
  const auto head = std::as_bytes(std::span(&header, 1)).first(offsetof(Header, checksum));
  return tt::checksum(std::as_bytes(std::span(arrays)), tt::checksum(head));
}

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
void take(std::vector<T>& values, std::size_t count, std::string_view& bytes) {
  values.resize(count);
  std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
}

}  // namespace

Network::Network(Shape shape, Weights weights) : shape_(std::move(shape)), weights_(std::move(weights)) {
  const std::size_t width = shape_.width;
  if (width == 0 || width % kWidthUnit != 0 || width > kMaxWidth) {
    throw Error(
        fmt::format("a network's width is a multiple of {} up to {}, not {}", kWidthUnit, kMaxWidth, width));
  }
  if (shape_.buckets == 0 || shape_.buckets > kMaxBuckets || shape_.scale == 0 || shape_.scale > 10000) {
    throw Error("a network's buckets or scale are out of range");
  }
  if (weights_.first.size() != shape_.inputs * width || weights_.first_bias.size() != width ||
      weights_.last.size() != shape_.buckets * 2 * width || weights_.last_bias.size() != shape_.buckets) {
    throw Error("a network's weights do not have its shape");
  }
  for (std::size_t bucket = 0; bucket < shape_.buckets; ++bucket) {
    std::int64_t most = 0;
    for (std::size_t i = 0; i < 2 * width; ++i) {
      const int weight = std::abs(static_cast<int>(weights_.last[bucket * 2 * width + i]));
      if (weight > kMaxOutputWeight) throw Error("a network's output weight is out of range");
      most += weight;
    }
    if (most * kQa * kQa > INT32_MAX ||
        std::abs(static_cast<std::int64_t>(weights_.last_bias[bucket])) > 1 << 20) {
      throw Error("a network's output weights could overflow");
    }
  }
}

int Network::evaluate(const std::int16_t* mover, const std::int16_t* other, std::size_t bucket) const {
  const std::int16_t* const weights = weights_.last.data() + bucket * 2 * shape_.width;
  const std::int64_t sum = best_kernels().output(mover, other, weights, shape_.width);
  return static_cast<int>((sum / kQa + weights_.last_bias[bucket]) * shape_.scale / (kQa * kQb));
}

std::string Network::to_bytes() const {
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.version = kVersion;
  header.inputs = shape_.inputs;
  header.width = shape_.width;
  header.buckets = shape_.buckets;
  header.scale = shape_.scale;
  shape_.game.copy(header.game, sizeof header.game);
  std::string arrays;
  arrays += bytes_of(weights_.first);
  arrays += bytes_of(weights_.first_bias);
  arrays += bytes_of(weights_.last);
  arrays += bytes_of(weights_.last_bias);
  header.checksum = checksum_of(header, arrays);
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) + arrays;
}

std::shared_ptr<const Network> Network::from_bytes(std::string_view bytes, const std::string& source,
                                                   const std::string& game, std::uint32_t inputs) {
  const auto fail = [&](const std::string& what) -> Error {
    return Error(fmt::format("'{}' {}", source, what));
  };
  Header header{};
  if (bytes.size() < sizeof header || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0) {
    throw fail("is not a network file");
  }
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes.remove_prefix(sizeof header);
  if (header.version != kVersion) {
    throw fail(fmt::format("is a network file of version {}; this program reads version {}", header.version,
                           kVersion));
  }
  Shape shape;
  shape.game.assign(header.game, ::strnlen(header.game, sizeof header.game));
  if (shape.game != game) throw fail(fmt::format("is a network for {}, not for {}", shape.game, game));
  shape.inputs = header.inputs;
  shape.width = header.width;
  shape.buckets = header.buckets;
  shape.scale = header.scale;
  if (shape.inputs != inputs) {
    throw fail(
        fmt::format("has {} inputs; this program's networks for {} have {}", shape.inputs, game, inputs));
  }
  if (shape.width > kMaxWidth || shape.buckets > kMaxBuckets) throw fail("has a damaged header");
  const std::size_t width = shape.width;
  const std::size_t expected =
      2 * (shape.inputs * width + width + shape.buckets * 2 * width) + 4 * shape.buckets;
  if (bytes.size() < expected) throw fail("is truncated");
  if (bytes.size() > expected) throw fail("is longer than its header says");
  if (header.checksum != checksum_of(header, bytes)) throw fail("is damaged (wrong checksum)");
  Weights weights;
  take(weights.first, shape.inputs * width, bytes);
  take(weights.first_bias, width, bytes);
  take(weights.last, shape.buckets * 2 * width, bytes);
  take(weights.last_bias, shape.buckets, bytes);
  return std::make_shared<const Network>(std::move(shape), std::move(weights));
}

std::shared_ptr<const Network> Network::load(const std::string& path, const std::string& game,
                                             std::uint32_t inputs) {
  return from_bytes(read_file(path), path, game, inputs);
}

void Network::save(const std::string& path) const {
  write_file(path, to_bytes());
}

}  // namespace tesuji::net

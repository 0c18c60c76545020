#include "net/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "base/number.hpp"
#include "base/sealed.hpp"
#include "net/kernels.hpp"

namespace tesuji::net {
namespace {

constexpr const char* kKind = "network";
constexpr std::uint32_t kVersion = 2;  // version 1 was not sealed
constexpr std::string_view kCorrection = "correction";
constexpr std::uint32_t kMaxWidth = 2048, kMaxBuckets = 64;

// The numbers of a description after the name of the game.
Shape shape_from(std::string_view description) {
  Shape shape;
  const auto word = [&] {
    const std::size_t end = std::min(description.find(' '), description.size());
    const std::string_view found = description.substr(0, end);
    description.remove_prefix(std::min(end + 1, description.size()));
    return found;
  };
  shape.game = word();
  for (std::uint32_t* number : {&shape.inputs, &shape.width, &shape.buckets, &shape.scale})
    *number = parse_number<std::uint32_t>(word(), "number of a network's shape");
  shape.correction = description == kCorrection;
  if (!description.empty() && !shape.correction)
    throw Error("a network's description has more than its shape");
  return shape;
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

// The copy of an equal network that is in use, or this one.
std::shared_ptr<const Network> shared(std::shared_ptr<const Network> network) {
  static std::mutex mutex;
  static std::vector<std::weak_ptr<const Network>> in_use;
  const std::lock_guard lock(mutex);
  std::erase_if(in_use, [](const auto& other) { return other.expired(); });
  for (const auto& other : in_use) {
    auto found = other.lock();
    if (found && found->same_as(*network)) return found;
  }
  in_use.push_back(network);
  return network;
}

}  // namespace

bool Network::same_as(const Network& other) const {
  return description() == other.description() && weights_.first == other.weights_.first &&
         weights_.first_bias == other.weights_.first_bias && weights_.last == other.weights_.last &&
         weights_.last_bias == other.weights_.last_bias;
}

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
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < 2 * width; ++i) {
      const int weight = std::abs(static_cast<int>(weights_.last[bucket * 2 * width + i]));
      if (weight > kMaxOutputWeight) throw Error("a network's output weight is out of range");
      sum += weight;
    }
    if (sum * kQa * kQa > INT32_MAX ||
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

std::string Network::description() const {
  return fmt::format("{} {} {} {} {}{}{}", shape_.game, shape_.inputs, shape_.width, shape_.buckets,
                     shape_.scale, shape_.correction ? " " : "", shape_.correction ? kCorrection : "");
}

std::string Network::body() const {
  std::string arrays;
  arrays += bytes_of(weights_.first);
  arrays += bytes_of(weights_.first_bias);
  arrays += bytes_of(weights_.last);
  arrays += bytes_of(weights_.last_bias);
  return arrays;
}

std::shared_ptr<const Network> Network::from_body(std::string_view description, std::string_view body,
                                                  const std::string& source, const std::string& game,
                                                  std::uint32_t inputs) {
  const auto fail = [&](const std::string& what) -> Error {
    return Error(fmt::format("'{}' {}", source, what));
  };
  Shape shape = shape_from(description);
  if (shape.game != game) throw fail(fmt::format("is a network for {}, not for {}", shape.game, game));
  if (shape.inputs != inputs) {
    throw fail(
        fmt::format("has {} inputs; this program's networks for {} have {}", shape.inputs, game, inputs));
  }
  if (shape.width > kMaxWidth || shape.buckets > kMaxBuckets) throw fail("has a shape that is too large");
  const std::size_t width = shape.width;
  const std::size_t expected =
      2 * (shape.inputs * width + width + shape.buckets * 2 * width) + 4 * shape.buckets;
  if (body.size() != expected) {
    throw fail(fmt::format("has {} bytes of weights; a network of its shape has {}", body.size(), expected));
  }
  Weights weights;
  take(weights.first, shape.inputs * width, body);
  take(weights.first_bias, width, body);
  take(weights.last, shape.buckets * 2 * width, body);
  take(weights.last_bias, shape.buckets, body);
  return std::make_shared<const Network>(std::move(shape), std::move(weights));
}

std::shared_ptr<const Network> Network::load(const std::string& path, const std::string& game,
                                             std::uint32_t inputs) {
  constexpr std::uint64_t kMaxBytes = std::uint64_t{256} << 20;
  const Sealed sealed = read_sealed(path, kKind, kVersion, kMaxBytes);
  if (sealed.version != kVersion) {
    throw Error(fmt::format("'{}' is a network of version {}; this program reads version {}", path,
                            sealed.version, kVersion));
  }
  const std::string_view body(reinterpret_cast<const char*>(sealed.body.data()), sealed.body.size());
  return shared(from_body(sealed.description, body, path, game, inputs));
}

std::shared_ptr<const Network> Network::embedded(std::string_view file, const std::string& game,
                                                 std::uint32_t inputs) {
  const Sealed sealed = read_embedded(file);
  const std::string_view body(reinterpret_cast<const char*>(sealed.body.data()), sealed.body.size());
  return from_body(sealed.description, body, "the network of the program", game, inputs);
}

void Network::save(const std::string& path) const {
  const std::string bytes = body();
  write_sealed(path, kKind, kVersion, description(), std::as_bytes(std::span(bytes)));
}

}  // namespace tesuji::net

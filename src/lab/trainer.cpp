#include "lab/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/sealed.hpp"
#include "tt/zobrist.hpp"

// One source, compiled for three instruction sets; the program picks one when it starts.
#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define TESUJI_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define TESUJI_CLONES
#endif

namespace tesuji::lab {
namespace {

constexpr float kMaxWeight = 1.98F;  // what fits into the integers of src/net
constexpr std::size_t kLanes = 16;
constexpr std::size_t kMaxWidth = 1024;

struct Layout {
  const float* weights;
  float* gradient;  // null: do not learn
  std::size_t width, first_bias, last, last_bias;
};

// Forward and backward for some samples; returns the sum of squared errors. The gradient is added to.
TESUJI_CLONES double pass(const Layout& layout, const Sample* samples, std::size_t count,
                          float* expected_out) {
  const std::size_t width = layout.width;
  alignas(64) float sums[2 * kMaxWidth];
  alignas(64) float slopes[2 * kMaxWidth];
  double error = 0;
  for (const Sample* sample = samples; sample != samples + count; ++sample) {
    for (std::size_t view = 0; view < 2; ++view) {
      float* const sum = sums + view * width;
      const float* const bias = layout.weights + layout.first_bias;
      for (std::size_t i = 0; i < width; ++i) sum[i] = bias[i];
      for (std::size_t k = 0; k < sample->count; ++k) {
        const float* const row = layout.weights + sample->inputs[view][k] * width;
        for (std::size_t i = 0; i < width; ++i) sum[i] += row[i];
      }
    }
    const std::size_t last = layout.last + sample->bucket * 2 * width;
    const float* const output = layout.weights + last;
    float lanes[kLanes] = {};
    for (std::size_t i = 0; i < 2 * width; i += kLanes) {
      for (std::size_t j = 0; j < kLanes; ++j) {
        const float clamped = std::min(std::max(sums[i + j], 0.0F), 1.0F);
        lanes[j] += clamped * clamped * output[i + j];
      }
    }
    float sum = sample->base + layout.weights[layout.last_bias + sample->bucket];
    for (const float lane : lanes) sum += lane;
    const float expected = 1.0F / (1.0F + std::exp(-sum));
    const float miss = expected - sample->target;
    error += static_cast<double>(miss) * miss;
    if (expected_out != nullptr) *expected_out++ = expected;
    if (layout.gradient == nullptr) continue;

    const float slope = 2 * miss * expected * (1 - expected);
    float* const output_gradient = layout.gradient + last;
    for (std::size_t i = 0; i < 2 * width; ++i) {
      const float x = sums[i];
      const float clamped = std::min(std::max(x, 0.0F), 1.0F);
      output_gradient[i] += slope * clamped * clamped;
      slopes[i] = x > 0 && x < 1 ? 2 * slope * clamped * output[i] : 0;
    }
    layout.gradient[layout.last_bias + sample->bucket] += slope;
    for (std::size_t view = 0; view < 2; ++view) {
      const float* const from = slopes + view * width;
      float* const bias = layout.gradient + layout.first_bias;
      for (std::size_t i = 0; i < width; ++i) bias[i] += from[i];
      for (std::size_t k = 0; k < sample->count; ++k) {
        float* const row = layout.gradient + sample->inputs[view][k] * width;
        for (std::size_t i = 0; i < width; ++i) row[i] += from[i];
      }
    }
  }
  return error;
}

struct AdamStep {
  float rate, decay, beta1, beta2, scale, correction1, correction2;
};

TESUJI_CLONES void adam(const AdamStep& step, float* weights, float* mean, float* square,
                        const float* gradient, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const float slope = gradient[i] * step.scale;
    mean[i] = step.beta1 * mean[i] + (1 - step.beta1) * slope;
    square[i] = step.beta2 * square[i] + (1 - step.beta2) * slope * slope;
    const float move = mean[i] * step.correction1 / (std::sqrt(square[i] * step.correction2) + 1e-8F);
    const float next = weights[i] * (1 - step.rate * step.decay) - step.rate * move;
    weights[i] = std::min(std::max(next, -kMaxWeight), kMaxWeight);
  }
}

TESUJI_CLONES void add_and_clear(float* to, float* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    to[i] += from[i];
    from[i] = 0;
  }
}

constexpr const char* kCheckpointKind = "training checkpoint";
constexpr std::uint32_t kCheckpointVersion = 2;

}  // namespace

Trainer::Trainer(net::Shape shape, int threads, std::uint64_t seed)
    : shape_(std::move(shape)), width_(shape_.width), threads_(std::max(threads, 1)) {
  if (width_ == 0 || width_ % 32 != 0 || width_ > kMaxWidth) {
    throw Error(fmt::format("the width must be a multiple of 32 up to {}", kMaxWidth));
  }
  weights_.resize(size());
  mean_.resize(size());
  square_.resize(size());
  gradients_.assign(static_cast<std::size_t>(threads_), std::vector<float>(size()));
  tt::SplitMix64 random(seed);
  const auto uniform = [&](float most) {
    return most * (static_cast<float>(random() >> 40) / static_cast<float>(1 << 23) - 1);
  };
  const float first_output = shape_.correction ? 0.1F : 1;  // a correction begins near zero
  for (std::size_t i = 0; i < first_bias(); ++i) weights_[i] = uniform(0.1F);
  for (std::size_t i = first_bias(); i < last(); ++i) weights_[i] = 0.1F;
  for (std::size_t i = last(); i < last_bias(); ++i) {
    weights_[i] = uniform(first_output / std::sqrt(static_cast<float>(width_)));
  }
}

template <class Work>
void Trainer::in_threads(Work work) {
  std::vector<std::thread> helpers;
  for (int i = 1; i < threads_; ++i) helpers.emplace_back(work, static_cast<std::size_t>(i));
  work(std::size_t{0});
  for (std::thread& helper : helpers) helper.join();
}

double Trainer::run(const std::vector<Sample>& batch, bool learn, std::vector<float>* expected) {
  const auto threads = static_cast<std::size_t>(threads_);
  std::vector<double> errors(threads);
  if (expected != nullptr) expected->resize(batch.size());
  in_threads([&](std::size_t thread) {
    const std::size_t from = batch.size() * thread / threads, to = batch.size() * (thread + 1) / threads;
    const Layout layout{weights_.data(), learn ? gradients_[thread].data() : nullptr,
                        width_,          first_bias(),
                        last(),          last_bias()};
    float* const out = expected != nullptr ? expected->data() + from : nullptr;
    errors[thread] = pass(layout, batch.data() + from, to - from, out);
  });
  double sum = 0;
  for (const double error : errors) sum += error;
  return batch.empty() ? 0 : sum / static_cast<double>(batch.size());
}

double Trainer::error(const std::vector<Sample>& batch, std::vector<float>* expected) {
  return run(batch, false, expected);
}

double Trainer::step(const std::vector<Sample>& batch, const Adam& settings) {
  if (batch.empty()) return 0;
  const double error = run(batch, true, nullptr);
  ++steps_;
  const auto steps = static_cast<double>(steps_);
  const AdamStep now{settings.rate,
                     settings.decay,
                     settings.beta1,
                     settings.beta2,
                     1 / static_cast<float>(batch.size()),
                     static_cast<float>(1 / (1 - std::pow(static_cast<double>(settings.beta1), steps))),
                     static_cast<float>(1 / (1 - std::pow(static_cast<double>(settings.beta2), steps)))};
  in_threads([&](std::size_t thread) {
    const auto threads = static_cast<std::size_t>(threads_);
    const std::size_t from = size() * thread / threads, count = size() * (thread + 1) / threads - from;
    float* const sum = gradients_[0].data() + from;
    for (std::size_t i = 1; i < threads; ++i) add_and_clear(sum, gradients_[i].data() + from, count);
    adam(now, weights_.data() + from, mean_.data() + from, square_.data() + from, sum, count);
    std::fill_n(sum, count, 0.0F);
  });
  return error;
}

net::Network Trainer::quantised() const {
  const auto round = [](float value, float unit) {
    return static_cast<std::int32_t>(std::lround(value * unit));
  };
  const auto part = [&](std::size_t from, std::size_t to, float unit) {
    std::vector<std::int16_t> out;
    for (std::size_t i = from; i < to; ++i)
      out.push_back(static_cast<std::int16_t>(round(weights_[i], unit)));
    return out;
  };
  net::Weights out;
  out.first = part(0, first_bias(), net::kQa);
  out.first_bias = part(first_bias(), last(), net::kQa);
  out.last = part(last(), last_bias(), net::kQb);
  for (std::size_t i = last_bias(); i < size(); ++i) {
    out.last_bias.push_back(round(weights_[i], net::kQa * net::kQb));
  }
  return {shape_, std::move(out)};
}

void Trainer::start_from(const net::Network& network) {
  if (network.description() != quantised().description()) {
    throw Error(fmt::format("the network to start from is '{}', not '{}'", network.description(),
                            quantised().description()));
  }
  const std::string body = network.body();
  const char* from = body.data();
  const auto take = [&](std::size_t begin, std::size_t end, auto integer, float unit) {
    for (std::size_t i = begin; i < end; ++i, from += sizeof integer) {
      std::memcpy(&integer, from, sizeof integer);
      weights_[i] = static_cast<float>(integer) / unit;
    }
  };
  take(0, last(), std::int16_t{}, net::kQa);
  take(last(), last_bias(), std::int16_t{}, net::kQb);
  take(last_bias(), size(), std::int32_t{}, net::kQa * net::kQb);
}

void Trainer::save(const std::string& path, const Progress& progress) const {
  std::vector<std::byte> body;
  const auto append = [&](auto values) {
    const auto bytes = std::as_bytes(values);
    body.insert(body.end(), bytes.begin(), bytes.end());
  };
  append(std::span(&steps_, 1));
  append(std::span(&progress, 1));
  for (const auto* part : {&weights_, &mean_, &square_}) append(std::span(*part));
  write_sealed(path, kCheckpointKind, kCheckpointVersion, description(), body);
}

Trainer::Progress Trainer::load(const std::string& path) {
  const Sealed sealed = read_sealed(path, kCheckpointKind, kCheckpointVersion);
  const std::size_t bytes = size() * sizeof(float);
  Progress progress;
  if (sealed.version != kCheckpointVersion) {
    throw Error(fmt::format("'{}' is a checkpoint of another version; delete it to begin anew", path));
  }
  if (sealed.description != description() ||
      sealed.body.size() != sizeof steps_ + sizeof progress + 3 * bytes) {
    throw Error(
        fmt::format("'{}' is a checkpoint of '{}', not of '{}'", path, sealed.description, description()));
  }
  const std::byte* at = sealed.body.data();
  const auto take = [&at](void* to, std::size_t count) {
    std::memcpy(to, at, count);
    at += count;
  };
  take(&steps_, sizeof steps_);
  take(&progress, sizeof progress);
  for (auto* part : {&weights_, &mean_, &square_}) take(part->data(), bytes);
  return progress;
}

std::string Trainer::description() const {
  return fmt::format("{} {}x{}x{} scale {}{}", shape_.game, shape_.inputs, shape_.width, shape_.buckets,
                     shape_.scale, shape_.correction ? " correction" : "");
}

}  // namespace tesuji::lab

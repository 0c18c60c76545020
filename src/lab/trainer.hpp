// Trains a network (src/net) with floating-point numbers: the squared error of the expected result, AdamW.
// The same samples, settings and seed give the same network on the same machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/sample.hpp"
#include "net/network.hpp"

namespace tesuji::lab {

struct Adam {
  float rate = 1e-3F;
  float decay = 0.01F;
  float beta1 = 0.9F, beta2 = 0.999F;
};

class Trainer {
 public:
  Trainer(net::Shape shape, int threads, std::uint64_t seed);

  // One step; returns the mean squared error before it.
  double step(const std::vector<Sample>& batch, const Adam& adam);
  // The mean squared error without learning; the expected results are written to `expected` if it is given.
  double error(const std::vector<Sample>& batch, std::vector<float>* expected = nullptr);

  [[nodiscard]] net::Network quantised() const;
  // Begins with this network's weights instead of random ones. Throws Error if its shape is another.
  void start_from(const net::Network& network);
  [[nodiscard]] const net::Shape& shape() const { return shape_; }

  // What a checkpoint says beside the weights: the caller's own numbers.
  struct Progress {
    std::uint64_t epochs = 0;
    std::uint64_t best_epoch = 0;
    double best_error = 0;
  };
  // Everything that the next step depends on. Both throw Error.
  void save(const std::string& path, const Progress& progress) const;
  Progress load(const std::string& path);

 private:
  [[nodiscard]] std::size_t first_bias() const { return shape_.inputs * width_; }
  [[nodiscard]] std::size_t last() const { return first_bias() + width_; }
  [[nodiscard]] std::size_t last_bias() const { return last() + shape_.buckets * 2 * width_; }
  [[nodiscard]] std::size_t size() const { return last_bias() + shape_.buckets; }
  [[nodiscard]] std::string description() const;
  double run(const std::vector<Sample>& batch, bool learn, std::vector<float>* expected);
  template <class Work>
  void in_threads(Work work);

  net::Shape shape_;
  std::size_t width_;
  int threads_;
  std::uint64_t steps_ = 0;
  std::vector<float> weights_, mean_, square_;  // of the gradient, as Adam has them
  std::vector<std::vector<float>> gradients_;   // by thread
};

}  // namespace tesuji::lab

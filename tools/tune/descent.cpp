#include "descent.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "base/error.hpp"

namespace tesuji::tune {
namespace {

constexpr std::size_t kHeldOut = 40;

double chance(double score, double scale) {
  return 1 / (1 + std::exp(-score / scale));
}

// The scale at which the searched scores foretell the results best, by golden section. The weights keep the
// unit of the scores, which the margins of the search are in.
double fitted_scale(const Data& data) {
  const auto error = [&](double scale) {
    double sum = 0;
    for (const Sample& sample : data.samples) {
      const double miss = sample.result - chance(sample.score, scale);
      sum += miss * miss;
    }
    return sum;
  };
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  double low = 50;
  double high = 1200;
  while (high - low > 1) {
    const double a = high - ratio * (high - low);
    const double b = low + ratio * (high - low);
    (error(a) < error(b) ? high : low) = error(a) < error(b) ? b : a;
  }
  return (low + high) / 2;
}

double value_of(const Data& data, std::size_t i, const std::vector<double>& weights) {
  double value = 0;
  for (std::size_t t = data.samples[i].first; t < data.end_of(i); ++t) {
    value += static_cast<double>(data.terms[t].count) * weights[data.terms[t].feature];
  }
  return value;
}

// Adam (Kingma and Ba).
class Descent {
 public:
  explicit Descent(std::vector<double>& weights)
      : weights_(weights), mean_(weights.size()), square_(weights.size()) {}
  void step(const std::vector<double>& gradient, double rate) {
    ++steps_;
    const double mean_share = 1 - std::pow(kMean, steps_);
    const double square_share = 1 - std::pow(kSquare, steps_);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      mean_[i] = kMean * mean_[i] + (1 - kMean) * gradient[i];
      square_[i] = kSquare * square_[i] + (1 - kSquare) * gradient[i] * gradient[i];
      weights_[i] -= rate * (mean_[i] / mean_share) / (std::sqrt(square_[i] / square_share) + 1e-12);
    }
  }

 private:
  static constexpr double kMean = 0.9, kSquare = 0.999;
  std::vector<double>& weights_;
  std::vector<double> mean_, square_;
  int steps_ = 0;
};

}  // namespace

void fit(const Data& data, const Settings& settings, std::vector<double>& weights) {
  if (data.samples.empty()) throw Error("there are no positions to fit to");
  // The last games are not fitted to: they show whether what was learnt holds for others.
  const std::size_t held_out = data.samples.size() / kHeldOut;
  const std::size_t count = data.samples.size() - held_out;
  const double scale = fitted_scale(data);
  std::cerr << count << " positions, " << data.terms.size() << " terms, scale " << scale << "\n";
  const std::vector<double> start = weights;
  const auto miss = [&](std::size_t i) {
    const Sample& sample = data.samples[i];
    const double target =
        settings.results * sample.result + (1 - settings.results) * chance(sample.score, scale);
    return chance(value_of(data, i, weights), scale) - target;
  };
  const auto held_out_error = [&] {
    double sum = 0;
    for (std::size_t i = count; i < data.samples.size(); ++i) sum += miss(i) * miss(i);
    return sum / static_cast<double>(std::max<std::size_t>(held_out, 1));
  };
  std::cerr << "start: held out " << held_out_error() << "\n";

  Descent descent(weights);
  std::vector<double> gradient(weights.size());
  const std::size_t batches = settings.batch == 0 ? 1 : (count + settings.batch - 1) / settings.batch;
  for (int epoch = 0; epoch < settings.epochs; ++epoch) {
    const double rate = settings.rate * (epoch < settings.epochs * 3 / 4 ? 1.0 : 0.2);
    double error = 0;
    for (std::size_t batch = 0; batch < batches; ++batch) {
      std::fill(gradient.begin(), gradient.end(), 0.0);
      std::size_t used = 0;
      // Positions of one game are neighbours: a batch takes every so many-th, from all games.
      for (std::size_t i = batch; i < count; i += batches, ++used) {
        const double off = miss(i);
        error += off * off;
        for (std::size_t t = data.samples[i].first; t < data.end_of(i); ++t) {
          gradient[data.terms[t].feature] += off * static_cast<double>(data.terms[t].count);
        }
      }
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        gradient[i] = gradient[i] / static_cast<double>(used) + settings.pulls[i] * (weights[i] - start[i]);
      }
      descent.step(gradient, rate);
    }
    if (epoch % (batches > 1 ? 1 : 50) == 0 || epoch + 1 == settings.epochs) {
      std::cerr << "epoch " << epoch << ": " << error / static_cast<double>(count) << ", held out "
                << held_out_error() << "\n";
    }
  }
}

}  // namespace tesuji::tune

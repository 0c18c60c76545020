#include "fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "games/chess/judge.hpp"
#include "games/chess/notation.hpp"
#include "tt/error.hpp"

namespace tesuji::tune {
namespace {

using chess::kFeatures;

struct Term {
  std::uint16_t feature;
  std::int8_t count;
};

// The terms of all positions lie one after another; a position knows where its own begin.
struct Sample {
  std::size_t first;
  float middle, end;  // shares of the two phases, scale included
  float score;        // searched
  float result;       // 0, 0.5 or 1
};

struct Data {
  std::vector<Sample> samples;
  std::vector<Term> terms;
  [[nodiscard]] std::size_t end_of(std::size_t i) const {
    return i + 1 < samples.size() ? samples[i + 1].first : terms.size();
  }
};

Data read(std::istream& in) {
  Data data;
  std::string line;
  while (std::getline(in, line)) {
    const std::size_t first = line.find(';');
    const std::size_t second = line.find(';', first + 1);
    if (second == std::string::npos) throw Error("a line is not FEN;score;result: " + line);
    const chess::Trace seen = trace(chess::parse_fen(line.substr(0, first)));
    const float phase = static_cast<float>(seen.phase) / chess::kFullPhase;
    const float scale = static_cast<float>(seen.scale) / chess::kFullScale;
    data.samples.push_back({data.terms.size(), phase, (1 - phase) * scale, std::stof(line.substr(first + 1)),
                            std::stof(line.substr(second + 1)) / 2});
    for (std::size_t i = 0; i < kFeatures; ++i) {
      if (seen.counts[i] != 0) data.terms.push_back({static_cast<std::uint16_t>(i), seen.counts[i]});
    }
  }
  if (data.samples.empty()) throw Error("there are no positions to fit to");
  return data;
}

double chance(double score, double scale) {
  return 1 / (1 + std::exp(-score / scale));
}

// The scale at which the searched scores foretell the results best, by golden section.
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
  double high = 600;
  while (high - low > 1) {
    const double a = high - ratio * (high - low);
    const double b = low + ratio * (high - low);
    (error(a) < error(b) ? high : low) = error(a) < error(b) ? b : a;
  }
  return (low + high) / 2;
}

// Adam (Kingma and Ba), over the whole of the data at each step.
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

void write(const std::vector<double>& weights, std::ostream& out) {
  out << "// Written by tools/tune/run from games of the engine against itself; not by hand.\n"
         "#include \"games/chess/features.hpp\"\n\nnamespace tesuji::chess {\n\n// clang-format off\n"
         "const Weight kWeights[kFeatures] = {\n";
  for (std::size_t i = 0; i < kFeatures; ++i) {
    out << (i % 8 == 0 ? "    {" : " {") << std::lround(weights[2 * i]) << ", "
        << std::lround(weights[2 * i + 1]) << (i % 8 == 7 || i + 1 == kFeatures ? "},\n" : "},");
  }
  out << "};\n// clang-format on\n\n}  // namespace tesuji::chess\n";
}

}  // namespace

void fit_weights(const Fit& settings, std::istream& in, std::ostream& out) {
  const Data data = read(in);
  const double scale = fitted_scale(data);
  std::cerr << data.samples.size() << " positions, scale " << scale << "\n";
  std::vector<double> weights(2 * kFeatures);
  for (std::size_t i = 0; i < kFeatures; ++i) {
    weights[2 * i] = chess::kWeights[i].middle;
    weights[2 * i + 1] = chess::kWeights[i].end;
  }
  const std::vector<double> start = weights;
  Descent descent(weights);
  std::vector<double> gradient(weights.size());
  for (int epoch = 0; epoch < settings.epochs; ++epoch) {
    double error = 0;
    std::fill(gradient.begin(), gradient.end(), 0.0);
    for (std::size_t i = 0; i < data.samples.size(); ++i) {
      const Sample& sample = data.samples[i];
      double middle = 0;
      double end = 0;
      for (std::size_t t = sample.first; t < data.end_of(i); ++t) {
        const Term& term = data.terms[t];
        middle += term.count * weights[2 * term.feature];
        end += term.count * weights[2 * term.feature + 1u];
      }
      const double p = chance(middle * sample.middle + end * sample.end, scale);
      const double target =
          settings.results * sample.result + (1 - settings.results) * chance(sample.score, scale);
      error += (p - target) * (p - target);
      const double slope = (p - target) * p * (1 - p);
      for (std::size_t t = sample.first; t < data.end_of(i); ++t) {
        const Term& term = data.terms[t];
        gradient[2 * term.feature] += slope * sample.middle * term.count;
        gradient[2 * term.feature + 1u] += slope * sample.end * term.count;
      }
    }
    const auto count = static_cast<double>(data.samples.size());
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      gradient[i] = gradient[i] / count + settings.pull * (weights[i] - start[i]);
    }
    descent.step(gradient, epoch < settings.epochs * 3 / 4 ? 1.0 : 0.2);
    if (epoch % 50 == 0 || epoch + 1 == settings.epochs)
      std::cerr << "epoch " << epoch << ": " << error / count << "\n";
  }
  write(weights, out);
}

}  // namespace tesuji::tune

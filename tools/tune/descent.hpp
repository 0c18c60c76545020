// Fits a linear evaluation to games (Texel's method): the least cross entropy between a target (a game's
// result mixed with the searched score) and the chance of winning that the evaluation gives, by gradient
// descent. Knows no game: a position is a list of features with how much of each it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::tune {

struct Term {
  std::uint32_t feature;
  float count;
};

struct Sample {
  std::size_t first;  // its terms begin here and end where the next sample's begin
  float score;        // searched, from the side that the counts are taken from
  float result;       // 0, 0.5 or 1
};

struct Data {
  std::vector<Sample> samples;
  std::vector<Term> terms;
  [[nodiscard]] std::size_t end_of(std::size_t i) const {
    return i + 1 < samples.size() ? samples[i + 1].first : terms.size();
  }
};

struct Settings {
  int epochs = 160;
  std::size_t batch = 0;      // samples to a step; 0 = all of them
  double rate = 1;            // of a step, in the unit of the weights; a fifth of it in the last quarter
  double results = 0.3;       // the share of the result in the target; the rest is the searched score's
  std::vector<double> pulls;  // of each weight towards what it was: some features the games seldom show
};

// Starts from `weights` and changes them; reports progress on stderr.
void fit(const Data& data, const Settings& settings, std::vector<double>& weights);

}  // namespace tesuji::tune

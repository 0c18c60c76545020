#include "match/elo.hpp"

#include <cmath>
#include <span>

namespace tesuji::match {
namespace {

constexpr double kTwoSided95 = 1.959963984540054;

// `counts[i]` results of value i / (size - 1).
Estimate moments(std::span<const int> counts) {
  double total = 0, sum = 0;
  const double top = static_cast<double>(counts.size() - 1);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    total += counts[i];
    sum += counts[i] * static_cast<double>(i) / top;
  }
  const double mean = sum / total;
  double spread = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double off = static_cast<double>(i) / top - mean;
    spread += counts[i] * off * off;
  }
  return {mean, std::sqrt(spread) / total};  // sqrt(variance / n)
}

}  // namespace

int Tally::pair_count() const {
  int count = 0;
  for (const int pair : pairs) count += pair;
  return count;
}

double Tally::score() const {
  return games() == 0 ? 0.5 : (wins + 0.5 * draws) / games();
}

std::optional<Estimate> estimate(const Tally& tally) {
  if (tally.games() == 0) return std::nullopt;
  const std::array<int, 3> single{tally.losses, tally.draws, tally.wins};
  const bool paired = 20 * tally.pair_count() >= 9 * tally.games();
  const Estimate found = paired ? moments(tally.pairs) : moments(single);
  if (!(found.error > 0)) return std::nullopt;
  return found;
}

double elo_of_score(double score) {
  return -400 * std::log10(1 / score - 1);
}

double score_of_elo(double elo) {
  return 1 / (1 + std::pow(10, -elo / 400));
}

std::optional<Elo> elo(const Tally& tally) {
  const auto found = estimate(tally);
  if (!found) return std::nullopt;
  // The error of the score carried over by the slope of the curve where the score stands: also for a score so
  // one-sided that mean + error lies beyond 1.
  const double mean = found->mean;
  const double slope = 400 / (std::log(10.0) * mean * (1 - mean));
  return Elo{.value = elo_of_score(mean),
             .margin = kTwoSided95 * found->error * slope,
             .superiority = 0.5 * std::erfc(-(mean - 0.5) / (found->error * std::sqrt(2.0)))};
}

double Sprt::lower() const {
  return std::log(beta / (1 - alpha));
}

double Sprt::upper() const {
  return std::log((1 - beta) / alpha);
}

double Sprt::ratio(const Tally& tally) const {
  auto found = estimate(tally);
  if (!found) {
    // Every result the same has no spread to measure by; one more pair, spread evenly over all results, lends
    // it some, and the test can end on the side of caution.
    const double same = tally.pair_count() + 0.5 * (tally.games() - 2 * tally.pair_count());
    if (same < 1) return 0;
    const double top = tally.score();
    const double mean = (same * top + 0.5) / (same + 1);
    const double spread = same * (top - mean) * (top - mean) + 0.125 + (0.5 - mean) * (0.5 - mean);
    found = Estimate{mean, std::sqrt(spread) / (same + 1)};
  }
  const double s0 = score_of_elo(elo0), s1 = score_of_elo(elo1);
  return (s1 - s0) * (2 * found->mean - s0 - s1) / (2 * found->error * found->error);
}

Sprt::Decision Sprt::decide(const Tally& tally) const {
  const double value = ratio(tally);
  if (value >= upper()) return Decision::Accept1;
  if (value <= lower()) return Decision::Accept0;
  return Decision::GoOn;
}

}  // namespace tesuji::match

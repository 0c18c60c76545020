// What a match says about strength: Elo with its error, and the sequential test that ends a match early.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace tesuji::match {

// Results of the first engine. Games come in pairs from one opening with sides changed, and the results of a
// pair hang together; the five sums a pair can make (0, ½, 1, 1½, 2) are counted too, because their spread,
// not that of single games, is the true error (the "pentanomial" of the chess testers).
struct Tally {
  int wins = 0, draws = 0, losses = 0;
  std::array<int, 5> pairs{};

  [[nodiscard]] int games() const { return wins + draws + losses; }
  [[nodiscard]] int pair_count() const;
  [[nodiscard]] double score() const;  // 0..1; ½ where there are no games
};

// The mean result of a game and the error of that mean (one standard deviation): from the pairs where nine
// games in ten belong to one (with several games at a time a few wait for their other half), else from the
// games.
struct Estimate {
  double mean = 0.5, error = 0;
};
std::optional<Estimate> estimate(const Tally& tally);  // none without at least two different results

double elo_of_score(double score);  // infinite at 0 and 1
double score_of_elo(double elo);    // of the logistic curve
struct Elo {
  double value = 0, margin = 0;  // 95% lie within ± margin
  double superiority = 0.5;      // the likelihood that the first is the stronger
};
std::optional<Elo> elo(const Tally& tally);

// Wald's sequential probability ratio test of "elo1 or better" against "elo0 or worse", with the normal
// approximation of the generalised ratio.
struct Sprt {
  double elo0 = 0, elo1 = 5, alpha = 0.05, beta = 0.05;

  enum class Decision { GoOn, Accept0, Accept1 };
  [[nodiscard]] double lower() const;
  [[nodiscard]] double upper() const;
  [[nodiscard]] double ratio(const Tally& tally) const;  // of the logarithms of the likelihoods
  [[nodiscard]] Decision decide(const Tally& tally) const;
};

}  // namespace tesuji::match

// Fits the weights of the evaluation to games (Texel's method): the least squares between a game's result and
// the chance of winning that the evaluation gives, by gradient descent.
//
// The standards are cautious on purpose: with a few thousand games, results that count 0.6 and a pull of 2e-8
// fitted the noise (42.5% in 100 games against the weights it had started from).
#pragma once

#include <iosfwd>

namespace tesuji::tune {

struct Fit {
  int epochs = 160;
  double results = 0.3;  // the share of the result in the target; the rest is the searched score's
  double pull = 1.5e-7;  // towards the weights as they are, for features that the games seldom show
};

// Reads what play_games wrote, writes a C++ source file with the new weights.
void fit_weights(const Fit& settings, std::istream& in, std::ostream& out);

}  // namespace tesuji::tune

// Trains a network on the positions of some folders.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/trainer.hpp"

namespace tesuji::lab {

struct TrainSettings {
  std::vector<std::string> folders;
  std::string output;  // the network; the checkpoint is output + ".checkpoint"
  std::string start;   // begin with this network's weights; empty = random ones
  std::uint32_t width = 64, buckets = 1;
  std::uint32_t scale = 0;  // the score that stands for an expected result of e / (e + 1); 0 = the game's own
  double result_share = 0;  // of the game's result in the target; the rest is the searched score's
  bool correction = false;  // of the hand-written evaluation, instead of a network that stands alone
  int epochs = 8;
  int patience = 0;  // stop after so many epochs without a smaller validation error; 0 = never
  std::size_t batch = 2048;
  double rate = 1e-3;  // falls to a hundredth of it along a cosine
  double decay = 2;
  int threads = 2;
  std::uint64_t seed = 1;
  std::uint64_t max_positions = 0;  // of the first ones; 0 = all
};

// Mean squared errors of expected results on the validation set: against the target of the training, and
// against its two parts alone, which do not depend on result_share.
struct ValidationError {
  double target = 0, score = 0, result = 0;
};

struct TrainProgress {
  int epoch = 0;
  double training_error = 0;  // mean squared
  ValidationError validation;
  bool best = false;  // so far: this network was saved
  double positions_per_second = 0;
};

struct TrainReport {
  std::uint64_t training = 0, validation = 0;  // positions
  ValidationError handwritten;
  std::optional<ValidationError> start;  // of the network that the training begins with
};

// One block in twenty is for validation. Saves a checkpoint after each epoch, and the network if its
// validation error is the smallest so far; goes on from a checkpoint that is there. Returns early, after a
// whole epoch, if `quit` is set.
template <class Game>
void train(const TrainSettings& settings, const std::atomic<bool>& quit,
           const std::function<void(const TrainReport&)>& on_start,
           const std::function<void(const TrainProgress&)>& on_epoch);

}  // namespace tesuji::lab

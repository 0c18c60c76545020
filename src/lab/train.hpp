// Trains a network on the positions of some folders.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lab/trainer.hpp"

namespace tesuji::lab {

struct TrainSettings {
  std::vector<std::string> folders;
  std::string output;  // the network; the checkpoint is output + ".checkpoint"
  std::uint32_t width = 32, buckets = 1;
  std::uint32_t scale = 400;  // the score that stands for an expected result of e / (e + 1)
  double result_share = 0.3;  // of the game's result in the target; the rest is the searched score's
  int epochs = 30;
  std::size_t batch = 16384;
  double rate = 1e-3;  // falls to a hundredth of it along a cosine
  double decay = 0.01;
  int threads = 2;
  std::uint64_t seed = 1;
  std::uint64_t max_positions = 0;  // of the first ones; 0 = all
};

struct TrainProgress {
  int epoch = 0;
  double training_error = 0, validation_error = 0;  // mean squared
  double positions_per_second = 0;
};

struct TrainReport {
  std::uint64_t training = 0, validation = 0;  // positions
  double handwritten_error = 0;                // of the present evaluation on (some of) the validation set
};

// One block in twenty is for validation. Saves the network and a checkpoint after each epoch; goes on from a
// checkpoint that is there. Returns early, after a whole epoch, if `quit` is set.
template <class Game>
void train(const TrainSettings& settings, const std::atomic<bool>& quit,
           const std::function<void(const TrainReport&)>& on_start,
           const std::function<void(const TrainProgress&)>& on_epoch);

}  // namespace tesuji::lab

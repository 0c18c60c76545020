#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "lab/chess.hpp"
#include "lab/data_file.hpp"
#include "lab/gate.hpp"
#include "lab/generate.hpp"
#include "lab/play_worker.hpp"
#include "lab/train.hpp"
#include "lab/trainer.hpp"
#include "net/accumulator.hpp"
#include "queue/threads.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::lab {
namespace {

const net::Shape kSmall{"chess", 20, 32, 2, 400};

// Ten of twenty inputs, a different target for each first input.
std::vector<Sample> problem(std::size_t count, std::uint64_t seed) {
  tt::SplitMix64 random(seed);
  std::vector<Sample> samples(count);
  for (Sample& sample : samples) {
    sample.count = 2;
    const auto a = static_cast<std::uint16_t>(random() % 10), b = static_cast<std::uint16_t>(random() % 10);
    sample.inputs[0] = {a, static_cast<std::uint16_t>(10 + b)};
    sample.inputs[1] = {b, static_cast<std::uint16_t>(10 + a)};
    sample.bucket = static_cast<std::uint16_t>(random() % 2);
    sample.base = 0;
    sample.target = a > b ? 0.9F : a < b ? 0.1F : 0.5F;
  }
  return samples;
}

double learn(Trainer& trainer, int steps, std::uint64_t first_seed = 0) {
  double error = 0;
  for (int i = 0; i < steps; ++i) {
    error = trainer.step(problem(256, first_seed + static_cast<std::uint64_t>(i)), {.rate = 0.01F});
  }
  return error;
}

TEST(Trainer, LearnsASmallProblem) {
  Trainer trainer(kSmall, 2, 1);
  const auto check = problem(500, 999);
  const double before = trainer.error(check);
  learn(trainer, 400);
  EXPECT_GT(before, 0.05);
  EXPECT_LT(trainer.error(check), 0.005);

  // The integers say what the floating-point network has learnt.
  const net::Network network = trainer.quantised();
  double error = 0;
  for (const Sample& sample : check) {
    std::vector<std::int16_t> sums[2];
    for (std::size_t view = 0; view < 2; ++view) {
      sums[view].assign(network.bias(), network.bias() + network.width());
      for (std::size_t k = 0; k < sample.count; ++k) {
        for (std::size_t i = 0; i < network.width(); ++i)
          sums[view][i] = static_cast<std::int16_t>(sums[view][i] + network.row(sample.inputs[view][k])[i]);
      }
    }
    const double score = network.evaluate(sums[0].data(), sums[1].data(), sample.bucket);
    const double miss = 1 / (1 + std::exp(-score / 400)) - static_cast<double>(sample.target);
    error += miss * miss / static_cast<double>(check.size());
  }
  EXPECT_LT(error, 0.006);
}

TEST(Trainer, TheSameSeedGivesTheSameNetwork) {
  Trainer a(kSmall, 2, 7), b(kSmall, 2, 7), c(kSmall, 2, 8);
  learn(a, 30);
  learn(b, 30);
  learn(c, 30);
  EXPECT_EQ(a.quantised().body(), b.quantised().body());
  EXPECT_NE(a.quantised().body(), c.quantised().body());
}

TEST(Trainer, ACheckpointGoesOnAsIfNothingHadHappened) {
  const std::string path = ::testing::TempDir() + "/tesuji-lab-checkpoint";
  Trainer whole(kSmall, 2, 7), first(kSmall, 2, 7), second(kSmall, 2, 99);
  learn(whole, 20, 0);
  learn(whole, 20, 20);
  learn(first, 20, 0);
  first.save(path, {.epochs = 5, .best_epoch = 4, .best_error = 0.25});
  const Trainer::Progress progress = second.load(path);
  EXPECT_EQ(progress.epochs, 5U);
  EXPECT_EQ(progress.best_epoch, 4U);
  EXPECT_EQ(progress.best_error, 0.25);
  learn(second, 20, 20);
  EXPECT_EQ(second.quantised().body(), whole.quantised().body());
  Trainer other({"chess", 20, 64, 2, 400}, 1, 1);
  EXPECT_THROW(other.load(path), Error);
  std::filesystem::remove(path);
}

TEST(Trainer, StartsFromANetwork) {
  Trainer first(kSmall, 2, 7), second(kSmall, 2, 99);
  learn(first, 100);
  const auto check = problem(500, 999);
  EXPECT_GT(second.error(check), 2 * first.error(check));
  second.start_from(first.quantised());
  EXPECT_EQ(second.quantised().body(), first.quantised().body());
  EXPECT_NEAR(second.error(check), first.error(check), 0.001);
  Trainer wider({"chess", 20, 64, 2, 400}, 1, 1);
  EXPECT_THROW(wider.start_from(first.quantised()), Error);
}

// Generates, trains and gates: the whole way once.
TEST(Training, FromGamesToANetworkThatPlays) {
  const std::string folder = ::testing::TempDir() + "/tesuji-lab-training";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::atomic<bool> quit{false};
  {
    // A block for each run, and the eleventh is for validation.
    GenerateSettings generate;
    generate.folder = folder;
    generate.play.soft_nodes = 30;
    generate.play.table_bytes = 1 << 20;
    std::uint64_t have = 0;
    StopFlag stop;
    queue::Threads games(1, new_play_worker);
    for (int run = 0; run < 12; ++run) {
      generate.positions = have + 1;
      generate_positions<Chess>(generate, games, stop,
                                [&](const GenerateProgress& progress) { have = progress.positions; });
    }
  }
  TrainSettings settings;
  settings.folders = {folder};
  settings.output = folder + "/chess.net";
  settings.epochs = 4;
  settings.batch = 64;
  settings.rate = 0.003;
  double first_error = 0, last_error = 0;
  TrainReport report;
  train<Chess>(
      settings, quit, [&](const TrainReport& start) { report = start; },
      [&](const TrainProgress& progress) {
        if (progress.epoch == 1) first_error = progress.training_error;
        last_error = progress.training_error;
      });
  EXPECT_GT(report.validation, 0U);
  EXPECT_GT(report.handwritten.target, 0);
  EXPECT_LT(last_error, first_error);

  // A correction begins at the hand-written evaluation's error, and is loaded as what it is.
  settings.output = folder + "/correction.net";
  settings.correction = true;
  settings.epochs = 1;
  settings.rate = 1e-6;
  ValidationError begins;
  train<Chess>(
      settings, quit, [](const TrainReport&) {},
      [&](const TrainProgress& progress) { begins = progress.validation; });
  EXPECT_NEAR(begins.score, report.handwritten.score, 0.1 * report.handwritten.score);
  EXPECT_TRUE(net::Network::load(settings.output, "chess", Chess::Inputs::kInputs)->shape().correction);
  settings.output = folder + "/chess.net";

  GateSettings gate_settings;
  gate_settings.network = net::Network::load(settings.output, "chess", Chess::Inputs::kInputs);
  gate_settings.nodes = 100;
  gate_settings.games = 4;
  gate_settings.table_bytes = 1 << 20;
  int pairs = 0;
  const GateSettings fresh = gate_settings;
  const match::Tally tally = gate<Chess>(fresh, quit, [&](const PlayedPair& pair, const match::Tally&) {
    ++pairs;
    gate_settings.played.push_back(pair);
  });
  EXPECT_EQ(pairs, 2);
  EXPECT_EQ(tally.games(), 4);
  EXPECT_EQ(tally.pair_count(), 2);
  // With what was played given, only the rest is played.
  gate_settings.games = 6;
  pairs = 0;
  EXPECT_EQ(
      gate<Chess>(gate_settings, quit, [&](const PlayedPair&, const match::Tally&) { ++pairs; }).games(), 6);
  EXPECT_EQ(pairs, 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tesuji::lab

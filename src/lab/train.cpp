#include "lab/train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <filesystem>
#include <mutex>
#include <numbers>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "lab/chess.hpp"
#include "lab/data_file.hpp"
#include "lab/generate.hpp"
#include "lab/shogi.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::lab {
namespace {

constexpr std::uint64_t kValidationBlock = 20;  // one block in so many

struct Data {
  std::vector<Record> training, validation;
  std::vector<std::int16_t> training_scores, validation_scores;  // of the hand-written evaluation
};

// Calls work(from, to) for parts of [0, count) in as many threads as there are parts.
template <class Work>
void in_parts(int threads, std::size_t count, Work work) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto parts = static_cast<std::size_t>(std::max(threads, 1));
  const auto run = [&](std::size_t part) {
    try {
      work(count * part / parts, count * (part + 1) / parts);
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
    }
  };
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < parts; ++i) helpers.emplace_back(run, i);
  run(0);
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

template <class Game>
std::vector<std::int16_t> handwritten_scores(const std::vector<Record>& records, int threads) {
  std::vector<std::int16_t> scores(records.size());
  in_parts(threads, records.size(), [&](std::size_t from, std::size_t to) {
    typename Game::Hooks::Evaluator evaluator;
    evaluator.use_handwritten();
    for (std::size_t i = from; i < to; ++i)
      scores[i] = static_cast<std::int16_t>(evaluator(Game::unpack(records[i])));
  });
  return scores;
}

template <class Game>
Data read(const TrainSettings& settings) {
  Data data;
  std::uint64_t blocks = 0;
  std::size_t last_block = 0;
  for (const std::string& folder : settings.folders) {
    DataReader reader(positions_file(folder), std::string(Game::kName));
    Block block;
    while (reader.next(block)) {
      // Whole blocks: positions of one game must not be on both sides.
      auto& part = blocks++ % kValidationBlock == kValidationBlock / 2 ? data.validation : data.training;
      part.insert(part.end(), block.records.begin(), block.records.end());
      last_block = block.records.size();
    }
  }
  if (data.validation.empty()) {
    // Fewer than eleven blocks: the last. Of a single one a tenth, for a first trial: the games are then on
    // both sides, and the error looks too small.
    const auto count = static_cast<std::ptrdiff_t>(blocks > 1 ? last_block : last_block / 10);
    data.validation.assign(data.training.end() - count, data.training.end());
    data.training.resize(data.training.size() - data.validation.size());
  }
  if (settings.max_positions != 0 && data.training.size() > settings.max_positions) {
    data.training.resize(settings.max_positions);
  }
  if (data.training.size() < settings.batch || data.validation.empty()) {
    throw Error(fmt::format("{} training and {} validation positions are too few: generate more first",
                            data.training.size(), data.validation.size()));
  }
  data.validation_scores = handwritten_scores<Game>(data.validation, settings.threads);
  if (settings.correction) data.training_scores = handwritten_scores<Game>(data.training, settings.threads);
  return data;
}

template <class Game>
class Decoder {
 public:
  explicit Decoder(const TrainSettings& settings) : settings_(settings) {}

  [[nodiscard]] double expected(int score) const {
    return 1 / (1 + std::exp(-score / static_cast<double>(settings_.scale)));
  }
  [[nodiscard]] float target(const Record& record) const {
    const Label label = Game::label(record);
    return static_cast<float>(settings_.result_share * label.result / 2 +
                              (1 - settings_.result_share) * expected(label.score));
  }
  // batch[i] becomes the position index_of(i) of the records, mirrored if mirrored(i).
  template <class IndexOf, class Mirrored>
  void decode(const std::vector<Record>& records, const std::vector<std::int16_t>& scores,
              std::vector<Sample>& batch, IndexOf index_of, Mirrored mirrored) const {
    in_parts(settings_.threads, batch.size(), [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) {
        const std::size_t index = index_of(i);
        Game::fill(records[index], mirrored(i), settings_.buckets, batch[i]);
        batch[i].base = settings_.correction
                            ? static_cast<float>(scores[index]) / static_cast<float>(settings_.scale)
                            : 0;
        batch[i].target = target(records[index]);
      }
    });
  }
  // Adds the errors of an expected result for a position of the validation set.
  void add_error(ValidationError& sum, const Record& record, double expected_result) const {
    const Label label = Game::label(record);
    const auto square = [expected_result](double target) {
      return (expected_result - target) * (expected_result - target);
    };
    sum.target += square(static_cast<double>(target(record)));
    sum.score += square(expected(label.score));
    sum.result += square(label.result / 2.0);
  }

 private:
  const TrainSettings& settings_;
};

ValidationError mean(const ValidationError& sum, std::size_t count) {
  const auto positions = static_cast<double>(count);
  return {sum.target / positions, sum.score / positions, sum.result / positions};
}

}  // namespace

template <class Game>
void train(const TrainSettings& asked, const std::atomic<bool>& quit,
           const std::function<void(const TrainReport&)>& on_start,
           const std::function<void(const TrainProgress&)>& on_epoch) {
  using Clock = std::chrono::steady_clock;
  TrainSettings settings = asked;
  if (settings.scale == 0) settings.scale = Game::kScale;
  const Data data = read<Game>(settings);
  const Decoder<Game> decoder(settings);
  const std::size_t validation = data.validation.size();

  TrainReport report{data.training.size(), validation, {}};
  for (std::size_t i = 0; i < validation; ++i)
    decoder.add_error(report.handwritten, data.validation[i], decoder.expected(data.validation_scores[i]));
  report.handwritten = mean(report.handwritten, validation);

  Trainer trainer({std::string(Game::kName), Game::Inputs::kInputs, settings.width, settings.buckets,
                   settings.scale, settings.correction},
                  settings.threads, settings.seed);
  const std::string checkpoint = settings.output + ".checkpoint";
  Trainer::Progress done;
  if (std::filesystem::exists(checkpoint)) done = trainer.load(checkpoint);
  std::vector<Sample> batch;
  std::vector<float> expected;
  const auto validate = [&] {
    ValidationError sum;
    for (std::size_t at = 0; at < validation; at += settings.batch) {
      batch.resize(std::min(settings.batch, validation - at));
      decoder.decode(
          data.validation, data.validation_scores, batch, [&](std::size_t i) { return at + i; },
          [](std::size_t) { return false; });
      trainer.error(batch, &expected);
      for (std::size_t i = 0; i < batch.size(); ++i)
        decoder.add_error(sum, data.validation[at + i], static_cast<double>(expected[i]));
    }
    return mean(sum, validation);
  };
  if (done.epochs == 0 && !settings.start.empty()) {
    trainer.start_from(*net::Network::load(settings.start, std::string(Game::kName), Game::Inputs::kInputs));
    report.start = validate();
  }
  on_start(report);
  const auto out_of_patience = [&] {
    return settings.patience > 0 &&
           done.epochs >= done.best_epoch + static_cast<std::uint64_t>(settings.patience);
  };

  const std::size_t steps = data.training.size() / settings.batch;
  std::vector<std::uint32_t> order(data.training.size());
  const auto epochs = static_cast<std::uint64_t>(std::max(settings.epochs, 0));
  while (done.epochs < epochs && !out_of_patience() && !quit.load()) {
    // The order depends on the seed and the epoch only, so that a resumed training is the same training.
    tt::SplitMix64 random(settings.seed * 1000003 + done.epochs);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    const std::uint64_t mirror_seed = random();

    TrainProgress progress;
    const auto start = Clock::now();
    batch.resize(settings.batch);
    for (std::size_t step = 0; step < steps; ++step) {
      decoder.decode(
          data.training, data.training_scores, batch,
          [&](std::size_t i) { return order[step * settings.batch + i]; },
          [&](std::size_t i) {
            return (tt::SplitMix64(mirror_seed + step * settings.batch + i)() & 1) != 0;
          });
      const double way =
          (static_cast<double>(done.epochs) + static_cast<double>(step) / static_cast<double>(steps)) /
          static_cast<double>(epochs);
      Adam adam;
      adam.decay = static_cast<float>(settings.decay);
      adam.rate =
          static_cast<float>(settings.rate * (0.01 + 0.99 * (1 + std::cos(std::numbers::pi * way)) / 2));
      progress.training_error += trainer.step(batch, adam) / static_cast<double>(steps);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    progress.positions_per_second = static_cast<double>(steps * settings.batch) / seconds;

    progress.validation = validate();
    ++done.epochs;
    progress.epoch = static_cast<int>(done.epochs);
    progress.best = done.best_epoch == 0 || progress.validation.target < done.best_error;
    if (progress.best) {
      done.best_epoch = done.epochs;
      done.best_error = progress.validation.target;
      trainer.quantised().save(settings.output);
    }
    trainer.save(checkpoint, done);
    on_epoch(progress);
  }
}

template void train<Chess>(const TrainSettings&, const std::atomic<bool>&,
                           const std::function<void(const TrainReport&)>&,
                           const std::function<void(const TrainProgress&)>&);
template void train<Shogi>(const TrainSettings&, const std::atomic<bool>&,
                           const std::function<void(const TrainReport&)>&,
                           const std::function<void(const TrainProgress&)>&);

}  // namespace tesuji::lab

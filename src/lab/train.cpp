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
constexpr std::size_t kHandwrittenSample = 50000;

struct Data {
  std::vector<Record> training, validation;
};

template <class Game>
Data read(const TrainSettings& settings) {
  Data data;
  std::uint64_t blocks = 0;
  for (const std::string& folder : settings.folders) {
    DataReader reader(positions_file(folder), std::string(Game::kName));
    Block block;
    while (reader.next(block)) {
      // Whole blocks: positions of one game must not be on both sides.
      auto& part = blocks++ % kValidationBlock == kValidationBlock / 2 ? data.validation : data.training;
      part.insert(part.end(), block.records.begin(), block.records.end());
    }
  }
  if (settings.max_positions != 0 && data.training.size() > settings.max_positions) {
    data.training.resize(settings.max_positions);
  }
  if (data.training.size() < settings.batch || data.validation.empty()) {
    throw Error(fmt::format("{} training and {} validation positions are too few: generate more first",
                            data.training.size(), data.validation.size()));
  }
  return data;
}

template <class Game>
class Decoder {
 public:
  explicit Decoder(const TrainSettings& settings) : settings_(settings) {}

  float target(const Record& record) const {
    const Label label = Game::label(record);
    const double expected = 1 / (1 + std::exp(-label.score / static_cast<double>(settings_.scale)));
    return static_cast<float>(settings_.result_share * label.result / 2 +
                              (1 - settings_.result_share) * expected);
  }
  // batch[i] becomes the position record_of(i), mirrored if mirrored(i).
  template <class RecordOf, class Mirrored>
  void decode(std::vector<Sample>& batch, RecordOf record_of, Mirrored mirrored) const {
    std::mutex mutex;
    std::exception_ptr failure;
    const auto threads = static_cast<std::size_t>(std::max(settings_.threads, 1));
    const auto work = [&](std::size_t thread) {
      try {
        for (std::size_t i = batch.size() * thread / threads; i < batch.size() * (thread + 1) / threads;
             ++i) {
          const Record& record = record_of(i);
          Game::fill(record, mirrored(i), settings_.buckets, batch[i]);
          batch[i].target = target(record);
        }
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
      }
    };
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(work, i);
    work(0);
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
  }

 private:
  const TrainSettings& settings_;
};

}  // namespace

template <class Game>
void train(const TrainSettings& settings, const std::atomic<bool>& quit,
           const std::function<void(const TrainReport&)>& on_start,
           const std::function<void(const TrainProgress&)>& on_epoch) {
  using Clock = std::chrono::steady_clock;
  const Data data = read<Game>(settings);
  const Decoder<Game> decoder(settings);

  TrainReport report{data.training.size(), data.validation.size(), 0};
  typename Game::Hooks::Evaluator evaluator;
  const std::size_t sampled = std::min(data.validation.size(), kHandwrittenSample);
  const std::size_t stride = data.validation.size() / sampled;
  for (std::size_t i = 0; i < sampled; ++i) {
    const Record& record = data.validation[i * stride];
    const double score = evaluator(Game::unpack(record));
    const double miss =
        1 / (1 + std::exp(-score / settings.scale)) - static_cast<double>(decoder.target(record));
    report.handwritten_error += miss * miss / static_cast<double>(sampled);
  }
  on_start(report);

  Trainer trainer(
      {std::string(Game::kName), Game::Inputs::kInputs, settings.width, settings.buckets, settings.scale},
      settings.threads, settings.seed);
  const std::string checkpoint = settings.output + ".checkpoint";
  int epoch = std::filesystem::exists(checkpoint) ? static_cast<int>(trainer.load(checkpoint)) : 0;

  const std::size_t steps = data.training.size() / settings.batch;
  std::vector<std::uint32_t> order(data.training.size());
  std::vector<Sample> batch;
  for (; epoch < settings.epochs && !quit.load(); ++epoch) {
    // The order depends on the seed and the epoch only, so that a resumed training is the same training.
    tt::SplitMix64 random(settings.seed * 1000003 + static_cast<std::uint64_t>(epoch));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    const std::uint64_t mirror_seed = random();

    TrainProgress progress;
    progress.epoch = epoch + 1;
    const auto start = Clock::now();
    batch.resize(settings.batch);
    for (std::size_t step = 0; step < steps; ++step) {
      decoder.decode(
          batch,
          [&](std::size_t i) -> const Record& { return data.training[order[step * settings.batch + i]]; },
          [&](std::size_t i) {
            return (tt::SplitMix64(mirror_seed + step * settings.batch + i)() & 1) != 0;
          });
      const double done = (epoch + static_cast<double>(step) / static_cast<double>(steps)) / settings.epochs;
      Adam adam;
      adam.decay = static_cast<float>(settings.decay);
      adam.rate =
          static_cast<float>(settings.rate * (0.01 + 0.99 * (1 + std::cos(std::numbers::pi * done)) / 2));
      progress.training_error += trainer.step(batch, adam) / static_cast<double>(steps);
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    progress.positions_per_second = static_cast<double>(steps * settings.batch) / seconds;

    for (std::size_t at = 0; at < data.validation.size(); at += settings.batch) {
      batch.resize(std::min(settings.batch, data.validation.size() - at));
      decoder.decode(
          batch, [&](std::size_t i) -> const Record& { return data.validation[at + i]; },
          [](std::size_t) { return false; });
      progress.validation_error += trainer.error(batch) * static_cast<double>(batch.size()) /
                                   static_cast<double>(data.validation.size());
    }
    trainer.quantised().save(settings.output);
    trainer.save(checkpoint, static_cast<std::uint64_t>(epoch + 1));
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

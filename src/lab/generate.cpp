#include "lab/generate.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "lab/chess.hpp"
#include "lab/data_file.hpp"
#include "lab/seen_filter.hpp"
#include "lab/shogi.hpp"
#include "tt/checksum.hpp"

namespace tesuji::lab {
namespace {

constexpr int kSeenLog2Bits = 30;  // 128 MiB, for 67 million positions
constexpr std::chrono::seconds kReportEvery{60};

SelfPlayCounts& operator+=(SelfPlayCounts& a, const SelfPlayCounts& b) {
  a.games += b.games;
  a.won += b.won;
  a.drawn += b.drawn;
  a.lost += b.lost;
  a.openings += b.openings;
  a.moves += b.moves;
  a.nodes += b.nodes;
  a.kept += b.kept;
  a.not_quiet += b.not_quiet;
  a.unpackable += b.unpackable;
  return a;
}

// What the threads of a run share: the file, the block that is being filled, the filter of duplicates.
template <class Game>
class Collector {
 public:
  Collector(const GenerateSettings& settings, std::atomic<bool>& done)
      : settings_(settings),
        done_(done),
        seen_(kSeenLog2Bits),
        writer_(positions_file(settings.folder), std::string(Game::kName), [this](const Block& block) {
          next_stream_ = std::max(next_stream_, block.stream + 1);
          positions_ += block.records.size();
          for (const Record& record : block.records) seen_.add(hash_of(record));
        }) {
    block_.stream = next_stream_;
    block_.soft_nodes = settings.play.soft_nodes;
  }

  [[nodiscard]] std::uint64_t stream() const { return block_.stream; }

  void add(const Record& record) {
    const std::lock_guard lock(mutex_);
    if (!seen_.add(hash_of(record))) {
      ++duplicates_;
      return;
    }
    block_.records.push_back(record);
    ++positions_;
    if (block_.records.size() == kBlockRecords) flush_locked();
    if (settings_.positions != 0 && positions_ >= settings_.positions) done_.store(true);
  }
  void flush() {
    const std::lock_guard lock(mutex_);
    flush_locked();
  }
  void fill(GenerateProgress& progress) {
    const std::lock_guard lock(mutex_);
    progress.duplicates = duplicates_;
    progress.positions = positions_;
  }

 private:
  static std::uint64_t hash_of(const Record& record) {
    return tt::checksum(std::as_bytes(std::span(record)).first(Game::kPositionBytes));
  }
  void flush_locked() {
    if (block_.records.empty()) return;
    writer_.append(block_);
    block_.records.clear();
  }

  const GenerateSettings& settings_;
  std::atomic<bool>& done_;
  std::mutex mutex_;
  SeenFilter seen_;
  std::uint64_t next_stream_ = 1, positions_ = 0, duplicates_ = 0;
  Block block_;
  DataWriter writer_;
};

// Seeds that have nothing to do with each other, for any numbers of runs and threads.
std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t stream, std::uint64_t thread) {
  const std::array<std::uint64_t, 3> numbers = {seed, stream, thread};
  return tt::checksum(std::as_bytes(std::span(numbers)));
}

}  // namespace

std::string positions_file(const std::string& folder) {
  return folder + "/positions.data";
}

template <class Game>
void generate_positions(const GenerateSettings& settings, const std::atomic<bool>& quit,
                        const std::function<void(const GenerateProgress&)>& on_progress) {
  std::error_code error;
  std::filesystem::create_directories(settings.folder, error);
  if (error) throw Error(fmt::format("cannot create the folder '{}': {}", settings.folder, error.message()));

  std::atomic<bool> done{false};
  Collector<Game> collector(settings, done);
  const auto start = std::chrono::steady_clock::now();
  std::mutex mutex;  // of the two below
  SelfPlayCounts total;
  auto last_report = start;
  const auto progress = [&] {
    GenerateProgress result;
    result.counts = total;
    collector.fill(result);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
  };
  GenerateProgress now = progress();
  if (settings.positions != 0 && now.positions >= settings.positions) {
    on_progress(now);
    return;
  }

  const auto work = [&](int thread) {
    SelfPlaySettings play = settings.play;
    play.seed = mixed_seed(settings.play.seed, collector.stream(), static_cast<std::uint64_t>(thread));
    SelfPlay<Game> self_play(play);
    const auto stopping = [&] { return quit.load() || done.load(); };
    while (!stopping()) {
      self_play.play_game(quit, [&](const Record& record) { collector.add(record); });
      const std::lock_guard lock(mutex);
      total += self_play.take_counts();
      if (std::chrono::steady_clock::now() - last_report >= kReportEvery) {
        last_report = std::chrono::steady_clock::now();
        on_progress(progress());
      }
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < settings.threads; ++i) helpers.emplace_back(work, i);
  work(0);
  for (std::thread& helper : helpers) helper.join();
  collector.flush();
  on_progress(progress());
}

template void generate_positions<Chess>(const GenerateSettings&, const std::atomic<bool>&,
                                        const std::function<void(const GenerateProgress&)>&);
template void generate_positions<Shogi>(const GenerateSettings&, const std::atomic<bool>&,
                                        const std::function<void(const GenerateProgress&)>&);

}  // namespace tesuji::lab

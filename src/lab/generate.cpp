#include "lab/generate.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "lab/chess.hpp"
#include "lab/data_file.hpp"
#include "lab/play_worker.hpp"
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

// The file, the block that is being filled, the filter of duplicates.
template <class Game>
class Collector {
 public:
  explicit Collector(const GenerateSettings& settings)
      : seen_(kSeenLog2Bits),
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
    if (!seen_.add(hash_of(record))) {
      ++duplicates_;
      return;
    }
    block_.records.push_back(record);
    ++positions_;
    if (block_.records.size() == kBlockRecords) flush();
  }
  void flush() {
    if (block_.records.empty()) return;
    writer_.append(block_);
    block_.records.clear();
  }
  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  [[nodiscard]] std::uint64_t duplicates() const { return duplicates_; }

 private:
  static std::uint64_t hash_of(const Record& record) {
    return tt::checksum(std::as_bytes(std::span(record)).first(Game::kPositionBytes));
  }

  SeenFilter seen_;
  std::uint64_t next_stream_ = 1, positions_ = 0, duplicates_ = 0;
  Block block_;
  DataWriter writer_;
};

// Seeds that have nothing to do with each other, for any numbers of runs and games.
std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t stream, std::uint64_t game) {
  const std::array<std::uint64_t, 3> numbers = {seed, stream, game};
  return tt::checksum(std::as_bytes(std::span(numbers)));
}

// Asks for game after game until there are enough positions.
template <class Game>
class Games final : public queue::Source {
 public:
  using OnProgress = std::function<void(const GenerateProgress&)>;
  Games(const GenerateSettings& settings, const OnProgress& on_progress)
      : settings_(settings), on_progress_(on_progress), collector_(settings) {}

  std::optional<std::string> next() override {
    if (finished()) return std::nullopt;
    SelfPlaySettings play = settings_.play;
    play.seed = mixed_seed(settings_.play.seed, collector_.stream(), asked_++);
    return play_question(Game::kName, play);
  }
  void on_answer(std::size_t /*number*/, const std::string& answer) override {
    const PlayedGame played = read_played_game(answer);
    total_ += played.counts;
    for (const Record& record : played.records) collector_.add(record);
    if (std::chrono::steady_clock::now() - last_report_ < kReportEvery) return;
    last_report_ = std::chrono::steady_clock::now();
    report();
  }
  [[nodiscard]] bool finished() const override {
    return settings_.positions != 0 && collector_.positions() >= settings_.positions;
  }

  void flush() { collector_.flush(); }
  void report() const {
    GenerateProgress progress;
    progress.counts = total_;
    progress.duplicates = collector_.duplicates();
    progress.positions = collector_.positions();
    progress.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    on_progress_(progress);
  }

 private:
  const GenerateSettings& settings_;
  const OnProgress& on_progress_;
  Collector<Game> collector_;
  SelfPlayCounts total_;
  std::uint64_t asked_ = 0;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_report_ = start_;
};

}  // namespace

std::string positions_file(const std::string& folder) {
  return folder + "/positions.data";
}

template <class Game>
void generate_positions(const GenerateSettings& settings, queue::Queue& queue, StopFlag& stop,
                        const std::function<void(const GenerateProgress&)>& on_progress) {
  std::error_code error;
  std::filesystem::create_directories(settings.folder, error);
  if (error) throw Error(fmt::format("cannot create the folder '{}': {}", settings.folder, error.message()));
  Games<Game> games(settings, on_progress);
  try {
    if (!games.finished()) queue.serve(games, stop);
  } catch (...) {
    games.flush();
    throw;
  }
  games.flush();
  games.report();
}

template void generate_positions<Chess>(const GenerateSettings&, queue::Queue&, StopFlag&,
                                        const std::function<void(const GenerateProgress&)>&);
template void generate_positions<Shogi>(const GenerateSettings&, queue::Queue&, StopFlag&,
                                        const std::function<void(const GenerateProgress&)>&);

}  // namespace tesuji::lab

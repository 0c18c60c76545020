#include "lab/play_worker.hpp"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <sstream>

#include "base/error.hpp"
#include "base/number.hpp"
#include "lab/chess.hpp"
#include "lab/shogi.hpp"
#include "tt/checksum.hpp"

namespace tesuji::lab {
namespace {

constexpr std::string_view kTask = "self-play", kError = "error ";
constexpr std::uint64_t kMaxTableBytes = std::uint64_t{1} << 30;

std::string hex_of(std::span<const std::uint8_t> bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Self-play of one game, kept from question to question.
template <class Game>
class Player {
 public:
  std::optional<std::string> play(const SelfPlaySettings& settings, const StopFlag& stop) {
    if (!self_play_ || soft_nodes_ != settings.soft_nodes || hard_factor_ != settings.hard_factor ||
        table_bytes_ != settings.table_bytes) {
      self_play_.emplace(settings);
      soft_nodes_ = settings.soft_nodes;
      hard_factor_ = settings.hard_factor;
      table_bytes_ = settings.table_bytes;
    }
    self_play_->reseed(settings.seed);
    std::string records;
    self_play_->play_game(stop, [&](const Record& record) { records += hex_of(record); });
    const SelfPlayCounts c = self_play_->take_counts();
    if (c.games == 0) return std::nullopt;  // stopped
    return fmt::format("{} {} {} {} {} {} {} {} {} {}\n{}", c.games, c.won, c.drawn, c.lost, c.openings,
                       c.moves, c.nodes, c.kept, c.not_quiet, c.unpackable, records);
  }

 private:
  std::optional<SelfPlay<Game>> self_play_;
  std::uint64_t soft_nodes_ = 0, hard_factor_ = 0, table_bytes_ = 0;
};

class PlayWorker final : public queue::Worker {
 public:
  std::optional<std::string> answer(const std::string& question, const StopFlag& stop) override {
    std::istringstream words(question);
    std::string task, game;
    SelfPlaySettings settings;
    words >> task >> game >> settings.soft_nodes >> settings.hard_factor >> settings.table_bytes >>
        settings.seed;
    if (!words || task != kTask || settings.table_bytes > kMaxTableBytes)
      return std::string(kError) + "the question is not a game of self-play";
    try {
      if (game == Chess::kName) return chess_.play(settings, stop);
      if (game == Shogi::kName) return shogi_.play(settings, stop);
    } catch (const Error& error) {
      return std::string(kError) + error.what();
    }
    return std::string(kError) + "there is no self-play of " + game;
  }

 private:
  Player<Chess> chess_;
  Player<Shogi> shogi_;
};

}  // namespace

std::string play_question(std::string_view game, const SelfPlaySettings& settings) {
  return fmt::format("{} {} {} {} {} {}", kTask, game, settings.soft_nodes, settings.hard_factor,
                     settings.table_bytes, settings.seed);
}

PlayedGame read_played_game(const std::string& answer) {
  if (answer.starts_with(kError)) throw Error(answer.substr(kError.size()));
  PlayedGame played;
  SelfPlayCounts& c = played.counts;
  const std::size_t line = answer.find('\n');
  std::istringstream words(answer.substr(0, line));
  words >> c.games >> c.won >> c.drawn >> c.lost >> c.openings >> c.moves >> c.nodes >> c.kept >>
      c.not_quiet >> c.unpackable;
  const auto fail = [] { return Error("a worker's game of self-play cannot be read"); };
  if (!words || line == std::string::npos || (answer.size() - line - 1) % (2 * kRecordBytes) != 0)
    throw fail();
  for (std::size_t at = line + 1; at < answer.size(); at += 2 * kRecordBytes) {
    Record& record = played.records.emplace_back();
    for (std::size_t i = 0; i < kRecordBytes; ++i) {
      const int high = digit_of(answer[at + 2 * i]), low = digit_of(answer[at + 2 * i + 1]);
      if (high < 0 || low < 0) throw fail();
      record[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
  }
  return played;
}

std::unique_ptr<queue::Worker> new_play_worker() {
  return std::make_unique<PlayWorker>();
}

std::string play_signature() {
  SelfPlaySettings settings;
  settings.soft_nodes = 30;
  settings.table_bytes = std::uint64_t{1} << 20;
  PlayWorker worker;
  const StopFlag never;
  std::uint64_t digest = 0;
  for (const std::string_view game : {std::string_view(Chess::kName), std::string_view(Shogi::kName)}) {
    const std::string answer = worker.answer(play_question(game, settings), never).value_or("");
    digest = tt::checksum(std::as_bytes(std::span(answer)), digest);
  }
  return fmt::format("tesuji-lab ({:016x})", digest);
}

}  // namespace tesuji::lab

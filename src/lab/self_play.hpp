// Games of an engine against itself, for positions to train from.
//
// A Game is what a game supplies (lab/chess.hpp, lab/shogi.hpp): Hooks (search/game.hpp), kName, the
// constants of the openings and of adjudication, and the functions used below.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "lab/record.hpp"
#include "search/driver.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::lab {

struct SelfPlaySettings {
  std::uint64_t soft_nodes = 2000;  // no new iteration after so many
  std::uint64_t hard_factor = 8;    // and the search stops at so many times as many
  std::uint64_t seed = 1;
  std::uint64_t table_bytes = std::uint64_t{8} << 20;
};

struct SelfPlayCounts {
  std::uint64_t games = 0, won = 0, drawn = 0, lost = 0;  // from the first player's side
  std::uint64_t openings = 0;                             // tried
  std::uint64_t moves = 0, nodes = 0;
  std::uint64_t kept = 0;
  std::uint64_t not_quiet = 0, unpackable = 0;
};

template <class Game>
class SelfPlay {
 public:
  using Hooks = typename Game::Hooks;
  using Position = typename Hooks::Position;

  explicit SelfPlay(const SelfPlaySettings& settings)
      : settings_(settings), random_(settings.seed), table_(settings.table_bytes) {
    plan_.limits.nodes = settings.soft_nodes * settings.hard_factor;
    plan_.report = [this](const search::Progress& progress) {
      if (progress.nodes >= settings_.soft_nodes) stop_.request();
    };
  }

  // Plays one game from a balanced opening and calls keep(record) for each quiet position. Returns without a
  // game if `quit` was requested.
  template <class Keep>
  void play_game(const StopFlag& quit, Keep keep) {
    while (!quit.requested()) {
      ++counts_.openings;
      const std::optional<Position> opening = random_opening();
      if (!opening || Game::outcome(*opening)) continue;
      driver_.new_game();
      table_.clear();
      samples_.clear();
      const std::optional<int> result = play_from(*opening, quit);
      if (!result) continue;
      ++counts_.games;
      ++(*result == 2 ? counts_.won : *result == 1 ? counts_.drawn : counts_.lost);
      for (Sample& sample : samples_) {
        Game::set_result(sample.record, sample.side == 0 ? *result : 2 - *result);
        ++counts_.kept;
        keep(sample.record);
      }
      return;
    }
  }

  // From here on the random choices of the games depend on nothing but this seed.
  void reseed(std::uint64_t seed) { random_ = tt::SplitMix64(seed); }

  // The counts since the last call.
  SelfPlayCounts take_counts() { return std::exchange(counts_, {}); }

 private:
  struct Sample {
    Record record;
    int side;
  };

  std::optional<Position> random_opening() {
    Position position = Game::start();
    const int plies = Game::kRandomPlies + static_cast<int>(random_() % Game::kMorePlies);
    for (int ply = 0; ply < plies; ++ply) {
      const std::vector<std::uint16_t> moves = Game::opening_moves(position);
      if (moves.empty()) return std::nullopt;
      Hooks::make(position, moves[random_() % moves.size()]);
    }
    return position;
  }

  // Half points for the side that moves first in the game; nothing if the opening was not balanced.
  std::optional<int> play_from(Position position, const StopFlag& quit) {
    int decided = 0, even = 0;
    for (int ply = 0; ply < Game::kMaxPlies; ++ply) {
      if (const std::optional<int> result = Game::outcome(position)) return result;
      if (quit.requested()) return std::nullopt;
      stop_.clear();
      const search::Progress found = driver_.run(position, plan_, table_, stop_);
      const search::Line& line = found.lines.front();
      ++counts_.moves;
      counts_.nodes += found.nodes;
      if (ply == 0 && std::abs(line.score) > Game::kBalanced) return std::nullopt;
      const int score = Hooks::side(position) == 0 ? line.score : -line.score;
      decided = std::abs(score) >= Game::kDecided ? decided + 1 : 0;
      even = std::abs(score) <= Game::kEven && ply >= Game::kEvenFrom ? even + 1 : 0;
      if (decided >= Game::kDecidedPlies || search::is_mate(score)) return score > 0 ? 2 : 0;
      if (even >= Game::kEvenPlies) return 1;
      const std::uint16_t move = line.pv.front();
      if (Hooks::in_check(position) || Hooks::is_noisy(position, move)) {
        ++counts_.not_quiet;
      } else if (const auto record = Game::pack(position, {line.score, 1})) {
        samples_.push_back({*record, Hooks::side(position)});
      } else {
        ++counts_.unpackable;
      }
      Hooks::make(position, move);
    }
    return 1;
  }

  SelfPlaySettings settings_;
  tt::SplitMix64 random_;
  search::BoundTable table_;
  search::Driver<Hooks> driver_;
  search::Plan plan_;
  search::StopFlag stop_;
  std::vector<Sample> samples_;
  SelfPlayCounts counts_;
};

}  // namespace tesuji::lab

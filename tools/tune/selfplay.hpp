// Games of an engine against itself, for positions with a result to fit the evaluation to.
//
// A Table is what a game has to say: Hooks (search/game.hpp), kRandomPlies and kMorePlies (moves at random
// that begin each game, so that no two are alike), kDecided and kHeld (a score that, held for so many moves,
// ends the game), kBalanced (openings that random moves have spoilt by more are thrown away), kMostPlies
// (then it is a draw), and the functions used below.
#pragma once

#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "search/driver.hpp"
#include "subject.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::tune {

template <class Table>
class Games {
 public:
  using Hooks = typename Table::Hooks;
  using Position = typename Hooks::Position;

  explicit Games(const SelfPlay& settings)
      : settings_(settings), random_(settings.seed), table_(kTableBytes) {
    plan_.limits.nodes = settings.nodes;
  }

  void play(std::ostream& out) {
    for (int game = 0; game < settings_.games;) {
      const auto opening = random_opening();
      if (!opening || Table::outcome(*opening)) continue;
      driver_.new_game();
      table_.clear();
      samples_.clear();
      const auto result = play_game(*opening);
      if (!result) continue;
      for (const Sample& sample : samples_)
        out << sample.text << ';' << sample.score << ';' << *result << '\n';
      if (++game % 100 == 0) std::cerr << game << " games\n";
    }
  }

 private:
  static constexpr std::uint64_t kTableBytes = std::uint64_t{4} << 20;
  struct Sample {
    std::string text;
    int score;
  };

  std::optional<Position> random_opening() {
    Position position = Table::start();
    const int plies = Table::kRandomPlies + static_cast<int>(random_() % Table::kMorePlies);
    for (int ply = 0; ply < plies; ++ply) {
      const std::vector<std::uint16_t> moves = Table::opening_moves(position);
      if (moves.empty()) return std::nullopt;
      Hooks::make(position, moves[random_() % moves.size()]);
    }
    return position;
  }

  // Half points for the side that moves first in the game, or nothing where the opening was no game.
  std::optional<int> play_game(Position position) {
    int held = 0;
    for (int ply = 0; ply < Table::kMostPlies; ++ply) {
      if (const std::optional<int> result = Table::outcome(position)) return result;
      const search::Line line = driver_.run(position, plan_, table_, stop_).lines.front();
      const int score = Hooks::side(position) == 0 ? line.score : -line.score;
      if (ply == 0 && std::abs(score) > Table::kBalanced) return std::nullopt;
      held = std::abs(score) >= Table::kDecided ? held + 1 : 0;
      if (held >= Table::kHeld || search::is_mate(score)) return score > 0 ? 2 : 0;
      if (!Hooks::in_check(position) && !Hooks::is_noisy(position, line.pv.front())) {
        samples_.push_back({Hooks::position_text(position), score});
      }
      Hooks::make(position, line.pv.front());
    }
    return 1;
  }

  SelfPlay settings_;
  tt::SplitMix64 random_;
  search::BoundTable table_;
  search::Driver<Hooks> driver_;
  search::Plan plan_;
  search::StopFlag stop_;
  std::vector<Sample> samples_;
};

}  // namespace tesuji::tune

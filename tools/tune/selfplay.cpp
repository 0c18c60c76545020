#include "selfplay.hpp"

#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/chess/game.hpp"
#include "games/chess/notation.hpp"
#include "search/driver.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::tune {
namespace {

using chess::Position;
using chess::Rules;

constexpr std::uint64_t kTableBytes = std::uint64_t{4} << 20;
constexpr int kDecided = 900;    // centipawns that, held for kHeld moves, end the game
constexpr int kHeld = 4;         //
constexpr int kBalanced = 250;   // openings that random moves have spoilt by more are thrown away
constexpr int kMostPlies = 300;  // then it is a draw

struct Sample {
  std::string fen;
  int score;
};

std::optional<Position> random_opening(tt::SplitMix64& random, int plies) {
  Position position;
  for (int ply = 0; ply < plies; ++ply) {
    chess::MoveList list;
    generate_legal(position, list);
    if (list.empty()) return std::nullopt;
    position.make(list[random() % list.size()]);
  }
  return position;
}

bool has_move(const Position& position) {
  chess::MoveList list;
  generate_legal(position, list);
  return !list.empty();
}

class Player {
 public:
  explicit Player(std::uint64_t nodes) : table_(kTableBytes) { plan_.limits.nodes = nodes; }
  void new_game() {
    driver_.new_game();
    table_.clear();
  }
  search::Line think(const Position& position) {
    return driver_.run(position, plan_, table_, stop_).lines.front();
  }

 private:
  search::BoundTable table_;
  search::Driver<Rules> driver_;
  search::Plan plan_;
  search::StopFlag stop_;
};

// Half points for White, or nothing where the opening was no game.
std::optional<int> play_game(Player& player, Position position, std::vector<Sample>& samples) {
  int held = 0;
  for (int ply = 0; ply < kMostPlies; ++ply) {
    const bool white = position.side() == chess::kWhite;
    if (!has_move(position)) return position.in_check() ? (white ? 0 : 2) : 1;
    if (position.rule50() >= 100 || position.threefold() || position.insufficient_material()) return 1;
    const search::Line line = player.think(position);
    const int score = white ? line.score : -line.score;
    if (ply == 0 && std::abs(score) > kBalanced) return std::nullopt;
    held = std::abs(score) >= kDecided ? held + 1 : 0;
    if (held >= kHeld) return score > 0 ? 2 : 0;
    if (!position.in_check() && !is_noisy(position, line.pv.front()) && !search::is_mate(score)) {
      samples.push_back({to_fen(position), score});
    }
    position.make(line.pv.front());
  }
  return 1;
}

}  // namespace

void play_games(const SelfPlay& settings, std::ostream& out) {
  tt::SplitMix64 random(settings.seed);
  Player player(settings.nodes);
  for (int game = 0; game < settings.games;) {
    const auto opening = random_opening(random, settings.random_plies + static_cast<int>(random() % 2));
    if (!opening || !has_move(*opening)) continue;
    player.new_game();
    std::vector<Sample> samples;
    const auto result = play_game(player, *opening, samples);
    if (!result) continue;
    for (const Sample& sample : samples) out << sample.fen << ';' << sample.score << ';' << *result << '\n';
    if (++game % 100 == 0) std::cerr << game << " games\n";
  }
}

}  // namespace tesuji::tune

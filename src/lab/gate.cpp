#include "lab/gate.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "lab/chess.hpp"
#include "lab/shogi.hpp"
#include "search/driver.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::lab {
namespace {

template <class Game>
class PairPlayer {
 public:
  using Hooks = typename Game::Hooks;
  using Position = typename Hooks::Position;

  explicit PairPlayer(const GateSettings& settings)
      : players_{Player(settings.network, false, settings.table_bytes),
                 Player(settings.opponent, settings.against_handwritten, settings.table_bytes)},
        judge_(nullptr, true, settings.table_bytes) {
    plan_.limits.nodes = settings.nodes;
  }

  // Half points of the candidate in the two games, or nothing if it was told to quit.
  std::optional<std::array<int, 2>> play(std::uint64_t seed, const std::atomic<bool>& quit) {
    tt::SplitMix64 random(seed);
    const Position opening = balanced_opening(random);
    std::array<int, 2> points{};
    for (std::size_t first = 0; first < 2; ++first) {
      for (Player& player : players_) {
        player.driver.new_game();
        player.table.clear();
      }
      const std::optional<int> result = play_from(opening, first, quit);
      if (!result) return std::nullopt;
      points[first] = first == 0 ? *result : 2 - *result;
    }
    return points;
  }

 private:
  struct Player {
    // No network: the program's.
    Player(std::shared_ptr<const net::Network> network, bool handwritten, std::uint64_t bytes)
        : table(bytes) {
      driver.set_evaluator_hook([network, handwritten](typename Hooks::Evaluator& evaluator) {
        if (handwritten) {
          evaluator.use_handwritten();
        } else {
          evaluator.use(network);
        }
      });
    }
    search::BoundTable table;
    search::Driver<Hooks> driver;
  };

  // Balanced in the eyes of the hand-written evaluation, whoever plays.
  Position balanced_opening(tt::SplitMix64& random) {
    for (;;) {
      Position position = Game::start();
      const int plies = Game::kRandomPlies + static_cast<int>(random() % Game::kMorePlies);
      for (int ply = 0; ply < plies; ++ply) {
        const std::vector<std::uint16_t> moves = Game::opening_moves(position);
        if (moves.empty()) break;
        Hooks::make(position, moves[random() % moves.size()]);
      }
      if (Game::outcome(position)) continue;
      judge_.table.clear();
      judge_.driver.new_game();
      const search::Progress found = judge_.driver.run(position, plan_, judge_.table, stop_);
      if (std::abs(found.lines.front().score) <= Game::kBalanced / 2) return position;
    }
  }

  // Half points for the side that moves first in the game. A game is adjudicated only if both agree.
  std::optional<int> play_from(Position position, std::size_t first, const std::atomic<bool>& quit) {
    int decided = 0, even = 0;
    for (int ply = 0; ply < Game::kMaxPlies; ++ply) {
      if (const std::optional<int> result = Game::outcome(position)) return result;
      if (quit.load(std::memory_order_relaxed)) return std::nullopt;
      const auto side = static_cast<std::size_t>(Hooks::side(position));
      Player& player = players_[side == 0 ? first : 1 - first];
      const search::Progress found = player.driver.run(position, plan_, player.table, stop_);
      const search::Line& line = found.lines.front();
      const int score = side == 0 ? line.score : -line.score;
      decided = score >= Game::kDecided    ? std::max(decided, 0) + 1
                : score <= -Game::kDecided ? std::min(decided, 0) - 1
                                           : 0;
      even = std::abs(score) <= Game::kEven && ply >= Game::kEvenFrom ? even + 1 : 0;
      if (std::abs(decided) >= Game::kDecidedPlies) return decided > 0 ? 2 : 0;
      if (even >= Game::kEvenPlies) return 1;
      Hooks::make(position, line.pv.front());
    }
    return 1;
  }

  std::array<Player, 2> players_;
  Player judge_;
  search::Plan plan_;
  search::StopFlag stop_;
};

void count(match::Tally& tally, const std::array<int, 2>& points) {
  for (const int half_points : points) {
    ++(half_points == 2 ? tally.wins : half_points == 1 ? tally.draws : tally.losses);
  }
  ++tally.pairs[static_cast<std::size_t>(points[0] + points[1])];
}

}  // namespace

template <class Game>
match::Tally gate(const GateSettings& settings, const std::atomic<bool>& quit,
                  const std::function<void(const PlayedPair&, const match::Tally&)>& on_pair) {
  std::mutex mutex;
  match::Tally tally;
  for (const PlayedPair& pair : settings.played) count(tally, pair.points);
  const auto was_played = [&](int number) {
    return std::any_of(settings.played.begin(), settings.played.end(),
                       [&](const PlayedPair& pair) { return pair.number == number; });
  };
  std::atomic<bool> done{settings.sprt && settings.sprt->decide(tally) != match::Sprt::Decision::GoOn};
  std::atomic<int> next{0};
  const auto work = [&] {
    PairPlayer<Game> player(settings);
    while (!quit.load() && !done.load()) {
      const int pair = next.fetch_add(1);
      if (2 * pair >= settings.games) break;
      if (was_played(pair)) continue;
      const auto points = player.play(settings.seed * 1000003 + static_cast<std::uint64_t>(pair), quit);
      const std::lock_guard lock(mutex);
      if (!points || done.load()) break;
      count(tally, *points);
      on_pair({pair, *points}, tally);
      if (settings.sprt && settings.sprt->decide(tally) != match::Sprt::Decision::GoOn) done.store(true);
    }
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < settings.threads; ++i) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  return tally;
}

template match::Tally gate<Chess>(const GateSettings&, const std::atomic<bool>&,
                                  const std::function<void(const PlayedPair&, const match::Tally&)>&);
template match::Tally gate<Shogi>(const GateSettings&, const std::atomic<bool>&,
                                  const std::function<void(const PlayedPair&, const match::Tally&)>&);

}  // namespace tesuji::lab

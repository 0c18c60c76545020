// Mates as games bring them, to tune the solver on and to race others (docs/measurements/shogi.md): the
// engine plays itself at few nodes a move until the mover has a mate of at least LEAST plies; every position
// before it was asked about, too. Prints a line for each mate, SFEN, a tab, "mate N", a tab, the nodes it
// took, and with BUDGET nodes spent on a position without an answer, SFEN, a tab, "unknown": what is hard is
// not passed over.
//
// Mates of up to seven plies are looked for by trying everything as well (mate_shortest.hpp): where the two
// differ, the program says so and ends.
//
// usage: shogi-mates [GAMES [LEAST [BUDGET [NODES [SEED]]]]]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "games/shogi/hooks.hpp"
#include "games/shogi/mate.hpp"
#include "games/shogi/mate_shortest.hpp"
#include "games/shogi/notation.hpp"
#include "search/driver.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::shogi {
namespace {

constexpr int kMostPlies = 320;
constexpr int kVerified = 7;  // plies
constexpr int kCompared = 3;  // where the solver found none, a mate of so many plies is looked for
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

struct Settings {
  std::size_t least;
  std::uint64_t budget, nodes;
};

// At random, but not simply losing a piece.
Position random_opening(tt::SplitMix64& random) {
  Position position = Position::start();
  for (auto plies = 6 + random() % 8; plies > 0; --plies) {
    MoveList list;
    generate(position, list, Wanted::All, Promotion::Sensible);
    Move move;
    do {
      move = list[static_cast<int>(random() % static_cast<std::uint64_t>(list.size()))];
    } while (!position.exchange_at_least(move, 0));
    position.make(move);
  }
  return position;
}

// Nothing that the solver said may be at odds with trying everything.
bool verified(const Position& position, const MateResult& result) {
  const bool mate = result.verdict == MateResult::Verdict::Mate;
  const int plies = mate ? std::min(static_cast<int>(result.line.size()), kVerified) : kCompared;
  Budget unlimited;
  const bool short_mate = !find_shortest_mate(position, plies, kMiB, unlimited).line.empty();
  return mate ? result.checked && (short_mate || result.line.size() > kVerified) : !short_mate;
}

class Table {
 public:
  explicit Table(const Settings& settings) : settings_(settings) { plan_.limits.nodes = settings.nodes; }

  // False: the solver was wrong.
  bool play(Position position) {
    driver_.new_game();
    table_.clear();
    for (int ply = 0; ply < kMostPlies && position.repetition(3) == Repetition::None; ++ply) {
      Budget budget(settings_.budget);
      const MateResult result = solver_.solve(position, budget);
      if (!verified(position, result)) {
        std::printf("%s\tWRONG\n", to_sfen(position).c_str());
        return false;
      }
      if (result.verdict == MateResult::Verdict::Unknown) {
        std::printf("%s\tunknown\t%llu\n", to_sfen(position).c_str(), nodes(result));
      } else if (result.line.size() >= settings_.least) {
        std::printf("%s\tmate %zu\t%llu\n", to_sfen(position).c_str(), result.line.size(), nodes(result));
        std::fflush(stdout);
        return true;
      }
      const search::Progress found = driver_.run(position, plan_, table_, stop_);
      if (found.lines.empty()) break;
      position.make(Move::from_raw(found.lines.front().pv.front()));
    }
    return true;
  }

 private:
  static unsigned long long nodes(const MateResult& result) { return result.nodes; }

  Settings settings_;
  MateSolver solver_{256 * kMiB};
  search::BoundTable table_{4 * kMiB};
  search::Driver<Hooks> driver_;
  search::Plan plan_;
  search::StopFlag stop_;
};

}  // namespace
}  // namespace tesuji::shogi

int main(int argc, char** argv) {
  using namespace tesuji::shogi;
  const auto argument = [&](int at, std::uint64_t standard) {
    return argc > at ? std::strtoull(argv[at], nullptr, 10) : standard;
  };
  Table table({argument(2, 3), argument(3, 300'000), argument(4, 400)});
  tt::SplitMix64 random(argument(5, 2026));
  for (std::uint64_t game = argument(1, 20); game > 0; --game) {
    if (!table.play(random_opening(random))) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

#include "match/random_openings.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <string>

#include "base/error.hpp"

namespace tesuji::match {

void make_openings(const RandomOpenings& plan, engine::Engine& engine, const search::StopFlag& stop,
                   const std::function<void(const Opening&)>& found) {
  std::mt19937_64 random(plan.seed);
  std::set<std::uint64_t> seen;
  constexpr int kMaxMisses = 1000;  // in a row: there are hardly any left to find
  for (int made = 0, misses = 0; made < plan.count && !stop.requested(); ++misses) {
    if (misses == kMaxMisses) {
      throw Error(fmt::format("only {} openings were found: ask for more plies, or for more within", made));
    }
    const std::unique_ptr<engine::Board> board = engine.game().board("");
    Opening opening;
    while (static_cast<int>(opening.moves.size()) < plan.plies && !board->outcome()) {
      const std::vector<std::string> legal = board->legal_moves();
      // The remainder of a 64-bit number is even enough, and the same with every library.
      opening.moves.push_back(legal[random() % legal.size()]);
      board->play(opening.moves.back());
    }
    if (board->outcome() || !seen.insert(board->key()).second) continue;

    engine::Request request;
    request.game = engine.game().name();
    request.moves = opening.moves;
    request.limits.nodes = plan.nodes;
    engine.new_game();
    engine.clear_table();
    engine::Listener silent;
    const engine::Report report = engine.analyze(request, silent, stop);
    if (stop.requested() || report.mate || !report.score || std::abs(*report.score) > plan.within) continue;
    found(opening);
    ++made;
    misses = 0;
  }
}

}  // namespace tesuji::match

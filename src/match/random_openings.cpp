#include "match/random_openings.hpp"

#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <string>

namespace tesuji::match {

void make_openings(const RandomOpenings& plan, engine::Engine& engine, const search::StopFlag& stop,
                   const std::function<void(const Opening&)>& found) {
  std::mt19937_64 random(plan.seed);
  std::set<std::uint64_t> seen;
  for (int made = 0; made < plan.count && !stop.requested();) {
    const std::unique_ptr<engine::Board> board = engine.board("");
    Opening opening;
    while (static_cast<int>(opening.moves.size()) < plan.plies && !board->outcome()) {
      const std::vector<std::string> legal = board->legal_moves();
      // The remainder of a 64-bit number is even enough, and the same with every library.
      opening.moves.push_back(legal[random() % legal.size()]);
      board->play(opening.moves.back());
    }
    if (board->outcome() || !seen.insert(board->key()).second) continue;

    engine::Request request;
    request.game = engine.name();
    request.moves = opening.moves;
    request.limits.nodes = plan.nodes;
    engine.new_game();
    engine.clear_table();
    engine::Listener silent;
    const engine::Report report = engine.analyze(request, silent, stop);
    if (stop.requested() || report.mate || !report.score || std::abs(*report.score) > plan.within) continue;
    found(opening);
    ++made;
  }
}

}  // namespace tesuji::match

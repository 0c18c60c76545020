#include "games/go/tree.hpp"

#include <unordered_set>

namespace tesuji::go {

namespace {

class Grower {
 public:
  Grower(const Tsumego& tsumego, Solver& solver, std::size_t most)
      : tsumego_(tsumego), solver_(solver), left_(most) {}

  // Adds the mover's moves to a node; the mover wins. A position that stands elsewhere in the tree already is
  // not unfolded again.
  void grow(sgf::Tree& tree, const Position& p) {
    if (!seen_.insert(p.key).second || solver_.over(p)) return;
    const bool attacker = p.to_move == Side::Attacker;
    for (const MoveResult& move : solver_.moves(p)) {
      if (!move.attacker_wins || move.step.move.pass() || left_ == 0) continue;
      const Position next = tsumego_.rules().after(p, move.step);
      sgf::Tree branch;
      branch.nodes.push_back(node(p, move.step));
      if (*move.attacker_wins == attacker) {
        answer_right(branch, next);
        tree.variations.push_back(std::move(branch));
      } else if (refute(branch, next)) {
        tree.variations.push_back(std::move(branch));
      }
    }
  }

 private:
  void answer_right(sgf::Tree& branch, const Position& next) {
    const auto reply = solver_.over(next) ? std::nullopt : solver_.hardest_reply(next);
    if (!reply) {
      branch.nodes.back().add("C", "RIGHT");
      return;
    }
    branch.nodes.push_back(node(next, *reply));
    grow(branch, tsumego_.rules().after(next, *reply));
    // A line that ends with the opponent's move would look like a refutation.
    if (branch.variations.empty()) {
      branch.nodes.pop_back();
      branch.nodes.back().add("C", "RIGHT");
    }
  }

  // A wrong move is answered by a move that wins; one that can be ignored is not worth a line.
  bool refute(sgf::Tree& branch, const Position& next) {
    for (const Step& step : solver_.winning_moves(next)) {
      if (step.move.pass()) continue;
      branch.nodes.push_back(node(next, step));
      return true;
    }
    return false;
  }

  sgf::Node node(const Position& p, const Step& step) {
    if (left_ > 0) --left_;
    sgf::Node made;
    made.add(std::string(1, initial(tsumego_.colour(p.to_move))),
             to_sgf(tsumego_.region().point(step.move.point)));
    return made;
  }

  const Tsumego& tsumego_;
  Solver& solver_;
  std::size_t left_;
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace

sgf::Tree solution_tree(const Tsumego& tsumego, Solver& solver, const Position& start,
                        std::size_t most_nodes) {
  sgf::Tree tree;
  Problem problem = tsumego.enclosure().problem;
  problem.player = tsumego.colour(start.to_move);
  tree.nodes.push_back(to_node(problem));
  Grower(tsumego, solver, most_nodes).grow(tree, start);
  return tree;
}

}  // namespace tesuji::go

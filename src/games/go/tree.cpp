#include "games/go/tree.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

namespace tesuji::go {

namespace {

class Grower {
 public:
  Grower(const Tsumego& tsumego, Solver& solver, std::size_t most)
      : tsumego_(tsumego), solver_(solver), left_(most) {}

  // Adds the mover's moves to a node; the mover wins. A position that stands elsewhere in the tree already is
  // not unfolded again.
  void grow(sgf::Tree& tree, const Position& p, bool first = false) {
    if (!seen_.insert(p.key).second || solver_.over(p)) return;
    const bool attacker = p.to_move == Side::Attacker;
    std::vector<MoveResult> moves = solver_.moves(p);
    // Right moves first: readers take the first variation for the solution, and a tree that gets full must
    // have them.
    std::stable_partition(moves.begin(), moves.end(), [&](const MoveResult& move) {
      return move.attacker_wins && *move.attacker_wins == attacker;
    });
    for (const MoveResult& move : moves) {
      if (!move.attacker_wins || move.step.move.pass() || left_ == 0) continue;
      const Position next = tsumego_.rules().after(p, move.step);
      sgf::Tree branch;
      branch.nodes.push_back(node(p, move.step));
      if (*move.attacker_wins == attacker) {
        answer_right(branch, next);
        tree.variations.push_back(std::move(branch));
      } else if (refute(branch, next, first)) {
        tree.variations.push_back(std::move(branch));
      }
    }
  }

 private:
  // Every defence against a right move that has to be answered, with its answers.
  void answer_right(sgf::Tree& branch, const Position& next) {
    if (!solver_.over(next)) {
      for (const Step& reply : solver_.replies(next)) {
        if (left_ < 2) break;
        sgf::Tree defence;
        defence.nodes.push_back(node(next, reply));
        const Position p = tsumego_.rules().after(next, reply);
        grow(defence, p);
        // A line that ends with the opponent's move would look like a refutation.
        if (defence.variations.empty() && !answer(defence, p)) continue;
        branch.variations.push_back(std::move(defence));
      }
    }
    if (branch.variations.empty()) branch.nodes.back().add("C", "RIGHT");
    if (branch.variations.size() == 1) append(branch);
  }

  // One right move, where the position is unfolded elsewhere.
  bool answer(sgf::Tree& branch, const Position& p) {
    const std::vector<Step> line = solver_.line(p, 1);
    if (line.empty()) return false;
    branch.nodes.push_back(node(p, line.front()));
    branch.nodes.back().add("C", "RIGHT");
    return true;
  }

  // An only variation goes on in the same sequence.
  static void append(sgf::Tree& branch) {
    sgf::Tree only = std::move(branch.variations.front());
    branch.nodes.insert(branch.nodes.end(), only.nodes.begin(), only.nodes.end());
    branch.variations = std::move(only.variations);
  }

  // A wrong move is answered by a move that wins, at the root by a line that goes on until the loser has
  // nothing left that has to be answered; one that can be ignored is not worth a line.
  bool refute(sgf::Tree& branch, Position p, bool to_the_end) {
    std::unordered_set<std::uint64_t> passed;
    const std::size_t longest = to_the_end ? kLongestRefutation : 1;
    std::optional<Step> loser;
    for (Position before = p; passed.insert(p.key).second;) {
      const std::vector<Step> answer = solver_.line(p, 1);
      if (answer.empty()) break;
      if (loser) branch.nodes.push_back(node(before, *loser));
      branch.nodes.push_back(node(p, answer.front()));
      // Ends where the tree is full, after the winner's move.
      if (left_ == 0 || branch.nodes.size() > longest) break;
      before = tsumego_.rules().after(p, answer.front());
      if (solver_.over(before)) break;
      const std::vector<Step> threats = solver_.replies(before);
      if (threats.empty()) break;
      loser = threats.front();
      p = tsumego_.rules().after(before, *loser);
    }
    return branch.nodes.size() > 1;
  }

  sgf::Node node(const Position& p, const Step& step) {
    if (left_ > 0) --left_;
    sgf::Node made;
    made.add(std::string(1, initial(tsumego_.colour(p.to_move))),
             to_sgf(tsumego_.region().point(step.move.point)));
    return made;
  }

  static constexpr std::size_t kLongestRefutation = 31;

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
  Grower(tsumego, solver, most_nodes).grow(tree, start, true);
  return tree;
}

}  // namespace tesuji::go

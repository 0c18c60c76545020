#include "games/go/solution.hpp"

#include <string>

namespace tesuji::go {

namespace {

struct Move {
  Colour colour = Colour::Black;
  std::string text;  // as SGF has it
};

std::optional<Move> move_of(const sgf::Node& node) {
  if (node.has("B") == node.has("W")) return std::nullopt;
  const Colour colour = node.has("B") ? Colour::Black : Colour::White;
  const std::vector<std::string> values = node.values(colour == Colour::Black ? "B" : "W");
  std::string text;
  for (const char c : values.empty() ? std::string() : values.front()) {
    if (c > ' ') text += c;
  }
  return Move{colour, text};
}

bool is_pass(const Move& move, const Grid& grid) {
  return move.text.empty() || (move.text == "tt" && grid.width() <= 19 && grid.height() <= 19);
}

// What is wrong with a move; empty = nothing, and it has been played.
std::string play(const Move& move, Grid& grid) {
  if (is_pass(move, grid)) return "";
  const Point p = move.text.size() == 2 ? Point{move.text[0] - 'a', move.text[1] - 'a'} : Point{-1, -1};
  const std::string who(name(move.colour));
  if (!grid.has(p)) return who + " plays at [" + move.text + "], which is no point of the board";
  if (grid.at(p) != Colour::Empty) return who + " plays at " + to_text(p, grid) + ", where there is a stone";
  bool legal = false;
  grid.play(p, move.colour, legal);
  return legal ? "" : who + " plays at " + to_text(p, grid) + ", which is suicide";
}

// The first move that cannot be played, in any variation: "move 3, white plays at C3, …".
std::string flaw(const sgf::Tree& tree, std::size_t from, Grid grid, int played) {
  for (std::size_t i = from; i < tree.nodes.size(); ++i) {
    const auto move = move_of(tree.nodes[i]);
    if (!move) continue;
    ++played;
    if (const std::string wrong = play(*move, grid); !wrong.empty())
      return "at move " + std::to_string(played) + " " + wrong;
  }
  for (const sgf::Tree& variation : tree.variations) {
    if (std::string wrong = flaw(variation, 0, grid, played); !wrong.empty()) return wrong;
  }
  return "";
}

// The first moves: of the main sequence, else of the variations, some of which may begin with a comment.
void collect_first_moves(const sgf::Tree& tree, std::size_t from, std::vector<Move>& moves) {
  for (std::size_t i = from; i < tree.nodes.size(); ++i) {
    if (const auto move = move_of(tree.nodes[i])) {
      moves.push_back(*move);
      return;
    }
  }
  for (const sgf::Tree& variation : tree.variations) collect_first_moves(variation, 0, moves);
}

}  // namespace

void read_solution(const sgf::Tree& tree, std::size_t first, Problem& problem) {
  std::vector<Move> moves;
  collect_first_moves(tree, first, moves);
  if (moves.empty()) return;
  const Move* usable = nullptr;
  for (const Move& move : moves) {
    Grid grid = problem.grid;
    if (usable == nullptr && play(move, grid).empty()) usable = &move;
  }
  const std::string wrong = flaw(tree, first, problem.grid, 0);
  if (!wrong.empty())
    problem.remarks.push_back(
        "the solution in the file contradicts the stones: " + wrong +
        (usable == nullptr ? "; it is ignored" : "; its first move is used all the same"));
  if (usable == nullptr) return;
  if (!is_pass(*usable, problem.grid))
    problem.first_move = Point{usable->text[0] - 'a', usable->text[1] - 'a'};
  if (!problem.player) problem.player = usable->colour;
  if (*problem.player != usable->colour)
    problem.remarks.push_back("the solution in the file begins with " + std::string(name(usable->colour)) +
                              ", but PL says that " + std::string(name(*problem.player)) +
                              " plays first; PL is used");
}

}  // namespace tesuji::go

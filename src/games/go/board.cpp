#include "games/go/board.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::go {

namespace {

constexpr std::size_t kPoints = Grid::kLargest * Grid::kLargest;
constexpr tt::PieceSquareKeys<3, kPoints> kStones("go/board stones");
constexpr tt::Keys<kPoints> kKo("go/board ko");
constexpr tt::Keys<1> kWhiteToMove("go/board side");

std::size_t number(Point p) {
  return static_cast<std::size_t>(p.y * Grid::kLargest + p.x);
}

std::uint64_t stone_key(Point p, Colour colour) {
  return kStones(static_cast<std::size_t>(colour), number(p));
}

struct Played {
  Problem before;
  std::uint64_t key;
  int passes;
};

class GoBoard final : public engine::Board {
 public:
  explicit GoBoard(Problem problem) : problem_(std::move(problem)) {
    if (!problem_.player) problem_.player = Colour::Black;
    // Whoever owned the target, for the outcome.
    if (!problem_.target.empty()) owner_ = problem_.grid.at(problem_.target.front());
    key_ = key_from_scratch();
  }

  [[nodiscard]] std::string position() const override { return to_sgf(problem_); }
  [[nodiscard]] std::string side() const override { return std::string(name(*problem_.player)); }

  [[nodiscard]] std::vector<std::string> legal_moves() const override {
    std::vector<std::string> moves;
    for (const Point p : problem_.grid.points()) {
      if (why_not(p).empty()) moves.push_back(to_text(p, problem_.grid));
    }
    moves.emplace_back("pass");
    return moves;
  }

  [[nodiscard]] std::optional<engine::Outcome> outcome() const override {
    if (owner_ != Colour::Empty) {
      const bool stands = std::any_of(problem_.target.begin(), problem_.target.end(),
                                      [&](Point p) { return problem_.grid.at(p) == owner_; });
      if (!stands) return engine::Outcome{std::string(name(opposite(owner_))), "the target is captured"};
      if (passes_ >= 2)
        return engine::Outcome{std::string(name(owner_)), "both passed, and the target stands"};
    }
    if (passes_ >= 2) return engine::Outcome{std::nullopt, "both passed"};
    return std::nullopt;
  }

  [[nodiscard]] std::string drawing() const override {
    return draw(problem_.grid, problem_.target, {}) + std::string(name(*problem_.player)) + " to play\n";
  }

  void play(std::string_view text) override {
    const auto point = point_from(text, problem_.grid);
    if (point) {
      if (const std::string reason = why_not(*point); !reason.empty())
        throw Error("'" + std::string(text) + "' is illegal: " + reason);
    }
    history_.push_back({problem_, key_, passes_});
    const Colour mover = *problem_.player;
    if (problem_.ko) key_ ^= kKo[number(*problem_.ko)];
    problem_.ko.reset();
    passes_ = point ? 0 : passes_ + 1;
    if (point) {
      bool legal = false;
      const std::vector<Point> taken = problem_.grid.play(*point, mover, legal);
      key_ ^= stone_key(*point, mover);
      for (const Point p : taken) key_ ^= stone_key(p, opposite(mover));
      const std::vector<Point> block = problem_.grid.block(*point);
      if (taken.size() == 1 && block.size() == 1 && problem_.grid.liberties(block).size() == 1) {
        problem_.ko = taken.front();
        key_ ^= kKo[number(*problem_.ko)];
      }
    }
    problem_.player = opposite(mover);
    key_ ^= kWhiteToMove[0];
  }

  void undo() override {
    problem_ = std::move(history_.back().before);
    key_ = history_.back().key;
    passes_ = history_.back().passes;
    history_.pop_back();
  }

  [[nodiscard]] std::uint64_t key() const override { return key_; }
  [[nodiscard]] std::uint64_t key_from_scratch() const override {
    std::uint64_t key = problem_.player == Colour::White ? kWhiteToMove[0] : 0;
    for (const Point p : problem_.grid.points()) {
      if (problem_.grid.at(p) != Colour::Empty) key ^= stone_key(p, problem_.grid.at(p));
    }
    return problem_.ko ? key ^ kKo[number(*problem_.ko)] : key;
  }

  [[nodiscard]] const Problem& problem() const { return problem_; }

 private:
  [[nodiscard]] std::string why_not(Point p) const {
    if (problem_.grid.at(p) != Colour::Empty) return "there is a stone";
    if (problem_.ko && *problem_.ko == p) return "a ko is not retaken at once";
    Grid copy = problem_.grid;
    bool legal = false;
    copy.play(p, *problem_.player, legal);
    return legal ? "" : "suicide";
  }

  Problem problem_;
  Colour owner_ = Colour::Empty;
  std::uint64_t key_ = 0;
  int passes_ = 0;
  std::vector<Played> history_;
};

Problem problem_or_empty(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") != std::string_view::npos) return problem_from(text);
  Problem problem;
  problem.grid = Grid(Grid::kLargest, Grid::kLargest);
  return problem;
}

}  // namespace

std::unique_ptr<engine::Board> make_board(std::string_view position) {
  return std::make_unique<GoBoard>(problem_or_empty(position));
}

Problem after_moves(Problem problem, const std::vector<std::string>& moves) {
  if (moves.empty()) return problem;
  GoBoard board(std::move(problem));
  for (const std::string& move : moves) board.play(move);
  return board.problem();
}

}  // namespace tesuji::go

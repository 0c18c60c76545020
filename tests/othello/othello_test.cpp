// Othello: published perft counts, passes, notation, and endgames against a search that knows nothing but the
// rules.
#include <gtest/gtest.h>

#include <random>

#include "base/error.hpp"
#include "games/othello/endgame.hpp"
#include "games/othello/game.hpp"
#include "games/othello/notation.hpp"

namespace tesuji::othello {
namespace {

TEST(Othello, PerftMatchesThePublishedCounts) {
  constexpr std::uint64_t kCounts[] = {1, 4, 12, 56, 244, 1396, 8200, 55'092, 390'216, 3'005'288, 24'571'284};
  for (int depth = 0; depth <= 10; ++depth) {
    EXPECT_EQ(count_leaves(Position().discs(), depth), kCounts[depth]) << depth;
  }
}

// The rules once more, square by square, without bitboards.
struct Witness {
  char squares[64];
  char mover;

  explicit Witness(const Position& position) : mover(position.black_to_move() ? 'X' : 'O') {
    const std::string text = position_text(position);
    std::copy_n(text.begin(), 64, squares);
  }
  [[nodiscard]] char other() const { return mover == 'X' ? 'O' : 'X'; }
  int play(int square, bool really) {
    if (squares[square] != '.') return 0;
    int turned = 0;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        int x = square % 8 + dx, y = square / 8 + dy, run = 0;
        if (dx == 0 && dy == 0) continue;
        while (x >= 0 && x < 8 && y >= 0 && y < 8 && squares[y * 8 + x] == other()) x += dx, y += dy, ++run;
        if (run == 0 || x < 0 || x > 7 || y < 0 || y > 7 || squares[y * 8 + x] != mover) continue;
        turned += run;
        for (int i = 1; really && i <= run; ++i) squares[(y - i * dy) * 8 + (x - i * dx)] = mover;
      }
    }
    if (really) {
      squares[square] = mover;
      mover = other();
    }
    return turned;
  }
  std::vector<int> moves() {
    std::vector<int> found;
    for (int square = 0; square < 64; ++square) {
      if (play(square, false) > 0) found.push_back(square);
    }
    return found;
  }
  // The final score for the mover, by trying everything.
  int best_score(bool passed = false) {
    const std::vector<int> all = moves();
    if (all.empty()) {
      Witness next = *this;
      next.mover = other();
      if (!passed) return -next.best_score(true);
      int own = 0, others = 0;
      for (const char c : squares) own += c == mover ? 1 : 0, others += c == other() ? 1 : 0;
      const int empty = 64 - own - others;
      return own > others ? own - others + empty : own < others ? own - others - empty : 0;
    }
    int best = -64;
    for (const int square : all) {
      Witness next = *this;
      next.play(square, true);
      best = std::max(best, -next.best_score());
    }
    return best;
  }
};

// Random play until so many squares are empty, or the game is over.
Position random_position(std::mt19937& random, int empties) {
  Position position;
  while (!position.over() && position.discs().empties() > empties) {
    const auto moves = position.legal_moves();
    position.make(moves[random() % moves.size()]);
  }
  return Position(position.discs(), position.black_to_move());
}

TEST(Othello, MovesAgreeWithTheWitnessInRandomGames) {
  std::mt19937 random(1);
  int passes = 0;
  for (int game = 0; game < 200; ++game) {
    Position position;
    Witness witness(position);
    while (!position.over()) {
      const auto moves = position.legal_moves();
      std::vector<int> squares;
      for (const Move move : moves) {
        if (move != kPass) squares.push_back(square_of(move));
      }
      ASSERT_EQ(squares, witness.moves()) << position_text(position);
      const Move move = moves[random() % moves.size()];
      if (move == kPass) {
        ++passes;
        witness.mover = witness.other();
      } else {
        witness.play(square_of(move), true);
      }
      position.make(move);
      ASSERT_EQ(position_text(position).substr(0, 64), std::string(witness.squares, 64));
    }
    ASSERT_TRUE(witness.moves().empty());
  }
  EXPECT_GT(passes, 20);
}

TEST(Othello, EndgamesAgreeWithTheWitness) {
  std::mt19937 random(2);
  EndgameTable table(1 << 20);
  int won = 0, lost = 0;
  for (int round = 0; round < 60; ++round) {
    const Position position = random_position(random, 7 + round % 2);
    Budget budget;
    EndgameSolver solver(table, budget);
    const EndgameResult result = solver.solve(position);
    ASSERT_TRUE(result.score);
    ASSERT_EQ(*result.score, Witness(position).best_score()) << position_text(position);
    ++(*result.score > 0 ? won : lost);
    Position end = position;
    for (const Move move : result.line) end.make(move);
    ASSERT_TRUE(end.over()) << position_text(position);
    const int score = final_score(end.discs());
    ASSERT_EQ(end.black_to_move() == position.black_to_move() ? score : -score, *result.score);
  }
  EXPECT_GT(won, 10);
  EXPECT_GT(lost, 10);
}

TEST(Othello, AnInterruptedEndgameHasNoScore) {
  std::mt19937 random(3);
  EndgameTable table(1 << 20);
  const search::StopFlag stop;
  Budget budget(stop, 10'000);
  EndgameSolver solver(table, budget);
  EXPECT_FALSE(solver.solve(random_position(random, 22)).score);
}

// Only White can move: Black's one legal move is the pass.
constexpr const char* kBlackPasses =
    "OX------"
    "XXXXXXXX"
    "XXXXXXXX"
    "XXXXXXXX"
    "XXXXXXXX"
    "XXXXXXXX"
    "XXXXXXXX"
    "XXXXXXXX X";

TEST(Othello, ForcesAPassAndRefusesOneThatIsNotForced) {
  const auto board = game().board(kBlackPasses);
  EXPECT_EQ(board->legal_moves(), (std::vector<std::string>{"pass"}));
  EXPECT_EQ(board->side(), "black");
  board->play("pass");
  EXPECT_EQ(board->side(), "white");
  EXPECT_EQ(board->legal_moves(), (std::vector<std::string>{"c1"}));
  EXPECT_THROW(game().board("")->play("pass"), Error);
}

TEST(Othello, ReadsMovesAndSquares) {
  const Position position = parse_position("f5d6c3");
  EXPECT_EQ(position_text(position), "..................X........XX......OXX.....O.................... O");
  EXPECT_EQ(parse_position(position_text(position)).key(), position.key());
  EXPECT_THROW(parse_position("f5f5"), Error);
  EXPECT_THROW(parse_position("f5d"), Error);
  EXPECT_THROW(parse_position("---"), Error);
  EXPECT_THROW(parse_position(std::string(64, '-')), Error);
}

TEST(Othello, SolvesAndPlaysThroughTheEngine) {
  const auto engine = game().new_engine();
  engine->configure({.hash_bytes = std::uint64_t{16} << 20, .threads = 1, .replacement = {}});
  engine::Listener silent;
  const search::StopFlag stop;
  std::mt19937 random(4);
  engine::Request request;
  request.position = position_text(random_position(random, 10));
  request.options["all-moves"] = "true";
  const engine::Report solved = engine->solve(request, silent, stop);
  EXPECT_TRUE(solved.proved);
  EXPECT_EQ(*solved.score, Witness(parse_position(request.position)).best_score());
  ASSERT_FALSE(solved.moves.empty());
  EXPECT_EQ(solved.moves.front().score, solved.score);

  request.position = "";
  request.options.clear();
  request.limits.depth = 6;
  const engine::Report analyzed = engine->analyze(request, silent, stop);
  EXPECT_FALSE(analyzed.proved);
  EXPECT_NO_THROW(game().board("")->play(analyzed.best.front()));
  EXPECT_GE(analyzed.pv.size(), 2U);
}

}  // namespace
}  // namespace tesuji::othello

#include "games/chess/evaluator.hpp"

#include <gtest/gtest.h>

#include <cctype>

#include "games/chess/moves.hpp"
#include "games/chess/notation.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::chess {
namespace {

// The same position with the colours exchanged.
std::string turned(const std::string& fen) {
  std::vector<std::string> ranks(1);
  std::size_t at = 0;
  for (; fen[at] != ' '; ++at) {
    const char c = fen[at];
    if (c == '/') {
      ranks.emplace_back();
    } else {
      ranks.back() += static_cast<char>(std::isupper(c) ? std::tolower(c) : std::toupper(c));
    }
  }
  std::string out;
  for (auto rank = ranks.rbegin(); rank != ranks.rend(); ++rank) out += (out.empty() ? "" : "/") + *rank;
  return out + (fen[at + 1] == 'w' ? " b" : " w") + " - - 0 1";
}

template <class Check>
void random_positions(Check check) {
  tt::SplitMix64 random(5);
  Evaluator evaluate;
  for (int game = 0; game < 20; ++game) {
    Position position;
    for (int ply = 0; ply < 120; ++ply) {
      MoveList list;
      generate_legal(position, list);
      if (list.empty()) break;
      check(position, evaluate(position));
      position.make(list[random() % list.size()]);
    }
  }
}

TEST(ChessEvaluator, SeesBothSidesAlike) {
  Evaluator evaluate;
  random_positions([&](const Position& position, int score) {
    std::string fen = to_fen(position);
    ASSERT_EQ(evaluate(parse_fen(turned(fen))), score) << fen;
  });
}

TEST(ChessEvaluator, DoesNotDependOnWhatItRemembers) {
  random_positions([](const Position& position, int score) {
    Evaluator fresh;
    ASSERT_EQ(fresh(position), score) << to_fen(position);
  });
}

// The tuner fits what the engine plays by: the linear form must give the same number.
TEST(ChessEvaluator, TraceAddsUpToTheEvaluation) {
  random_positions([](const Position& position, int score) {
    const Trace seen = trace(position);
    int middle = 0;
    int end = 0;
    for (std::size_t i = 0; i < kFeatures; ++i) {
      middle += seen.counts[i] * kWeights[i].middle;
      end += seen.counts[i] * kWeights[i].end;
    }
    const int white =
        (middle * seen.phase + end * (kFullPhase - seen.phase) * seen.scale / kFullScale) / kFullPhase;
    ASSERT_EQ(position.side() == kWhite ? white : -white, score) << to_fen(position);
  });
}

TEST(ChessEvaluator, MoreMaterialIsBetter) {
  Evaluator evaluate;
  EXPECT_GT(evaluate(parse_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")), 500);
  EXPECT_LT(evaluate(parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1")), -150);
  EXPECT_EQ(evaluate(parse_fen("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1")) / 50, 0);  // a lone bishop wins nothing
}

}  // namespace
}  // namespace tesuji::chess

#include "games/chess/hooks.hpp"

#include <array>
#include <cmath>

namespace tesuji::chess {

std::optional<int> Hooks::path_result(const Position& p, int ply) {
  if (p.repeated(ply) || p.insufficient_material()) return 0;
  if (p.rule50() >= 100) {
    if (!p.in_check()) return 0;
    MoveList list;  // mate on the hundredth ply counts as mate
    generate_legal(p, list);
    return list.empty() ? search::mated_in(ply) : 0;
  }
  return std::nullopt;
}

// Logistic in the score, with a band of draws around equality.
engine::Odds Hooks::odds(const Position&, int score) {
  constexpr double kHalf = 145;  // centipawns at which a win is as likely as not
  constexpr double kWidth = 75;
  if (search::is_mate(score)) return score > 0 ? engine::Odds{1000, 0, 0} : engine::Odds{0, 0, 1000};
  const auto chance = [](double lead) {
    return static_cast<int>(std::lround(1000 / (1 + std::exp((kHalf - lead) / kWidth))));
  };
  const int win = chance(score);
  const int loss = chance(-score);
  return {win, 1000 - win - loss, loss};
}

engine::Levels Hooks::levels() {
  static constexpr std::array<engine::Level, 10> kLevels = {{{660, 1000, 100},
                                                             {910, 600, 100},
                                                             {1130, 450, 141},
                                                             {1220, 300, 200},
                                                             {1360, 210, 283},
                                                             {1570, 120, 400},
                                                             {1840, 40, 800},
                                                             {2080, 0, 1500},
                                                             {2350, 0, 5000},
                                                             {2610, 0, 20000}}};
  return kLevels;
}

std::span<const std::string_view> Hooks::bench_positions() {
  static constexpr std::array<std::string_view, 14> kPositions = {
      kStartFen,
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
      "rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 5",
      "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP1N1PPP/R1BQ1RK1 b - - 2 7",
      "2rq1rk1/pb1nbppp/1p2pn2/3p4/2PP4/1PN1PN2/PB2BPPP/2RQ1RK1 w - - 4 12",
      "r2q1rk1/1b2bppp/p2ppn2/1p4B1/3NP3/P1N2Q2/1PP2PPP/R3R1K1 w - - 0 15",
      "3r2k1/p4ppp/1p2p3/2p5/2P1n3/1P2PN2/P4PPP/3R2K1 w - - 0 24",
      "8/5pk1/4p1p1/3pP2p/3P1P1P/2p1K1P1/8/8 w - - 0 45",
      "8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 40",
      "2r3k1/5ppp/p7/1p1R4/8/1P3P2/P4KPP/8 b - - 1 33",
      "5rk1/1p1q2pp/p2p4/2pPp3/2P1P1n1/1PN3P1/P3Q1KP/5R2 w - - 0 27",
      "r1b2rk1/pp2q1pp/2n1p3/3pPp2/3n1P2/2NB4/PP1Q2PP/R1B2RK1 w - - 0 15"};
  return kPositions;
}

}  // namespace tesuji::chess

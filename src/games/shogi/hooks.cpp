#include "games/shogi/hooks.hpp"

#include <array>
#include <cmath>

namespace tesuji::shogi {

void Hooks::quiet_checks(const Position& p, Moves& moves) {
  MoveList all;
  generate_checks(p, all, Promotion::Sensible);
  for (const Move move : all) {
    if (!is_noisy(p, move.raw())) moves.list.add(move);
  }
}

// A captured piece counts twice: it has left the one side and is in the other's hand.
int Hooks::noisy_value(const Position& p, std::uint16_t raw) {
  const Move move = move_of(raw);
  int value = 0;
  if (!move.is_drop()) {
    const Kind taken = p.on(move.to()).kind;
    value = kExchangeValue[taken] + kExchangeValue[unpromoted(taken)];
  }
  if (move.promotes()) {
    const Kind kind = p.moving_kind(move);
    value += kExchangeValue[promoted(kind)] - kExchangeValue[kind];
  }
  return value;
}

std::optional<int> Hooks::path_result(const Position& p, int ply) {
  const auto drawn = [&p] { return p.side() == Color::Black ? p.rules().draw_value : -p.rules().draw_value; };
  switch (p.repetition()) {
    case Repetition::Draw:
      return drawn();
    case Repetition::MoverWins:
      return kPerpetual - ply;
    case Repetition::MoverLoses:
      return -kPerpetual + ply;
    case Repetition::None:
      break;
  }
  if (p.rules().max_moves > 0 && p.number() > p.rules().max_moves) {
    return p.in_check() && !has_legal_move(p) ? search::mated_in(ply) : drawn();
  }
  if (p.may_declare()) return search::mate_in(ply);
  return std::nullopt;
}

engine::Odds Hooks::odds(const Position& /*position*/, int score) {
  constexpr double kWidth = 280;  // hundredths of a pawn for odds of e to 1; draws are rare
  if (search::is_mate(score)) return score > 0 ? engine::Odds{1000, 0, 0} : engine::Odds{0, 0, 1000};
  const int win = static_cast<int>(std::lround(1000 / (1 + std::exp(-score / kWidth))));
  return {win, 0, 1000 - win};
}

engine::Levels Hooks::levels() {
  static constexpr std::array<engine::Level, 7> kLevels = {{{1000, 1000, 100},
                                                            {1040, 600, 100},
                                                            {1320, 300, 200},
                                                            {1570, 40, 800},
                                                            {1680, 0, 1500},
                                                            {1790, 0, 2500},
                                                            {1970, 0, 5000}}};
  return kLevels;
}

std::span<const std::string_view> Hooks::bench_positions() {
  static constexpr std::array<std::string_view, 6> kPositions = {
      kStartSfen,
      "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
      "ln1g3nl/1r1sgkb2/p1pp1psp1/4p1p1p/1p5P1/2P1P1P1P/PPSP1P3/2GB1KSR1/LN3G1NL b - 1",
      "ln1gk2nl/1r1s2gb1/p1pppp1pp/6p2/1p1P3P1/2P6/PP2PPP1P/1BGS3R1/LN2KGSNL b S 1",
      "4k2nl/4g1g2/p1+Ppp1p1p/5p3/1n1P1P1P1/P1p1P1P1P/1PS1S4/1KG2G3/LN5NL b RBSrbsl2p 1",
      "ln3k1nl/1rG2bg2/p2p1p1pp/2p1p1p2/1p1S3P1/2P1P1P2/PP1P1P2P/1BK1G4/LN5RL w SN2s 1"};
  return kPositions;
}

}  // namespace tesuji::shogi

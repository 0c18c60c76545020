// What the alpha-beta search and its engine ask of chess (search/game.hpp says what each means).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/levels.hpp"
#include "engine/report.hpp"
#include "games/chess/evaluator.hpp"
#include "games/chess/exchange.hpp"
#include "games/chess/moves.hpp"
#include "games/chess/network.hpp"
#include "games/chess/notation.hpp"
#include "net/evaluator.hpp"
#include "search/game.hpp"
#include "search/score.hpp"

namespace tesuji::chess {

struct Hooks {
  using Position = chess::Position;
  using Moves = MoveList;
  using Evaluator = net::SwitchedEvaluator<chess::Evaluator, NetworkInputs>;
  static constexpr std::size_t kMaxMoves = chess::kMaxMoves;
  static constexpr std::size_t kPieceTos = 12 * 64;
  static constexpr std::size_t kFromTos = 64 * 64;
  static constexpr std::size_t kVictims = 6;  // nothing, pawn .. queen
  static constexpr search::Tuning kTuning{};
  static constexpr bool kQuietChecks = false;

  static void make(Position& p, Move move) { p.make(move); }
  static void undo(Position& p, Move) { p.undo(); }
  static void make_null(Position& p) { p.make_null(); }
  static void undo_null(Position& p) { p.undo_null(); }
  static std::uint64_t key(const Position& p) { return p.key(); }
  static std::uint64_t key_after(const Position& p, Move move) { return p.likely_key_after(move); }
  static int side(const Position& p) { return p.side(); }
  static bool in_check(const Position& p) { return p.in_check(); }

  static void noisy(const Position& p, Moves& list) { generate<Generate::Noisy>(p, list); }
  static void quiet(const Position& p, Moves& list) { generate<Generate::Quiet>(p, list); }
  static void quiet_checks(const Position&, Moves&) {}
  static bool pseudo_legal(const Position& p, Move move) { return is_pseudo_legal(p, move); }
  static bool legal(const Position& p, Move move) { return is_legal(p, move); }
  static bool is_noisy(const Position& p, Move move) { return chess::is_noisy(p, move); }
  static bool gives_check(const Position& p, Move move) { return p.gives_check(move); }

  static std::size_t piece_to(const Position& p, Move move) {
    return p.piece_on(from_of(move)) * std::size_t{64} + to_of(move);
  }
  static std::size_t from_to(const Position&, Move move) { return move & 4095; }
  static std::size_t victim(const Position& p, Move move) {
    if (kind_of(move) == kEnPassant) return 1 + kPawn;
    const Piece piece = p.piece_on(to_of(move));
    return kind_of(move) == kCastle || piece == kNoPiece ? 0 : 1 + type_of(piece);
  }
  static int noisy_value(const Position& p, Move move) {
    const std::size_t taken = victim(p, move);
    return (taken == 0 ? 0 : kExchangeValue[taken - 1]) +
           (is_promotion(move) ? kExchangeValue[promoted_type(move)] - kExchangeValue[kPawn] : 0);
  }
  static bool exchange_at_least(const Position& p, Move move, int threshold) {
    return chess::exchange_at_least(p, move, threshold);
  }

  static bool may_pass(const Position& p) { return p.has_pieces_besides_pawns(p.side()); }
  static std::optional<int> path_result(const Position& p, int ply);
  static int loop(const Position& p) { return p.plies_to_equal(); }
  static int no_moves(const Position& p, int ply) { return p.in_check() ? search::mated_in(ply) : 0; }
  // A score from the table does not know how near the fifty-move rule is.
  static bool table_score_usable(const Position& p) { return p.rule50() < 90; }

  // What the engine asks besides (engine/alphabeta_engine.hpp).
  static constexpr std::string_view kKeys = "chess/1";
  static constexpr int kBenchDepth = 11;
  static Position parse_position(std::string_view text) { return chess::parse_position(text); }
  static std::string position_text(const Position& p) { return to_fen(p); }
  static Move parse_move(const Position& p, std::string_view text) { return chess::parse_move(p, text); }
  static std::string move_text(const Position& p, Move move) { return to_uci(p, move); }
  static std::string side_name(const Position& p) { return chess::side_name(p.side()); }
  static std::string drawing(const Position& p) { return chess::drawing(p); }
  static engine::Odds odds(const Position& p, int score);
  static engine::Levels levels();
  static std::span<const std::string_view> bench_positions();
};

}  // namespace tesuji::chess

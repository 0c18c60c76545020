// What the searches and the engine ask of shogi: rules, order of moves, margins, names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/levels.hpp"
#include "engine/report.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/evaluator.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/network.hpp"
#include "games/shogi/notation.hpp"
#include "net/evaluator.hpp"
#include "search/game.hpp"
#include "search/score.hpp"

namespace tesuji::shogi {

// Moves as the search has them: sixteen bits.
class RawMoves {
 public:
  class Iterator {
   public:
    explicit Iterator(const Move* at) : at_(at) {}
    std::uint16_t operator*() const { return at_->raw(); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend bool operator!=(const Iterator& a, const Iterator& b) { return a.at_ != b.at_; }

   private:
    const Move* at_;
  };
  [[nodiscard]] Iterator begin() const { return Iterator(list.begin()); }
  [[nodiscard]] Iterator end() const { return Iterator(list.end()); }

  MoveList list;
};

// What the search asks of shogi (search/game.hpp says what each means).
struct Hooks {
  using Position = shogi::Position;
  using Moves = RawMoves;
  using Evaluator = net::SwitchedEvaluator<shogi::Evaluator, NetworkInputs>;
  static constexpr std::size_t kMaxMoves = 600;
  static constexpr std::size_t kPieceTos = kKinds * kColors * kSquares;
  static constexpr std::size_t kFromTos = std::size_t{1} << 14;
  static constexpr std::size_t kVictims = kKinds;
  static constexpr search::Tuning kTuning{.aspiration = 24,
                                          .razor = 330,
                                          .reverse_futility = 105,
                                          .futility = 125,
                                          .futility_base = 150,
                                          .exchange_quiet = 70,
                                          .exchange_noisy = 110,
                                          .null_base = 4,
                                          .null_score = 260,
                                          .late_move_base = 4,
                                          .reduction_base = 780,
                                          .reduction_slope = 215};
  static constexpr bool kQuietChecks = true;

  static Move move_of(std::uint16_t raw) { return Move::from_raw(raw); }
  static void make(Position& p, std::uint16_t move) { p.make(move_of(move)); }
  static void undo(Position& p, std::uint16_t) { p.undo(); }
  static void make_null(Position& p) { p.make_pass(); }
  static void undo_null(Position& p) { p.undo_pass(); }
  static std::uint64_t key(const Position& p) { return p.key(); }
  static std::uint64_t key_after(const Position& p, std::uint16_t move) { return p.key_after(move_of(move)); }
  static int side(const Position& p) { return index(p.side()); }
  static bool in_check(const Position& p) { return p.in_check(); }

  static void noisy(const Position& p, Moves& moves) {
    generate(p, moves.list, Wanted::Noisy, Promotion::Sensible);
  }
  static void quiet(const Position& p, Moves& moves) {
    generate(p, moves.list, Wanted::Quiet, Promotion::Sensible);
  }
  static void quiet_checks(const Position& p, Moves& moves);
  // The generator yields legal moves only, so that the one test is of what comes from elsewhere.
  static bool pseudo_legal(const Position& p, std::uint16_t move) { return is_legal(p, move_of(move)); }
  static bool legal(const Position&, std::uint16_t) { return true; }
  static bool is_noisy(const Position& p, std::uint16_t raw) {
    const Move move = move_of(raw);
    return p.is_capture(move) || (move.promotes() && p.moving_kind(move) == kPawn);
  }
  static bool gives_check(const Position& p, std::uint16_t move) { return p.gives_check(move_of(move)); }

  static std::size_t piece_to(const Position& p, std::uint16_t raw) {
    const Move move = move_of(raw);
    return static_cast<std::size_t>((p.moving_kind(move) * kColors + index(p.side())) * kSquares + move.to());
  }
  static std::size_t from_to(const Position&, std::uint16_t move) { return move & (kFromTos - 1); }
  static std::size_t victim(const Position& p, std::uint16_t raw) {
    const Move move = move_of(raw);
    return move.is_drop() ? std::size_t{0} : static_cast<std::size_t>(p.on(move.to()).kind);
  }
  static int noisy_value(const Position& p, std::uint16_t raw);
  static bool exchange_at_least(const Position& p, std::uint16_t move, int threshold) {
    return p.exchange_at_least(move_of(move), threshold);
  }

  static bool may_pass(const Position&) { return true; }  // with drops there is hardly ever zugzwang
  static std::optional<int> path_result(const Position& p, int ply);
  static int loop(const Position& p) { return p.plies_to_equal(); }
  static int no_moves(const Position&, int ply) { return search::mated_in(ply); }
  static bool table_score_usable(const Position&) { return true; }

  // A line that ends in the opponent's perpetual check is won, but not by mate: the path decides, not the
  // position.
  static constexpr int kPerpetual = 20000;

  // What the engine asks besides (engine/alphabeta_engine.hpp).
  static constexpr std::string_view kKeys = "shogi/1";
  static constexpr int kBenchDepth = 10;
  // Tsume-shogi counts plies ("mate in 7" is four moves of the attacker's), and so do we wherever we say it.
  static constexpr bool kMatesInPlies = true;
  static Position parse_position(std::string_view text) { return shogi::parse_position(text); }
  static std::string position_text(const Position& p) { return to_sfen(p); }
  static std::uint16_t parse_move(const Position& p, std::string_view text) {
    return shogi::parse_move(p, text).raw();
  }
  static std::string move_text(const Position&, std::uint16_t move) { return to_usi(move_of(move)); }
  static std::string side_name(const Position& p) { return std::string(color_name(p.side())); }
  static std::string drawing(const Position& p) { return draw(p); }
  static engine::Odds odds(const Position& p, int score);
  static engine::Levels levels();
  static std::span<const std::string_view> bench_positions();
};

}  // namespace tesuji::shogi

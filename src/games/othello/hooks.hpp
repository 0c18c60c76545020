// What the alpha-beta search and its engine ask of Othello (search/game.hpp says what each means). Scores are
// hundredths of a disc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/levels.hpp"
#include "engine/report.hpp"
#include "games/othello/notation.hpp"
#include "games/othello/position.hpp"
#include "search/game_defaults.hpp"

namespace tesuji::othello {

// Mobility, corners, squares next to an empty corner, edges; the final score once the game is over.
int evaluate(const Discs& discs);

class MoveList {
 public:
  void add(Move move) { moves_[size_++] = move; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, 64> moves_;
  std::size_t size_ = 0;
};

struct Hooks : search::GameDefaults {
  using Position = othello::Position;
  using Moves = MoveList;
  struct Evaluator {
    int operator()(const Position& p) const { return evaluate(p.discs()); }
  };
  static constexpr std::size_t kMaxMoves = 64;
  static constexpr std::size_t kPieceTos = std::size_t{2} * (kPass + 1);
  static constexpr std::size_t kFromTos = kPass + 1;

  static void make(Position& p, Move move) { p.make(move); }
  static void undo(Position& p, Move) { p.undo(); }
  static std::uint64_t key(const Position& p) { return p.key(); }
  static int side(const Position& p) { return p.black_to_move() ? 0 : 1; }
  static void quiet(const Position& p, Moves& moves) {
    for (const Move move : p.legal_moves()) moves.add(move);
  }
  static bool pseudo_legal(const Position& p, Move move) { return p.is_legal(move); }
  static std::size_t piece_to(const Position& p, Move move) {
    return static_cast<std::size_t>(side(p)) * (kPass + 1) + move;
  }
  static std::size_t from_to(const Position&, Move move) { return move; }
  static int no_moves(const Position& p, int) { return 100 * final_score(p.discs()); }

  static constexpr std::string_view kKeys = "othello/1";
  static constexpr int kBenchDepth = 8;
  static Position parse_position(std::string_view text) { return othello::parse_position(text); }
  static std::string position_text(const Position& p) { return othello::position_text(p); }
  static Move parse_move(const Position& p, std::string_view text) { return othello::parse_move(p, text); }
  static std::string move_text(const Position&, Move move) { return othello::move_text(move); }
  static std::string side_name(const Position& p) { return othello::side_name(p); }
  static std::string drawing(const Position& p) { return draw(p); }
  static engine::Odds odds(const Position& p, int score);
  static engine::Levels levels();
  static std::span<const std::string_view> bench_positions();
};

}  // namespace tesuji::othello

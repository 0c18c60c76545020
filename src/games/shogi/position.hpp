// A shogi position with its history: make and undo, incremental keys, checks and pins, repetition,
// declaration. Either king may be missing, as the attacker's is in most mate problems.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/shogi/attacks.hpp"
#include "games/shogi/bitboard.hpp"
#include "games/shogi/types.hpp"

namespace tesuji::shogi {

// How the last position compares with an equal one earlier in the game.
enum class Repetition : std::uint8_t {
  None,
  Draw,       // sennichite
  MoverWins,  // the opponent has given check with every move since
  MoverLoses  // the mover has
};

// What a player in the enemy camp may declare. Points27: 28 points win for Black, 27 for White. Points24: 31
// win for either.
enum class EnteringKing : std::uint8_t { None, Points24, Points27 };

// What the organisers of a game decide.
struct GameRules {
  EnteringKing entering_king = EnteringKing::Points27;
  int max_moves = 0;   // a draw after this many; 0 = no limit
  int draw_value = 0;  // what a draw is worth to Black
};

class Position {
 public:
  // Empty board, empty hands, Black to move; to be filled with put() and the like, then finish().
  Position();
  static Position start();

  void put(Piece piece, Square square);
  void set_hand(Color color, Kind kind, int count);
  void set_side(Color color) { side_ = color; }
  void set_number(int number) { first_number_ = number; }
  void set_rules(const GameRules& rules) { rules_ = rules; }
  void finish();  // computes keys, checks and pins of the set-up position; forgets any history

  [[nodiscard]] Color side() const { return side_; }
  [[nodiscard]] int number() const { return first_number_ + plies(); }  // of the next move, as in SFEN
  [[nodiscard]] int plies() const { return static_cast<int>(states_.size()) - 1; }  // since the set-up
  [[nodiscard]] Piece on(Square square) const { return board_[static_cast<std::size_t>(square)]; }
  [[nodiscard]] Bitboard occupied() const { return by_kind_[kNoKind]; }
  [[nodiscard]] Bitboard pieces(Color color) const {
    return by_color_[static_cast<std::size_t>(index(color))];
  }
  [[nodiscard]] Bitboard pieces(Kind kind) const { return by_kind_[kind]; }
  [[nodiscard]] Bitboard pieces(Color color, Kind kind) const { return pieces(color) & by_kind_[kind]; }
  // Golds and everything that moves like one.
  [[nodiscard]] Bitboard gold_movers() const { return by_kind_[kGoldMovers]; }
  [[nodiscard]] Hand hand(Color color) const { return hands_[static_cast<std::size_t>(index(color))]; }
  [[nodiscard]] Square king(Color color) const { return kings_[static_cast<std::size_t>(index(color))]; }

  // The key of the position; repetition is no part of it. Board (with the side to move) and hands apart:
  // a mate solver looks a board up with any hand.
  [[nodiscard]] std::uint64_t key() const { return state().board_key ^ state().hand_key; }
  [[nodiscard]] std::uint64_t board_key() const { return state().board_key; }
  [[nodiscard]] std::uint64_t hand_key() const { return state().hand_key; }
  [[nodiscard]] std::uint64_t key_from_scratch() const;
  // The keys after a legal move.
  [[nodiscard]] std::uint64_t key_after(Move move) const;
  [[nodiscard]] std::uint64_t board_key_after(Move move) const;

  [[nodiscard]] Bitboard checkers() const { return state().checkers; }
  [[nodiscard]] bool in_check() const { return state().checkers.any(); }
  // The mover's pieces that stand alone between the mover's king and an enemy slider.
  [[nodiscard]] Bitboard pinned() const { return state().pinned; }
  // The pieces of either colour that alone keep a slider of `attacker` from the other's king.
  [[nodiscard]] Bitboard shields(Color attacker) const;
  [[nodiscard]] Bitboard attackers(Color by, Square to, Bitboard occupied) const;
  [[nodiscard]] bool attacked(Color by, Square to, Bitboard occupied) const;

  // Precondition of all three: the move is legal. `shields` is shields(side()), computed once for many moves.
  [[nodiscard]] bool gives_check(Move move, Bitboard shields) const;
  [[nodiscard]] bool gives_check(Move move) const { return gives_check(move, shields(side_)); }
  [[nodiscard]] bool is_capture(Move move) const { return !move.is_drop() && !on(move.to()).none(); }
  [[nodiscard]] Kind moving_kind(Move move) const {
    return move.is_drop() ? move.dropped() : on(move.from()).kind;
  }
  // Whether the exchange on the move's target wins at least `threshold` (in the units of kExchangeValue).
  [[nodiscard]] bool exchange_at_least(Move move, int threshold) const;

  void make(Move move);  // precondition: legal
  void undo();
  void make_pass();  // precondition: not in check
  void undo_pass();

  [[nodiscard]] Move last_move() const { return state().move; }
  // A move that led here, the last or `back` moves before it, for whoever keeps something up move by move.
  // `moved` is the piece as it stood before; no move: a pass. Precondition: back < plies().
  struct Step {
    std::uint64_t key_before = 0;
    Move move;
    Piece moved, captured;
  };
  [[nodiscard]] Step step(int back = 0) const {
    const std::size_t at = states_.size() - 1 - static_cast<std::size_t>(back);
    const State& before = states_[at - 1];
    return {before.board_key ^ before.hand_key, states_[at].move, states_[at].moved, states_[at].captured};
  }

  // Whether the position occurred before, `times` times or more (one is enough for a search, three make the
  // fourfold repetition of the rules), and what follows from it. Positions before a pass do not count.
  [[nodiscard]] Repetition repetition(int times = 1) const;
  // Plies back to the last equal position; 0 = there is none.
  [[nodiscard]] int plies_to_equal() const;
  [[nodiscard]] const GameRules& rules() const { return rules_; }
  [[nodiscard]] bool may_declare(EnteringKing rule) const;
  [[nodiscard]] bool may_declare() const { return may_declare(rules_.entering_king); }

 private:
  static constexpr std::size_t kGoldMovers = 15;  // in by_kind_

  struct State {
    std::uint64_t board_key = 0;
    std::uint64_t hand_key = 0;
    Bitboard checkers, pinned;
    Move move;
    Piece moved, captured;  // `moved` as it stood before the move
    std::uint16_t since_pass = 0;
    std::array<std::uint16_t, kColors> check_run{};  // plies over which every move of the colour gave check
  };

  [[nodiscard]] const State& state() const { return states_.back(); }
  // The pieces that step, and those on a line towards the square, whatever is in between.
  [[nodiscard]] Bitboard steppers_to(Color by, Square to) const;
  [[nodiscard]] Bitboard sliders_towards(Color by, Square to) const;
  void add(Piece piece, Square square);
  void remove(Piece piece, Square square);
  void take_in_hand(Color color, Kind kind, std::uint64_t& hand_key);
  void give_from_hand(Color color, Kind kind, std::uint64_t& hand_key);
  void find_checks_and_pins(State& state) const;
  [[nodiscard]] std::uint8_t& seen(std::uint64_t key) { return seen_[key % kSeen]; }

  static constexpr std::size_t kSeen = 4096;

  std::array<Piece, kSquares> board_{};
  std::array<Bitboard, 16> by_kind_{};  // [kNoKind]: all pieces
  std::array<Bitboard, kColors> by_color_{};
  std::array<Hand, kColors> hands_{};
  std::array<Square, kColors> kings_{kNoSquare, kNoSquare};
  Color side_ = Color::Black;
  int first_number_ = 1;
  GameRules rules_;
  std::vector<State> states_;
  // How many positions of the history have this key, modulo kSeen: most positions need no search for an
  // equal.
  std::array<std::uint8_t, kSeen> seen_{};
};

// What a piece is worth in an exchange: on the board, and what its capturer then has in hand.
inline constexpr std::array<int, kKinds> kExchangeValue = {0, 100, 250, 270, 380, 600, 700, 420,
                                                           0, 430, 420, 420, 420, 800, 950};

}  // namespace tesuji::shogi

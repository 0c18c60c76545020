// What the alpha-beta search asks of a game. A game is a struct of static functions and constants; the search
// sees nothing else of it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace tesuji::search {

// Margins, in the game's unit of score, and reductions, in plies. The defaults suit a game with pawns of 100.
struct Tuning {
  int aspiration = 14;        // half width of the first window around the last score
  int razor = 240;            // a ply: hopelessly below alpha, ask quiescence
  int reverse_futility = 75;  // a ply: so far above beta that a quiet move's worth will not change it
  int futility = 95;          // a ply: a quiet move will not lift the score to alpha
  int futility_base = 120;
  int exchange_quiet = 55;   // a ply: quiet moves may lose this much by exchange
  int exchange_noisy = 90;   // a ply: and captures this much
  int null_base = 4;         // plies a null move is reduced by, at least
  int null_score = 200;      // and one more for each such lead over beta
  int late_move_base = 3;    // quiet moves looked at near the leaves: base + depth^2, halved if not improving
  int reduction_base = 780;  // late-move reduction in 1024ths of a ply: base + slope * log2 d * log2 n
  int reduction_slope = 215;
};

template <class G>
concept Game = requires(typename G::Position& position, const typename G::Position& fixed,
                        typename G::Moves& moves, typename G::Evaluator& evaluator, std::uint16_t move,
                        int ply) {
  // Sizes of tables: the most moves in a position, and how many values the three indices below take.
  { G::kMaxMoves } -> std::convertible_to<std::size_t>;
  { G::kPieceTos } -> std::convertible_to<std::size_t>;
  { G::kFromTos } -> std::convertible_to<std::size_t>;
  { G::kVictims } -> std::convertible_to<std::size_t>;
  { G::kTuning } -> std::convertible_to<Tuning>;

  // Positions: copyable, with the path that led there. Moves are 16 bits, 0 is none.
  G::make(position, move);  // precondition: legal
  G::undo(position, move);
  G::make_null(position);
  G::undo_null(position);
  { G::key(fixed) } -> std::same_as<std::uint64_t>;
  // A game may also have key_after(fixed, move), the key after a legal move, for prefetching; it may be wrong
  // for rare moves.
  { G::side(fixed) } -> std::convertible_to<int>;  // 0 or 1
  { G::in_check(fixed) } -> std::same_as<bool>;

  // Pseudo-legal moves (in check: only answers to it), in two lots that together are all. Drops are quiet.
  G::noisy(fixed, moves);
  G::quiet(fixed, moves);
  { G::pseudo_legal(fixed, move) } -> std::same_as<bool>;  // for any 16 bits but 0
  { G::legal(fixed, move) } -> std::same_as<bool>;         // precondition: pseudo-legal
  { G::is_noisy(fixed, move) } -> std::same_as<bool>;
  { G::gives_check(fixed, move) } -> std::same_as<bool>;  // precondition: legal
  // Quiet checks that quiescence looks at in its first ply, where kQuietChecks says so.
  { G::kQuietChecks } -> std::convertible_to<bool>;
  G::quiet_checks(fixed, moves);

  { G::piece_to(fixed, move) } -> std::same_as<std::size_t>;  // the moving piece and its target
  { G::from_to(fixed, move) } -> std::same_as<std::size_t>;   // where from (or what is dropped) and where to
  { G::victim(fixed, move) } -> std::same_as<std::size_t>;    // kind of what is taken; 0 = nothing
  { G::noisy_value(fixed, move) } -> std::same_as<int>;       // material gained at once
  { G::exchange_at_least(fixed, move, ply) } -> std::same_as<bool>;  // static exchange evaluation

  { G::may_pass(fixed) } -> std::same_as<bool>;  // a null move tells something: no fear of zugzwang
  // The result that the path gives: repetition (a draw, or lost for who gives perpetual check), a count of
  // moves, a declared win. Counted as a mate, or a draw, `ply` plies from the root.
  { G::path_result(position, ply) } -> std::same_as<std::optional<int>>;
  // Where path_result() spoke because of a repetition: plies back to the equal position. 0 = the position
  // alone decides, or a count that table_score_usable() knows of.
  { G::loop(fixed) } -> std::same_as<int>;
  { G::no_moves(fixed, ply) } -> std::same_as<int>;  // the score if there is no legal move
  // Whether a stored score may be believed here, or the path (a count that nears its end) could falsify it.
  { G::table_score_usable(fixed) } -> std::same_as<bool>;

  { evaluator(fixed) } -> std::same_as<int>;  // from the mover's side; each thread has its own evaluator
};

}  // namespace tesuji::search

// Which move first: what is remembered about moves, and the picker that hands them out best first.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace tesuji::search {

// A counter that forgets: each step pulls it towards its limit by the share it is away from it, so that it
// never leaves [-kHistoryMax, kHistoryMax] and recent events weigh most.
inline constexpr int kHistoryMax = 16384;
inline void nudge(std::int16_t& counter, int bonus, int limit = kHistoryMax) {
  bonus = std::clamp(bonus, -limit, limit);
  counter = static_cast<std::int16_t>(counter + bonus - counter * std::abs(bonus) / limit);
}

// One thread's memory of how moves did. Rows of `continuation` are the earlier move, by piece and target; the
// last row stands for "none" (a null move, the root).
template <class Game>
struct Histories {
  using Row = std::array<std::int16_t, Game::kPieceTos>;
  static constexpr std::size_t kNoRow = Game::kPieceTos;

  std::array<std::array<std::int16_t, Game::kFromTos>, 2> quiet;
  std::array<std::array<std::int16_t, Game::kVictims>, Game::kPieceTos> noisy;
  std::array<Row, Game::kPieceTos + 1> continuation;
  std::array<std::uint16_t, Game::kPieceTos + 1> counter;  // the reply that refuted the row's move last

  Histories() { clear(); }
  void clear() {
    for (auto& row : quiet) row.fill(0);
    for (auto& row : noisy) row.fill(0);
    for (auto& row : continuation) row.fill(0);
    counter.fill(0);
  }
};

// Hands out pseudo-legal moves: the table's, winning captures, killers and the counter move, quiet moves by
// history, losing captures. Each stage is generated only when it is reached.
template <class Game>
class MovePicker {
 public:
  using Move = std::uint16_t;
  using Position = typename Game::Position;

  struct Quiets {  // what orders quiet moves besides history
    std::array<Move, 2> killers{};
    Move counter = 0;
    std::array<const typename Histories<Game>::Row*, 3> rows{};  // of the moves 1, 2 and 4 plies ago
  };

  // With `noisy_only` (quiescence) the quiet stages are left out, and so are captures that lose by exchange.
  // Precondition: the table's move is 0 or pseudo-legal, and noisy with `noisy_only`.
  MovePicker(const Position& position, const Histories<Game>& histories, Move table_move,
             const Quiets& quiets, bool noisy_only)
      : position_(position), histories_(histories), quiets_(quiets), noisy_only_(noisy_only) {
    table_move_ = table_move;
    if (table_move == 0) stage_ = Stage::GenerateNoisy;
  }

  void skip_quiets() { skip_quiets_ = true; }

  // 0 at the end.
  Move next() {
    switch (stage_) {
      case Stage::Table:
        stage_ = Stage::GenerateNoisy;
        return table_move_;
      case Stage::GenerateNoisy:
        generate_noisy();
        stage_ = Stage::GoodNoisy;
        [[fallthrough]];
      case Stage::GoodNoisy:
        while (at_ < end_) {
          const Move best = pick_best();
          if (best == table_move_) continue;
          if (Game::exchange_at_least(position_, best, 0)) return best;
          if (!noisy_only_) moves_[bad_end_++] = best;  // reuses the slots already handed out
        }
        if (noisy_only_) return 0;
        stage_ = Stage::Killer1;
        [[fallthrough]];
      case Stage::Killer1:
      case Stage::Killer2:
      case Stage::Counter:
        while (stage_ != Stage::GenerateQuiet) {
          const Move move = stage_ == Stage::Killer1   ? quiets_.killers[0]
                            : stage_ == Stage::Killer2 ? quiets_.killers[1]
                                                       : quiets_.counter;
          const bool twice =
              stage_ == Stage::Counter && (move == quiets_.killers[0] || move == quiets_.killers[1]);
          stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
          if (!skip_quiets_ && !twice && is_special(move)) return move;
        }
        [[fallthrough]];
      case Stage::GenerateQuiet:
        if (!skip_quiets_) generate_quiet();
        stage_ = Stage::Quiet;
        [[fallthrough]];
      case Stage::Quiet:
        while (!skip_quiets_ && at_ < end_) {
          const Move move = pick_best();
          if (move == table_move_ || move == quiets_.killers[0] || move == quiets_.killers[1] ||
              move == quiets_.counter) {
            continue;
          }
          return move;
        }
        stage_ = Stage::BadNoisy;
        at_ = 0;
        end_ = bad_end_;
        [[fallthrough]];
      case Stage::BadNoisy:
        return at_ < end_ ? moves_[at_++] : 0;
    }
    return 0;
  }

  // The moves being handed out are the captures that lose material.
  [[nodiscard]] bool in_bad_noisy() const { return stage_ == Stage::BadNoisy; }

 private:
  enum class Stage {
    Table,
    GenerateNoisy,
    GoodNoisy,
    Killer1,
    Killer2,
    Counter,
    GenerateQuiet,
    Quiet,
    BadNoisy
  };
  bool is_special(Move move) const {
    return move != 0 && move != table_move_ && !Game::is_noisy(position_, move) &&
           Game::pseudo_legal(position_, move);
  }

  void generate_noisy() {
    typename Game::Moves list;
    Game::noisy(position_, list);
    for (const Move move : list) {
      const auto& row = histories_.noisy[Game::piece_to(position_, move)];
      add(move, 16 * Game::noisy_value(position_, move) +
                    row[static_cast<std::size_t>(Game::victim(position_, move))] / 4);
    }
  }

  void generate_quiet() {
    typename Game::Moves list;
    Game::quiet(position_, list);
    at_ = end_ = bad_end_;
    const auto& butterfly = histories_.quiet[static_cast<std::size_t>(Game::side(position_))];
    for (const Move move : list) {
      const std::size_t piece_to = Game::piece_to(position_, move);
      int score = butterfly[Game::from_to(position_, move)];
      for (const auto* row : quiets_.rows) score += (*row)[piece_to];
      add(move, score);
    }
  }

  // A move's score and its place in one number, so that the largest is the best move and of equals the first,
  // and to find it is a maximum over numbers side by side, which compilers turn into vectors.
  static constexpr int kPlaces = 1024;
  static_assert(Game::kMaxMoves <= kPlaces);
  static std::int32_t rank(int score, std::size_t place) {
    return score * kPlaces + (kPlaces - 1 - static_cast<int>(place));
  }

  void add(Move move, int score) {
    assert(std::abs(score) < (1 << 20));
    moves_[end_] = move;
    ranks_[end_] = rank(score, end_);
    ++end_;
  }

  Move pick_best() {
    std::int32_t best = ranks_[at_];
    for (std::size_t i = at_ + 1; i < end_; ++i) best = std::max(best, ranks_[i]);
    const auto place = static_cast<std::size_t>(kPlaces - 1 - (best & (kPlaces - 1)));
    const Move move = moves_[place];
    moves_[place] = moves_[at_];
    ranks_[place] = ranks_[at_] + static_cast<int>(at_) - static_cast<int>(place);
    moves_[at_++] = move;
    return move;
  }

  const Position& position_;
  const Histories<Game>& histories_;
  const Quiets& quiets_;
  Move table_move_ = 0;
  bool noisy_only_;
  bool skip_quiets_ = false;
  Stage stage_ = Stage::Table;
  std::size_t at_ = 0, end_ = 0, bad_end_ = 0;
  std::array<Move, Game::kMaxMoves> moves_;
  std::array<std::int32_t, Game::kMaxMoves> ranks_;
};

}  // namespace tesuji::search

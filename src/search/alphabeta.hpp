// Principal variation search with quiescence, for any two-player game that fits search/game.hpp.
//
// Values. search() and quiesce() return the score of the position from the mover's side. With the result r
// and the window (alpha, beta): r <= alpha means the true value is at most r, r >= beta at least r, otherwise
// r is the value at this depth (fail-soft). When the search was stopped the value means nothing, and nobody
// uses it.
//
// Worth. The figure next to a step is Elo, with its error (95%), in chess games of a few thousand nodes a
// move against the same program without this step alone; docs/measurements/chess.md has the games, and what
// was left out again because it gained nothing.
//
// Kinds of nodes. In a PV node the window is open, and nothing is cut off by the table or by static margins.
// All others have beta = alpha + 1; cut_node says that a cutoff is expected there.
#pragma once

#include <utility>

#include "search/worker.hpp"

namespace tesuji::search {

// The moves searched before the one that cut off: they get the blame.
template <Game G, class Table>
struct Worker<G, Table>::Tried {
  static constexpr std::size_t kMaxTried = 64;
  std::array<Move, kMaxTried> quiets, noisies;
  std::size_t quiet_count = 0, noisy_count = 0;
  void add(Move move, bool noisy) {
    if (noisy && noisy_count < kMaxTried) noisies[noisy_count++] = move;
    if (!noisy && quiet_count < kMaxTried) quiets[quiet_count++] = move;
  }
};

// The moves of a node in the picker's order, except those that another thread is searching: they are deferred
// to the end and keep their move number.
template <Game G, class Table>
class Worker<G, Table>::DeferredMoves {
 public:
  Move next(MovePicker<G>& picker) {
    if (!again_) {
      if (const Move move = picker.next()) return move;
      again_ = true;
    }
    return at_ < count_ ? moves_[at_++].move : 0;
  }
  // Whether the last move returned had been deferred, and its move number.
  [[nodiscard]] bool again() const { return again_; }
  [[nodiscard]] int number() const { return moves_[at_ - 1].number; }
  [[nodiscard]] bool full() const { return count_ == kMax; }
  void defer(Move move, int number) { moves_[count_++] = {move, number}; }

 private:
  static constexpr std::size_t kMax = 16;
  struct Item {
    Move move;
    int number;
  };
  std::array<Item, kMax> moves_;
  std::size_t count_ = 0, at_ = 0;
  bool again_ = false;
};

template <Game G, class Table>
template <bool Pv>
int Worker<G, Table>::search(int alpha, int beta, int depth, int ply, bool cut_node) {
  const bool root = Pv && ply == 0;
  if (depth <= 0) return quiesce<Pv>(alpha, beta, 0, ply);
  Frame& here = frame(ply);
  if (Pv) here.pv_length = 0;

  // Step 1. Count, and stop if asked.
  if (count_node()) return 0;
  if (Pv) selective_depth_ = std::max(selective_depth_, ply + 1);
  const bool in_check = G::in_check(position_);

  if (!root) {
    // Step 2. The path decides: repetition, a count of moves, a declared win.
    if (const std::optional<int> score = path_result(ply)) return *score;
    if (ply >= kMaxPly - 1) return in_check ? 0 : evaluator_(position_);

    // Step 3. Mate distance: no line from here can beat a mate that is nearer the root.
    alpha = std::max(alpha, mated_in(ply));
    beta = std::min(beta, mate_in(ply + 1));
    if (alpha >= beta) return alpha;
  }
  const LoopScope loops(*this, ply);

  // Step 4 (+74 ± 68). The table. A bound cuts off outside PV nodes only, and not where the path could
  // falsify it.
  const Move excluded = here.excluded;
  const std::uint64_t key = G::key(position_);
  const auto probed = excluded == 0 ? probe(key) : decltype(probe(key)){};
  bool hit = probed.has_value();
  const tt::Bound::Entry entry = *probed;
  const int table_score = hit ? from_table(entry.score, ply) : kNoScore;
  Move table_move =
      root && !root_moves_[first_root_move_].pv.empty() ? root_moves_[first_root_move_].pv[0] : entry.move;
  if (!Pv && hit && entry.depth >= depth && G::table_score_usable(position_)) {
    const bool enough =
        table_score >= beta ? entry.bound != tt::BoundKind::Upper : entry.bound != tt::BoundKind::Lower;
    // The entry of another position may have the same check; its move gives most of them away.
    if (enough && (entry.move == 0 || G::pseudo_legal(position_, entry.move))) return table_score;
  }
  if (table_move != 0 && !G::pseudo_legal(position_, table_move)) {
    if (table_move == entry.move) {
      shared_->table.mismatch();
      hit = false;
    }
    table_move = 0;
  }
  const bool table_noisy = table_move != 0 && G::is_noisy(position_, table_move);

  // Step 4a. Tablebases, where there are any.
  if (known_ != nullptr && !root && excluded == 0) {
    if (const std::optional<int> score = known(key, alpha, beta, depth, ply)) return *score;
  }

  // Step 5. Static evaluation; a bound from the table that says more replaces it.
  int evaluation = -kInfinite;
  bool improving = false;
  if (in_check) {
    here.evaluation = kNoScore;
  } else {
    here.evaluation = evaluation = evaluator_(position_);
    if (hit && !is_mate(table_score) &&
        (entry.bound == tt::BoundKind::Exact ||
         (entry.bound == tt::BoundKind::Lower) == (table_score > evaluation))) {
      evaluation = table_score;
    }
    const int before =
        frame(ply - 2).evaluation != kNoScore ? frame(ply - 2).evaluation : frame(ply - 4).evaluation;
    improving = before == kNoScore || here.evaluation > before;
  }
  frame(ply + 1).excluded = 0;
  frame(ply + 2).killers = {};

  if (!Pv && !in_check && excluded == 0) {
    // Step 6 (-5 ± 23). Razoring: far below alpha, only captures could help, and quiescence knows those.
    if (depth <= 4 && evaluation + kTuning.razor * depth <= alpha) {
      const int score = quiesce<false>(alpha, alpha + 1, 0, ply);
      if (score <= alpha) return score;
    }

    // Step 7 (+114 ± 60). Reverse futility: so far above beta that a few plies will not lose it.
    if (depth <= 8 && !is_mate(beta) &&
        evaluation - kTuning.reverse_futility * (depth - (improving ? 1 : 0)) >= beta) {
      return (evaluation + beta) / 2;
    }

    // Step 8 (+29 ± 58). Null move: if even passing holds beta, a move will. Deep down it is verified without
    // it.
    if (depth >= 3 && here.evaluation >= beta && evaluation >= beta && frame(ply - 1).move != 0 &&
        ply >= no_null_before_ && !is_mate(beta) && G::may_pass(position_)) {
      const int reduced =
          depth - kTuning.null_base - depth / 4 - std::min((evaluation - beta) / kTuning.null_score, 3);
      here.move = 0;
      here.row_index = Histories<G>::kNoRow;
      here.row = &histories_->continuation[Histories<G>::kNoRow];
      G::make_null(position_);
      shared_->table.prefetch(G::key(position_));
      int score = -search<false>(-beta, -beta + 1, reduced, ply + 1, !cut_node);
      G::undo_null(position_);
      if (stopped()) return 0;
      if (score >= beta) {
        if (is_mate(score)) score = beta;
        if (depth < 14 || no_null_before_ > 0) return score;
        no_null_before_ = ply + 3 * std::max(reduced, 1) / 4;
        const int verified = search<false>(beta - 1, beta, reduced, ply, false);
        no_null_before_ = 0;
        if (verified >= beta) return score;
      }
    }
  }

  // Step 9 (-18 ± 20; in shogi +44 ± 65). No move from the table: a shallower search finds one sooner, and
  // the next visit is well ordered.
  if (depth >= 4 && table_move == 0 && excluded == 0 && (Pv || cut_node)) --depth;

  // Step 10. The moves, best first.
  const auto quiets = quiets_for(ply);
  MovePicker<G> picker(position_, *histories_, table_move, quiets, false);
  const int first_alpha = alpha;
  int best_score = -kInfinite;
  Move best_move = 0;
  int count = 0;  // legal moves so far
  DeferredMoves deferred;
  const bool sharing = shared_->busy.shared() && depth >= kShareDepth && excluded == 0;
  int loops_before = open_loop_ =
      kNoLoop;  // of the moves before this one; what was tried above came to nothing
  Tried tried;
  while (const Move move = deferred.next(picker)) {
    if (move == excluded) continue;
    RootMove* root_move = nullptr;
    if (root) {
      const auto found =
          std::find_if(root_moves_.begin() + static_cast<std::ptrdiff_t>(first_root_move_), root_moves_.end(),
                       [&](const RootMove& candidate) { return candidate.move == move; });
      if (found == root_moves_.end()) continue;
      root_move = &*found;
    }
    if (!G::legal(position_, move)) continue;
    const int number = deferred.again() ? deferred.number() : ++count;
    if (root && root_move_hook_) root_move_hook_(move, number + static_cast<int>(first_root_move_));
    const bool noisy = G::is_noisy(position_, move);
    const std::size_t piece_to = G::piece_to(position_, move);
    const int history =
        noisy ? histories_->noisy[piece_to][G::victim(position_, move)] : quiet_history(move, piece_to, ply);

    // Step 11. Leave out, near the leaves, what will not matter. Never the first move: a mate must be seen.
    if (!root && best_score > -kMateBound && G::may_pass(position_)) {
      const int reduced = std::max(depth - 1 - reduction(depth, number) / 1024, 0);
      if (!noisy) {
        // Late moves (+45 ± 31): by now history would have shown a good one.
        if (number >= (kTuning.late_move_base + depth * depth) / (improving ? 1 : 2)) picker.skip_quiets();
        // Futility (+38 ± 53): quiet, and alpha is too far above.
        if (!in_check && reduced <= 7 &&
            here.evaluation + kTuning.futility_base + kTuning.futility * reduced <= alpha) {
          picker.skip_quiets();
          continue;
        }
        // History says no (-9 ± 22).
        if (reduced <= 4 && history < -3500 * (reduced + 1)) continue;
        // Exchanges that lose (+20 ± 36; captures +67 ± 35).
        if (reduced <= 7 && !G::exchange_at_least(position_, move, -kTuning.exchange_quiet * (reduced + 1)))
          continue;
      } else if (depth <= 7 && picker.in_bad_noisy() &&
                 !G::exchange_at_least(position_, move, -kTuning.exchange_noisy * depth)) {
        continue;
      }
    }

    // A move that another thread is searching can wait: by then the table may know the answer.
    const std::uint64_t name = busy_name(key, move);
    if (sharing && number > 1 && !deferred.again() && !deferred.full() && shared_->busy.taken(name)) {
      deferred.defer(move, number);
      continue;
    }

    // Step 12 (+53 ± 32; answers to check -5 ± 26). Extensions. Singular: the table's move, and every other
    // is worse by a margin; then it is the one that decides, and is looked at deeper. If the others beat beta
    // too, nothing here needs a search.
    int extension = 0;
    if (!root && depth >= 7 && move == table_move && excluded == 0 && hit && entry.depth >= depth - 3 &&
        entry.bound != tt::BoundKind::Upper && !is_mate(table_score) && ply < 2 * root_depth_) {
      const int singular_beta = table_score - 2 * depth;
      here.excluded = move;
      const int score = search<false>(singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut_node);
      here.excluded = 0;
      if (stopped()) return 0;
      if (score < singular_beta) {
        extension = 1;
        if (!Pv && score < singular_beta - 20 && here.double_extensions <= 6) extension = 2;
      } else if (singular_beta >= beta) {
        return singular_beta;
      } else if (table_score >= beta) {
        extension = -1;
      }
      open_loop_ = loops_before;  // it has decided on the depth alone
    } else if (in_check && ply < 2 * root_depth_) {
      extension = 1;
    }
    const bool checks = G::gives_check(position_, move);
    frame(ply + 1).double_extensions = here.double_extensions + (extension == 2 ? 1 : 0);

    // Step 13 (+92 ± 62). Search it: the first with the window, the others to show that they are no better,
    // reduced the more the later they come, and again in full where that fails.
    const std::uint64_t nodes_before = nodes();
    const int full = depth - 1 + extension;
    loops_before = std::exchange(open_loop_, kNoLoop);
    if (sharing) shared_->busy.take(name);
    make(move, ply);
    int score = 0;
    if (depth >= 2 && number > 1 + (Pv ? 1 : 0) && (!noisy || cut_node || picker.in_bad_noisy())) {
      int r = reduction(depth, number);
      if (!noisy) {
        if (!improving) r += 640;
        if (table_noisy) r += 640;
        if (move == here.killers[0] || move == here.killers[1] || move == quiets.counter) r -= 1024;
        r -= history / 9;
      } else {
        r -= 512 + history / 9;
      }
      if (cut_node) r += 1280;
      if (Pv) r -= 900;
      if (checks || in_check) r -= 900;
      const int reduced = std::clamp(full - r / 1024, std::min(full, 1), full);
      score = -search<false>(-alpha - 1, -alpha, reduced, ply + 1, true);
      if (score > alpha && reduced < full)
        score = -search<false>(-alpha - 1, -alpha, full, ply + 1, !cut_node);
    } else if (!Pv || number > 1) {
      score = -search<false>(-alpha - 1, -alpha, full, ply + 1, !cut_node);
    }
    if (Pv && (number == 1 || score > alpha)) score = -search<true>(-beta, -alpha, full, ply + 1, false);
    G::undo(position_, move);
    if (sharing) shared_->busy.leave(name);
    if (stopped()) return 0;

    if (root) {
      root_move->nodes += nodes() - nodes_before;
      if (number == 1 || score > alpha) {
        root_move->score = score;
        root_move->bound = score >= beta    ? tt::BoundKind::Lower
                           : score <= alpha ? tt::BoundKind::Upper
                                            : tt::BoundKind::Exact;
        root_move->selective_depth = selective_depth_;
        const Frame& child = frame(1);
        root_move->pv.assign(1, move);
        root_move->pv.insert(root_move->pv.end(), child.pv.begin(), child.pv.begin() + child.pv_length);
      } else {
        root_move->score = -kInfinite;
      }
    }

    // Step 14. Better than what we had?
    if (score > best_score) {
      best_score = score;
      if (score > alpha) {
        best_move = move;
        if (Pv && !root) follow_pv(move, ply);
        if (score >= beta) break;  // whatever the others hang on
        alpha = score;
      }
    }
    loops_before = open_loop_ = std::min(open_loop_, loops_before);
    if (move != best_move) tried.add(move, noisy);
  }

  // Step 15. No legal move: mated, or whatever the game says. Without the excluded move: it was the only one.
  if (count == 0) return excluded != 0 ? alpha : G::no_moves(position_, ply);

  if (best_score >= beta) reward(best_move, depth, ply, tried);
  if (excluded != 0) return best_score;

  // Step 16. Remember.
  const tt::BoundKind bound = best_score >= beta         ? tt::BoundKind::Lower
                              : best_score > first_alpha ? tt::BoundKind::Exact
                                                         : tt::BoundKind::Upper;
  if (!root || (first_root_move_ == 0 && shared_->every_root_move)) {
    remember(key, best_move, best_score, depth, bound, ply);
  }
  return best_score;
}

// Credit for the move that cut off, blame for those that were tried before it.
template <Game G, class Table>
void Worker<G, Table>::reward(Move best, int depth, int ply, const Tried& tried) {
  const int bonus = std::min(12 * depth * depth + 40 * depth, 1800);
  if (!G::is_noisy(position_, best)) {
    Frame& here = frame(ply);
    if (here.killers[0] != best) {
      here.killers[1] = here.killers[0];
      here.killers[0] = best;
    }
    histories_->counter[frame(ply - 1).row_index] = best;
    // A cutoff at once, at low depth, says little.
    if (depth > 2 || tried.quiet_count > 0) nudge_quiet(best, bonus, ply);
    for (std::size_t i = 0; i < tried.quiet_count; ++i) nudge_quiet(tried.quiets[i], -bonus, ply);
  } else {
    nudge_noisy(best, bonus);
  }
  for (std::size_t i = 0; i < tried.noisy_count; ++i) nudge_noisy(tried.noisies[i], -bonus);
}

// Only captures and the like, until the position is quiet enough for its evaluation to be believed; in check,
// every answer.
template <Game G, class Table>
template <bool Pv>
int Worker<G, Table>::quiesce(int alpha, int beta, int quiet_depth, int ply) {
  Frame& here = frame(ply);
  if (Pv) here.pv_length = 0;
  if (count_node()) return 0;
  if (Pv) selective_depth_ = std::max(selective_depth_, ply + 1);
  const bool in_check = G::in_check(position_);
  if (const std::optional<int> score = path_result(ply)) return *score;
  if (ply >= kMaxPly - 1) return in_check ? 0 : evaluator_(position_);
  const LoopScope loops(*this, ply);

  const std::uint64_t key = G::key(position_);
  const auto probed = probe(key);
  const bool hit = probed.has_value();
  const tt::Bound::Entry entry = *probed;
  const int table_score = hit ? from_table(entry.score, ply) : kNoScore;
  if (!Pv && hit && G::table_score_usable(position_)) {
    const bool enough =
        table_score >= beta ? entry.bound != tt::BoundKind::Upper : entry.bound != tt::BoundKind::Lower;
    if (enough) return table_score;
  }
  Move table_move = entry.move;
  if (table_move != 0 && !in_check && !G::is_noisy(position_, table_move)) table_move = 0;
  if (table_move != 0 && !G::pseudo_legal(position_, table_move)) {
    shared_->table.mismatch();  // another position's entry
    table_move = 0;
  }

  int best_score = -kInfinite;
  const int first_alpha = alpha;
  if (!in_check) {
    best_score = evaluator_(position_);
    if (hit && !is_mate(table_score) &&
        (entry.bound == tt::BoundKind::Exact ||
         (entry.bound == tt::BoundKind::Lower) == (table_score > best_score))) {
      best_score = table_score;
    }
    if (best_score >= beta) {
      if (!hit) store(key, {0, to_table(best_score, ply), 0, tt::BoundKind::Lower});
      return best_score;
    }
    alpha = std::max(alpha, best_score);
  }

  const auto quiets = quiets_for(ply);
  MovePicker<G> picker(position_, *histories_, table_move, quiets, !in_check);
  Move best_move = 0;
  int number = 0;
  const auto look = [&](Move move) {  // true = cut off, or stopped
    make(move, ply);
    const int score = -quiesce<Pv>(-beta, -alpha, quiet_depth - 1, ply + 1);
    G::undo(position_, move);
    if (stopped()) return true;
    if (score > best_score) {
      best_score = score;
      if (score > alpha) {
        best_move = move;
        if (Pv) follow_pv(move, ply);
        if (score >= beta) return true;
        alpha = score;
      }
    }
    return false;
  };
  bool cut = false;
  while (const Move move = picker.next()) {
    if (!G::legal(position_, move)) continue;
    ++number;
    if (in_check && best_score > -kMateBound) {
      picker.skip_quiets();  // one answer that is not mate is enough to know
      if (!G::is_noisy(position_, move)) continue;
    }
    cut = look(move);
    if (cut) break;
  }
  if (stopped()) return 0;
  if (in_check && number == 0) return G::no_moves(position_, ply);
  if constexpr (G::kQuietChecks) {
    if (!cut && !in_check && quiet_depth == 0) {
      typename G::Moves checks;
      G::quiet_checks(position_, checks);
      for (const Move move : checks) {
        if (!G::legal(position_, move) || !G::exchange_at_least(position_, move, 0)) continue;
        if (look(move)) break;
      }
      if (stopped()) return 0;
    }
  }
  const tt::BoundKind bound = best_score >= beta               ? tt::BoundKind::Lower
                              : best_score > first_alpha && Pv ? tt::BoundKind::Exact
                                                               : tt::BoundKind::Upper;
  remember(key, best_move, best_score, 0, bound, ply);
  return best_score;
}

}  // namespace tesuji::search

#include "games/chess/mate.hpp"

#include <algorithm>

#include "games/chess/mate_check.hpp"

namespace tesuji::chess {

using search::ProofStatus;

void MateGame::expand(std::vector<Child>& children) {
  const bool attacker = attacker_to_move();
  MoveList list;
  generate_legal(position_, list);
  // The answers to a check are few: checks first.
  if (attacker)
    std::stable_partition(list.begin(), list.end(), [&](Move m) { return position_.gives_check(m); });
  for (const Move move : list) {
    Child child;
    child.move = move;
    child.rank = static_cast<Rank>(left_ - (attacker ? 1 : 0));
    position_.make(move);
    child.key = key();
    position_.undo();
    children.push_back(child);
  }
}

void MateGame::judge(Child& child) {
  child.numbers = {1, 1};
  if (!attacker_to_move()) return;
  position_.make(child.move);
  MoveList answers;
  generate_legal(position_, answers);
  if (!answers.empty()) {
    child.numbers.pn = static_cast<search::ProofNumber>(answers.size());
  } else if (position_.in_check()) {
    child.known.mates_with = 0;
  } else {
    child.known.fails_with = Known::kNever;  // stalemate
  }
  position_.undo();
}

void MateGame::play(Move move) {
  if (attacker_to_move()) --left_;
  position_.make(move);
}

void MateGame::undo() {
  position_.undo();
  if (attacker_to_move()) ++left_;
}

ProofStatus MateGame::status(const Known& known, Rank rank) const {
  if (rank >= known.mates_with) return ProofStatus::Proved;
  return rank <= known.fails_with ? ProofStatus::Disproved : ProofStatus::Open;
}

MateKnown MateGame::conclude(std::span<const Child> children) const {
  const auto more = [](std::uint8_t moves) {
    return static_cast<std::uint8_t>(std::min<int>(moves + 1, Known::kNever));
  };
  Known known;
  if (attacker_to_move()) {
    known.fails_with = Known::kNever;
    for (const Child& child : children) {
      if (more(child.known.mates_with) < known.mates_with) {
        known.mates_with = more(child.known.mates_with);
        known.move = child.move;
      }
      known.fails_with = std::min(known.fails_with, more(child.known.fails_with));
    }
  } else {
    known.mates_with = 0;
    for (const Child& child : children) {
      known.mates_with = std::max(known.mates_with, child.known.mates_with);
      known.fails_with = std::max(known.fails_with, child.known.fails_with);
    }
  }
  return known;
}

MateKnown MateGame::merge(const Known& known, const Known& earlier) const {
  Known both = known.mates_with <= earlier.mates_with ? known : earlier;
  both.fails_with = std::max(known.fails_with, earlier.fails_with);
  return both;
}

namespace {

using MemoryFace = search::MemoryFace<MateGame, MateMemory>;

}  // namespace

int MateSolver::most_moves(const Position& position) {
  return std::clamp((100 - position.rule50()) / 2, 0, 50);
}

MateResult MateSolver::solve(const Position& position, int moves,
                             const std::function<bool(std::uint64_t)>& give_up) {
  Budget budget;
  return solve(position, moves, budget, [&] {
    if (give_up(budget.nodes())) budget.finish();
  });
}

MateResult MateSolver::solve(const Position& position, int moves, Budget& budget,
                             const std::function<void()>& on_poll) {
  MateResult result;
  MemoryFace face{memory_};
  const auto prove = [&](const Position& at, int within) {
    MateGame game(at, within);
    search::ProofSearch<MateGame, MemoryFace> search(game, face);
    search.budget = &budget;
    search.on_poll = on_poll;
    const std::optional<bool> proved = search.solve();
    result.nodes += search.nodes();
    return proved;
  };

  const std::optional<bool> proved = prove(position, moves);
  if (!proved) return result;
  result.verdict = *proved ? MateResult::Verdict::Mate : MateResult::Verdict::NoMate;
  if (!*proved) return result;

  // The line, and with it the proof of the proof. What the memory has lost is proved again.
  const auto attack = [&](const Position& at, int left) {
    const std::uint64_t key = MateGame(at, left).key();
    MateMemory::Found found;
    const auto known = [&] {
      return memory_.recall(key, static_cast<std::uint8_t>(left), found) && found.known.mates_with <= left;
    };
    if (!known() && !(prove(at, left).value_or(false) && known())) return kNoMove;
    return found.known.move;
  };
  const MateCheck check = check_mate(position, moves, attack, &budget);
  result.checked = check.holds;
  result.line = check.line;
  if (!check.holds) result.verdict = MateResult::Verdict::Unknown;  // interrupted while it was replayed
  return result;
}

}  // namespace tesuji::chess

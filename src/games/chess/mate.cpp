#include "games/chess/mate.hpp"

#include <algorithm>

#include "games/chess/mate_check.hpp"
#include "games/chess/notation.hpp"

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

void MateGame::look_at(Child& child) {
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

// The table as the proof-number search wants it.
struct Memory {
  MateTable& table;

  std::optional<search::Remembered<MateKnown>> recall(std::uint64_t key, MateGame::Rank moves) const {
    const auto found = table.probe(key);
    if (!found) return std::nullopt;
    // The numbers are for the moves they were stored with.
    const auto numbers = found->moves == moves ? found->numbers : search::ProofNumbers{};
    return search::Remembered<MateKnown>{found->known, numbers, found->work};
  }
  void remember(std::uint64_t key, MateGame::Rank moves, const search::Remembered<MateKnown>& entry) {
    table.store(key, {entry.known, entry.numbers, entry.work, moves});
  }
  void prefetch(std::uint64_t key) const { table.prefetch(key); }
};

}  // namespace

int MateSolver::most_moves(const Position& position) {
  return std::clamp((100 - position.rule50()) / 2, 0, 50);
}

// A proof-number search with far more moves than the mate needs wanders, and with a few too few it has to
// refute everything. So every length gets a slice of nodes in turn, and the slices double; the length that
// was asked for gets as much as all shorter ones together.
MateResult MateSolver::solve(const Position& position, int moves, Budget& budget,
                             const std::function<void()>& on_poll) {
  constexpr std::uint64_t kFirstSlice = 1024;
  const auto next_length = [](int length) { return length + 1 + std::max(0, length - 8) / 4; };
  MateResult result;
  bool replay_failed = false;
  int shortest = 1;  // no mate is shorter
  for (std::uint64_t slice = kFirstSlice; shortest <= moves && !budget.exhausted(); slice *= 2) {
    std::uint64_t spent = 0;  // on shorter lengths, in this round
    for (int length = shortest; length <= moves && !budget.exhausted();
         length = length < moves ? std::min(next_length(length), moves) : moves + 1) {
      std::optional<std::uint64_t> limit;
      if (shortest < moves) limit = length < moves ? slice : std::max(slice, spent);
      Budget part(budget, limit);
      const std::optional<bool> proved = prove(position, length, part, on_poll, result.nodes);
      spent += part.nodes();
      if (!proved) continue;
      if (!*proved) {
        shortest = std::max(shortest, length + 1);
      } else if (replay(position, length, budget, on_poll, result)) {
        result.verdict = MateResult::Verdict::Mate;
        result.checked = true;
        return result;
      } else {
        // Entries were lost, or the proof with so many moves walks in circles: look for a shorter one.
        replay_failed = true;
        moves = length - 1;
      }
    }
  }
  if (shortest > moves && !replay_failed) result.verdict = MateResult::Verdict::NoMate;
  return result;
}

std::optional<bool> MateSolver::prove(const Position& position, int moves, Budget& budget,
                                      const std::function<void()>& on_poll, std::uint64_t& nodes) {
  Memory memory{table_};
  return search::prove_mate(MateGame(position, moves), memory, threads_, budget, on_poll, nodes);
}

search::ProofLeaf MateSolver::search_leaf(const Position& position, int length,
                                          const search::LeafQuestion& question, Budget& budget) {
  MateGame game(position, length);
  Memory memory{table_};
  return search::search_leaf(game, memory, question, budget,
                             [&](Move move) { return to_uci(game.position(), move); });
}

bool MateSolver::replay(const Position& position, int moves, Budget& budget,
                        const std::function<void()>& on_poll, MateResult& result) {
  // The move of the shortest mate that the table knows; what it has lost is proved again.
  const auto attack = [&](const Position& at, int left) {
    const std::uint64_t key = MateGame(at, left).key();
    const auto known = [&] {
      const auto found = table_.probe(key);
      return found && found->known.mates_with > 0 && found->known.mates_with <= left ? found->known.move
                                                                                     : kNoMove;
    };
    const Move move = known();
    if (move != kNoMove) return move;
    return prove(at, left, budget, on_poll, result.nodes).value_or(false) ? known() : kNoMove;
  };
  const MateCheck check = check_mate(position, moves, attack, &budget);
  result.line = check.line;
  return check.holds;
}

}  // namespace tesuji::chess

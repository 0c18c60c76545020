#include "games/shogi/mate.hpp"

#include <algorithm>
#include <array>

#include "games/shogi/mate_bounded.hpp"
#include "games/shogi/mate_check.hpp"
#include "games/shogi/notation.hpp"
#include "tt/zobrist.hpp"

namespace tesuji::shogi {

namespace {

using search::ProofStatus;

constexpr std::array<Kind, 7> kDroppable = {kPawn, kLance, kKnight, kSilver, kGold, kBishop, kRook};

template <class Count>
Hand with_counts(Count count) {
  Hand hand;
  for (const Kind kind : kDroppable) {
    for (int i = count(kind); i > 0; --i) hand.add(kind);
  }
  return hand;
}

// The hand before a move of the attacker's, from the one after it.
Hand before_move(const Position& position, Move move, Hand after) {
  if (move.is_drop()) {
    after.add(move.dropped());
  } else if (const Piece taken = position.on(move.to()); !taken.none()) {
    const Kind kind = unpromoted(taken.kind);
    if (after.has(kind)) after.remove(kind);
  }
  return after;
}

}  // namespace

MateGame::MateGame(const Position& position) : position_(position), attacker_(position.side()) {
  // The set of pieces never changes in play.
  std::uint64_t set = index(attacker_) + 1;
  for (const Kind kind : kDroppable) {
    int count = position.pieces(kind).count() + position.hand(Color::Black).count(kind) +
                position.hand(Color::White).count(kind);
    if (can_promote(kind)) count += position.pieces(promoted(kind)).count();
    set = set * 19 + static_cast<std::uint64_t>(count);
  }
  salt_ = tt::SplitMix64(set)();
}

void MateGame::expand(std::vector<Child>& children) {
  list_.clear();
  if (attacker_to_move()) {
    expand_attack(children);
  } else {
    expand_defence(children);
  }
}

void MateGame::expand_attack(std::vector<Child>& children) {
  generate_checks(position_, list_);
  // Not promoting a pawn, bishop or rook only helps where mate by a dropped pawn has to be avoided: it waits
  // until promoting has failed.
  const auto may_wait = [&](shogi::Move move) {
    if (move.is_drop()) return false;
    const Kind kind = position_.on(move.from()).kind;
    return kind == kPawn || kind == kBishop || kind == kRook;
  };
  const auto twin = [](shogi::Move move) {
    return shogi::Move::board(move.from(), move.to(), !move.promotes());
  };
  for (const shogi::Move move : list_) {
    if (!may_wait(move)) {
      add_attack(children, move);
    } else if (move.promotes() || !list_.contains(twin(move))) {
      add_attack(children, move);
      if (move.promotes() && list_.contains(twin(move))) add_attack(children, twin(move)).waits = true;
    }
  }
}

MateGame::Child& MateGame::add_attack(std::vector<Child>& children, shogi::Move move) const {
  Child& child = children.emplace_back();
  child.move = move.raw();
  child.key = position_.board_key_after(move) ^ salt_;
  Hand after = position_.hand(attacker_);
  if (move.is_drop()) {
    after.remove(move.dropped());
  } else if (const Piece taken = position_.on(move.to()); !taken.none()) {
    after.add(unpromoted(taken.kind));
  }
  child.rank = after.bits();
  return child;
}

// Pieces interposed on one square are tried one kind after another: mostly the first refutes or falls like
// all. So are squares that the defender does not guard, all of them, for what is put there is simply taken.
void MateGame::expand_defence(std::vector<Child>& children) {
  generate(position_, list_);
  const auto add = [&](shogi::Move move, bool waits) {
    Child& child = children.emplace_back();
    child.move = move.raw();
    child.key = position_.board_key_after(move) ^ salt_;
    child.rank = rank();
    child.waits = waits;
  };
  Bitboard dropped_on;
  for (const shogi::Move move : list_) {
    if (move.is_drop()) {
      dropped_on |= Bitboard::of(move.to());
    } else {
      add(move, false);
    }
  }
  const Bitboard guarded = guarded_by_defender(dropped_on);
  bool waits = false;
  const auto add_drops = [&](Square square) {
    for (const shogi::Move move : list_) {
      if (!move.is_drop() || move.to() != square) continue;
      add(move, waits);
      waits = true;
    }
  };
  guarded.each([&](Square square) {
    waits = false;
    add_drops(square);
  });
  waits = false;
  (dropped_on & ~guarded).each(add_drops);
}

Bitboard MateGame::guarded_by_defender(Bitboard squares) const {
  Bitboard guarded;
  squares.each([&](Square square) {
    if (position_.attacked(~attacker_, square, position_.occupied())) guarded |= Bitboard::of(square);
  });
  return guarded;
}

void MateGame::look_at(Child& child) {
  const bool check = attacker_to_move();
  child.numbers = {1, 1};
  position_.make(shogi::Move::from_raw(child.move));
  if (check) {
    look_at_check(child);
  } else if (!has_check(position_)) {  // to count them costs more than it saves
    child.known = {Known::Kind::Disproved, no_new_drop().bits(), 0, 0};
  }
  position_.undo();
}

// The number of answers, as expand_defence() has them.
void MateGame::look_at_check(Child& child) {
  list_.clear();
  generate(position_, list_);
  if (list_.empty()) {
    child.known = {Known::Kind::Proved, kept_from_defender().bits(), 0, 0};
    return;
  }
  int answers = 0;
  Bitboard dropped_on;
  for (const shogi::Move answer : list_) {
    if (answer.is_drop()) {
      dropped_on |= Bitboard::of(answer.to());
    } else {
      ++answers;
    }
  }
  const Bitboard guarded = guarded_by_defender(dropped_on);
  answers += guarded.count() + (guarded == dropped_on ? 0 : 1);
  child.numbers.pn = static_cast<search::ProofNumber>(answers);
}

ProofStatus MateGame::status(const Known& known, Rank rank) const {
  const Hand own = Hand::from_bits(rank);
  const Hand given = Hand::from_bits(known.hand);
  switch (known.kind) {
    case Known::Kind::Proved:
      return own.covers(given) ? ProofStatus::Proved : ProofStatus::Open;
    case Known::Kind::Disproved:
      return given.covers(own) ? ProofStatus::Disproved : ProofStatus::Open;
    case Known::Kind::Assumed:
      return own == given ? ProofStatus::Assumed : ProofStatus::Open;
    case Known::Kind::None:
      break;
  }
  return ProofStatus::Open;
}

MateKnown MateGame::conclude(std::span<const Child> children) const {
  return attacker_to_move() ? conclude_attack(children) : conclude_defence(children);
}

MateKnown MateGame::conclude_attack(std::span<const Child> children) const {
  const Child* shortest = nullptr;
  bool open = false, assumes = false;
  for (const Child& child : children) {
    switch (status(child.known, child.rank)) {
      case ProofStatus::Proved:
        if (shortest == nullptr || child.known.length < shortest->known.length) shortest = &child;
        break;
      case ProofStatus::Assumed:
        assumes = true;
        break;
      case ProofStatus::Open:
        open = true;
        break;
      case ProofStatus::Disproved:
        break;
    }
  }
  if (shortest != nullptr) {
    const auto move = shogi::Move::from_raw(shortest->move);
    const Hand need = before_move(position_, move, Hand::from_bits(shortest->known.hand));
    return {Known::Kind::Proved, need.bits(), shortest->move,
            static_cast<std::uint16_t>(std::min(shortest->known.length + 1, 0xffff))};
  }
  if (open) return {};
  if (assumes) return {Known::Kind::Assumed, rank(), 0, 0};
  Hand most = no_new_drop();
  for (const Child& child : children) {
    const Hand bound =
        before_move(position_, shogi::Move::from_raw(child.move), Hand::from_bits(child.known.hand));
    const Hand so_far = most;
    most = with_counts([&](Kind kind) { return std::min(so_far.count(kind), bound.count(kind)); });
  }
  return {Known::Kind::Disproved, most.bits(), 0, 0};
}

MateKnown MateGame::conclude_defence(std::span<const Child> children) const {
  bool open = false, assumes = false;
  Hand need = kept_from_defender();
  int length = 0;
  for (const Child& child : children) {
    switch (status(child.known, child.rank)) {
      case ProofStatus::Disproved:
        return {Known::Kind::Disproved, child.known.hand, 0, 0};
      case ProofStatus::Assumed:
        assumes = true;
        break;
      case ProofStatus::Open:
        open = true;
        break;
      case ProofStatus::Proved: {
        const Hand so_far = need;
        const Hand child_need = Hand::from_bits(child.known.hand);
        if (!so_far.covers(child_need)) {
          need = with_counts([&](Kind kind) { return std::max(so_far.count(kind), child_need.count(kind)); });
        }
        length = std::max(length, child.known.length + 1);
      }
    }
  }
  if (assumes) return {Known::Kind::Assumed, rank(), 0, 0};
  if (open) return {};
  return {Known::Kind::Proved, need.bits(), 0, static_cast<std::uint16_t>(std::min(length, 0xffff))};
}

MateKnown MateGame::assumed(const Known& /*known*/, Rank rank) const {
  return {Known::Kind::Assumed, rank, 0, 0};
}

MateKnown MateGame::confirmed(const Known& /*known*/, Rank rank) const {
  return {Known::Kind::Disproved, rank, 0, 0};
}

MateKnown MateGame::merge(const Known& known, const Known& earlier) const {
  const auto certain = [](const Known& each) {
    return each.kind == Known::Kind::Proved || each.kind == Known::Kind::Disproved;
  };
  return !certain(known) && certain(earlier) && status(earlier, rank()) != ProofStatus::Open ? earlier
                                                                                             : known;
}

Hand MateGame::kept_from_defender() const {
  const Bitboard checkers = position_.checkers();
  if (checkers.none() || checkers.more_than_one()) return {};
  if (between(position_.king(~attacker_), checkers.first()).none()) return {};
  const Hand own = position_.hand(attacker_);
  const Hand other = position_.hand(~attacker_);
  return with_counts([&](Kind kind) { return other.has(kind) ? 0 : own.count(kind); });
}

Hand MateGame::no_new_drop() const {
  const Hand own = position_.hand(attacker_);
  const Hand other = position_.hand(~attacker_);
  return with_counts([&](Kind kind) { return own.has(kind) ? own.count(kind) + other.count(kind) : 0; });
}

namespace {

// The table as the proof-number search wants it.
struct Memory {
  MateTable& table;

  std::optional<search::Remembered<MateKnown>> recall(std::uint64_t board, std::uint32_t hand) const {
    const auto found = table.probe({board, hand});
    if (!found) return std::nullopt;
    return search::Remembered<MateKnown>{found->known, found->numbers, found->work, found->met};
  }
  void remember(std::uint64_t board, std::uint32_t hand, const search::Remembered<MateKnown>& entry) {
    table.store({board, hand}, {entry.known, entry.numbers, entry.work});
  }
  void prefetch(std::uint64_t board) const { table.prefetch({board}); }
};

}  // namespace

MateResult MateSolver::solve(const Position& position, Budget& budget, const std::function<void()>& on_poll) {
  // What is left of other problems is worth less than the room it takes.
  if (table_.fill() > kCrowded) table_.clear();
  MateResult result = attempt(position, budget, on_poll);
  if (result.verdict == MateResult::Verdict::Mate && !result.checked && !budget.exhausted()) {
    // Entries were lost between proving and replaying. Once more, with all the room there is.
    table_.clear();
    const std::uint64_t spent = result.nodes;
    result = attempt(position, budget, on_poll);
    result.nodes += spent;
  }
  // A proof that was not replayed to its end, for want of time or of room, has no line to show: no answer.
  if (!result.checked && result.verdict == MateResult::Verdict::Mate)
    result.verdict = MateResult::Verdict::Unknown;
  return result;
}

Move MateSolver::mating_move(const Position& position, Budget& budget) {
  std::uint64_t nodes = 0;
  return mating_move(position, budget, {}, nodes);
}

Move MateSolver::mating_move(const Position& position, Budget& budget, const std::function<void()>& on_poll,
                             std::uint64_t& nodes) {
  const MateGame game(position);
  // Of the proofs that hold, the shortest.
  const auto proof = [&] { return table_.probe({game.key(), game.rank(), true}); };
  auto known = proof();
  if (!known) {
    Memory memory{table_};
    if (!search::prove_mate(game, memory, threads_, budget, on_poll, nodes).value_or(false)) return {};
    known = proof();
  }
  return known ? Move::from_raw(known->known.move) : Move();
}

search::ProofLeaf MateSolver::search_leaf(const Position& position, const search::LeafQuestion& question,
                                          Budget& budget) {
  MateGame game(position);
  Memory memory{table_};
  return search::search_leaf(game, memory, question, budget,
                             [](MateGame::Move move) { return to_usi(Move::from_raw(move)); });
}

MateResult MateSolver::attempt(const Position& position, Budget& budget,
                               const std::function<void()>& on_poll) {
  MateResult result;
  Memory memory{table_};
  // None = given up.
  const std::optional<bool> proved =
      search::prove_mate(MateGame(position), memory, threads_, budget, on_poll, result.nodes);
  if (!proved) return result;
  result.verdict = *proved ? MateResult::Verdict::Mate : MateResult::Verdict::NoMate;
  if (*proved) replay(position, budget, on_poll, result);
  return result;
}

// The line, and with it the proof of the proof.
void MateSolver::replay(const Position& position, Budget& budget, const std::function<void()>& on_poll,
                        MateResult& result) {
  const auto attack = [&](const Position& at) {
    if (on_poll) on_poll();
    return budget.exhausted() ? Move() : mating_move(at, budget, on_poll, result.nodes);
  };
  const MateCheck check = check_mate(position, attack, &budget);
  result.checked = check.holds;
  result.line = check.line;
}

MateResult MateSolver::solve_within(const Position& position, int plies, Budget& budget,
                                    const std::function<void()>& on_poll) {
  MateResult result;
  BoundedMateMemory memory(table_);
  // A mate has an odd number of plies.
  const std::optional<bool> proved =
      search::prove_mate(BoundedMateGame(position, plies - (plies % 2 == 0 ? 1 : 0)), memory, threads_,
                         budget, on_poll, result.nodes);
  if (!proved) return result;
  if (!*proved) {
    result.verdict = MateResult::Verdict::NoMate;
    return result;
  }
  replay(position, budget, on_poll, result);
  // If the table has lost entries, the replay may have found a longer way.
  if (result.checked && result.line.size() <= static_cast<std::size_t>(plies))
    result.verdict = MateResult::Verdict::Mate;
  return result;
}

void MateSolver::shorten(const Position& position, MateResult& result, Budget& budget,
                         const std::function<void()>& on_poll) {
  while (!result.shortest && !budget.exhausted()) {
    const auto length = static_cast<int>(result.line.size());
    if (length <= 1) {
      result.shortest = true;
      return;
    }
    const MateResult shorter = solve_within(position, length - 2, budget, on_poll);
    result.nodes += shorter.nodes;
    if (shorter.verdict == MateResult::Verdict::Unknown) return;
    if (shorter.verdict == MateResult::Verdict::NoMate) {
      result.shortest = true;
    } else {
      result.line = shorter.line;
    }
  }
}

}  // namespace tesuji::shogi

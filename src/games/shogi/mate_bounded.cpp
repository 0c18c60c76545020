#include "games/shogi/mate_bounded.hpp"

#include <cassert>

#include "tt/zobrist.hpp"

namespace tesuji::shogi {

using search::ProofStatus;

void BoundedMateGame::expand(std::vector<Child>& children) {
  assert(left_ > 0);  // look_at() has decided the states without plies left
  unbounded_.clear();
  game_.expand(unbounded_);
  for (const MateGame::Child& from : unbounded_) {
    Child& child = children.emplace_back();
    child.move = from.move;
    child.key = from.key;
    child.rank = rank_of(from.rank, left_ - 1);
    child.waits = from.waits;
  }
}

void BoundedMateGame::look_at(Child& child) {
  MateGame::Child unbounded;
  unbounded.move = child.move;
  game_.look_at(unbounded);
  child.known = unbounded.known;
  child.numbers = unbounded.numbers;
  // No plies left and not mated: an escape from this hand, and from every worse one.
  if (plies_of(child.rank) == 0 && child.known.kind == Known::Kind::None)
    child.known = {Known::Kind::Disproved, hand_of(child.rank), 0, 0};
}

ProofStatus BoundedMateGame::status(const Known& known, Rank rank) const {
  if (known.kind == Known::Kind::Proved && known.length > plies_of(rank)) return ProofStatus::Open;
  return game_.status(known, hand_of(rank));
}

MateKnown BoundedMateGame::conclude(std::span<const Child> children) const {
  unbounded_.clear();
  for (const Child& from : children) {
    MateGame::Child& child = unbounded_.emplace_back();
    child.move = from.move;
    child.rank = hand_of(from.rank);
    // A proof that takes too long counts for nothing.
    if (status(from.known, from.rank) != ProofStatus::Open) child.known = from.known;
  }
  return game_.conclude(unbounded_);
}

MateKnown BoundedMateGame::merge(const Known& known, const Known& earlier) const {
  return status(known, rank()) == ProofStatus::Open && status(earlier, rank()) != ProofStatus::Open ? earlier
                                                                                                    : known;
}

namespace {

// States with different numbers of plies left lie at different places.
std::uint64_t with_plies(std::uint64_t board, BoundedMateGame::Rank rank) {
  return board ^ tt::SplitMix64(0x9b1a6d3c5e7f2048ULL + BoundedMateGame::plies_of(rank))();
}

search::Remembered<MateKnown> remembered(const MateLayout::Entry& entry) {
  return {entry.known, entry.numbers, entry.work, entry.met};
}

}  // namespace

std::optional<search::Remembered<MateKnown>> BoundedMateMemory::recall(std::uint64_t board,
                                                                       BoundedMateGame::Rank rank) const {
  const std::uint32_t hand = BoundedMateGame::hand_of(rank);
  auto found = table_.probe({board, hand});
  if (found && found->known.kind == MateKnown::Kind::Disproved) return remembered(*found);  // at any length
  if (found && found->known.kind == MateKnown::Kind::Proved) {
    if (found->known.length > BoundedMateGame::plies_of(rank)) found = table_.probe({board, hand, true});
    if (found && found->known.length <= BoundedMateGame::plies_of(rank)) return remembered(*found);
  }
  const auto bounded = table_.probe({with_plies(board, rank), hand});
  return bounded ? std::optional(remembered(*bounded)) : std::nullopt;
}

void BoundedMateMemory::remember(std::uint64_t board, BoundedMateGame::Rank rank,
                                 const search::Remembered<MateKnown>& entry) {
  const bool proved = entry.known.kind == MateKnown::Kind::Proved;
  table_.store({proved ? board : with_plies(board, rank), BoundedMateGame::hand_of(rank)},
               {entry.known, entry.numbers, entry.work});
}

}  // namespace tesuji::shogi

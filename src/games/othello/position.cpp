#include "games/othello/position.hpp"

#include <cassert>

#include "tt/zobrist.hpp"

namespace tesuji::othello {
namespace {

constexpr Bits kNotA = 0xfefefefefefefefeULL;  // without column a
constexpr Bits kNotH = 0x7f7f7f7f7f7f7f7fULL;

constexpr tt::PieceSquareKeys<2, 64> kDiscKeys("othello/discs");
constexpr tt::Keys<1> kWhiteToMove("othello/side");

// One step in a direction; what leaves the board is dropped.
template <int Step>
constexpr Bits shift(Bits bits) {
  if constexpr (Step == 1) return (bits & kNotH) << 1;
  if constexpr (Step == -1) return (bits & kNotA) >> 1;
  if constexpr (Step == 8) return bits << 8;
  if constexpr (Step == -8) return bits >> 8;
  if constexpr (Step == 9) return (bits & kNotH) << 9;
  if constexpr (Step == -9) return (bits & kNotA) >> 9;
  if constexpr (Step == 7) return (bits & kNotA) << 7;
  if constexpr (Step == -7) return (bits & kNotH) >> 7;
}

template <int Step>
Bits moves_along(Bits own, Bits other, Bits empty) {
  Bits run = shift<Step>(own) & other;
  for (int i = 0; i < 5; ++i) run |= shift<Step>(run) & other;
  return shift<Step>(run) & empty;
}

template <int Step>
Bits flips_along(Bits disc, Bits own, Bits other) {
  Bits run = 0;
  Bits at = shift<Step>(disc);
  while ((at & other) != 0) {
    run |= at;
    at = shift<Step>(at);
  }
  return (at & own) != 0 ? run : 0;
}

std::uint64_t disc_keys(Bits bits, std::size_t colour) {
  std::uint64_t key = 0;
  for (; bits != 0; bits &= bits - 1)
    key ^= kDiscKeys(colour, static_cast<std::size_t>(std::countr_zero(bits)));
  return key;
}

}  // namespace

Bits moves_of(Bits own, Bits other) {
  const Bits empty = ~(own | other);
  return moves_along<1>(own, other, empty) | moves_along<-1>(own, other, empty) |
         moves_along<8>(own, other, empty) | moves_along<-8>(own, other, empty) |
         moves_along<9>(own, other, empty) | moves_along<-9>(own, other, empty) |
         moves_along<7>(own, other, empty) | moves_along<-7>(own, other, empty);
}

Bits flips_of(int square, Bits own, Bits other) {
  const Bits disc = Bits{1} << square;
  return flips_along<1>(disc, own, other) | flips_along<-1>(disc, own, other) |
         flips_along<8>(disc, own, other) | flips_along<-8>(disc, own, other) |
         flips_along<9>(disc, own, other) | flips_along<-9>(disc, own, other) |
         flips_along<7>(disc, own, other) | flips_along<-7>(disc, own, other);
}

Position::Position() : Position({0x0000000810000000ULL, 0x0000001008000000ULL}, true) {}

Position::Position(Discs discs, bool black_to_move)
    : discs_(discs), black_(black_to_move), key_(key_from_scratch()) {}

std::uint64_t Position::key_from_scratch() const {
  return disc_keys(black(), 0) ^ disc_keys(white(), 1) ^ (black_ ? 0 : kWhiteToMove[0]);
}

std::vector<Move> Position::legal_moves() const {
  std::vector<Move> moves;
  Bits squares = moves_of(discs_.own, discs_.other);
  if (squares == 0 && moves_of(discs_.other, discs_.own) != 0) moves.push_back(kPass);
  for (; squares != 0; squares &= squares - 1) moves.push_back(move_to(std::countr_zero(squares)));
  return moves;
}

bool Position::is_legal(Move move) const {
  if (move == 0 || move > kPass) return false;
  const Bits squares = moves_of(discs_.own, discs_.other);
  if (move == kPass) return squares == 0 && moves_of(discs_.other, discs_.own) != 0;
  return (squares >> square_of(move) & 1) != 0;
}

void Position::make(Move move) {
  assert(is_legal(move));
  Bits flipped = 0;
  if (move == kPass) {
    discs_ = discs_.swapped();
  } else {
    flipped = flips_of(square_of(move), discs_.own, discs_.other);
    discs_ = discs_.after(square_of(move), flipped);
    key_ ^= disc_keys(flipped, 0) ^ disc_keys(flipped, 1) ^
            kDiscKeys(black_ ? 0 : 1, static_cast<std::size_t>(square_of(move)));
  }
  black_ = !black_;
  key_ ^= kWhiteToMove[0];
  made_.push_back({move, flipped});
}

void Position::undo() {
  const auto [move, flipped] = made_.back();
  made_.pop_back();
  discs_ = discs_.swapped();
  black_ = !black_;
  key_ ^= kWhiteToMove[0];
  if (move == kPass) return;
  discs_.own ^= flipped | (Bits{1} << square_of(move));
  discs_.other ^= flipped;
  key_ ^= disc_keys(flipped, 0) ^ disc_keys(flipped, 1) ^
          kDiscKeys(black_ ? 0 : 1, static_cast<std::size_t>(square_of(move)));
}

std::uint64_t count_leaves(const Discs& discs, int depth, const search::StopFlag& stop) {
  if (depth == 0) return 1;
  Bits squares = moves_of(discs.own, discs.other);
  if (squares == 0) {
    return moves_of(discs.other, discs.own) == 0 ? 1 : count_leaves(discs.swapped(), depth - 1, stop);
  }
  if (depth == 1) return static_cast<std::uint64_t>(std::popcount(squares));
  if (depth > 3 && stop.requested()) return 0;
  std::uint64_t count = 0;
  for (; squares != 0; squares &= squares - 1) {
    const int square = std::countr_zero(squares);
    count += count_leaves(discs.after(square, flips_of(square, discs.own, discs.other)), depth - 1, stop);
  }
  return count;
}

}  // namespace tesuji::othello

#include "tt/zobrist.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace tt {
namespace {

// A toy game with every kind of feature: pieces, side, hands, castling rights, an en-passant file or ko
// point, repetitions.
constexpr std::size_t kPieces = 12, kSquares = 64, kHandKinds = 7, kMostInHand = 18;
constexpr PieceSquareKeys<kPieces, kSquares> kPiece("test/piece");
constexpr HandKeys<2, kHandKinds, kMostInHand> kHand("test/hand");
constexpr Keys<2> kSide("test/side", true);
constexpr Keys<16> kCastling("test/castling", true);
constexpr Keys<kSquares + 1> kPoint("test/point", true);
constexpr RepetitionKeys<3> kRepetition("test/repetition");
static_assert(kPiece(1, 2) != 0, "known at compile time");

struct Toy {
  std::array<std::size_t, kSquares> board{};  // 0 = empty, else piece + 1
  std::array<std::array<std::size_t, kHandKinds>, 2> hands{};
  std::size_t side = 0, castling = 0, point = 0, times = 0;

  [[nodiscard]] std::uint64_t key() const {
    std::uint64_t key = kSide[side] ^ kCastling[castling] ^ kPoint[point] ^ kRepetition(times);
    for (std::size_t square = 0; square < kSquares; ++square) {
      if (board[square] != 0) key ^= kPiece(board[square] - 1, square);
    }
    for (std::size_t holder = 0; holder < 2; ++holder) {
      for (std::size_t kind = 0; kind < kHandKinds; ++kind) key ^= kHand(holder, kind, hands[holder][kind]);
    }
    return key;
  }

  // One random change, applied to the position and to a key.
  void change(std::uint64_t random, std::uint64_t& key) {
    const std::size_t square = random >> 8 & 63, kind = (random >> 16) % kHandKinds,
                      holder = random >> 24 & 1;
    const std::size_t value = random >> 32;
    switch (random % 6) {
      case 0:
        if (board[square] != 0) key ^= kPiece(board[square] - 1, square);
        board[square] = value % (kPieces + 1);
        if (board[square] != 0) key ^= kPiece(board[square] - 1, square);
        break;
      case 1: {
        const std::size_t to = value % (kMostInHand + 1);
        key ^= kHand.change(holder, kind, hands[holder][kind], to);
        hands[holder][kind] = to;
        break;
      }
      case 2:
        key ^= kSide[side] ^ kSide[side ^ 1];
        side ^= 1;
        break;
      case 3:
        key ^= kCastling[castling] ^ kCastling[value % 16];
        castling = value % 16;
        break;
      case 4:
        key ^= kPoint[point] ^ kPoint[value % (kSquares + 1)];
        point = value % (kSquares + 1);
        break;
      default:
        key ^= kRepetition(times) ^ kRepetition(value % 5);
        times = value % 5;
    }
  }
};

RC_GTEST_PROP(Zobrist, UpdatingAKeyIsComputingItAnew, (const std::vector<std::uint64_t>& changes)) {
  Toy toy;
  std::uint64_t key = toy.key();
  for (const std::uint64_t change : changes) {
    toy.change(SplitMix64(change)(), key);
    RC_ASSERT(key == toy.key());
  }
}

TEST(Zobrist, AnEmptyPositionCostsNothingAndAbsenceIsZero) {
  EXPECT_EQ(Toy{}.key(), 0u);
  EXPECT_EQ(kHand(1, 3, 0), 0u);
  EXPECT_EQ(kRepetition(0), 0u);
  EXPECT_EQ(kRepetition(3), kRepetition(200));
}

TEST(Zobrist, NamesMakeTheKeys) {
  EXPECT_EQ((Keys<4>("a")[2]), (Keys<4>("a")[2]));
  EXPECT_NE((Keys<4>("a")[2]), (Keys<4>("b")[2]));
  // Snapshots outlive programs: these words must never change.
  EXPECT_EQ(seed_from_name("tesuji"), 0x44eeb858d0e26dbcULL);
}

TEST(Zobrist, NoTwoFeaturesShareAWord) {
  std::set<std::uint64_t> words;
  std::size_t count = 0;
  const auto add = [&](std::uint64_t word) {
    words.insert(word);
    ++count;
  };
  for (std::size_t piece = 0; piece < kPieces; ++piece) {
    for (std::size_t square = 0; square < kSquares; ++square) add(kPiece(piece, square));
  }
  for (std::size_t holder = 0; holder < 2; ++holder) {
    for (std::size_t kind = 0; kind < kHandKinds; ++kind) {
      for (std::size_t n = 1; n <= kMostInHand; ++n) add(kHand(holder, kind, n));
    }
  }
  for (std::size_t i = 1; i < 16; ++i) add(kCastling[i]);
  for (std::size_t i = 1; i <= kSquares; ++i) add(kPoint[i]);
  EXPECT_EQ(words.size(), count);
}

}  // namespace
}  // namespace tt

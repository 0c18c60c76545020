#include "games/chess/bitboard.hpp"

#include <array>

namespace tesuji::chess {
namespace {

// Found by trying sparse random numbers until none of a square's blocker sets collided harmfully; no
// larger index than the blockers have bits.
constexpr Bitboard kBishopFactors[64] = {
    0x00221010188100c0ULL, 0x026308010d020040ULL, 0xa0b0550208230014ULL, 0x8050908202202850ULL,
    0x20108820480b0000ULL, 0x20008804400a0000ULL, 0x0c15010803408210ULL, 0x0015010812020200ULL,
    0x0004405504049204ULL, 0x0004210112020040ULL, 0x0000048c04004820ULL, 0x4202422082000024ULL,
    0x1008011040401800ULL, 0x24041101a0108804ULL, 0x0228060a10440420ULL, 0x1020020124020200ULL,
    0x0010104520022400ULL, 0x2002802018220080ULL, 0x0401005000408901ULL, 0x0022200808210000ULL,
    0x030c020386a00024ULL, 0x084d000090080100ULL, 0x0000441c88080840ULL, 0x0011004040480480ULL,
    0x34b01001ad441081ULL, 0x01c1088010100104ULL, 0x0408040002002600ULL, 0x8008080208202020ULL,
    0x0029010020104008ULL, 0x01020080041000a8ULL, 0x0002488032080100ULL, 0xc001090848484800ULL,
    0x4008021200082008ULL, 0x1a0c218455081000ULL, 0x8024002410420408ULL, 0x008c020080080080ULL,
    0x0161010400060020ULL, 0x44820804400a0048ULL, 0x0024c40240008802ULL, 0x0010810840220200ULL,
    0x0081042004002280ULL, 0x201210a420010400ULL, 0x04820100480e4102ULL, 0x0800810411088800ULL,
    0x4421480101005014ULL, 0x004210022080c808ULL, 0x1004011401100403ULL, 0x00300162048141e0ULL,
    0x10429611202000a0ULL, 0x0822404e10110009ULL, 0x21c620404410040bULL, 0x0400100042020100ULL,
    0x00009010220a0100ULL, 0x4010042104010084ULL, 0x0408510108010401ULL, 0x4204108881010410ULL,
    0x0885008804020202ULL, 0x9024204864100804ULL, 0x4000140052009000ULL, 0x0005204001068800ULL,
    0x8040000010021a00ULL, 0x8282485222100100ULL, 0x04c02102102a00a1ULL, 0x50446044024a00c1ULL,
};
constexpr Bitboard kRookFactors[64] = {
    0x8080002040008010ULL, 0x2840002004401008ULL, 0x0880200010008008ULL, 0x8200050a00104020ULL,
    0x0100040800030010ULL, 0x0500080400010022ULL, 0x4100040081000200ULL, 0x0100082200409100ULL,
    0x40e0801020804004ULL, 0x0200401000200040ULL, 0x0209002000410010ULL, 0x7000800800100081ULL,
    0x8112000408220010ULL, 0x3001000804000300ULL, 0x0800800200010080ULL, 0x4048800080006100ULL,
    0x0240048000804024ULL, 0x301000c00c452008ULL, 0x2404848010002000ULL, 0x4010004040080400ULL,
    0x0c44008080080004ULL, 0x0000808004000200ULL, 0x10c0040042100108ULL, 0x91010e0020c10284ULL,
    0x2400802080004000ULL, 0x0001008100204000ULL, 0x0230008080182000ULL, 0x1020080080100080ULL,
    0x020c040080800800ULL, 0x2000040080020080ULL, 0x8841000100040200ULL, 0xc000084a00088401ULL,
    0x0100400020800080ULL, 0x800e01044a002080ULL, 0x4200200011004102ULL, 0x0004100109002102ULL,
    0x800c880180800400ULL, 0x0e16000400810080ULL, 0x0120110214004830ULL, 0x8000008042002c01ULL,
    0x0008902040008008ULL, 0x3400200050024000ULL, 0x1010004020010100ULL, 0x0806081001010020ULL,
    0x0280040008008080ULL, 0x2002001104020008ULL, 0x9011000200010104ULL, 0x00084088410a0004ULL,
    0x1018204085020200ULL, 0x0402044081370200ULL, 0x1001042000104100ULL, 0x0088100080080080ULL,
    0x8008001100040900ULL, 0x8004010002004040ULL, 0x880210c801020400ULL, 0x400004004d048200ULL,
    0x1041081080022041ULL, 0x0200400081002011ULL, 0x0002100820010043ULL, 0x1410000805001021ULL,
    0x0002010810042002ULL, 0x0a07000400020801ULL, 0x410008121000a114ULL, 0x14102d1400804422ULL,
};

constexpr std::array<std::array<int, 2>, 4> kDiagonals = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<std::array<int, 2>, 4> kStraights = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

Bitboard slide(Square from, Bitboard occupied, const std::array<std::array<int, 2>, 4>& directions) {
  Bitboard reached = 0;
  for (const auto& [df, dr] : directions) {
    for (int f = file_of(from) + df, r = rank_of(from) + dr; f >= 0 && f < 8 && r >= 0 && r < 8;
         f += df, r += dr) {
      const Bitboard square = bit(make_square(f, r));
      reached |= square;
      if (occupied & square) break;
    }
  }
  return reached;
}

Bitboard leap(Square from, const std::array<std::array<int, 2>, 8>& steps) {
  Bitboard reached = 0;
  for (const auto& [df, dr] : steps) {
    const int f = file_of(from) + df;
    const int r = rank_of(from) + dr;
    if (f >= 0 && f < 8 && r >= 0 && r < 8) reached |= bit(make_square(f, r));
  }
  return reached;
}

// The tables of all squares, one after another: 2^(blockers) entries each.
std::array<Bitboard, 5248> bishop_table;
std::array<Bitboard, 102400> rook_table;

void fill(Magic (&magics)[64], Bitboard* table, const Bitboard (&factors)[64],
          const std::array<std::array<int, 2>, 4>& directions) {
  for (int s = 0; s < 64; ++s) {
    const auto square = static_cast<Square>(s);
    // A blocker on the edge hides nothing behind it.
    const Bitboard edges = ((rank_mask(0) | rank_mask(7)) & ~rank_mask(rank_of(square))) |
                           ((kFileA | kFileH) & ~file_mask(file_of(square)));
    const Bitboard mask = slide(square, 0, directions) & ~edges;
    magics[s] = {table, mask, factors[s], 64 - count(mask)};
    Bitboard blockers = 0;
    do {
      table[(blockers * factors[s]) >> magics[s].shift] = slide(square, blockers, directions);
      blockers = (blockers - mask) & mask;  // the next subset
    } while (blockers != 0);
    table += std::size_t{1} << count(mask);
  }
}

}  // namespace

Attacks::Attacks() : between{}, line{} {
  constexpr std::array<std::array<int, 2>, 8> kKnightSteps = {
      {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
  constexpr std::array<std::array<int, 2>, 8> kKingSteps = {
      {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
  fill(bishop, bishop_table.data(), kBishopFactors, kDiagonals);
  fill(rook, rook_table.data(), kRookFactors, kStraights);
  for (int s = 0; s < 64; ++s) {
    const auto square = static_cast<Square>(s);
    pawn[kWhite][s] = pawn_attacks(bit(square), kWhite);
    pawn[kBlack][s] = pawn_attacks(bit(square), kBlack);
    knight[s] = leap(square, kKnightSteps);
    king[s] = leap(square, kKingSteps);
  }
  for (int a = 0; a < 64; ++a) {
    for (int b = 0; b < 64; ++b) {
      if (a == b) continue;
      for (const Magic* magic : {bishop, rook}) {
        if (!contains(magic[a](0), static_cast<Square>(b))) continue;
        line[a][b] = (magic[a](0) & magic[b](0)) | bit(static_cast<Square>(a)) | bit(static_cast<Square>(b));
        between[a][b] = magic[a](bit(static_cast<Square>(b))) & magic[b](bit(static_cast<Square>(a)));
      }
    }
  }
}

const Attacks kAttacks;

}  // namespace tesuji::chess

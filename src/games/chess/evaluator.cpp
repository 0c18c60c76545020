#include "games/chess/evaluator.hpp"

#include <algorithm>
#include <cstdlib>

#include "games/chess/endings.hpp"

namespace tesuji::chess {
namespace {

// Middlegame and endgame in one word: endgame above, middlegame below, so that one addition does both.
using Packed = std::int32_t;
constexpr Packed pack(int middle, int end) {
  return static_cast<Packed>(static_cast<std::uint32_t>(end) << 16) + middle;
}
constexpr int middle_of(Packed packed) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(packed));
}
constexpr int end_of(Packed packed) {
  return static_cast<std::int16_t>(
      static_cast<std::uint16_t>((static_cast<std::uint32_t>(packed) + 0x8000) >> 16));
}

struct PackedWeights {
  Packed of[kFeatures];
  PackedWeights() {
    for (std::size_t i = 0; i < kFeatures; ++i) of[i] = pack(kWeights[i].middle, kWeights[i].end);
  }
};
const PackedWeights& packed_weights() {
  static const PackedWeights weights;
  return weights;
}

// Adds weights up.
struct Sum {
  const Packed* weights = packed_weights().of;
  Packed total = 0;
  void add(std::size_t feature, Color color, int n = 1) {
    total += color == kWhite ? weights[feature] * n : -weights[feature] * n;
  }
};

// Notes counts down, for the tuner.
struct Tally {
  std::array<std::int8_t, kFeatures>& counts;
  void add(std::size_t feature, Color color, int n = 1) {
    counts[feature] = static_cast<std::int8_t>(counts[feature] + (color == kWhite ? n : -n));
  }
};

constexpr std::size_t mirrored(Color color, Square square) {
  const Square own = relative(color, square);
  const int file = std::min(file_of(own), 7 - file_of(own));
  return static_cast<std::size_t>(rank_of(own) * 4 + file);
}

constexpr Bitboard fill_up(Bitboard set, Color color) {
  if (color == kWhite) {
    set |= set << 8;
    set |= set << 16;
    return set | set << 32;
  }
  set |= set >> 8;
  set |= set >> 16;
  return set | set >> 32;
}
constexpr Bitboard neighbour_files(Bitboard set) {
  const Bitboard files = fill_up(fill_up(set, kWhite), kBlack);
  return east(files) | west(files);
}
constexpr Bitboard ahead_of(Square square, Color color) {
  return fill_up(up(bit(square), color), color);
}
int distance(Square a, Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

// Features of one position, handed to a Sum or a Tally.
template <class Out>
class Features {
 public:
  Features(const Position& position, Out& out) : p_(position), out_(out) {}

  // What depends on pawns alone; also finds the passed pawns.
  Bitboard pawns() {
    Bitboard passed = 0;
    for (const Color us : {kWhite, kBlack}) {
      const Color them = ~us;
      const Bitboard own = p_.pieces(us, kPawn);
      const Bitboard other = p_.pieces(them, kPawn);
      const Bitboard guarded = pawn_attacks(own, us);
      const Bitboard other_attacks = pawn_attacks(other, them);
      for (Bitboard set = own; set != 0;) {
        const Square square = pop(set);
        const auto rank = static_cast<std::size_t>(relative_rank(us, square));
        const Bitboard file = file_mask(file_of(square));
        const Bitboard ahead = ahead_of(square, us);
        const std::size_t half_open = (file & other) == 0 ? 1 : 0;
        const Bitboard neighbours = neighbour_files(bit(square)) & own;
        const bool phalanx = ((east(bit(square)) | west(bit(square))) & own) != 0;
        if (neighbours == 0) {
          out_.add(kIsolatedPawn + half_open, us);
        } else if (!contains(guarded, square) && !phalanx && (neighbours & ~ahead_of_rank(square, us)) == 0 &&
                   ((up(bit(square), us)) & (other_attacks | other)) != 0) {
          out_.add(kBackwardPawn + half_open, us);
        }
        if (ahead & own) out_.add(kDoubledPawn, us);
        if (contains(guarded, square)) out_.add(kDefendedPawn + rank, us);
        if (phalanx) out_.add(kPhalanxPawn + rank, us);
        const Bitboard front = ahead | east(ahead) | west(ahead);
        if ((front & other) == 0 && (ahead & own) == 0) {
          passed |= bit(square);
          out_.add(kPassedPawn + rank, us);
        }
      }
    }
    return passed;
  }

  void pieces(Bitboard passed) {
    prepare();
    for (const Color us : {kWhite, kBlack}) {
      material_and_squares(us);
      mobility(us);
    }
    for (const Color us : {kWhite, kBlack}) {
      king(us);
      threats(us);
      passed_pawns(us, passed & p_.pieces(us));
    }
    out_.add(kTempo, p_.side());
  }

 private:
  // The square's rank and all behind it are not in the set.
  static Bitboard ahead_of_rank(Square square, Color us) {
    const int rank = rank_of(square);
    return us == kWhite ? (rank == 7 ? 0 : ~Bitboard{0} << (8 * (rank + 1)))
                        : (Bitboard{1} << (8 * rank)) - 1;
  }

  void prepare() {
    for (const Color us : {kWhite, kBlack}) {
      const Square king = p_.king(us);
      pawn_attacks_[us] = pawn_attacks(p_.pieces(us, kPawn), us);
      attacks_[us] = pawn_attacks_[us] | kAttacks.king[king];
      twice_[us] = pawn_attacks_[us] & kAttacks.king[king];
      zone_[us] = kAttacks.king[king] | bit(king) | up(kAttacks.king[king], us);
      type_attacks_[us][kPawn] = pawn_attacks_[us];
      type_attacks_[us][kKing] = kAttacks.king[king];
      danger_[us] = 0;
      attackers_[us] = 0;
    }
  }

  void material_and_squares(Color us) {
    for (int t = kPawn; t <= kKing; ++t) {
      const auto type = static_cast<PieceType>(t);
      for (Bitboard set = p_.pieces(us, type); set != 0;) {
        if (type != kKing) out_.add(kMaterial + static_cast<std::size_t>(t), us);
        out_.add(kPieceSquare + static_cast<std::size_t>(t) * 32 + mirrored(us, pop(set)), us);
      }
    }
    if (several(p_.pieces(us, kBishop))) out_.add(kBishopPair, us);
  }

  void mobility(Color us) {
    // Not where the other's pawns bite, nor where an own pawn that cannot move stands.
    const Bitboard blocked = p_.pieces(us, kPawn) & up(p_.pieces(), ~us);
    const Bitboard area = ~(pawn_attacks_[~us] | blocked | bit(p_.king(us)));
    piece_mobility<kKnight>(us, area);
    piece_mobility<kBishop>(us, area);
    piece_mobility<kRook>(us, area);
    piece_mobility<kQueen>(us, area);
  }

  template <PieceType Type>
  void piece_mobility(Color us, Bitboard area) {
    constexpr std::size_t kTable = Type == kKnight   ? kKnightMobility
                                   : Type == kBishop ? kBishopMobility
                                   : Type == kRook   ? kRookMobility
                                                     : kQueenMobility;
    constexpr int kZoneWeight[6] = {0, 2, 2, 3, 4, 0};
    const Color them = ~us;
    // Pieces that look through one another along a line count as if the first were not there.
    Bitboard occupied = p_.pieces();
    if (Type == kBishop) occupied ^= p_.pieces(us, kQueen);
    if (Type == kRook) occupied ^= p_.pieces(us, kQueen) | p_.pieces(us, kRook);
    Bitboard all = 0;
    for (Bitboard set = p_.pieces(us, Type); set != 0;) {
      const Square square = pop(set);
      Bitboard reach = attacks_of(Type, square, occupied);
      if (contains(p_.state().blockers[us], square)) reach &= kAttacks.line[p_.king(us)][square];
      out_.add(kTable + static_cast<std::size_t>(count(reach & area)), us);
      twice_[us] |= attacks_[us] & reach;
      attacks_[us] |= reach;
      all |= reach;
      if (const Bitboard zone = reach & zone_[them]; zone != 0) {
        danger_[them] += kZoneWeight[Type] * count(zone);
        ++attackers_[them];
      }
      if constexpr (Type == kRook) rook(us, square);
      if constexpr (Type == kKnight || Type == kBishop) minor<Type>(us, square);
    }
    type_attacks_[us][Type] = all;
  }

  void rook(Color us, Square square) {
    const Bitboard file = file_mask(file_of(square));
    if ((file & p_.pieces(us, kPawn)) == 0) {
      out_.add((file & p_.pieces(~us, kPawn)) == 0 ? kRookOpenFile : kRookHalfOpenFile, us);
    }
    if (relative_rank(us, square) == 6) {
      const Bitboard last_two = us == kWhite ? rank_mask(6) | rank_mask(7) : rank_mask(0) | rank_mask(1);
      if (last_two & (p_.pieces(~us, kKing) | p_.pieces(~us, kPawn))) out_.add(kRookSeventh, us);
    }
  }

  template <PieceType Type>
  void minor(Color us, Square square) {
    const int rank = relative_rank(us, square);
    if (rank >= 3 && rank <= 5 && contains(pawn_attacks_[us], square)) {
      const Bitboard ahead = ahead_of(square, us);
      if (((east(ahead) | west(ahead)) & p_.pieces(~us, kPawn)) == 0) {
        out_.add(Type == kKnight ? kKnightOutpost : kBishopOutpost, us);
      }
    }
    if constexpr (Type == kBishop) {
      const Bitboard shade = contains(kDark, square) ? kDark : ~kDark;
      out_.add(kBadBishop, us, count(shade & p_.pieces(us, kPawn)));
    }
  }

  void king(Color us) {
    const Color them = ~us;
    const Square at = p_.king(us);
    const int centre = std::clamp(file_of(at), 1, 6);
    const Bitboard front = ~ahead_of_rank(at, them);  // the king's rank and all before it
    for (int file = centre - 1; file <= centre + 1; ++file) {
      const auto edge = static_cast<std::size_t>(std::min(file, 7 - file));
      const Bitboard own = p_.pieces(us, kPawn) & file_mask(file) & front;
      const Bitboard other = p_.pieces(them, kPawn) & file_mask(file) & front;
      const auto nearest = [us](Bitboard set) {
        return set == 0 ? std::size_t{0}
                        : static_cast<std::size_t>(relative_rank(us, us == kWhite ? first(set) : last(set)));
      };
      out_.add(kShelter + edge * 8 + nearest(own), us);
      out_.add(kStorm + edge * 8 + nearest(other), us);
    }
    if ((file_mask(file_of(at)) & p_.pieces(us, kPawn)) == 0) out_.add(kKingOpenFile, us);

    // Danger: pieces that reach the zone, checks that cannot be answered by taking, squares only the king
    // holds.
    const Bitboard occupied = p_.pieces() ^ p_.pieces(us, kQueen);
    const Bitboard straight = kAttacks.rook[at](occupied);
    const Bitboard diagonal = kAttacks.bishop[at](occupied);
    const Bitboard safe =
        ~p_.pieces(them) & (~attacks_[us] | (twice_[them] & ~twice_[us] & ~pawn_attacks_[us]));
    int danger = danger_[us];
    const bool queen = p_.pieces(them, kQueen) != 0;
    if (attackers_[us] >= 2 || (attackers_[us] == 1 && queen)) {
      if (type_attacks_[them][kKnight] & kAttacks.knight[at] & safe) danger += 7;
      if (type_attacks_[them][kBishop] & diagonal & safe) danger += 5;
      if (type_attacks_[them][kRook] & straight & safe) danger += 9;
      if (type_attacks_[them][kQueen] & (straight | diagonal) & safe) danger += 8;
      const Bitboard weak = attacks_[them] & ~twice_[us] & zone_[us];
      danger += 2 * count(weak & kAttacks.king[at]);
      danger += 2 * attackers_[us];
      if (!queen) danger /= 2;
      out_.add(kKingDanger + static_cast<std::size_t>(std::min(danger / 2, 31)), us);
    }
  }

  void threats(Color us) {
    const Color them = ~us;
    const auto against = [&](std::size_t feature, Bitboard attacks) {
      for (int t = kPawn; t <= kQueen; ++t) {
        const Bitboard hit = attacks & p_.pieces(them, static_cast<PieceType>(t));
        if (hit != 0) out_.add(feature + static_cast<std::size_t>(t), us, count(hit));
      }
    };
    const Bitboard undefended = ~attacks_[them];
    against(kPawnThreat, pawn_attacks_[us] & ~p_.pieces(kPawn));
    const Bitboard worth = undefended | ~pawn_attacks_[them];
    against(kMinorThreat, (type_attacks_[us][kKnight] | type_attacks_[us][kBishop]) &
                              (worth | p_.pieces(kRook) | p_.pieces(kQueen)));
    against(kRookThreat, type_attacks_[us][kRook] & (worth | p_.pieces(kQueen)));
    const Bitboard hanging = attacks_[us] & undefended & p_.pieces(them) & ~p_.pieces(kKing);
    if (hanging != 0) out_.add(kHanging, us, count(hanging));
    const Bitboard free = ~p_.pieces();
    const Bitboard third = us == kWhite ? rank_mask(2) : rank_mask(5);
    Bitboard pushes = up(p_.pieces(us, kPawn), us) & free;
    pushes |= up(pushes & third, us) & free;
    pushes &= ~pawn_attacks_[them] & (attacks_[us] | undefended);
    const Bitboard pushed =
        pawn_attacks(pushes, us) & p_.pieces(them) & ~p_.pieces(kPawn) & ~p_.pieces(kKing);
    if (pushed != 0) out_.add(kPushThreat, us, count(pushed));
  }

  void passed_pawns(Color us, Bitboard passed) {
    const Color them = ~us;
    while (passed != 0) {
      const Square square = pop(passed);
      const auto rank = static_cast<std::size_t>(relative_rank(us, square));
      const Square next = us == kWhite ? static_cast<Square>(square + 8) : static_cast<Square>(square - 8);
      if (p_.empty(next)) out_.add(kPassedFree + rank, us);
      if (!contains(attacks_[them], next)) out_.add(kPassedSafe + rank, us);
      if (rank >= 3) {
        out_.add(kPassedOwnKing + static_cast<std::size_t>(distance(p_.king(us), next)), us);
        out_.add(kPassedOtherKing + static_cast<std::size_t>(distance(p_.king(them), next)), us);
      }
    }
  }

  const Position& p_;
  Out& out_;
  Bitboard pawn_attacks_[2], attacks_[2], twice_[2], zone_[2];
  Bitboard type_attacks_[2][6];
  int danger_[2], attackers_[2];
};

int phase_of(const Position& position) {
  int phase = 0;
  for (int t = kKnight; t <= kQueen; ++t) {
    phase += kPhaseOf[t] * count(position.pieces(static_cast<PieceType>(t)));
  }
  return std::min(phase, kFullPhase);
}

int piece_value(const Position& position, Color color) {
  return 3 * count(position.pieces(color, kKnight)) + 3 * count(position.pieces(color, kBishop)) +
         5 * count(position.pieces(color, kRook)) + 9 * count(position.pieces(color, kQueen));
}

// How much of an endgame advantage can be made to count: little without pawns, half with bishops of opposite
// colours.
int scale_for(const Position& position, Color stronger) {
  const int more = piece_value(position, stronger) - piece_value(position, ~stronger);
  const int pawns = count(position.pieces(stronger, kPawn));
  if (pawns == 0 && more <= 3) return piece_value(position, stronger) <= 3 ? 0 : 12;
  const Bitboard bishops = position.pieces(kBishop);
  if (count(position.pieces(kWhite, kBishop)) == 1 && count(position.pieces(kBlack, kBishop)) == 1 &&
      count(bishops & kDark) == 1) {
    return more == 0 && piece_value(position, stronger) == 3 ? 28 : 48;
  }
  return std::min(kFullScale, 40 + 6 * pawns);
}

constexpr int kKnownPhase = 6;  // no known draw has more on the board than a queen and a rook

int blend(const Position& position, Packed total) {
  const int middle = middle_of(total);
  const int end = end_of(total);
  const int phase = phase_of(position);
  const Color stronger = end >= 0 ? kWhite : kBlack;
  if (phase <= kKnownPhase && known_draw(position, stronger)) return 0;
  const int scale = scale_for(position, stronger);
  return (middle * phase + end * (kFullPhase - phase) * scale / kFullScale) / kFullPhase;
}

}  // namespace

Trace trace(const Position& position) {
  Trace result;
  Tally tally{result.counts};
  Features<Tally> features(position, tally);
  features.pieces(features.pawns());
  Packed total = 0;
  for (std::size_t i = 0; i < kFeatures; ++i) total += packed_weights().of[i] * result.counts[i];
  result.phase = phase_of(position);
  result.scale = scale_for(position, end_of(total) >= 0 ? kWhite : kBlack);
  return result;
}

Evaluator::Evaluator() : cache_(kCache), pawn_cache_(kPawnCache) {}

int Evaluator::operator()(const Position& position) {
  Cached& cached = cache_[position.key() % kCache];
  if (cached.key != position.key()) {
    PawnCached& pawns = pawn_cache_[position.pawn_key() % kPawnCache];
    if (pawns.key != position.pawn_key()) {
      Sum sum;
      pawns.passed = Features<Sum>(position, sum).pawns();
      pawns.key = position.pawn_key();
      pawns.score = sum.total;
    }
    Sum sum;
    sum.total = pawns.score;
    Features<Sum>(position, sum).pieces(pawns.passed);
    cached = {position.key(), blend(position, sum.total)};
  }
  return position.side() == kWhite ? cached.score : -cached.score;
}

}  // namespace tesuji::chess

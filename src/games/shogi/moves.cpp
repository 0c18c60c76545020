#include "games/shogi/moves.hpp"

namespace tesuji::shogi {

namespace {

// The squares from which a piece of this kind could never move again.
constexpr Bitboard dead_end(Color color, Kind kind) {
  switch (kind) {
    case kPawn:
    case kLance:
      return front_ranks(color, 0);
    case kKnight:
      return front_ranks(color, 1);
    default:
      return {};
  }
}
constexpr Bitboard kDeadEnd[kColors][kKnight + 1] = {
    {{}, dead_end(Color::Black, kPawn), dead_end(Color::Black, kLance), dead_end(Color::Black, kKnight)},
    {{}, dead_end(Color::White, kPawn), dead_end(Color::White, kLance), dead_end(Color::White, kKnight)}};

// Where not promoting is worth nothing: the whole zone for pawns, bishops and rooks, the two last ranks for
// lances.
constexpr Bitboard kPointless[kColors][2] = {{front_ranks(Color::Black, 2), front_ranks(Color::Black, 1)},
                                             {front_ranks(Color::White, 2), front_ranks(Color::White, 1)}};

class Generator {
 public:
  Generator(const Position& position, MoveList& list, Wanted wanted, Promotion promotion)
      : position_(position),
        list_(list),
        wanted_(wanted),
        sensible_(promotion == Promotion::Sensible),
        us_(position.side()),
        king_(position.king(us_)),
        ours_(position.pieces(us_)),
        theirs_(position.pieces(~us_)),
        occupied_(position.occupied()) {}

  void run() {
    const Bitboard checkers = position_.checkers();
    if (checkers.any() && wanted_ == Wanted::All) return run_evasions();
    Bitboard relief = kAllSquares;  // where a move other than the king's answers a check
    if (checkers.any()) {
      king_moves();
      if (checkers.more_than_one()) return;
      const Square checker = checkers.first();
      relief = between(king_, checker) | checkers;
    }
    const Bitboard reachable = relief & ~ours_;
    pawn_moves(reachable);
    const Bitboard target = for_wanted(reachable);
    if (target.any()) {
      piece_moves<kLance>(position_.pieces(kLance), target);
      piece_moves<kKnight>(position_.pieces(kKnight), target);
      piece_moves<kSilver>(position_.pieces(kSilver), target);
      piece_moves<kBishop>(position_.pieces(kBishop), target);
      piece_moves<kRook>(position_.pieces(kRook), target);
      piece_moves<kHorse>(position_.pieces(kHorse), target);
      piece_moves<kDragon>(position_.pieces(kDragon), target);
      piece_moves<kGold>(position_.gold_movers(), target);
    }
    if (checkers.none()) king_moves();
    if (wanted_ != Wanted::Noisy) drops(relief & ~occupied_);
  }

  // All answers to a check. There are few squares to go to, hence each is asked who reaches it; a pinned
  // piece cannot help, for its line and the checker's meet at the king only.
  void run_evasions() {
    king_moves();
    const Bitboard checkers = position_.checkers();
    if (checkers.more_than_one()) return;
    const Bitboard gaps = between(king_, checkers.first());
    const Bitboard helpers = ~(position_.pinned() | Bitboard::of(king_));
    (checkers | gaps).each([&](Square to) {
      (position_.attackers(us_, to, occupied_) & helpers).each([&](Square from) {
        add(position_.on(from).kind, from, Bitboard::of(to));
      });
    });
    drops(gaps);
  }

  // As run(), but only what gives check: a piece that arrives where it attacks the king, or one that
  // uncovers a slider of ours.
  void run_checks() {
    const Bitboard checkers = position_.checkers();
    const Bitboard shields = position_.shields(us_);
    const Square enemy = position_.king(~us_);
    if (king_ != kNoSquare && shields.has(king_)) {
      const Bitboard without = occupied_ ^ Bitboard::of(king_);
      (king_attacks(king_) & ~ours_ & ~line(king_, enemy)).each([&](Square to) {
        if (!position_.attacked(~us_, to, without)) list_.add(Move::board(king_, to, false));
      });
    }
    if (checkers.more_than_one()) return;
    const Bitboard relief = checkers.any() ? between(king_, checkers.first()) | checkers : kAllSquares;
    const auto from_king = [&](Kind kind) { return attacks(kind, ~us_, enemy, occupied_); };
    const Bitboard gold = from_king(kGold);
    const Bitboard diagonal = from_king(kBishop);
    const Bitboard straight = from_king(kRook);
    const Bitboard near = king_attacks(enemy);
    const Bitboard pawn = from_king(kPawn);
    const Bitboard lance = straight & forward_ray(~us_, enemy);
    // Indexed by kind: where the piece gives check, as it stands and promoted.
    const Bitboard plain[kKinds] = {
        {},   pawn, lance, from_king(kKnight), from_king(kSilver), diagonal, straight, gold, {}, gold,
        gold, gold, gold,  diagonal | near,    straight | near};
    const Bitboard zone = kZone[index(us_)];
    const Bitboard target = relief & ~ours_;
    // Pieces that step have to be near.
    const Bitboard steppers = position_.pieces(kPawn) | position_.pieces(kSilver) | position_.gold_movers();
    const Bitboard candidates =
        ours_ & ~position_.pieces(kKing) & (~steppers | neighbourhood(enemy) | shields);
    candidates.each([&](Square from) {
      const Kind kind = position_.on(from).kind;
      const bool promotes = can_promote(kind);
      Bitboard useful = plain[kind];
      if (promotes) useful |= plain[promoted(kind)];
      const bool uncovers = shields.has(from);
      if (uncovers) useful |= ~line(from, enemy);
      if (!useful.meets(target)) return;
      const Bitboard to = unpinned(from, attacks(kind, us_, from, occupied_) & target & useful);
      if (to.none()) return;
      const Bitboard uncovering = uncovers ? to & ~line(from, enemy) : Bitboard{};
      if (promotes) {
        const Bitboard promoting = zone.has(from) ? to : to & zone;
        (promoting & (plain[promoted(kind)] | uncovering)).each([&](Square square) {
          list_.add(Move::board(from, square, true));
        });
        (plain_squares(kind, to, promoting) & (plain[kind] | uncovering)).each([&](Square square) {
          list_.add(Move::board(from, square, false));
        });
      } else {
        (to & (plain[kind] | uncovering)).each([&](Square square) {
          list_.add(Move::board(from, square, false));
        });
      }
    });
    const Hand hand = position_.hand(us_);
    const Bitboard empty = relief & ~occupied_;
    for (const Kind kind : {kPawn, kLance, kKnight, kSilver, kGold, kBishop, kRook}) {
      if (!hand.has(kind)) continue;
      Bitboard squares = empty & plain[kind];
      if (kind <= kKnight) squares &= ~kDeadEnd[index(us_)][kind];
      if (kind == kPawn && squares.any()) {
        squares &= files_without(position_.pieces(us_, kPawn));
        if (squares.any() && is_pawn_drop_mate(position_, squares.first())) continue;
      }
      squares.each([&](Square to) { list_.add(Move::drop(kind, to)); });
    }
  }

  // The king may not stay on the line of a slider that checks it, hence the board without it.
  void king_moves() {
    if (king_ == kNoSquare) return;
    const Bitboard without = occupied_ ^ Bitboard::of(king_);
    for_wanted(king_attacks(king_) & ~ours_).each([&](Square to) {
      if (!position_.attacked(~us_, to, without)) list_.add(Move::board(king_, to, false));
    });
  }

  void drops(Bitboard target) {
    if (target.none()) return;
    const Hand hand = position_.hand(us_);
    if (hand.empty()) return;
    if (hand.has(kPawn)) {
      Bitboard squares = target & files_without(position_.pieces(us_, kPawn)) & ~kDeadEnd[index(us_)][kPawn];
      const Square enemy = position_.king(~us_);
      if (enemy != kNoSquare) {
        const Bitboard checking = step_attacks(kPawn, ~us_, enemy) & squares;
        if (checking.any() && is_pawn_drop_mate(position_, checking.first())) squares ^= checking;
      }
      squares.each([&](Square to) { list_.add(Move::drop(kPawn, to)); });
    }
    for (const Kind kind : {kLance, kKnight}) {
      if (hand.has(kind)) {
        (target & ~kDeadEnd[index(us_)][kind]).each([&](Square to) { list_.add(Move::drop(kind, to)); });
      }
    }
    for (const Kind kind : {kSilver, kGold, kBishop, kRook}) {
      if (hand.has(kind)) target.each([&](Square to) { list_.add(Move::drop(kind, to)); });
    }
  }

  // The moves of one piece to `to`, with and without promotion as the rules and `sensible_` have it.
  void add(Kind kind, Square from, Bitboard to) {
    if (!can_promote(kind)) {
      to.each([&](Square square) { list_.add(Move::board(from, square, false)); });
      return;
    }
    const Bitboard zone = kZone[index(us_)];
    const Bitboard promoting = zone.has(from) ? to : to & zone;
    promoting.each([&](Square square) { list_.add(Move::board(from, square, true)); });
    plain_squares(kind, to, promoting).each([&](Square square) {
      list_.add(Move::board(from, square, false));
    });
  }

  // Of the squares a piece moves to, those it may stay unpromoted on.
  [[nodiscard]] Bitboard plain_squares(Kind kind, Bitboard to, Bitboard promoting) const {
    if (kind <= kKnight) to &= ~kDeadEnd[index(us_)][kind];
    if (!sensible_) return to;
    switch (kind) {
      case kPawn:
        return to & ~kPointless[index(us_)][0];
      case kLance:
        return to & ~kPointless[index(us_)][1];
      case kBishop:
      case kRook:
        return to & ~promoting;
      default:
        return to;
    }
  }

 private:
  [[nodiscard]] Bitboard for_wanted(Bitboard squares) const {
    switch (wanted_) {
      case Wanted::Noisy:
        return squares & theirs_;
      case Wanted::Quiet:
        return squares & ~theirs_;
      default:
        return squares;
    }
  }

  [[nodiscard]] Bitboard unpinned(Square from, Bitboard to) const {
    return position_.pinned().has(from) ? to & line(king_, from) : to;
  }

  // Written out for each kind: to which squares is then known without asking what the piece is.
  template <Kind kind>
  void piece_moves(Bitboard pieces, Bitboard target) {
    (pieces & ours_).each([&](Square from) {
      const Bitboard to = attacks<kind>(us_, from, occupied_) & target;
      if (to.any()) add(kind, from, unpinned(from, to));
    });
  }

  // Pawns apart: all of them step at once, and a promotion counts as noisy.
  void pawn_moves(Bitboard reachable) {
    const Bitboard pawns = position_.pieces(us_, kPawn);
    const Bitboard zone = kZone[index(us_)];
    const int back = us_ == Color::Black ? 1 : -1;
    const Bitboard steps = forward(us_, pawns) & reachable;
    const Bitboard captures = steps & theirs_;
    const auto allowed = [&](Square to) { return unpinned(to + back, Bitboard::of(to)).any(); };
    if (wanted_ != Wanted::Quiet) {
      const Bitboard promotions = steps & zone;
      promotions.each([&](Square to) {
        if (allowed(to)) list_.add(Move::board(to + back, to, true));
      });
    }
    Bitboard plain = plain_squares(kPawn, steps, {});
    if (wanted_ == Wanted::Noisy) plain &= captures;
    if (wanted_ == Wanted::Quiet) plain &= ~captures;
    plain.each([&](Square to) {
      if (allowed(to)) list_.add(Move::board(to + back, to, false));
    });
  }

  const Position& position_;
  MoveList& list_;
  Wanted wanted_;
  bool sensible_;
  Color us_;
  Square king_;
  Bitboard ours_, theirs_, occupied_;
};

bool reaches(const Position& position, Kind kind, Square from, Square to) {
  return attacks(kind, position.side(), from, position.occupied()).has(to);
}

bool is_legal_drop(const Position& position, Move move) {
  const Kind kind = move.dropped();
  const Color us = position.side();
  const Square to = move.to();
  if (move.promotes() || kind < kPawn || kind > kGold || !position.hand(us).has(kind)) return false;
  if (!position.on(to).none()) return false;
  if (kind <= kKnight && kDeadEnd[index(us)][kind].has(to)) return false;
  const Bitboard checkers = position.checkers();
  if (checkers.any()) {
    if (checkers.more_than_one()) return false;
    if (!between(position.king(us), checkers.first()).has(to)) return false;
  }
  if (kind != kPawn) return true;
  if (!files_without(position.pieces(us, kPawn)).has(to)) return false;
  const Square enemy = position.king(~us);
  return enemy == kNoSquare || !step_attacks(kPawn, us, to).has(enemy) || !is_pawn_drop_mate(position, to);
}

}  // namespace

void generate(const Position& position, MoveList& list, Wanted wanted, Promotion promotion) {
  Generator(position, list, wanted, promotion).run();
}

void generate_checks(const Position& position, MoveList& list, Promotion promotion) {
  Generator(position, list, Wanted::All, promotion).run_checks();
}

bool is_legal(const Position& position, Move move) {
  const Square to = move.to();
  if (to >= kSquares || (move.raw() >> 15) != 0) return false;
  if (move.is_drop()) return is_legal_drop(position, move);
  const Color us = position.side();
  const Square from = move.from();
  const Piece piece = position.on(from);
  if (piece.none() || piece.color != us || position.pieces(us).has(to)) return false;
  const Kind kind = piece.kind;
  if (!reaches(position, kind, from, to)) return false;
  if (move.promotes()) {
    if (!can_promote(kind) || !(in_zone(us, from) || in_zone(us, to))) return false;
  } else if (kind <= kKnight && kDeadEnd[index(us)][kind].has(to)) {
    return false;
  }
  if (kind == kKing) {
    return !position.attacked(~us, to, position.occupied() ^ Bitboard::of(from));
  }
  const Square king = position.king(us);
  if (king == kNoSquare) return true;
  const Bitboard checkers = position.checkers();
  if (checkers.any()) {
    if (checkers.more_than_one()) return false;
    const Square checker = checkers.first();
    if (!(between(king, checker) | checkers).has(to)) return false;
  }
  return !position.pinned().has(from) || line(king, from).has(to);
}

bool has_legal_move(const Position& position) {
  MoveList list;
  generate(position, list);
  return !list.empty();
}

bool has_check(const Position& position) {
  // Most often there is something to drop, which is soon seen.
  if (position.checkers().none()) {
    const Color us = position.side();
    const Square enemy = position.king(~us);
    for (const Kind kind : {kGold, kSilver, kRook, kBishop, kLance, kKnight}) {
      if (!position.hand(us).has(kind)) continue;
      Bitboard squares = attacks(kind, ~us, enemy, position.occupied()) & ~position.occupied();
      if (kind <= kKnight) squares &= ~kDeadEnd[index(us)][kind];
      if (squares.any()) return true;
    }
  }
  MoveList list;
  generate_checks(position, list);
  return !list.empty();
}

bool is_pawn_drop_mate(const Position& position, Square to) {
  const Color us = position.side();
  const Color them = ~us;
  const Square king = position.king(them);
  const Bitboard all = position.occupied() | Bitboard::of(to);
  // An unguarded pawn is taken by the king.
  if (!position.attacked(us, to, all)) return false;
  // Whoever else can take the pawn saves the king, unless it is pinned on another line.
  const Bitboard free = ~position.shields(us) | line(king, to);
  if ((position.attackers(them, to, all) & ~Bitboard::of(king) & free).any()) return false;
  const Bitboard without_king = all ^ Bitboard::of(king);
  Bitboard flight = king_attacks(king) & ~position.pieces(them) & ~Bitboard::of(to);
  while (flight.any()) {
    if (!position.attacked(us, flight.pop(), without_king)) return false;
  }
  return true;
}

std::uint64_t perft(Position& position, int depth, const search::StopFlag& stop) {
  constexpr int kPollDepth = 3;  // below it, a count takes a few milliseconds at most
  if (depth <= 0 || (depth >= kPollDepth && stop.requested())) return 1;
  MoveList list;
  generate(position, list);
  if (depth == 1) return static_cast<std::uint64_t>(list.size());
  std::uint64_t count = 0;
  for (const Move move : list) {
    position.make(move);
    count += perft(position, depth - 1, stop);
    position.undo();
  }
  return count;
}

}  // namespace tesuji::shogi

#include "games/shogi/position.hpp"

#include <cassert>
#include <limits>

#include "tt/zobrist.hpp"

namespace tesuji::shogi {

namespace {

// Piece numbers and hand holders include the colour: equal armies and equal hands must not cancel out.
constexpr tt::PieceSquareKeys<kKinds * kColors, kSquares> kPieceKeys("shogi.piece");
constexpr tt::HandKeys<kColors, kHandKinds + 1, 18> kHandKeys("shogi.hand");
constexpr tt::Keys<1> kSideKey("shogi.side");

constexpr std::uint64_t piece_key(Piece piece, Square square) {
  return kPieceKeys(static_cast<std::size_t>(piece.kind * kColors + index(piece.color)),
                    static_cast<std::size_t>(square));
}

constexpr std::uint64_t hand_change(Color color, Kind kind, int from, int to) {
  return kHandKeys.change(static_cast<std::size_t>(index(color)), kind, static_cast<std::size_t>(from),
                          static_cast<std::size_t>(to));
}

constexpr bool moves_like_gold(Kind kind) {
  return kind == kGold || (kind >= kProPawn && kind <= kProSilver);
}

}  // namespace

Position::Position() {
  states_.reserve(512);
  states_.emplace_back();
}

Position Position::start() {
  Position position;
  constexpr Kind kBack[9] = {kLance, kKnight, kSilver, kGold, kKing, kGold, kSilver, kKnight, kLance};
  for (int file = 0; file < 9; ++file) {
    position.put({kBack[file], Color::White}, make_square(file, 0));
    position.put({kPawn, Color::White}, make_square(file, 2));
    position.put({kPawn, Color::Black}, make_square(file, 6));
    position.put({kBack[file], Color::Black}, make_square(file, 8));
  }
  position.put({kRook, Color::White}, make_square(7, 1));
  position.put({kBishop, Color::White}, make_square(1, 1));
  position.put({kBishop, Color::Black}, make_square(7, 7));
  position.put({kRook, Color::Black}, make_square(1, 7));
  position.finish();
  return position;
}

void Position::put(Piece piece, Square square) {
  add(piece, square);
}

void Position::set_hand(Color color, Kind kind, int count) {
  Hand& hand = hands_[static_cast<std::size_t>(index(color))];
  while (hand.count(kind) > count) hand.remove(kind);
  while (hand.count(kind) < count) hand.add(kind);
}

void Position::finish() {
  State root;
  for (Square square = 0; square < kSquares; ++square) {
    if (!on(square).none()) root.board_key ^= piece_key(on(square), square);
  }
  if (side_ == Color::White) root.board_key ^= kSideKey[0];
  for (const Color color : {Color::Black, Color::White}) {
    for (int kind = kPawn; kind <= kGold; ++kind) {
      const auto k = static_cast<Kind>(kind);
      root.hand_key ^= hand_change(color, k, 0, hand(color).count(k));
    }
  }
  find_checks_and_pins(root);
  states_.assign(1, root);
  seen_.fill(0);
  ++seen(key());
}

std::uint64_t Position::key_from_scratch() const {
  Position copy = *this;
  copy.finish();
  return copy.key();
}

std::uint64_t Position::board_key_after(Move move) const {
  const std::uint64_t key = board_key() ^ kSideKey[0];
  const Square to = move.to();
  if (move.is_drop()) return key ^ piece_key({move.dropped(), side_}, to);
  const Piece piece = on(move.from());
  const Kind after = move.promotes() ? promoted(piece.kind) : piece.kind;
  const Piece captured = on(to);
  return key ^ piece_key(piece, move.from()) ^ piece_key({after, side_}, to) ^
         (captured.none() ? 0 : piece_key(captured, to));
}

std::uint64_t Position::key_after(Move move) const {
  std::uint64_t hands = hand_key();
  if (move.is_drop()) {
    const int count = hand(side_).count(move.dropped());
    hands ^= hand_change(side_, move.dropped(), count, count - 1);
  } else if (const Piece captured = on(move.to()); !captured.none()) {
    const Kind kind = unpromoted(captured.kind);
    const int count = hand(side_).count(kind);
    hands ^= hand_change(side_, kind, count, count + 1);
  }
  return board_key_after(move) ^ hands;
}

void Position::add(Piece piece, Square square) {
  const Bitboard bit = Bitboard::of(square);
  board_[static_cast<std::size_t>(square)] = piece;
  by_kind_[kNoKind] |= bit;
  by_kind_[piece.kind] |= bit;
  by_color_[static_cast<std::size_t>(index(piece.color))] |= bit;
  if (moves_like_gold(piece.kind)) by_kind_[kGoldMovers] |= bit;
  if (piece.kind == kKing) kings_[static_cast<std::size_t>(index(piece.color))] = square;
}

void Position::remove(Piece piece, Square square) {
  const Bitboard bit = Bitboard::of(square);
  board_[static_cast<std::size_t>(square)] = Piece{};
  by_kind_[kNoKind] ^= bit;
  by_kind_[piece.kind] ^= bit;
  by_color_[static_cast<std::size_t>(index(piece.color))] ^= bit;
  if (moves_like_gold(piece.kind)) by_kind_[kGoldMovers] ^= bit;
}

void Position::take_in_hand(Color color, Kind kind, std::uint64_t& hand_key) {
  Hand& hand = hands_[static_cast<std::size_t>(index(color))];
  const int count = hand.count(kind);
  hand_key ^= hand_change(color, kind, count, count + 1);
  hand.add(kind);
}

void Position::give_from_hand(Color color, Kind kind, std::uint64_t& hand_key) {
  Hand& hand = hands_[static_cast<std::size_t>(index(color))];
  const int count = hand.count(kind);
  assert(count > 0);
  hand_key ^= hand_change(color, kind, count, count - 1);
  hand.remove(kind);
}

void Position::make(Move move) {
  const Color us = side_;
  const Square to = move.to();
  State next;
  next.board_key = state().board_key ^ kSideKey[0];
  next.hand_key = state().hand_key;
  next.move = move;
  next.since_pass = static_cast<std::uint16_t>(state().since_pass + 1);
  if (move.is_drop()) {
    const Piece piece{move.dropped(), us};
    give_from_hand(us, piece.kind, next.hand_key);
    add(piece, to);
    next.moved = piece;
    next.board_key ^= piece_key(piece, to);
  } else {
    const Square from = move.from();
    const Piece piece = on(from);
    assert(!piece.none() && piece.color == us);
    if (const Piece captured = on(to); !captured.none()) {
      assert(captured.kind != kKing);
      remove(captured, to);
      take_in_hand(us, unpromoted(captured.kind), next.hand_key);
      next.board_key ^= piece_key(captured, to);
      next.captured = captured;
    }
    const Piece after{move.promotes() ? promoted(piece.kind) : piece.kind, us};
    remove(piece, from);
    add(after, to);
    next.moved = piece;
    next.board_key ^= piece_key(piece, from) ^ piece_key(after, to);
  }
  side_ = ~us;
  find_checks_and_pins(next);
  next.check_run = state().check_run;
  auto& run = next.check_run[static_cast<std::size_t>(index(us))];
  run = next.checkers.any() ? static_cast<std::uint16_t>(run + 2) : 0;
  states_.push_back(next);
  ++seen(key());
}

void Position::undo() {
  --seen(key());
  const State last = state();
  states_.pop_back();
  side_ = ~side_;
  const Square to = last.move.to();
  remove(on(to), to);
  if (last.move.is_drop()) {
    hands_[static_cast<std::size_t>(index(side_))].add(last.moved.kind);
    return;
  }
  add(last.moved, last.move.from());
  if (!last.captured.none()) {
    add(last.captured, to);
    hands_[static_cast<std::size_t>(index(side_))].remove(unpromoted(last.captured.kind));
  }
}

void Position::make_pass() {
  assert(!in_check());
  State next;
  next.board_key = state().board_key ^ kSideKey[0];
  next.hand_key = state().hand_key;
  side_ = ~side_;
  find_checks_and_pins(next);
  states_.push_back(next);
  ++seen(key());
}

void Position::undo_pass() {
  --seen(key());
  states_.pop_back();
  side_ = ~side_;
}

void Position::find_checks_and_pins(State& state) const {
  const Square king = this->king(side_);
  if (king == kNoSquare) return;
  const Color us = side_;
  const Color them = ~us;
  state.checkers = steppers_to(them, king);
  const Bitboard snipers = sliders_towards(them, king);
  const Bitboard all = occupied();
  snipers.each([&](Square sniper) {
    const Bitboard guards = between(king, sniper) & all;
    if (guards.none()) {
      state.checkers |= Bitboard::of(sniper);
    } else if (!guards.more_than_one()) {
      state.pinned |= guards & pieces(us);
    }
  });
}

Bitboard Position::shields(Color attacker) const {
  const Square king = this->king(~attacker);
  Bitboard found;
  if (king == kNoSquare) return found;
  const Bitboard snipers = sliders_towards(attacker, king);
  const Bitboard all = occupied();
  snipers.each([&](Square sniper) {
    const Bitboard guards = between(king, sniper) & all;
    if (guards.any() && !guards.more_than_one()) found |= guards;
  });
  return found;
}

// From its square, a piece of the other colour would attack exactly the squares such a piece attacks it from.
Bitboard Position::steppers_to(Color by, Square to) const {
  const Color from_view = ~by;
  return ((step_attacks(kPawn, from_view, to) & pieces(kPawn)) |
          (step_attacks(kKnight, from_view, to) & pieces(kKnight)) |
          (step_attacks(kSilver, from_view, to) & pieces(kSilver)) |
          (step_attacks(kGold, from_view, to) & gold_movers()) |
          (king_attacks(to) & (pieces(kKing) | pieces(kHorse) | pieces(kDragon)))) &
         pieces(by);
}

Bitboard Position::sliders_towards(Color by, Square to) const {
  return ((forward_ray(~by, to) & pieces(kLance)) | (bishop_lines(to) & (pieces(kBishop) | pieces(kHorse))) |
          (rook_lines(to) & (pieces(kRook) | pieces(kDragon)))) &
         pieces(by);
}

Bitboard Position::attackers(Color by, Square to, Bitboard occupied) const {
  Bitboard found = steppers_to(by, to);
  sliders_towards(by, to).each([&](Square from) {
    if (!between(from, to).meets(occupied)) found |= Bitboard::of(from);
  });
  return found & occupied;
}

bool Position::attacked(Color by, Square to, Bitboard occupied) const {
  if ((steppers_to(by, to) & occupied).any()) return true;
  Bitboard sliders = sliders_towards(by, to) & occupied;
  while (sliders.any()) {
    if (!between(sliders.pop(), to).meets(occupied)) return true;
  }
  return false;
}

bool Position::gives_check(Move move, Bitboard shields) const {
  const Square king = this->king(~side_);
  if (king == kNoSquare) return false;
  const Square to = move.to();
  Kind kind = moving_kind(move);
  if (move.promotes()) kind = promoted(kind);
  Bitboard all = occupied() | Bitboard::of(to);
  if (!move.is_drop()) {
    const Square from = move.from();
    if (shields.has(from) && !line(from, king).has(to)) return true;
    all ^= Bitboard::of(from);
  }
  switch (kind) {
    case kLance:
      return forward_ray(side_, to).has(king) && !between(to, king).meets(all);
    case kHorse:
      if (king_attacks(to).has(king)) return true;
      [[fallthrough]];
    case kBishop:
      return bishop_lines(to).has(king) && !between(to, king).meets(all);
    case kDragon:
      if (king_attacks(to).has(king)) return true;
      [[fallthrough]];
    case kRook:
      return rook_lines(to).has(king) && !between(to, king).meets(all);
    default:
      return step_attacks(kind, side_, to).has(king);
  }
}

bool Position::exchange_at_least(Move move, int threshold) const {
  // An exchange wins a captured piece twice: it leaves one side and joins the other's hand.
  const auto worth = [](Kind kind) { return kExchangeValue[kind] + kExchangeValue[unpromoted(kind)]; };
  const Square to = move.to();
  Kind next_victim = moving_kind(move);
  int balance = -threshold;
  if (!move.is_drop()) balance += worth(on(to).kind);
  if (move.promotes()) {
    balance += kExchangeValue[promoted(next_victim)] - kExchangeValue[next_victim];
    next_victim = promoted(next_victim);
  }
  if (balance < 0) return false;
  if (next_victim == kKing) return true;  // a legal king move: nothing can take it back
  balance -= worth(next_victim);
  if (balance >= 0) return true;

  Bitboard all = occupied() | Bitboard::of(to);
  if (!move.is_drop()) all ^= Bitboard::of(move.from());
  Color turn = ~side_;
  for (;;) {
    const Bitboard candidates = attackers(turn, to, all);
    if (candidates.none()) break;
    // The least valuable attacker first.
    Square from = kNoSquare;
    int least = std::numeric_limits<int>::max();
    candidates.each([&](Square square) {
      const Kind kind = on(square).kind;
      const int value = kind == kKing ? least - 1 : kExchangeValue[kind];
      if (value < least) {
        least = value;
        from = square;
      }
    });
    const Kind kind = on(from).kind;
    all ^= Bitboard::of(from);
    turn = ~turn;
    // A king takes only what nothing guards.
    if (kind == kKing && attackers(turn, to, all).any()) {
      turn = ~turn;
      break;
    }
    balance = -balance - 1 - (kind == kKing ? 0 : worth(kind));
    if (balance >= 0) break;
  }
  return turn != side_;
}

Repetition Position::repetition(int times) const {
  const std::uint64_t current = key();
  if (seen_[current % kSeen] <= times) return Repetition::None;
  const auto last = states_.size() - 1;
  for (std::size_t back = 4; back <= state().since_pass; back += 2) {
    const State& earlier = states_[last - back];
    if ((earlier.board_key ^ earlier.hand_key) != current) continue;
    if (--times > 0) continue;
    if (state().check_run[static_cast<std::size_t>(index(~side_))] >= back) return Repetition::MoverWins;
    if (state().check_run[static_cast<std::size_t>(index(side_))] >= back) return Repetition::MoverLoses;
    return Repetition::Draw;
  }
  return Repetition::None;
}

int Position::plies_to_equal() const {
  const auto last = states_.size() - 1;
  for (std::size_t back = 4; back <= state().since_pass; back += 2) {
    if ((states_[last - back].board_key ^ states_[last - back].hand_key) == key())
      return static_cast<int>(back);
  }
  return 0;
}

bool Position::may_declare(EnteringKing rule) const {
  if (rule == EnteringKing::None || in_check()) return false;
  const Square king = this->king(side_);
  if (king == kNoSquare || !in_zone(side_, king)) return false;
  const Bitboard camp = kZone[index(side_)] & pieces(side_);
  const int entered = camp.count() - 1;
  if (entered < 10) return false;
  const Bitboard big = pieces(kBishop) | pieces(kRook) | pieces(kHorse) | pieces(kDragon);
  int points = entered + 4 * (camp & big).count();
  for (int kind = kPawn; kind <= kGold; ++kind) {
    const int each = kind == kBishop || kind == kRook ? 5 : 1;
    points += each * hand(side_).count(static_cast<Kind>(kind));
  }
  if (rule == EnteringKing::Points24) return points >= 31;
  return points >= (side_ == Color::Black ? 28 : 27);
}

}  // namespace tesuji::shogi

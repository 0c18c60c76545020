// Checks the Syzygy tables, and our use of them, against a retrograde count of our own: who wins in every
// position of KQK, KRK, KPK and KBNK with either colour as the stronger side, the distance to zeroing, and
// what the fifty-move rule makes of it. usage: check-syzygy FOLDER
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "games/chess/game.hpp"
#include "games/chess/notation.hpp"
#include "games/chess/tablebase.hpp"

namespace tesuji::chess {
namespace {

using search::KnownResult;

struct Placement {
  Square white_king = 0, black_king = 0;
  std::array<Square, 2> piece{};  // White's, as many as the ending has
};

// White has one or two pieces besides the king, Black has none.
class Ending {
 public:
  static constexpr std::uint8_t kUndecided = 0, kIllegal = 255;  // otherwise plies + 1
  using Values = std::array<std::vector<std::uint8_t>, 2>;       // by side to move

  explicit Ending(std::vector<PieceType> pieces) : pieces_(std::move(pieces)) {
    pawnless_ = pieces_[0] != kPawn;
    for (auto& values : mate_) values.assign(size(), kIllegal);
  }

  [[nodiscard]] const std::vector<PieceType>& pieces() const { return pieces_; }
  [[nodiscard]] bool legal(const Placement& p, Color side) const {
    Bitboard occupied = bit(p.white_king);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (contains(occupied, p.piece[i])) return false;
      occupied |= bit(p.piece[i]);
      if (pieces_[i] == kPawn && (rank_of(p.piece[i]) == 0 || rank_of(p.piece[i]) == 7)) return false;
    }
    if (contains(occupied | attacks_of(kKing, p.white_king, 0), p.black_king)) return false;
    return side == kBlack || !attacked(p, p.black_king, occupied | bit(p.black_king));
  }

  // Plies until mate, or until a pawn's move that keeps the win; for the side to move, nothing = draw.
  [[nodiscard]] std::optional<int> plies_to_mate(const Placement& p, Color side) const {
    return plies(mate_, p, side);
  }
  [[nodiscard]] std::optional<int> plies_to_zero(const Placement& p, Color side) const {
    return plies(pawnless_ ? mate_ : zero_, p, side);
  }

  // With pawns: `queen` and `rook` are solved already.
  void solve(const Ending* queen, const Ending* rook) {
    fill(mate_);
    count(mate_, [&](const Placement& p, Square to, int plies_before) {
      if (rank_of(to) == 7) {
        Placement promoted = p;
        promoted.piece[0] = to;
        for (const Ending* ending : {queen, rook}) {
          const auto lost =
              ending->legal(promoted, kBlack) ? ending->plies_to_mate(promoted, kBlack) : std::nullopt;
          if (lost == plies_before) return true;
        }
        return false;
      }
      Placement after = p;
      after.piece[0] = to;
      return mate_[kBlack][index(after)] == plies_before + 1;
    });
    if (pawnless_) return;
    for (auto& values : zero_) values.assign(size(), kIllegal);
    fill(zero_);
    count(zero_, [&](const Placement& p, Square to, int plies_before) {
      if (plies_before != 0) return false;
      Placement after = p;
      after.piece[0] = to;
      if (rank_of(to) < 7) return plies_to_mate(after, kBlack).has_value();
      for (const Ending* ending : {queen, rook}) {
        if (ending->legal(after, kBlack) && ending->plies_to_mate(after, kBlack)) return true;
      }
      return false;
    });
  }

  template <class Visit>
  void each(Visit visit) const {
    Placement p;
    for (p.white_king = 0; p.white_king < 64; ++p.white_king) {
      if (pawnless_ && !(file_of(p.white_king) <= 3 && rank_of(p.white_king) <= file_of(p.white_king)))
        continue;
      for (p.black_king = 0; p.black_king < 64; ++p.black_king) {
        for (p.piece[0] = 0; p.piece[0] < 64; ++p.piece[0]) {
          for (p.piece[1] = 0; p.piece[1] < (pieces_.size() > 1 ? 64 : 1); ++p.piece[1]) visit(p);
        }
      }
    }
  }

 private:
  [[nodiscard]] std::size_t size() const { return std::size_t{1} << (pieces_.size() > 1 ? 24 : 18); }

  // Without pawns, the white king is brought to the triangle a1-d1-d4.
  [[nodiscard]] std::size_t index(Placement p) const {
    const auto all = [&](auto change) {
      p.white_king = change(p.white_king);
      p.black_king = change(p.black_king);
      for (std::size_t i = 0; i < pieces_.size(); ++i) p.piece[i] = change(p.piece[i]);
    };
    if (pawnless_) {
      if (file_of(p.white_king) > 3) all([](Square s) { return static_cast<Square>(s ^ 7); });
      if (rank_of(p.white_king) > 3) all([](Square s) { return static_cast<Square>(s ^ 56); });
      if (rank_of(p.white_king) > file_of(p.white_king))
        all([](Square s) { return make_square(rank_of(s), file_of(s)); });
    }
    std::size_t result = p.white_king * std::size_t{64} + p.black_king;
    for (std::size_t i = 0; i < pieces_.size(); ++i) result = result * 64 + p.piece[i];
    return result;
  }

  [[nodiscard]] std::optional<int> plies(const Values& values, const Placement& p, Color side) const {
    const std::uint8_t value = values[side][index(p)];
    return value == kUndecided || value == kIllegal ? std::nullopt : std::optional(value - 1);
  }

  [[nodiscard]] Bitboard attacks(std::size_t i, Square from, Bitboard occupied) const {
    return pieces_[i] == kPawn ? pawn_attacks(bit(from), kWhite) : attacks_of(pieces_[i], from, occupied);
  }
  [[nodiscard]] bool attacked(const Placement& p, Square square, Bitboard occupied) const {
    if (contains(attacks_of(kKing, p.white_king, 0), square)) return true;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (p.piece[i] != square && contains(attacks(i, p.piece[i], occupied), square)) return true;
    }
    return false;
  }

  void fill(Values& values) const {
    each([&](const Placement& p) {
      for (const Color side : {kWhite, kBlack}) {
        if (legal(p, side)) values[side][index(p)] = kUndecided;
      }
    });
  }

  // Black, who is to move, has lost within `plies`: mated, or every move leads to a win of White's.
  [[nodiscard]] bool black_lost(const Values& values, const Placement& p) const {
    Bitboard white = bit(p.white_king);
    for (std::size_t i = 0; i < pieces_.size(); ++i) white |= bit(p.piece[i]);
    Bitboard targets = attacks_of(kKing, p.black_king, 0);
    bool moved = false;
    while (targets != 0) {
      const Square to = pop(targets);
      if (attacked(p, to, (white | bit(to)))) continue;
      if (contains(white, to)) return false;  // it takes a piece, and White cannot win any more
      Placement after = p;
      after.black_king = to;
      const std::uint8_t value = values[kWhite][index(after)];
      if (value == kUndecided) return false;
      moved = true;
    }
    return moved || attacked(p, p.black_king, white | bit(p.black_king));
  }

  // White wins with a move after which Black has lost in exactly `before` plies.
  template <class PawnMove>
  [[nodiscard]] bool white_wins(const Values& values, const Placement& p, int before,
                                PawnMove pawn_move) const {
    Bitboard own = bit(p.white_king);
    for (std::size_t i = 0; i < pieces_.size(); ++i) own |= bit(p.piece[i]);
    const Bitboard occupied = own | bit(p.black_king);
    const auto lost = [&](const Placement& after) { return values[kBlack][index(after)] == before + 1; };
    Placement after = p;
    for (Bitboard targets = attacks_of(kKing, p.white_king, 0) & ~own; targets != 0;) {
      after.white_king = pop(targets);
      if (lost(after)) return true;  // a square beside the black king is illegal, and never lost
    }
    after.white_king = p.white_king;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (pieces_[i] == kPawn) {
        const Square one = static_cast<Square>(p.piece[i] + 8);
        if (contains(occupied, one)) continue;
        if (pawn_move(p, one, before)) return true;
        if (rank_of(p.piece[i]) == 1 && !contains(occupied, static_cast<Square>(one + 8)) &&
            pawn_move(p, static_cast<Square>(one + 8), before))
          return true;
        continue;
      }
      for (Bitboard targets = attacks(i, p.piece[i], occupied) & ~occupied; targets != 0;) {
        after.piece[i] = pop(targets);
        if (lost(after)) return true;
      }
      after.piece[i] = p.piece[i];
    }
    return false;
  }

  template <class PawnMove>
  void count(Values& values, PawnMove pawn_move) const {
    constexpr int kMaxPlies = 120;  // promotions may be won late: every number of plies is looked at
    int idle = 0;                   // plies that have decided nothing
    for (int plies = 0; plies < kMaxPlies && !(pawnless_ && idle == 2); ++plies) {
      ++idle;
      each([&](const Placement& p) {
        std::uint8_t& value = values[plies % 2 == 0 ? kBlack : kWhite][index(p)];
        if (value != kUndecided) return;
        if (plies % 2 == 0 ? black_lost(values, p) : white_wins(values, p, plies - 1, pawn_move)) {
          value = static_cast<std::uint8_t>(plies + 1);
          idle = 0;
        }
      });
    }
  }

  std::vector<PieceType> pieces_;
  bool pawnless_ = true;
  Values mate_, zero_;
};

// The placement as a position; `turned`: with the colours exchanged.
Position position_of(const Ending& ending, const Placement& p, Color side, bool turned, int rule50) {
  Position position{Position::Empty{}};
  const auto place = [&](Color color, PieceType type, Square square) {
    position.place(make_piece(turned ? ~color : color, type), turned ? flip(square) : square);
  };
  place(kWhite, kKing, p.white_king);
  place(kBlack, kKing, p.black_king);
  for (std::size_t i = 0; i < ending.pieces().size(); ++i) place(kWhite, ending.pieces()[i], p.piece[i]);
  position.finish(turned ? ~side : side, kNoSquare, rule50, 60);
  return position;
}

std::vector<Move> legal_moves(const Position& position) {
  MoveList list;
  generate_legal(position, list);
  return {list.begin(), list.end()};
}

struct Totals {
  std::uint64_t results = 0, roots = 0, undecided = 0, wrong = 0;
  void fail(const Position& position, const std::string& what) {
    if (++wrong <= 20) fmt::print("WRONG: {}: {}\n", to_fen(position), what);
  }
};

void check_results(const Ending& ending, const Tablebase& tables, Totals& totals) {
  ending.each([&](const Placement& p) {
    for (const Color side : {kWhite, kBlack}) {
      if (!ending.legal(p, side)) continue;
      const bool decided = ending.plies_to_mate(p, side).has_value();
      const KnownResult wanted = !decided         ? KnownResult::Draw
                                 : side == kWhite ? KnownResult::Win
                                                  : KnownResult::Loss;
      for (const bool turned : {false, true}) {
        const Position position = position_of(ending, p, side, turned, 0);
        const auto found = tables.probe(position);
        ++totals.results;
        if (found != wanted) totals.fail(position, "another result than by the retrograde count");
      }
    }
  });
}

// Some roots, with the counter of the fifty-move rule at 0 and around the number at which the win is lost.
void check_roots(const Ending& ending, const Tablebase& tables, const Tablebase& unlimited, unsigned step,
                 Totals& totals) {
  unsigned number = 0;
  ending.each([&](const Placement& p) {
    if (!ending.legal(p, kWhite) || ++number % step != 0) return;
    const auto zero = ending.plies_to_zero(p, kWhite);
    for (const int rule50 : {0, 99 - zero.value_or(9), 100 - zero.value_or(8), 101 - zero.value_or(7)}) {
      const Position position = position_of(ending, p, kWhite, number % 2 == 0, rule50);
      const std::vector<Move> moves = legal_moves(position);
      if (moves.empty()) continue;
      const auto root = tables.probe_root(position, moves);
      const auto without_rule = unlimited.probe_root(position, moves);
      ++totals.roots;
      if (!root || !without_rule || !root->exact_distance) {
        totals.fail(position, "the root is not known");
        continue;
      }
      const bool wins = zero && *zero + rule50 <= 100;
      // Distances may be a ply off: on the last ply the tables need not know.
      const bool last_ply = zero && (*zero + rule50 == 100 || *zero + rule50 == 101);
      if (last_ply && !root->result) ++totals.undecided;
      if (!(last_ply && !root->result) && root->result != (wins ? KnownResult::Win : KnownResult::Draw))
        totals.fail(position, fmt::format("fifty-move rule: {} plies to zeroing", zero.value_or(-1)));
      if (without_rule->result != (zero ? KnownResult::Win : KnownResult::Draw))
        totals.fail(position, "another result without the fifty-move rule");
    }
  });
}

// Plays winning positions out with the root's choice alone: it must mate within the fifty-move rule.
void check_play(const Ending& ending, const Tablebase& tables, unsigned step, Totals& totals) {
  unsigned number = 0;
  ending.each([&](const Placement& p) {
    if (!ending.legal(p, kWhite) || !ending.plies_to_mate(p, kWhite) || ++number % step != 0) return;
    const Position start = position_of(ending, p, kWhite, false, 0);
    Position position = start;
    for (int ply = 0; ply < 400; ++ply) {
      const std::vector<Move> moves = legal_moves(position);
      if (moves.empty()) {
        if (!position.in_check()) totals.fail(start, "stalemate");
        return;
      }
      if (position.rule50() >= 100) return totals.fail(start, "the fifty-move rule ended the game");
      const auto root = tables.probe_root(position, moves);
      if (!root) return totals.fail(position, "the root is not known in play");
      position.make(root->moves[static_cast<std::size_t>(ply) % root->moves.size()]);
      if (position.threefold()) return totals.fail(start, "threefold repetition");
    }
    totals.fail(start, "no mate in 400 plies");
  });
}

// The engine through the face that programs see.
void check_engine(const std::string& folder, Totals& totals) {
  struct Case {
    const char* position;
    const char* verdict;  // empty: not decided at the root
    const char* rule50;
  };
  for (const Case& each : {Case{"8/8/8/8/8/2k5/8/KQ6 w - - 0 1", "win by tablebase", "true"},
                           Case{"8/8/8/8/1k6/1p6/8/1K6 b - - 0 1", "draw by tablebase", "true"},
                           Case{"8/8/8/8/3k4/8/8/KBN5 w - - 90 100", "draw by tablebase", "true"},
                           Case{"8/8/8/8/3k4/8/8/KBN5 w - - 90 100", "win by tablebase", "false"},
                           Case{"8/8/8/3k4/3p4/8/3PP3/3K4 w - - 0 1", "", "true"}}) {
    for (const int threads : {1, 2}) {
      const auto engine = game().new_engine();
      engine::CommonOptions common;
      common.hash_bytes = 4 << 20;
      common.threads = threads;
      engine->configure(common);
      engine::Request request;
      request.game = "chess";
      request.position = each.position;
      request.limits.depth = 6;
      request.options = {{"syzygy-path", folder}, {"syzygy-50-move-rule", each.rule50}};
      engine::Listener listener;
      const search::StopFlag stop;
      const engine::Report report = engine->analyze(request, listener, stop);
      if (report.verdict != each.verdict && !(report.mate && each.verdict[0] == 'w'))
        totals.fail(parse_position(each.position), "verdict '" + report.verdict + "'");
      if (report.tablebase_hits.value_or(0) == 0)
        totals.fail(parse_position(each.position), "no tablebase hits");
    }
  }
}

int run(const std::string& folder) {
  const auto files = TablebaseFiles::open(folder);
  for (const std::string& ignored : files->ignored()) fmt::print("{}\n", ignored);
  const Tablebase tables(files, 7, true), unlimited(files, 7, false);
  Ending queen({kQueen}), rook({kRook}), pawn({kPawn}), minor({kBishop, kKnight});
  queen.solve(nullptr, nullptr);
  rook.solve(nullptr, nullptr);
  pawn.solve(&queen, &rook);
  minor.solve(nullptr, nullptr);
  Totals totals;
  for (const auto& [name, ending, step] : {std::tuple{"KQK", &queen, 3U}, std::tuple{"KRK", &rook, 3U},
                                           std::tuple{"KPK", &pawn, 7U}, std::tuple{"KBNK", &minor, 101U}}) {
    const std::uint64_t results = totals.results, roots = totals.roots;
    check_results(*ending, tables, totals);
    check_roots(*ending, tables, unlimited, step, totals);
    check_play(*ending, tables, step * 97, totals);
    fmt::print("{}: {} positions, {} roots\n", name, totals.results - results, totals.roots - roots);
    std::fflush(stdout);
  }
  check_engine(folder, totals);
  fmt::print("{} roots on the last ply of the fifty-move rule left open, {} wrong\n", totals.undecided,
             totals.wrong);
  return totals.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tesuji::chess

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: check-syzygy FOLDER\n");
    return 2;
  }
  try {
    return tesuji::chess::run(argv[1]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "check-syzygy: {}\n", error.what());
    return 1;
  }
}

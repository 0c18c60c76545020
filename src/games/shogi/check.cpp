#include "games/shogi/check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/lines.hpp"
#include "games/shogi/mate.hpp"
#include "games/shogi/mate_shortest.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"

namespace tesuji::shogi {

namespace {

using engine::Finding;
using Severity = engine::Finding::Severity;

// Without the history that led to it.
Position fresh(const Position& position) {
  return parse_position(to_sfen(position));
}

class ShogiChecker final : public engine::ProblemChecker {
 public:
  explicit ShogiChecker(const engine::CommonOptions& common)
      : solver_(common.hash_bytes / 2), shortest_(common.hash_bytes / 2, Interpositions::UselessDoNot) {}

  engine::ProblemCheck check(std::string_view text, const engine::CheckRequest& request,
                             const StopFlag& stop) override {
    engine::ProblemCheck out;
    const Position end = problem_from(text);
    Position start = end;
    std::vector<Move> solution;
    for (; start.plies() > 0; start.undo()) solution.insert(solution.begin(), start.last_move());
    start = fresh(start);
    if (start.king(~start.side()) == kNoSquare) throw Error("there is no king to mate");
    out.position = to_sfen(start);
    out.identity = identity_of(start);
    Budget budget = search::budget_for(request.limits, stop);
    budget_ = &budget;
    out_ = &out;
    decided_ = true;
    judge(start, solution);
    out.decided = decided_;
    if (!decided_) out.verdict = "not decided within the limits";
    return out;
  }

 private:
  static constexpr int kMostPlies = 199;

  void add(Severity severity, const char* kind, std::string text, std::string moves = {}) const {
    out_->findings.push_back({severity, kind, std::move(text), std::move(moves)});
  }
  bool mates(const Position& position) {
    const MateResult result = solver_.solve(fresh(position), *budget_);
    decided_ = decided_ && result.verdict != MateResult::Verdict::Unknown;
    return result.verdict == MateResult::Verdict::Mate;
  }
  // The attacker has given check: is the defender lost against every answer?
  bool lost(const Position& position) {
    MoveList answers;
    generate(position, answers);
    for (const Move answer : answers) {
      if (!decided_) return false;
      Position next = position;
      next.make(answer);
      if (!mates(next)) return false;
    }
    return true;
  }
  std::vector<Move> shortest_line(const Position& position, int most) {
    const ShortestMate found = shortest_.find(fresh(position), most, *budget_);
    decided_ = decided_ && !found.given_up;
    return found.line;
  }

  void judge(const Position& start, const std::vector<Move>& solution) {
    if (!mates(start)) {
      out_->verdict = "no mate";
      if (decided_) add(Severity::Error, "no-solution", "there is no mate");
      return;
    }
    const std::vector<Move> line = shortest_line(start, kMostPlies);
    if (!decided_ || line.empty()) return;
    out_->verdict = fmt::format("mate in {} {}", line.size(), line.size() == 1 ? "ply" : "plies");
    if (!solution.empty() && solution.size() != line.size()) {
      add(Severity::Error, solution.size() > line.size() ? "shorter-mate" : "wrong-length",
          fmt::format("the solution has {} plies, and the shortest mate {}", solution.size(), line.size()));
    }
    check_line(start, solution.empty() || solution.size() != line.size() ? line : solution,
               !solution.empty());
    if (decided_) superfluous(start, line);
  }

  // The line of the solution: each of the attacker's moves has to be the only one.
  void check_line(const Position& start, const std::vector<Move>& line, bool stated) {
    Position at = start;
    const Color attacker = start.side();
    std::string path;
    for (std::size_t ply = 0; ply < line.size() && decided_; ++ply) {
      const Move move = line[ply];
      if (at.side() == attacker) {
        if (!is_legal(at, move) || !at.gives_check(move)) {
          add(Severity::Error, "no-check", fmt::format("{} gives no check", to_usi(move)), path);
          return;
        }
        Position after = at;
        after.make(move);
        if (stated && !lost(after)) {
          if (decided_)
            add(Severity::Error, "solution-fails", fmt::format("{} does not mate", to_usi(move)), path);
          return;
        }
        other_mates(at, move, ply + 1 == line.size(), path);
      }
      path += (path.empty() ? "" : " ") + to_usi(move);
      at.make(move);
    }
    if (!decided_) return;
    const auto mated = shortest_.mated_within(at, 0, *budget_);
    decided_ = decided_ && mated.has_value();
    if (!decided_) return;
    if (!*mated) {
      add(Severity::Error, "unfinished", "the solution does not end with mate", path);
      return;
    }
    const Hand left = at.hand(attacker);
    if (!left.empty()) {
      std::string pieces;
      for (const Kind kind : {kRook, kBishop, kGold, kSilver, kKnight, kLance, kPawn}) {
        if (left.has(kind))
          pieces += fmt::format("{}{}", kind_letter(kind),
                                left.count(kind) > 1 ? std::to_string(left.count(kind)) : "");
      }
      add(Severity::Error, "pieces-left", fmt::format("pieces are left in hand after the mate: {}", pieces),
          path);
    }
  }

  void other_mates(const Position& at, Move solution, bool last, const std::string& path) {
    MoveList checks;
    generate_checks(at, checks);
    for (const Move move : checks) {
      if (move.raw() == solution.raw() || !decided_) continue;
      Position after = at;
      after.make(move);
      if (!lost(after) || !decided_) continue;
      const bool promotion = !move.is_drop() && !solution.is_drop() && move.from() == solution.from() &&
                             move.to() == solution.to();
      if (promotion) {
        add(Severity::Warning, "both-promotions",
            fmt::format("{} works as well as {}", to_usi(move), to_usi(solution)), path);
      } else if (last) {
        add(Severity::Note, "last-move", fmt::format("the last move may also be {}", to_usi(move)), path);
      } else {
        add(Severity::Error, "cook", fmt::format("{} also mates", to_usi(move)), path);
      }
    }
  }

  // Whether each of the attacker's moves but the last is the only one that mates.
  bool only_line(const Position& start, const std::vector<Move>& line) {
    Position at = start;
    for (std::size_t ply = 0; ply + 1 < line.size(); ++ply) {
      MoveList checks;
      if (ply % 2 == 0) generate_checks(at, checks);
      for (const Move move : checks) {
        if (move == line[ply]) continue;
        Position after = at;
        after.make(move);
        if (lost(after) || !decided_) return false;
      }
      at.make(line[ply]);
    }
    return true;
  }

  // A piece without which the problem stays as sound as it is, with the same solution; it would go to the
  // defender's hand. A piece that only prevents another solution is needed.
  void superfluous(const Position& start, const std::vector<Move>& line) {
    const Color attacker = start.side();
    const bool sound = std::none_of(out_->findings.begin(), out_->findings.end(),
                                    [](const Finding& finding) { return finding.kind == "cook"; });
    for (Square square = 0; square < kSquares && decided_; ++square) {
      const Piece piece = start.on(square);
      if (piece.none() || piece.kind == kKing) continue;
      Position without;
      for (Square other = 0; other < kSquares; ++other) {
        if (other != square && !start.on(other).none()) without.put(start.on(other), other);
      }
      for (const Color color : {Color::Black, Color::White}) {
        for (int kind = kPawn; kind <= kGold; ++kind) {
          const auto each = static_cast<Kind>(kind);
          const int more = color != attacker && each == unpromoted(piece.kind) ? 1 : 0;
          without.set_hand(color, each, start.hand(color).count(each) + more);
        }
      }
      without.set_side(attacker);
      without.finish();
      if (attacked_king(without, attacker) || !mates(without)) continue;
      const std::vector<Move> shorter = shortest_line(without, static_cast<int>(line.size()));
      const bool same =
          shorter.size() == line.size() && std::equal(line.begin(), line.end(), shorter.begin(),
                                                      [](Move a, Move b) { return a.raw() == b.raw(); });
      if (same && (!sound || only_line(without, line)) && decided_)
        add(Severity::Warning, "superfluous",
            fmt::format("the piece on {} is not needed", square_name(square)));
    }
  }
  // The attacker to move already attacks the king: no position of a game.
  static bool attacked_king(const Position& position, Color attacker) {
    return position.attacked(attacker, position.king(~attacker), position.occupied());
  }

  MateSolver solver_;
  ShortestMateFinder shortest_;
  Budget* budget_ = nullptr;
  engine::ProblemCheck* out_ = nullptr;
  bool decided_ = true;
};

}  // namespace

std::unique_ptr<engine::ProblemChecker> make_checker(const engine::CommonOptions& common) {
  return std::make_unique<ShogiChecker>(common);
}

std::vector<std::string> split_collection(std::string_view text) {
  if (!looks_like_record(text)) return engine::split_lines(text);
  std::vector<std::string> problems;
  for (const std::string_view record : split_records(text)) {
    try {
      problems.push_back(read_record(record).position());
    } catch (const Error&) {
      problems.push_back(
          to_utf8(record));  // whoever reads this problem says what is wrong; the others are fine
    }
  }
  return problems;
}

Position problem_from(std::string_view text) {
  return parse_position(looks_like_record(text) ? read_record(text).position() : std::string(text));
}

std::string identity_of(const Position& position) {
  const Color attacker = position.side();
  std::string best;
  for (const bool mirror : {false, true}) {
    std::string text;
    for (int file = 0; file < 9; ++file) {
      for (int rank = 0; rank < 9; ++rank) {
        const Square square = relative(attacker, make_square(mirror ? 8 - file : file, rank));
        const Piece piece = position.on(square);
        text += static_cast<char>('A' + piece.kind + (!piece.none() && piece.color != attacker ? 16 : 0));
      }
    }
    text += ' ' + std::to_string(position.hand(attacker).bits());
    if (best.empty() || text < best) best = text;
  }
  return best;
}

}  // namespace tesuji::shogi

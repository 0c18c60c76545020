// Certificates of "mate" (a founded walk over positions: checks all the way, an answer to every defence) and
// "no mate" (a closed walk: a defence against every check).
#include <fmt/format.h>

#include <algorithm>

#include "engine/certificate_walk.hpp"
#include "games/shogi/authoring.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/mate.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"

namespace tesuji::shogi {

namespace {

using engine::Standing;

class CertificateRules {
 public:
  using State = Position;
  using Key = std::string;
  using KeyHash = std::hash<std::string>;

  CertificateRules(Color attacker, bool mate) : attacker_(attacker), mate_(mate) {}

  [[nodiscard]] bool attacks(const State& s) const { return s.side() == attacker_; }
  [[nodiscard]] bool winner_to_move(const State& s) const { return attacks(s) == mate_; }

  [[nodiscard]] static std::string key(const State& s) {
    std::string key;
    key.reserve(kSquares + 9);
    for (Square square = 0; square < kSquares; ++square) {
      const Piece piece = s.on(square);
      key += static_cast<char>(piece.kind * 2 + (piece.none() ? 0 : index(piece.color)));
    }
    for (const Color color : {Color::Black, Color::White}) {
      for (std::uint32_t bits = s.hand(color).bits(), i = 0; i < 4; ++i, bits >>= 8)
        key += static_cast<char>(bits & 255);
    }
    key += static_cast<char>(index(s.side()));
    return key;
  }
  [[nodiscard]] static std::string text(const State& s) { return to_sfen(s); }

  [[nodiscard]] Standing standing(const State& s) const {
    if (attacks(s) || has_legal_move(s)) return Standing::Open;
    return mate_ ? Standing::Holds : Standing::Broken;
  }

  [[nodiscard]] std::vector<State> replies(const State& s) const {
    MoveList list;
    if (attacks(s))
      generate_checks(s, list);
    else
      generate(s, list);
    std::vector<std::pair<std::string, Move>> sorted;
    for (const Move move : list) sorted.emplace_back(to_usi(move), move);
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<State> next;
    for (const auto& [name, move] : sorted) next.push_back(after(s, move));
    return next;
  }
  [[nodiscard]] std::optional<State> play(const State& s, std::string_view text) const {
    Move move;
    try {
      move = parse_move(s, text);
    } catch (const Error&) {
      return std::nullopt;
    }
    if (to_usi(move) != text || (attacks(s) && !s.gives_check(move))) return std::nullopt;
    return after(s, move);
  }
  [[nodiscard]] static State after(const State& s, Move move) {
    State next = s;
    next.make(move);
    next.finish();  // without its history: a line can be long, and there are many states
    return next;
  }

 private:
  Color attacker_;
  bool mate_;
};

// Names the winner's moves by asking the solver.
class Strategy {
 public:
  Strategy(bool mate, MateSolver& solver, Budget& budget) : mate_(mate), solver_(solver), budget_(budget) {}

  std::string operator()(const Position& s) { return mate_ ? attack(s) : defend(s); }

 private:
  std::string attack(const Position& s) {
    const Move move = solver_.mating_move(s, budget_);
    return move ? to_usi(move) : std::string();
  }

  std::string defend(const Position& s) {
    MoveList legal;
    generate(s, legal);
    for (const Move move : legal) {
      const MateResult result = solver_.solve(CertificateRules::after(s, move), budget_);
      if (result.verdict == MateResult::Verdict::NoMate) return to_usi(move);
      if (result.verdict == MateResult::Verdict::Unknown) return {};
    }
    return {};
  }

  bool mate_;
  MateSolver& solver_;
  Budget& budget_;
};

Position root_of(std::string_view sfen) {
  Position position = parse_position(sfen);
  if (position.plies() != 0) throw Error("certificate: the position has moves after it");
  if (position.king(~position.side()) == kNoSquare) throw Error("there is no king to mate");
  return position;
}

// A walk that the solver leads and one that follows the certificate.
template <class NextMove>
engine::Walk walk(const CertificateRules& rules, bool mate, const Position& root, NextMove next_move,
                  const engine::WalkLimits& limits) {
  return mate ? engine::walk_founded(rules, root, next_move, limits)
              : engine::walk_closed(rules, root, next_move, limits);
}

}  // namespace

engine::Certificate certify(const engine::Request& request, const engine::CommonOptions& common,
                            std::uint64_t max_states, const StopFlag& stop) {
  Position played = parse_position(request.position);
  for (const std::string& move : request.moves) played.make(parse_move(played, move));
  const std::string sfen = to_sfen(played);
  const Position position = root_of(sfen);

  MateSolver solver(common.hash_bytes);
  Budget budget = search::budget_for(request.limits, stop);
  const MateResult result = solver.solve(position, budget);
  if (result.verdict == MateResult::Verdict::Unknown)
    throw Error("no certificate: the position was not decided within the limits");
  const bool mate = result.verdict == MateResult::Verdict::Mate;

  engine::Certificate certificate{"shogi", {{"position", sfen}}, {}};
  engine::CertificatePart& part = certificate.parts.emplace_back();
  const CertificateRules rules(position.side(), mate);
  Strategy strategy(mate, solver, budget);
  const engine::Walk done = walk(rules, mate, position,
                                 [&](const Position& s) {
                                   std::string move = strategy(s);
                                   if (!move.empty()) part.add(move);
                                   return move;
                                 },
                                 {max_states, &stop});
  if (!done.holds) throw Error("no certificate: " + done.flaw);
  part.claim = mate ? fmt::format("mate {}", done.height) : "no-mate";
  return certificate;
}

engine::Verification verify(const engine::Certificate& certificate, const StopFlag& stop) {
  certificate.expect_facts({"position"});
  const Position position = root_of(certificate.fact("position"));
  if (to_sfen(position) != certificate.fact("position"))
    throw Error("certificate: the position is not written as it should be: " + to_sfen(position));
  engine::Verification found;
  for (const engine::CertificatePart& part : certificate.parts) {
    const bool mate = part.claim.starts_with("mate ");
    if (!mate && part.claim != "no-mate") throw Error("certificate: unknown claim '" + part.claim + "'");
    const CertificateRules rules(position.side(), mate);
    engine::CertificateMoves moves(part.moves);
    const engine::Walk done =
        walk(rules, mate, position, [&](const Position&) { return moves.next(); }, {0, &stop});
    found.states += done.states;
    found.flaw = done.flaw;
    if (found.flaw.empty() && !moves.done()) found.flaw = "there are moves left over";
    if (found.flaw.empty() && mate && part.claim != fmt::format("mate {}", done.height))
      found.flaw = fmt::format("the longest line of the proof has {} plies", done.height);
    if (!found.flaw.empty()) return found;
    found.claims.push_back(
        mate ? fmt::format("{} to move mates in at most {} plies", color_name(position.side()), done.height)
             : fmt::format("{} to move has no mate", color_name(position.side())));
  }
  found.holds = true;
  return found;
}

}  // namespace tesuji::shogi

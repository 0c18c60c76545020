// Certificates of "mate in N" and "no mate in N". A state is a position and the number of moves that the
// attacker has left, so every line ends by itself and both claims take the closed walk.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/number.hpp"
#include "engine/certificate_walk.hpp"
#include "games/chess/authoring.hpp"
#include "games/chess/mate.hpp"
#include "games/chess/notation.hpp"

namespace tesuji::chess {

namespace {

using engine::Standing;

class CertificateRules {
 public:
  struct State {
    Position position;
    int left;  // moves of the attacker
  };

  using Key = std::string;
  using KeyHash = std::hash<std::string>;

  CertificateRules(Color attacker, bool mate) : attacker_(attacker), mate_(mate) {}

  [[nodiscard]] bool attacks(const State& s) const { return s.position.side() == attacker_; }
  [[nodiscard]] bool winner_to_move(const State& s) const { return attacks(s) == mate_; }

  [[nodiscard]] static std::string key(const State& s) {
    std::string key;
    key.reserve(68);
    for (int square = 0; square < 64; ++square)
      key += static_cast<char>(s.position.piece_on(static_cast<Square>(square)));
    key += static_cast<char>(s.position.side());
    key += static_cast<char>(s.position.castling());
    key += static_cast<char>(s.position.en_passant());
    key += static_cast<char>(s.left);
    return key;
  }
  [[nodiscard]] static std::string text(const State& s) { return to_fen(s.position); }

  [[nodiscard]] Standing standing(const State& s) const {
    const Standing attacker_fails = mate_ ? Standing::Broken : Standing::Holds;
    if (attacks(s) && s.left == 0) return attacker_fails;
    MoveList legal;
    generate_legal(s.position, legal);
    if (!legal.empty()) return !attacks(s) && s.left == 0 ? attacker_fails : Standing::Open;
    if (attacks(s) || !s.position.in_check()) return attacker_fails;
    return mate_ ? Standing::Holds : Standing::Broken;
  }

  [[nodiscard]] std::vector<State> replies(const State& s) const {
    MoveList legal;
    generate_legal(s.position, legal);
    std::vector<std::pair<std::string, Move>> sorted;
    for (const Move move : legal) sorted.emplace_back(to_uci(s.position, move), move);
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<State> next;
    for (const auto& [name, move] : sorted) next.push_back(after(s, move));
    return next;
  }
  [[nodiscard]] std::optional<State> play(const State& s, std::string_view text) const {
    const std::optional<Move> move = find_uci(s.position, text);
    if (!move || to_uci(s.position, *move) != text) return std::nullopt;
    return after(s, *move);
  }
  [[nodiscard]] State after(const State& s, Move move) const {
    State next = s;
    next.position.make(move);
    if (attacks(s)) --next.left;
    return next;
  }

 private:
  Color attacker_;
  bool mate_;
};

using MateState = CertificateRules::State;

// Names the winner's moves by asking the solver.
class Strategy {
 public:
  Strategy(const CertificateRules& rules, bool mate, MateSolver& solver, Budget& budget)
      : rules_(rules), mate_(mate), solver_(solver), budget_(budget) {}

  std::string operator()(const MateState& s) { return mate_ ? attack(s) : defend(s); }

 private:
  std::string attack(const MateState& s) {
    const std::string key = rules_.key(s);
    if (const auto known = attacks_.find(key); known != attacks_.end()) return known->second;
    const MateResult result = solver_.solve(s.position, s.left, budget_);
    if (result.verdict != MateResult::Verdict::Mate) return {};
    // Every move of the attacker's on the line mates in what is left there.
    MateState at = s;
    for (const Move move : result.line) {
      if (rules_.attacks(at)) attacks_.try_emplace(rules_.key(at), to_uci(at.position, move));
      at = rules_.after(at, move);
    }
    return attacks_[key];
  }

  std::string defend(const MateState& s) {
    MoveList legal;
    generate_legal(s.position, legal);
    // What refuted the last attack often refutes this one.
    const auto last = std::find(legal.begin(), legal.end(), last_defence_);
    if (last != legal.end()) std::rotate(legal.begin(), last, last + 1);
    for (const Move move : legal) {
      const MateState next = rules_.after(s, move);
      const MateResult result = solver_.solve(next.position, next.left, budget_);
      if (result.verdict == MateResult::Verdict::NoMate) {
        last_defence_ = move;
        return to_uci(s.position, move);
      }
      if (result.verdict == MateResult::Verdict::Unknown) return {};
    }
    return {};
  }

  const CertificateRules& rules_;
  bool mate_;
  MateSolver& solver_;
  Budget& budget_;
  Move last_defence_ = kNoMove;
  std::unordered_map<std::string, std::string> attacks_;
};

struct Claim {
  bool mate = true;
  int moves = 0;
};

Claim parse_claim(const std::string& text) {
  Claim claim;
  claim.mate = text.starts_with("mate ");
  if (!claim.mate && !text.starts_with("no-mate ")) throw Error("certificate: unknown claim '" + text + "'");
  claim.moves = parse_number<int>(text.substr(claim.mate ? 5 : 8), "certificate: number of moves", 0, 50);
  return claim;
}

int option_mate(const engine::Request& request) {
  const auto at = request.options.find("mate");
  if (request.limits.mate) return *request.limits.mate;
  return at == request.options.end() ? 0 : parse_number<int>(at->second, "--mate", 0, 50);
}

}  // namespace

engine::Certificate certify(const engine::Request& request, const engine::CommonOptions& common,
                            std::uint64_t max_states, const StopFlag& stop) {
  Position position = parse_position(request.position);
  for (const std::string& move : request.moves) position.make(parse_move(position, move));
  const std::string fen = to_fen(position);
  position = parse_fen(fen);  // without its history
  if (position.chess960()) throw Error("there are no certificates for Chess960 positions");
  const int asked = option_mate(request), most = MateSolver::most_moves(position);
  const int within = asked > 0 ? std::min(asked, most) : most;

  MateSolver solver(common.hash_bytes);
  Budget budget = search::budget_for(request.limits, stop);
  const MateResult result = solver.solve(position, within, budget);
  if (result.verdict == MateResult::Verdict::Unknown)
    throw Error("no certificate: the position was not decided within the limits");
  const bool mate = result.verdict == MateResult::Verdict::Mate;
  const int moves = mate ? static_cast<int>(result.line.size() + 1) / 2 : within;

  engine::Certificate certificate{"chess", {{"position", fen}}, {}};
  engine::CertificatePart& part = certificate.parts.emplace_back();
  part.claim = fmt::format("{} {}", mate ? "mate" : "no-mate", moves);
  const CertificateRules rules(position.side(), mate);
  Strategy strategy(rules, mate, solver, budget);
  const engine::Walk walk = engine::walk_closed(rules, MateState{position, moves},
                                                [&](const MateState& s) {
                                                  std::string move = strategy(s);
                                                  if (!move.empty()) part.add(move);
                                                  return move;
                                                },
                                                {max_states, &stop});
  if (!walk.holds) throw Error("no certificate: " + walk.flaw);
  return certificate;
}

engine::Verification verify(const engine::Certificate& certificate, const StopFlag& stop) {
  certificate.expect_facts({"position"});
  const Position position = parse_fen(certificate.fact("position"));
  if (to_fen(position) != certificate.fact("position"))
    throw Error("certificate: the position is not written as it should be: " + to_fen(position));
  if (position.chess960()) throw Error("certificate: Chess960 is not part of the format");
  engine::Verification found;
  for (const engine::CertificatePart& part : certificate.parts) {
    const Claim claim = parse_claim(part.claim);
    if (claim.mate && claim.moves > MateSolver::most_moves(position))
      throw Error("certificate: the fifty-move rule ends the game before that");
    const CertificateRules rules(position.side(), claim.mate);
    engine::CertificateMoves moves(part.moves);
    const engine::Walk walk = engine::walk_closed(rules, MateState{position, claim.moves},
                                                  [&](const MateState&) { return moves.next(); }, {0, &stop});
    found.states += walk.states;
    found.flaw = walk.holds && !moves.done() ? "there are moves left over" : walk.flaw;
    if (!found.flaw.empty()) return found;
    found.claims.push_back(fmt::format("{} to move: {}mate in {}", side_name(position.side()),
                                       claim.mate ? "" : "no ", claim.moves));
  }
  found.holds = true;
  return found;
}

}  // namespace tesuji::chess

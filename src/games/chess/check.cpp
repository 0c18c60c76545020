// Checks mate problems: EPD lines with `dm N` (mate in N), and optionally `bm` (the key) and `id`.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/number.hpp"
#include "games/chess/authoring.hpp"
#include "games/chess/mate.hpp"
#include "games/chess/notation.hpp"

namespace tesuji::chess {

namespace {

using engine::Finding;
using Severity = engine::Finding::Severity;

struct Problem {
  Position position;
  std::optional<int> moves;       // dm
  std::vector<std::string> keys;  // bm
  std::string id;
};

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\""), last = text.find_last_not_of(" \t\r\"");
  return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

// Four fields of a FEN, then operations that end with a semicolon; or a FEN of six fields.
Problem parse_problem(std::string_view line) {
  std::size_t at = 0;
  std::vector<std::string> fields;
  while (fields.size() < 4) {
    at = std::min(line.find_first_not_of(' ', at), line.size());
    const std::size_t end = std::min(line.find(' ', at), line.size());
    if (end == at) throw Error("an EPD line begins with four fields: pieces, side, castling, en passant");
    fields.emplace_back(line.substr(at, end - at));
    at = end;
  }
  std::string_view rest = line.substr(at);
  std::string counters = "0 1";
  if (const std::string next = trimmed(rest); !next.empty() && next[0] >= '0' && next[0] <= '9') {
    const std::size_t end = std::min(next.find(' ', next.find(' ') + 1), next.size());
    counters = next.substr(0, end);
    rest = rest.substr(std::min(rest.find(counters) + counters.size(), rest.size()));
  }
  Problem problem{parse_fen(fmt::format("{} {}", fmt::join(fields, " "), counters)), {}, {}, {}};
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string operation = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t blank = std::min(operation.find(' '), operation.size());
    const std::string name = operation.substr(0, blank), value = trimmed(operation.substr(blank));
    if (name == "dm") problem.moves = parse_number<int>(value, "dm", 1, 50);
    if (name == "id") problem.id = value;
    if (name == "bm") {
      for (std::size_t i = 0; i < value.size();) {
        const std::size_t stop = std::min(value.find(' ', i), value.size());
        if (stop > i) problem.keys.push_back(value.substr(i, stop - i));
        i = stop + 1;
      }
    }
  }
  return problem;
}

class ChessChecker final : public engine::ProblemChecker {
 public:
  explicit ChessChecker(const engine::CommonOptions& common) : solver_(common.hash_bytes) {}

  engine::ProblemCheck check(std::string_view text, const engine::CheckRequest& request,
                             const StopFlag& stop) override {
    const Problem problem = parse_problem(text);
    engine::ProblemCheck out;
    out.title = problem.id;
    out.position = to_fen(problem.position);
    out.identity = identity(problem.position);
    Budget budget = search::budget_for(request.limits, stop);
    budget_ = &budget;
    decided_ = true;
    const int most = std::min(problem.moves.value_or(kMostMoves), MateSolver::most_moves(problem.position));
    std::optional<int> shortest;
    for (int n = 1; n <= most && decided_ && !shortest; ++n) {
      if (mates(problem.position, n)) shortest = n;
    }
    if (decided_) judge(problem, most, shortest, out);
    out.decided = decided_;
    if (!decided_) out.verdict = "not decided within the limits";
    return out;
  }

 private:
  static constexpr int kMostMoves = 8;  // where the file does not say
  static constexpr std::size_t kMaxDuals = 10;

  static std::string identity(const Position& position) {
    std::string best;
    for (const bool mirror : {false, true}) {
      std::string text;
      for (int i = 0; i < 64; ++i)
        text += static_cast<char>('A' + position.piece_on(static_cast<Square>(mirror ? i ^ 7 : i)));
      text += position.side() == kWhite ? 'w' : 'b';
      text += static_cast<char>('A' + position.castling());
      if (best.empty() || text < best) best = text;
    }
    return best;
  }

  bool mates(const Position& position, int moves) {
    const MateResult result = solver_.solve(position, moves, *budget_);
    decided_ = decided_ && result.verdict != MateResult::Verdict::Unknown;
    return result.verdict == MateResult::Verdict::Mate;
  }
  // The attacker has moved and has so many moves left: is the defender lost against every answer?
  bool lost(Position& position, int left) {
    MoveList answers;
    generate_legal(position, answers);
    if (answers.empty()) return position.in_check();
    if (left == 0) return false;
    for (const Move answer : answers) {
      position.make(answer);
      const bool mated = mates(position, left);
      position.undo();
      if (!mated) return false;
    }
    return true;
  }
  std::vector<Move> winning_moves(Position position, int moves) {
    std::vector<Move> found;
    MoveList legal;
    generate_legal(position, legal);
    for (const Move move : legal) {
      if (!decided_) break;
      position.make(move);
      const bool wins = lost(position, moves - 1);
      position.undo();
      if (wins) found.push_back(move);
    }
    return found;
  }

  void judge(const Problem& problem, int stated, std::optional<int> shortest, engine::ProblemCheck& out) {
    const Position& position = problem.position;
    const auto add = [&](Severity severity, const char* kind, std::string text, std::string moves = {}) {
      out.findings.push_back({severity, kind, std::move(text), std::move(moves)});
    };
    if (!shortest) {
      out.verdict = fmt::format("no mate in {}", stated);
      add(Severity::Error, "no-solution", out.verdict);
      return;
    }
    out.verdict = fmt::format("mate in {}", *shortest);
    if (problem.moves && *shortest < *problem.moves)
      add(Severity::Error, "short-mate",
          fmt::format("there is a mate in {}, and the problem says {}", *shortest, *problem.moves));
    const std::vector<Move> keys = winning_moves(position, *shortest);
    std::vector<std::string> names;
    for (const Move key : keys) names.push_back(to_san(position, key));
    for (const std::string& stated_key : problem.keys) {
      const Move move = parse_move(position, stated_key);
      if (std::find(keys.begin(), keys.end(), move) == keys.end())
        add(Severity::Error, "wrong-key",
            fmt::format("{} does not mate in {}", to_san(position, move), *shortest), to_uci(position, move));
    }
    for (std::size_t i = 0; i < keys.size() && keys.size() > 1; ++i) {
      const bool stated_key =
          std::any_of(problem.keys.begin(), problem.keys.end(),
                      [&](const std::string& each) { return parse_move(position, each) == keys[i]; });
      if (stated_key || (problem.keys.empty() && i == 0)) continue;
      add(Severity::Error, "cook", fmt::format("{} also mates in {}", names[i], *shortest),
          to_uci(position, keys[i]));
    }
    if (keys.empty()) return;
    // What the author meant, if it works.
    Move key = keys.front();
    for (const std::string& stated_key : problem.keys) {
      const Move move = parse_move(position, stated_key);
      if (std::find(keys.begin(), keys.end(), move) == keys.end()) continue;
      key = move;
      break;
    }
    out.verdict += ": " + to_san(position, key);
    Position after = position;
    after.make(key);
    std::vector<Move> path = {key};
    max_findings_ = out.findings.size() + kMaxDuals;
    duals(position, after, path, *shortest - 1, out);
  }

  // More than one way to go on after a defence. A choice at the mating move alone is a note.
  void duals(const Position& root, Position& position, std::vector<Move>& path, int left,
             engine::ProblemCheck& out) {
    MoveList answers;
    generate_legal(position, answers);
    for (const Move answer : answers) {
      if (!decided_ || left == 0 || out.findings.size() >= max_findings_) return;
      position.make(answer);
      path.push_back(answer);
      // As short as it goes: after a weak defence there may be a shorter mate.
      int needed = 1;
      while (needed < left && !mates(position, needed)) ++needed;
      const std::vector<Move> ways = winning_moves(position, needed);
      if (ways.size() > 1) {
        std::vector<std::string> names;
        for (const Move way : ways) names.push_back(to_san(position, way));
        out.findings.push_back({needed == left && left > 1 ? Severity::Warning : Severity::Note,
                                needed == left && left > 1 ? "dual" : "minor-dual",
                                fmt::format("after {}: {}", line(root, path), fmt::join(names, ", ")),
                                line(root, path)});
      }
      if (!ways.empty() && needed == left && left > 1) {
        path.push_back(ways.front());
        position.make(ways.front());
        duals(root, position, path, left - 1, out);
        position.undo();
        path.pop_back();
      }
      path.pop_back();
      position.undo();
    }
  }

  static std::string line(const Position& root, const std::vector<Move>& path) {
    Position at = root;
    std::string text;
    for (const Move move : path) {
      text += (text.empty() ? "" : " ") + to_san(at, move);
      at.make(move);
    }
    return text;
  }

  MateSolver solver_;
  Budget* budget_ = nullptr;
  bool decided_ = true;
  std::size_t max_findings_ = 0;
};

}  // namespace

std::unique_ptr<engine::ProblemChecker> make_checker(const engine::CommonOptions& common) {
  return std::make_unique<ChessChecker>(common);
}

}  // namespace tesuji::chess

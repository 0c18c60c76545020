// Certificates of scores: one part shows that the side to move gets at least so much, another that it gets at
// most so much. Every game ends, so both take the closed walk.
#include <fmt/format.h>

#include <memory>

#include "base/number.hpp"
#include "engine/certificate_walk.hpp"
#include "games/connect4/authoring.hpp"
#include "games/connect4/notation.hpp"
#include "games/connect4/shape.hpp"
#include "games/connect4/solver.hpp"

namespace tesuji::connect4 {

namespace {

using engine::Standing;

class CertificateRules {
 public:
  using State = Diagram;
  using Key = std::string;
  using KeyHash = std::hash<std::string>;

  // At least `bound` for the side that moves first in `root`, or at most.
  CertificateRules(const Diagram& root, bool at_least, int bound)
      : first_(root.first_to_move()), at_least_(at_least), bound_(bound) {}

  [[nodiscard]] bool winner_to_move(const State& s) const {
    return (s.first_to_move() == first_) == at_least_;
  }

  [[nodiscard]] static std::string key(const State& s) {
    constexpr int kBytes = (WideSized::kMaxKeyBits + 7) / 8;
    std::string key(2 * kBytes, '\0');
    for (int i = 0; i < kBytes; ++i) {
      key[static_cast<std::size_t>(i)] = static_cast<char>(s.first >> (8 * i) & 255);
      key[static_cast<std::size_t>(kBytes + i)] = static_cast<char>(s.second >> (8 * i) & 255);
    }
    return key;
  }
  [[nodiscard]] static std::string text(const State& s) { return to_text(s); }

  [[nodiscard]] Standing standing(const State& s) const {
    const int cells = s.size.width * s.size.height, count = s.count();
    const auto judged = [&](int score) {
      return (at_least_ ? score >= bound_ : score <= bound_) ? Standing::Holds : Standing::Broken;
    };
    if (s.has_four(first_)) return judged((cells + 2 - count) / 2);
    if (s.has_four(!first_)) return judged(-((cells + 2 - count) / 2));
    if (s.full()) return judged(0);
    // The best that either side can still get: four with its next stone.
    const bool own_turn = s.first_to_move() == first_;
    const int ours = (cells + 1 - (own_turn ? count : count + 1)) / 2;
    const int theirs = (cells + 1 - (own_turn ? count + 1 : count)) / 2;
    const bool certain = at_least_ ? -theirs >= bound_ : ours <= bound_;
    return certain ? Standing::Holds : Standing::Open;
  }

  [[nodiscard]] static std::vector<State> replies(const State& s) {
    std::vector<State> next;
    for (int column = 0; column < s.size.width; ++column) {
      if (s.landing(column) != 0) next.push_back(after(s, column));
    }
    return next;
  }
  [[nodiscard]] static std::optional<State> play(const State& s, std::string_view move) {
    const int column = move.size() == 1 ? column_index(move[0]) : -1;
    if (column < 0 || column >= s.size.width || s.landing(column) == 0) return std::nullopt;
    return after(s, column);
  }
  [[nodiscard]] static State after(State s, int column) {
    s.play(column);
    return s;
  }

 private:
  bool first_, at_least_;
  int bound_;
};

// The winner's move: one after which the solver still has the score on the right side of the bound.
class Strategy {
 public:
  Strategy(Solver& solver, const Diagram& root, bool at_least, int bound, const StopFlag& stop)
      : solver_(solver),
        rules_(root, at_least, bound),
        first_(root.first_to_move()),
        at_least_(at_least),
        bound_(bound),
        stop_(stop) {}

  std::string operator()(const Diagram& s) const {
    for (int i = 0; i < s.size.width; ++i) {
      const int column = s.size.width / 2 + (1 - 2 * (i % 2)) * (i + 1) / 2;  // the middle first
      if (column < 0 || column >= s.size.width || s.landing(column) == 0) continue;
      if (keeps(CertificateRules::after(s, column))) return std::string(1, column_name(column));
      if (stop_.requested()) return {};
    }
    return {};
  }

 private:
  [[nodiscard]] bool keeps(const Diagram& next) const {
    const Standing standing = rules_.standing(next);
    if (standing != Standing::Open) return standing == Standing::Holds;
    Question question;
    question.line = false;
    const Solution solution = solver_.solve(next, question, stop_, {});
    if (!solution.exact()) return false;
    const int score = next.first_to_move() == first_ ? solution.low : -solution.low;
    return at_least_ ? score >= bound_ : score <= bound_;
  }

  Solver& solver_;
  CertificateRules rules_;
  bool first_, at_least_;
  int bound_;
  const StopFlag& stop_;
};

constexpr std::string_view kAtLeast = "at-least ", kAtMost = "at-most ";

class Connect4Authoring final : public engine::Authoring {
 public:
  [[nodiscard]] engine::Certificate certify(const engine::Request& request,
                                            const engine::CommonOptions& common, std::uint64_t max_states,
                                            const StopFlag& stop) const override {
    const auto size = request.options.find("size");
    Diagram root = parse(request.position, size == request.options.end() ? Size{} : parse_size(size->second));
    for (const std::string& move : request.moves) {
      const auto next = CertificateRules::play(root, move);
      if (!next || root.over()) throw Error("'" + move + "' is not possible here");
      root = *next;
    }
    const auto option = request.options.find("weak");
    const bool weak = option != request.options.end() && option->second == "true";
    const std::unique_ptr<Solver> solver = make_solver(root.size, common.hash_bytes, common.threads);
    Question question;
    question.weak = weak;
    question.line = false;
    question.limits = request.limits;
    const Solution solution = solver->solve(root, question, stop, {});
    if (!solution.exact()) throw Error("no certificate: the position was not decided within the limits");

    engine::Certificate certificate{
        "connect4",
        {{"size", fmt::format("{}x{}", root.size.width, root.size.height)}, {"board", drawn(root)}},
        {}};
    const int score = solution.low;
    if (!weak || score >= 0) add_part(certificate, root, true, score, *solver, max_states, stop);
    if (!weak || score <= 0) add_part(certificate, root, false, score, *solver, max_states, stop);
    return certificate;
  }

  [[nodiscard]] engine::Verification verify(const engine::Certificate& certificate,
                                            const StopFlag& stop) const override {
    certificate.expect_facts({"size", "board"});
    const Size size = parse_size(certificate.fact("size"));
    const Diagram root = parse(certificate.fact("board"), size);
    if (root.size != size || !root.drawn) throw Error("certificate: the board is not drawn in full");
    engine::Verification found;
    for (const engine::CertificatePart& part : certificate.parts) {
      const bool at_least = part.claim.starts_with(kAtLeast);
      if (!at_least && !part.claim.starts_with(kAtMost))
        throw Error("certificate: unknown claim '" + part.claim + "'");
      const int bound = parse_number<int>(part.claim.substr((at_least ? kAtLeast : kAtMost).size()),
                                          "certificate: score", -64, 64);
      engine::CertificateMoves moves(part.moves);
      const engine::Walk walk = engine::walk_closed(CertificateRules(root, at_least, bound), root,
                                                    [&](const Diagram&) { return moves.next(); }, {0, &stop});
      found.states += walk.states;
      found.flaw = walk.holds && !moves.done() ? "there are moves left over" : walk.flaw;
      if (!found.flaw.empty()) return found;
      found.claims.push_back(
          fmt::format("the side to move scores {} {:+}", at_least ? "at least" : "at most", bound));
    }
    found.holds = true;
    return found;
  }

 private:
  // Rows from the top, as parse() reads them.
  static std::string drawn(const Diagram& diagram) {
    std::string text;
    for (int row = diagram.size.height - 1; row >= 0; --row) {
      for (int column = 0; column < diagram.size.width; ++column) {
        const int cell = column * (diagram.size.height + 1) + row;
        text += (diagram.first >> cell & 1) != 0 ? 'X' : (diagram.second >> cell & 1) != 0 ? 'O' : '.';
      }
      if (row > 0) text += '/';
    }
    return text;
  }

  static void add_part(engine::Certificate& certificate, const Diagram& root, bool at_least, int bound,
                       Solver& solver, std::uint64_t max_states, const StopFlag& stop) {
    engine::CertificatePart& part = certificate.parts.emplace_back();
    part.claim = fmt::format("{}{}", at_least ? kAtLeast : kAtMost, bound);
    const Strategy strategy(solver, root, at_least, bound, stop);
    const engine::Walk walk = engine::walk_closed(CertificateRules(root, at_least, bound), root,
                                                  [&](const Diagram& s) {
                                                    std::string move = strategy(s);
                                                    if (!move.empty()) part.add(move);
                                                    return move;
                                                  },
                                                  {max_states, &stop});
    if (!walk.holds) throw Error("no certificate: " + walk.flaw);
  }
};

}  // namespace

const engine::Authoring& authoring() {
  static const Connect4Authoring kAuthoring;
  return kAuthoring;
}

}  // namespace tesuji::connect4

#include "games/shogi/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "base/number.hpp"
#include "games/shogi/check.hpp"
#include "games/shogi/mate.hpp"
#include "games/shogi/mate_shortest.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/sketch.hpp"

namespace tesuji::shogi {

namespace {

constexpr std::uint64_t kTableBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kGlanceNodes = 16;        // to see whether a position is easily seen to have no mate
constexpr std::uint64_t kProofNodes = 300;        // to see whether a position has a mate
constexpr std::uint64_t kLengthNodes = 5'000;     // to find its shortest mate
constexpr std::uint64_t kAttemptNodes = 100'000;  // for all sketches of an attempt
constexpr std::uint64_t kFinishNodes = 100'000;   // to take away from a problem what is not needed
constexpr std::uint64_t kCheckNodes = 300'000;    // for a finished problem
constexpr int kMaxPieces = 14;

struct Range {
  int low = 3, high = 11;
};

// How far a sketch is from a problem: plies that are missing, other solutions, pieces left in hand. Poor
// style is no fault: a first move that takes something, a mate without an offer.
struct Assessment {
  static constexpr int kHopeless = 1'000'000;
  int faults = kHopeless;
  int style = 0;
  std::vector<Move> line;
  std::uint64_t nodes = 0;

  // Style decides between sketches with the same faults only.
  [[nodiscard]] int cost() const { return 3 * faults + style; }
};

// Assesses the sketches of one attempt; remembers positions between them.
class Assessor {
 public:
  Assessor(int target, const StopFlag& stop)
      : target_(target),
        budget_(stop, kAttemptNodes + kFinishNodes),
        solver_(kTableBytes),
        finder_(kTableBytes, Interpositions::UselessDoNot) {}

  [[nodiscard]] Budget& budget() { return budget_; }
  // It is time to finish.
  [[nodiscard]] bool spent() const { return budget_.exhausted() || budget_.nodes() >= kAttemptNodes; }

  // A sketch with more faults than `limit` may be reported as hopeless.
  Assessment assess(const Sketch& sketch, int limit) {
    Assessment out;
    if (sketch.pieces() > kMaxPieces) return out;
    Position at = sketch.position();
    if (at.attacked(Color::Black, sketch.king(), at.occupied()) || !mates(at, kProofNodes).value_or(false))
      return out;
    Budget length_budget(budget_, kLengthNodes);
    ShortestMate mate = finder_.find(at, target_, length_budget);
    if (mate.given_up || mate.line.empty()) return out;
    const auto length = static_cast<int>(mate.line.size());
    int faults = kPlyCost * (target_ - length);
    bool offer = false;
    if (at.is_capture(mate.line.front())) ++out.style;
    for (int ply = 0; ply < length && faults <= limit; ++ply) {
      const Move move = mate.line[static_cast<std::size_t>(ply)];
      if (ply % 2 == 0) faults += other_mates(at, move, ply + 1 == length, limit - faults);
      at.make(move);
      offer = offer || (ply % 2 == 0 && can_be_taken(at, move.to()));
    }
    if (length > 1 && !offer) ++out.style;
    if (faults > limit || budget_.exhausted()) return out;
    const Hand left = at.hand(Color::Black);
    for (int kind = kPawn; kind <= kGold; ++kind) faults += 2 * left.count(static_cast<Kind>(kind));
    out.faults = faults;
    out.line = std::move(mate.line);
    out.nodes = mate.nodes;
    return out;
  }

 private:
  static constexpr int kPlyCost = 2;

  std::optional<bool> mates(const Position& at, std::uint64_t max_nodes) {
    Budget budget(budget_, max_nodes);
    const MateResult result = solver_.solve(at, budget);
    if (result.verdict == MateResult::Verdict::Unknown) return std::nullopt;
    return result.verdict == MateResult::Verdict::Mate;
  }

  static bool can_be_taken(const Position& at, Square square) {
    MoveList answers;
    generate(at, answers);
    return std::any_of(answers.begin(), answers.end(),
                       [&](Move answer) { return !answer.is_drop() && answer.to() == square; });
  }

  // How many other moves mate, up to one more than `limit`; at the last ply, only the same move with another
  // choice of promotion counts.
  int other_mates(const Position& at, Move move, bool last, int limit) {
    int found = 0;
    MoveList checks;
    generate_checks(at, checks);
    for (const Move other : checks) {
      const bool same_but_promotion =
          !other.is_drop() && !move.is_drop() && other.from() == move.from() && other.to() == move.to();
      if (other == move || (last && !same_but_promotion)) continue;
      Position after = at;
      after.make(other);
      found += lost(after) ? 1 : 0;
      if (found > limit) break;
    }
    return found;
  }
  // The defender is to move. A position that is too hard counts as lost: the check would not be sure of it
  // either. Most that are not lost have an answer after which that is seen at a glance.
  bool lost(Position& at) {
    MoveList answers;
    generate(at, answers);
    for (const std::uint64_t max_nodes : {kGlanceNodes, kProofNodes}) {
      bool all_mated = true;
      for (const Move answer : answers) {
        at.make(answer);
        const std::optional<bool> mated = mates(at, max_nodes);
        at.undo();
        if (mated == std::optional(false)) return false;
        all_mated = all_mated && mated.has_value();
      }
      if (all_mated) break;
    }
    return true;
  }

  int target_;
  Budget budget_;
  MateSolver solver_;
  ShortestMateFinder finder_;
};

class ShogiGenerator final : public engine::ProblemGenerator {
 public:
  ShogiGenerator(Range plies, std::uint64_t seed) : plies_(plies), seed_(seed) {}

  // Climbs from a random sketch to a sound problem of a certain length by small changes, keeping those that
  // make it no worse.
  std::optional<engine::NewProblem> attempt(std::uint64_t number, const StopFlag& stop) override {
    SketchRandom random(seed_, number);
    const int low = plies_.low | 1;
    const int target = low + 2 * random.below((plies_.high - low) / 2 + 1);
    Assessor assessor(target, stop);
    Sketch sketch = random_sketch(random), best;
    Assessment now = assessor.assess(sketch, Assessment::kHopeless), sound;
    while (!assessor.spent()) {
      if (now.faults == 0 && now.cost() < sound.cost()) {
        best = sketch;
        sound = now;
        if (sound.cost() == 0) break;
      }
      const bool hopeless = now.faults == Assessment::kHopeless;
      const bool earlier = static_cast<int>(now.line.size()) < target && random.chance(25);
      const std::optional<Sketch> next = hopeless  ? random_sketch(random)
                                         : earlier ? sacrifice_earlier(sketch, random)
                                                   : changed(sketch, random);
      assessor.budget().spend(1);  // a change that is impossible is work, too
      if (!next) continue;
      Assessment then = assessor.assess(*next, now.faults);
      if (then.cost() > now.cost()) continue;
      sketch = *next;
      now = std::move(then);
    }
    if (sound.faults != 0 || stop.requested()) return std::nullopt;
    return finish(best, std::move(sound), assessor, stop);
  }

 private:
  // Takes away what is not needed and asks the checker.
  static std::optional<engine::NewProblem> finish(Sketch sketch, Assessment sound, Assessor& assessor,
                                                  const StopFlag& stop) {
    for (Square square = 0; square < kSquares; ++square) {
      if (sketch.on(square).none() || sketch.on(square).kind == kKing) continue;
      Sketch without = sketch;
      without.on(square) = {};
      Assessment then = assessor.assess(without, 0);
      if (then.faults != 0 || then.style > sound.style) continue;
      sketch = without;
      sound = std::move(then);
      square = -1;  // what was needed before may not be any more
    }
    const Position position = sketch.position();
    std::string text = to_sfen(position) + " moves";
    for (const Move move : sound.line) text += " " + to_usi(move);
    engine::CommonOptions common;
    common.hash_bytes = 2 * kTableBytes;
    engine::CheckRequest request;
    request.limits.nodes = kCheckNodes;
    const engine::ProblemCheck check = make_checker(common)->check(text, request, stop);
    // Several mating last moves are allowed.
    const bool faultless =
        check.decided && std::all_of(check.findings.begin(), check.findings.end(), [](const auto& finding) {
          return finding.severity == engine::Finding::Severity::Note;
        });
    if (!faultless) return std::nullopt;
    engine::NewProblem made;
    made.text = text + "\n";
    made.position = to_sfen(position);
    made.solution = to_usi(sound.line.front());
    made.kind = fmt::format("mate in {}", sound.line.size());
    made.grade = 2 * static_cast<int>(std::bit_width(sound.nodes)) + static_cast<int>(sound.line.size());
    made.identity = check.identity;
    return made;
  }

  Range plies_;
  std::uint64_t seed_;
};

}  // namespace

std::vector<engine::OptionSpec> generator_options() {
  return {{"plies", engine::OptionSpec::Kind::Text, "3-11", "Length of the mate, an odd number or a range"}};
}

std::unique_ptr<engine::ProblemGenerator> make_generator(const engine::GenerateRequest& request) {
  Range plies;
  if (const auto at = request.options.find("plies"); at != request.options.end() && !at->second.empty()) {
    const std::size_t dash = at->second.find('-');
    plies.low = parse_number<int>(at->second.substr(0, dash), "--plies", 1, 99);
    plies.high = dash == std::string::npos ? plies.low
                                           : parse_number<int>(at->second.substr(dash + 1), "--plies", 1, 99);
    if ((plies.low | 1) > plies.high) throw Error(fmt::format("--plies: no odd number in '{}'", at->second));
  }
  return std::make_unique<ShogiGenerator>(plies, request.seed);
}

}  // namespace tesuji::shogi

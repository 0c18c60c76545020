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
#include "tt/zobrist.hpp"

namespace tesuji::shogi {

namespace {

constexpr std::uint64_t kTableBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kFirstNodes = 3'000;  // for a position that was put together at random
constexpr std::uint64_t kMaxNodes = 300'000;  // for one that may become a problem
constexpr int kCandidates = 200;              // positions that one attempt tries
constexpr int kRepairs = 8;

struct Range {
  int low = 3, high = 11;
};

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t number)
      : state_(seed * 0x9e3779b97f4a7c15ULL ^ tt::SplitMix64(number)()) {}
  int below(int limit) { return static_cast<int>(state_() % static_cast<std::uint64_t>(limit)); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  tt::SplitMix64 state_;
};

// What is on the board and in the attacker's hand; everything else is in the defender's.
struct Sketch {
  std::array<Piece, kSquares> board{};
  std::array<int, 8> hand{};

  [[nodiscard]] int used(Kind kind) const {
    int count = kind <= kGold ? hand[kind] : 0;
    for (const Piece piece : board) count += !piece.none() && unpromoted(piece.kind) == kind ? 1 : 0;
    return count;
  }
  [[nodiscard]] Position position() const {
    Position made;
    for (Square square = 0; square < kSquares; ++square) {
      if (!board[static_cast<std::size_t>(square)].none())
        made.put(board[static_cast<std::size_t>(square)], square);
    }
    for (int kind = kPawn; kind <= kGold; ++kind) {
      const auto each = static_cast<Kind>(kind);
      made.set_hand(Color::Black, each, hand[static_cast<std::size_t>(kind)]);
      made.set_hand(Color::White, each, kSetCount[static_cast<std::size_t>(kind)] - used(each));
    }
    made.set_side(Color::Black);
    made.finish();
    return made;
  }
};

class ShogiGenerator final : public engine::ProblemGenerator {
 public:
  ShogiGenerator(Range plies, std::uint64_t seed) : plies_(plies), seed_(seed) {}

  std::optional<engine::NewProblem> attempt(std::uint64_t number, const StopFlag& stop) override {
    Random random(seed_, number);
    MateSolver solver(kTableBytes);
    engine::CommonOptions common;
    common.hash_bytes = 2 * kTableBytes;
    const std::unique_ptr<engine::ProblemChecker> checker = make_checker(common);
    for (int i = 0; i < kCandidates && !stop.requested(); ++i) {
      std::optional<Sketch> sketch = arrange(random);
      if (!sketch) continue;
      Budget budget(stop, kFirstNodes);
      if (solver.solve(sketch->position(), budget).verdict != MateResult::Verdict::Mate) continue;
      if (auto problem = refine(*sketch, *checker, stop)) return problem;
    }
    return std::nullopt;
  }

 private:
  static bool may_stand(Kind kind, Color color, Square square) {
    const int rank = relative_rank(color, square);
    return !((kind == kPawn || kind == kLance) && rank == 0) && !(kind == kKnight && rank <= 1);
  }

  // A king near the edge, some of its own pieces, some of the attacker's close by, and some in hand.
  static std::optional<Sketch> arrange(Random& random) {
    Sketch sketch;
    const Square king = make_square(random.below(5), random.below(3));
    sketch.board[static_cast<std::size_t>(king)] = {kKing, Color::White};
    constexpr std::array<Kind, 12> kPieces = {kPawn,   kPawn, kPawn, kLance,  kKnight, kSilver,
                                              kSilver, kGold, kGold, kBishop, kRook,   kKnight};
    const auto kind = [&] {
      return kPieces[static_cast<std::size_t>(random.below(static_cast<int>(kPieces.size())))];
    };
    const auto add = [&](Color color, int reach) {
      const Kind plain = kind();
      const int file = file_of(king) + random.below(2 * reach + 1) - reach;
      const int rank = rank_of(king) + random.below(2 * reach + 1) - reach;
      if (file < 0 || file > 8 || rank < 0 || rank > 8) return;
      const Square square = make_square(file, rank);
      const bool promote = can_promote(plain) && random.chance(color == Color::Black ? 30 : 5);
      if (!sketch.board[static_cast<std::size_t>(square)].none() || sketch.used(plain) >= kSetCount[plain])
        return;
      if (!promote && !may_stand(plain, color, square)) return;
      if (plain == kPawn && !promote) {
        for (int other = 0; other < 9; ++other) {
          if (sketch.board[static_cast<std::size_t>(make_square(file, other))] == Piece{kPawn, color}) return;
        }
      }
      sketch.board[static_cast<std::size_t>(square)] = {promote ? promoted(plain) : plain, color};
    };
    for (int i = 2 + random.below(4); i > 0; --i) add(Color::White, 2);
    for (int i = 1 + random.below(4); i > 0; --i) add(Color::Black, 3);
    for (int i = 1 + random.below(3); i > 0; --i) {
      const Kind held = kind();
      if (sketch.used(held) < kSetCount[held]) ++sketch.hand[held];
    }
    const Position position = sketch.position();
    if (position.attacked(Color::Black, king, position.occupied())) return std::nullopt;
    return sketch;
  }

  // Takes away what the checker calls superfluous, until it finds no fault or something that cannot be
  // mended.
  std::optional<engine::NewProblem> refine(Sketch sketch, engine::ProblemChecker& checker,
                                           const StopFlag& stop) const {
    for (int round = 0; round < kRepairs && !stop.requested(); ++round) {
      const Position position = sketch.position();
      Budget budget(stop, kMaxNodes);
      const ShortestMate mate = find_shortest_mate(position, plies_.high, kTableBytes, budget);
      const auto length = static_cast<int>(mate.line.size());
      if (mate.given_up || length < plies_.low) return std::nullopt;
      std::string text = to_sfen(position) + " moves";
      for (const Move move : mate.line) text += " " + to_usi(move);
      engine::CheckRequest request;
      request.limits.nodes = kMaxNodes;
      const engine::ProblemCheck check = checker.check(text, request, stop);
      if (!check.decided) return std::nullopt;
      // Several mating last moves are allowed.
      const bool faultless = std::all_of(
          check.findings.begin(), check.findings.end(),
          [](const auto& finding) { return finding.severity == engine::Finding::Severity::Note; });
      if (faultless) {
        engine::NewProblem made;
        made.text = text + "\n";
        made.position = to_sfen(position);
        made.solution = to_usi(mate.line.front());
        made.kind = fmt::format("mate in {}", length);
        made.grade = 2 * static_cast<int>(std::bit_width(mate.nodes)) + length;
        made.identity = check.identity;
        return made;
      }
      if (!mend(sketch, check)) return std::nullopt;
    }
    return std::nullopt;
  }

  static bool mend(Sketch& sketch, const engine::ProblemCheck& check) {
    for (const engine::Finding& finding : check.findings) {
      if (finding.kind != "superfluous" && finding.kind != "pieces-left" && finding.kind != "last-move")
        return false;
    }
    for (const engine::Finding& finding : check.findings) {
      if (finding.kind == "superfluous") {
        // "the piece on 3b is not needed"
        const std::string name = finding.text.substr(finding.text.find(" on ") + 4, 2);
        sketch.board[static_cast<std::size_t>(make_square(name[0] - '1', name[1] - 'a'))] = {};
        return true;
      }
    }
    for (const engine::Finding& finding : check.findings) {
      if (finding.kind != "pieces-left") continue;
      for (const char letter : finding.text.substr(finding.text.rfind(' ') + 1)) {
        const Kind kind = kind_from_letter(letter);
        if (kind != kNoKind && sketch.hand[kind] > 0) --sketch.hand[kind];
      }
    }
    return true;
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
    if (plies.low > plies.high) throw Error(fmt::format("--plies: '{}' is an empty range", at->second));
  }
  return std::make_unique<ShogiGenerator>(plies, request.seed);
}

}  // namespace tesuji::shogi

#include "games/shogi/mate_shortest.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "games/shogi/moves.hpp"
#include "tt/tt.hpp"

namespace tesuji::shogi {

namespace {

// What is known of a position with the attacker to move: for tt::Words, 48 bits.
struct SeenCodec {
  [[maybe_unused]] static constexpr std::string_view kName = "shogi-shortest/1";
  struct Entry {
    std::uint16_t fails = 0;  // no mate within so many plies
    std::uint16_t mates = 0;  // mate within so many; 0 = not known
    Move move;                // that mates
  };
  static tt::Packed pack(const Entry& seen) {
    return seen.fails | std::uint64_t{seen.mates} << 16 | std::uint64_t{seen.move.raw()} << 32;
  }
  static Entry unpack(const tt::Packed& data) {
    return {static_cast<std::uint16_t>(data), static_cast<std::uint16_t>(data >> 16),
            Move::from_raw(static_cast<std::uint16_t>(data >> 32))};
  }
  // What was looked at least deeply gives way.
  static tt::Slot slot(const tt::Packed& data) {
    const Entry seen = unpack(data);
    return {std::max<int>(seen.fails, seen.mates), 0, false};
  }
};
using SeenTable = tt::Table<tt::Words<SeenCodec>>;

class Finder {
 public:
  Finder(const Position& position, SeenTable& seen, Interpositions interpositions, Budget& budget,
         const std::function<void()>& on_poll)
      : position_(position),
        on_poll_(on_poll),
        meter_(budget, kPoll),
        seen_(seen),
        interpositions_(interpositions) {}

  ShortestMate run(int most) {
    ShortestMate result;
    for (int plies = 1; plies <= most && !stopped(); plies += 2) {
      if (!attack(plies)) continue;
      int lines = kMaxLines;
      result.line = line(plies, lines).moves;
      if (stopped()) result.line.clear();  // a part of it would look like a shorter mate
      break;
    }
    result.nodes = meter_.nodes();
    result.given_up = stopped();
    return result;
  }
  std::optional<bool> mated_within(int plies) {
    const bool mated = defend(plies);
    return stopped() ? std::nullopt : std::optional(mated);
  }

 private:
  static constexpr std::uint64_t kPoll = 64;
  static constexpr int kMaxLines = 64;  // of equal length that are compared

  struct Line {
    std::vector<Move> moves;
    int left = 0;  // pieces in the attacker's hand at the end
  };

  // Attacker to move: the move that mates within `plies` (odd); none = there is no such mate.
  Move attack(int plies) {
    if (!meter_.count()) return {};
    if (on_poll_ && meter_.nodes() % kPoll == 0) on_poll_();
    SeenCodec::Entry seen = seen_.probe(position_.key()).value_or(SeenCodec::Entry{});
    if (seen.mates != 0 && seen.mates <= plies) return seen.move;
    if (seen.fails >= plies) return {};
    MoveList checks;
    generate_checks(position_, checks);
    Move mating;
    for (const Move check : checks) {
      position_.make(check);
      const bool mates = defend(plies - 1);
      position_.undo();
      if (!mates) continue;
      mating = check;
      break;
    }
    if (stopped()) return {};
    if (mating) {
      seen.mates = static_cast<std::uint16_t>(plies);
      seen.move = mating;
    } else {
      seen.fails = static_cast<std::uint16_t>(plies);
    }
    seen_.store(position_.key(), seen);
    return mating;
  }

  // Defender to move: does every answer lose within `plies` (even)?
  bool defend(int plies) {
    MoveList answers;
    generate(position_, answers);
    if (plies == 0 && (answers.empty() || interpositions_ == Interpositions::AllCount))
      return answers.empty();
    Square harmless = kNoSquare;  // drops on this square are useless, whatever is dropped
    for (const Move answer : answers) {
      if (answer.is_drop() && answer.to() == harmless) continue;
      if (plies > 0) {
        position_.make(answer);
        const bool mated = static_cast<bool>(attack(plies - 1));
        position_.undo();
        if (mated) continue;
      }
      if (!useless(answer, plies)) return false;
      harmless = answer.to();
    }
    return true;
  }

  // See Interpositions. The position that is asked about has the distant checker one step closer and the
  // dropped piece back in the defender's hand: it does not depend on which piece was dropped.
  bool useless(Move answer, int plies) {
    if (interpositions_ == Interpositions::AllCount || !answer.is_drop() || stopped()) return false;
    const Bitboard checkers = position_.checkers();
    if (checkers.count() != 1) return false;
    const Square from = checkers.first(), to = answer.to();
    const Color attacker = ~position_.side();
    position_.make(answer);
    std::vector<Position> closer;
    for (const bool promote : {true, false}) {
      const Move capture = Move::board(from, to, promote);
      if (!is_legal(position_, capture) || !position_.gives_check(capture)) continue;
      position_.make(capture);
      closer.push_back(returned(position_, attacker, answer.dropped()));
      position_.undo();
    }
    position_.undo();
    for (Position& each : closer) {
      std::swap(position_, each);
      const bool mated = defend(plies);
      std::swap(position_, each);
      if (mated) return true;
    }
    return false;
  }
  static Position returned(const Position& position, Color attacker, Kind kind) {
    Position made;
    for (Square square = 0; square < kSquares; ++square) {
      if (!position.on(square).none()) made.put(position.on(square), square);
    }
    for (int number = kPawn; number <= kGold; ++number) {
      const auto each = static_cast<Kind>(number);
      const int back = each == kind ? 1 : 0;
      made.set_hand(attacker, each, position.hand(attacker).count(each) - back);
      made.set_hand(~attacker, each, position.hand(~attacker).count(each) + back);
    }
    made.set_side(~attacker);
    made.finish();
    return made;
  }

  // The mate in `plies` at most that the position is known to have. `lines` is how many may still be
  // compared.
  Line line(int plies, int& lines) {
    Line result;
    const Move check = attack(plies);
    if (!check) return result;
    result.moves.push_back(check);
    position_.make(check);
    MoveList answers;
    generate(position_, answers);
    std::vector<Move> longest;
    int length = 0;
    for (const Move answer : answers) {
      int lasts = 1;
      position_.make(answer);
      while (lasts < plies && !attack(lasts)) lasts += 2;
      position_.undo();
      if (lasts >= plies || lasts < length || useless(answer, lasts - 1)) continue;
      if (lasts > length) longest.clear();
      length = lasts;
      longest.push_back(answer);
    }
    if (longest.empty()) {
      const Hand hand = position_.hand(~position_.side());
      for (int kind = kPawn; kind <= kGold; ++kind) result.left += hand.count(static_cast<Kind>(kind));
      --lines;
    }
    Line best;
    for (const Move answer : longest) {
      if (!best.moves.empty() && (best.left == 0 || lines <= 0)) break;
      position_.make(answer);
      Line rest = line(length, lines);
      position_.undo();
      if (rest.moves.empty()) break;
      rest.moves.insert(rest.moves.begin(), answer);
      if (best.moves.empty() || rest.left < best.left) best = std::move(rest);
    }
    position_.undo();
    if (!longest.empty()) result.left = best.left;
    result.moves.insert(result.moves.end(), best.moves.begin(), best.moves.end());
    return result;
  }

  [[nodiscard]] bool stopped() const { return meter_.stopped(); }

  Position position_;
  const std::function<void()>& on_poll_;
  NodeMeter meter_;
  SeenTable& seen_;
  Interpositions interpositions_;
};

}  // namespace

class ShortestMateFinder::Memory {
 public:
  explicit Memory(std::uint64_t bytes) : seen(bytes, {}, tt::Pages::Huge, tt::kGrowing) {}
  SeenTable seen;
};

ShortestMateFinder::ShortestMateFinder(std::uint64_t bytes, Interpositions interpositions)
    : memory_(std::make_unique<Memory>(bytes)), interpositions_(interpositions) {}
ShortestMateFinder::~ShortestMateFinder() = default;

ShortestMate ShortestMateFinder::find(const Position& position, int most, Budget& budget,
                                      const std::function<void()>& on_poll) {
  return Finder(position, memory_->seen, interpositions_, budget, on_poll).run(most);
}

std::optional<bool> ShortestMateFinder::mated_within(const Position& position, int plies, Budget& budget) {
  const std::function<void()> silent;
  return Finder(position, memory_->seen, interpositions_, budget, silent).mated_within(plies);
}

ShortestMate find_shortest_mate(const Position& position, int most, std::uint64_t bytes, Budget& budget,
                                const std::function<void()>& on_poll) {
  return ShortestMateFinder(bytes).find(position, most, budget, on_poll);
}

}  // namespace tesuji::shogi

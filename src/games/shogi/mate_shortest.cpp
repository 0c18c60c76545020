#include "games/shogi/mate_shortest.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

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
  Finder(const Position& position, std::uint64_t bytes, Budget& budget, const std::function<void()>& on_poll)
      : position_(position),
        on_poll_(on_poll),
        meter_(budget, kPoll),
        seen_(bytes, {}, tt::Pages::Huge, tt::kGrowing) {}

  ShortestMate run(int most) {
    ShortestMate result;
    for (int plies = 1; plies <= most && !stopped(); plies += 2) {
      if (!attack(plies)) continue;
      result.line = line(plies);
      if (stopped()) result.line.clear();  // a part of it would look like a shorter mate
      break;
    }
    result.nodes = meter_.nodes();
    result.given_up = stopped();
    return result;
  }

 private:
  static constexpr std::uint64_t kPoll = 64;

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
    if (plies == 0) return answers.empty();
    for (const Move answer : answers) {
      position_.make(answer);
      const bool mated = static_cast<bool>(attack(plies - 1));
      position_.undo();
      if (!mated) return false;
    }
    return true;
  }

  std::vector<Move> line(int plies) {
    std::vector<Move> moves;
    while (plies > 0) {
      const Move check = attack(plies);
      if (!check) break;
      moves.push_back(check);
      position_.make(check);
      MoveList answers;
      generate(position_, answers);
      // The answer that lasts longest.
      Move best;
      int longest = 0;
      for (const Move answer : answers) {
        position_.make(answer);
        int length = 1;
        while (length < plies && !attack(length)) length += 2;
        position_.undo();
        if (length > longest) {
          longest = length;
          best = answer;
        }
      }
      if (!best) break;
      moves.push_back(best);
      position_.make(best);
      plies = longest;
    }
    return moves;
  }

  [[nodiscard]] bool stopped() const { return meter_.stopped(); }

  Position position_;
  const std::function<void()>& on_poll_;
  NodeMeter meter_;
  SeenTable seen_;
};

}  // namespace

ShortestMate find_shortest_mate(const Position& position, int most, std::uint64_t bytes, Budget& budget,
                                const std::function<void()>& on_poll) {
  return Finder(position, bytes, budget, on_poll).run(most);
}

}  // namespace tesuji::shogi

#include "games/shogi/mate_shortest.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "games/shogi/moves.hpp"
#include "tt/bits.hpp"
#include "tt/memory.hpp"

namespace tesuji::shogi {

namespace {

// What is known of a position with the attacker to move.
struct Seen {
  std::uint64_t key = 0;
  std::uint16_t fails = 0;  // no mate within so many plies
  std::uint16_t mates = 0;  // mate within so many; 0 = not known
  Move move;                // that mates
};

// Four to a cache line; where a line is full, what was looked at least deeply gives way.
class SeenTable {
 public:
  explicit SeenTable(std::uint64_t bytes)
      : lines_(std::max<std::uint64_t>(bytes / kLineBytes, 64)), memory_(lines_ * kLineBytes) {}

  // Its entry, or an empty one.
  [[nodiscard]] Seen find(std::uint64_t key) const {
    for (const Seen& seen : line(key)) {
      if (seen.key == key) return seen;
    }
    return {};
  }
  void keep(const Seen& fresh) {
    const std::span<Seen> slots = line(fresh.key);
    const auto depth = [&](const Seen& seen) {
      return seen.key == fresh.key ? -1 : std::max<int>(seen.fails, seen.mates);
    };
    *std::min_element(slots.begin(), slots.end(),
                      [&](const Seen& a, const Seen& b) { return depth(a) < depth(b); }) = fresh;
  }

 private:
  static constexpr std::size_t kSlots = 4;
  static constexpr std::size_t kLineBytes = kSlots * sizeof(Seen);

  // Zeros, which is how the memory comes, are empty entries.
  [[nodiscard]] std::span<Seen> line(std::uint64_t key) const {
    auto* const first = static_cast<Seen*>(static_cast<void*>(memory_.data()));
    return {first + tt::multiply_high(key, lines_) * kSlots, kSlots};
  }

  std::uint64_t lines_;
  tt::Memory memory_;
};

class Finder {
 public:
  Finder(const Position& position, std::uint64_t bytes, Budget& budget, const std::function<void()>& on_poll)
      : position_(position), on_poll_(on_poll), meter_(budget, kPoll), seen_(bytes) {}

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
    Seen seen = seen_.find(position_.key());
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
    seen.key = position_.key();
    if (mating) {
      seen.mates = static_cast<std::uint16_t>(plies);
      seen.move = mating;
    } else {
      seen.fails = static_cast<std::uint16_t>(plies);
    }
    seen_.keep(seen);
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

ShortestMate find_shortest_mate(const Position& position, int most, std::uint64_t bytes,
                                const std::function<bool(std::uint64_t)>& give_up) {
  Budget budget;
  return find_shortest_mate(position, most, bytes, budget, [&] {
    if (give_up && give_up(budget.nodes())) budget.finish();
  });
}

ShortestMate find_shortest_mate(const Position& position, int most, std::uint64_t bytes, Budget& budget,
                                const std::function<void()>& on_poll) {
  return Finder(position, bytes, budget, on_poll).run(most);
}

}  // namespace tesuji::shogi

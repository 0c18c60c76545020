#include "games/shogi/mate_shortest.hpp"

#include <unordered_map>

#include "games/shogi/moves.hpp"

namespace tesuji::shogi {

namespace {

class Finder {
 public:
  Finder(const Position& position, const std::function<bool(std::uint64_t)>& give_up)
      : position_(position), give_up_(give_up) {}

  ShortestMate run(int most) {
    ShortestMate result;
    for (int plies = 1; plies <= most && !stopped_; plies += 2) {
      if (!attack(plies)) continue;
      result.line = line(plies);
      break;
    }
    result.nodes = nodes_;
    result.given_up = stopped_;
    return result;
  }

 private:
  struct Seen {
    int fails = 0;  // no mate within so many plies
    int mates = 0;  // mate within so many; 0 = not known
    Move move;
  };

  // Attacker to move: is there a mate within `plies` (odd)?
  bool attack(int plies) {
    if (++nodes_ % 1024 == 0 && give_up_ && give_up_(nodes_)) stopped_ = true;
    if (stopped_) return false;
    const std::uint64_t key = position_.key();
    if (const auto at = seen_.find(key); at != seen_.end()) {
      if (at->second.mates != 0 && at->second.mates <= plies) return true;
      if (at->second.fails >= plies) return false;
    }
    MoveList checks;
    generate_checks(position_, checks);
    for (const Move check : checks) {
      position_.make(check);
      const bool mates = defend(plies - 1);
      position_.undo();
      if (!mates) continue;
      Seen& seen = seen_[key];
      seen.mates = plies;
      seen.move = check;
      return true;
    }
    if (!stopped_) seen_[key].fails = plies;
    return false;
  }

  // Defender to move: does every answer lose within `plies` (even)?
  bool defend(int plies) {
    MoveList answers;
    generate(position_, answers);
    if (plies == 0) return answers.empty();
    for (const Move answer : answers) {
      position_.make(answer);
      const bool mated = attack(plies - 1);
      position_.undo();
      if (!mated) return false;
    }
    return true;
  }

  std::vector<Move> line(int plies) {
    std::vector<Move> moves;
    while (plies > 0 && attack(plies)) {
      const Move check = seen_[position_.key()].move;
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

  Position position_;
  const std::function<bool(std::uint64_t)>& give_up_;
  std::unordered_map<std::uint64_t, Seen> seen_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace

ShortestMate find_shortest_mate(const Position& position, int most,
                                const std::function<bool(std::uint64_t)>& give_up) {
  return Finder(position, give_up).run(most);
}

}  // namespace tesuji::shogi

#include "games/chess/mate_check.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "games/chess/moves.hpp"
#include "games/chess/notation.hpp"

namespace tesuji::chess {

namespace {

class Checker {
 public:
  Checker(const Position& position, const std::function<Move(const Position&, int)>& attack,
          const Budget* budget)
      : position_(position), attack_(attack), budget_(budget) {}

  MateCheck run(int moves) {
    MateCheck check;
    if (std::optional<std::vector<Move>> line = attack(moves)) {
      check.holds = true;
      check.line = std::move(*line);
    }
    check.flaw = flaw_;
    return check;
  }

 private:
  using Line = std::optional<std::vector<Move>>;

  Line fail(const std::string& what) {
    if (flaw_.empty()) flaw_ = what + " in " + to_fen(position_);
    return std::nullopt;
  }

  // Attacker to move: the longest line to the mate within so many moves.
  Line attack(int moves) {
    const Key key{position_.key(), moves};
    if (const auto at = seen_.find(key); at != seen_.end()) return at->second;
    if (budget_ != nullptr && budget_->exhausted()) return fail("stopped");
    if (moves == 0) return fail("there are no moves left");
    if (position_.threefold() || position_.rule50() >= 100) return fail("the game is drawn");
    const Move move = attack_(position_, moves);
    MoveList legal;
    generate_legal(position_, legal);
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return fail("no legal move is given");
    position_.make(move);
    Line line = defend(moves - 1);
    position_.undo();
    if (line) line->insert(line->begin(), move);
    return seen_[key] = line;
  }

  // Defender to move: mated, or every legal move loses.
  Line defend(int moves) {
    MoveList legal;
    generate_legal(position_, legal);
    if (legal.empty() && !position_.in_check()) return fail("stalemate");
    std::vector<Move> longest;
    for (const Move move : legal) {
      position_.make(move);
      Line line = attack(moves);
      position_.undo();
      if (!line) return std::nullopt;
      if (line->size() + 1 > longest.size()) {
        line->insert(line->begin(), move);
        longest = std::move(*line);
      }
    }
    return longest;
  }

  using Key = std::pair<std::uint64_t, int>;
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return key.first ^ static_cast<std::uint64_t>(key.second) * 0x9e3779b97f4a7c15ULL;
    }
  };

  Position position_;
  const std::function<Move(const Position&, int)>& attack_;
  const Budget* budget_;
  std::unordered_map<Key, Line, Hash> seen_;
  std::string flaw_;
};

}  // namespace

MateCheck check_mate(const Position& position, int moves,
                     const std::function<Move(const Position&, int)>& attack, const Budget* budget) {
  return Checker(position, attack, budget).run(moves);
}

}  // namespace tesuji::chess

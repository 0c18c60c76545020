#include "games/shogi/mate_check.hpp"

#include <algorithm>
#include <unordered_map>

#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"

namespace tesuji::shogi {

namespace {

class Checker {
 public:
  Checker(const Position& position, const std::function<Move(const Position&)>& attack, const Budget* budget)
      : position_(position), attack_(attack), budget_(budget) {}

  MateCheck run() {
    MateCheck check;
    check.holds = attack() >= 0;
    check.flaw = flaw_;
    check.positions = seen_.size();
    if (check.holds) check.line = longest_line();
    return check;
  }

 private:
  struct Seen {
    int length = kOnPath;  // plies to the mate
    Move move;             // the attacker's move, or the defence that lasts longest
  };
  static constexpr int kOnPath = -1;

  int fail(const std::string& what) {
    if (flaw_.empty()) {
      flaw_ = what + " after";
      Position replay = position_;
      std::vector<Move> moves;
      for (; replay.plies() > 0; replay.undo()) moves.push_back(replay.last_move());
      for (auto move = moves.rbegin(); move != moves.rend(); ++move) flaw_ += ' ' + to_usi(*move);
    }
    return -1;
  }

  // Attacker to move: plies to the mate, or -1.
  int attack() {
    const auto [at, fresh] = seen_.try_emplace(position_.key());
    if (!fresh) return at->second.length == kOnPath ? fail("the position comes back") : at->second.length;
    if (budget_ != nullptr && budget_->exhausted()) return fail("stopped");
    const Move move = attack_(position_);
    if (!move || !is_legal(position_, move)) return fail("no legal move is given");
    if (!position_.gives_check(move)) return fail(to_usi(move) + " gives no check");
    position_.make(move);
    const int rest = defend();
    position_.undo();
    if (rest < 0) return -1;
    seen_[position_.key()] = {rest + 1, move};
    return rest + 1;
  }

  // Defender to move: every legal move has to lose.
  int defend() {
    const auto [at, fresh] = seen_.try_emplace(position_.key());
    if (!fresh) return at->second.length == kOnPath ? fail("the position comes back") : at->second.length;
    MoveList list;
    generate(position_, list);
    Seen longest{0, Move()};
    for (const Move move : list) {
      position_.make(move);
      const int length = attack();
      position_.undo();
      if (length < 0) return -1;
      if (length + 1 > longest.length) longest = {length + 1, move};
    }
    seen_[position_.key()] = longest;
    return longest.length;
  }

  std::vector<Move> longest_line() {
    std::vector<Move> line;
    for (;;) {
      const auto at = seen_.find(position_.key());
      if (at == seen_.end() || !at->second.move) break;
      line.push_back(at->second.move);
      position_.make(at->second.move);
    }
    for (std::size_t i = 0; i < line.size(); ++i) position_.undo();
    return line;
  }

  Position position_;
  const std::function<Move(const Position&)>& attack_;
  const Budget* budget_;
  std::unordered_map<std::uint64_t, Seen> seen_;
  std::string flaw_;
};

}  // namespace

MateCheck check_mate(const Position& position, const std::function<Move(const Position&)>& attack,
                     const Budget* budget) {
  return Checker(position, attack, budget).run();
}

}  // namespace tesuji::shogi

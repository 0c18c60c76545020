#include "go/witness.hpp"

#include <algorithm>
#include <unordered_map>

namespace witness {

Retrograde::Retrograde(const Grid& grid, const std::vector<Point>& region, Colour attacker, Point target,
                       bool outside_lives)
    : region_(region) {
  for (const Point p : region) {
    std::vector<int> near;
    bool wall = false, haven = false;
    for (const Point q : grid.neighbours(p)) {
      if (number(q) >= 0) {
        near.push_back(number(q));
      } else if (grid.at(q) == attacker || grid.at(q) == Colour::Empty) {
        wall = true;
      } else {
        haven = outside_lives;
      }
    }
    neighbours_.push_back(near);
    at_wall_.push_back(wall);
    in_haven_.push_back(haven);
    start_ += grid.at(p) == Colour::Empty ? '.' : grid.at(p) == attacker ? 'a' : 'd';
  }
  targets_ = {number(target)};
}

int Retrograde::number(Point p) const {
  const auto at = std::find(region_.begin(), region_.end(), p);
  return at == region_.end() ? -1 : static_cast<int>(at - region_.begin());
}

void Retrograde::add_targets(const std::vector<Point>& points, bool one_is_enough) {
  for (const Point p : points) targets_.push_back(number(p));
  one_is_enough_ = one_is_enough;
}

void Retrograde::ban(Point p) {
  banned_ = number(p);
}

// Short enough to stay inside a std::string without an allocation where the region is small.
std::string Retrograde::pack(const State& state) const {
  std::string text(1, static_cast<char>((state.attacker_to_move ? 1 : 0) | (state.passed ? 2 : 0) |
                                        static_cast<int>(state.ko.holder) << 2));
  text += static_cast<char>(state.banned + 1);
  text += static_cast<char>(state.ko.threats);
  if (targets_.size() > 1) text += static_cast<char>(state.lost);
  int bits = 0, filled = 0;
  for (const char stone : state.stones) {
    bits = bits << 2 | (stone == 'a' ? 1 : stone == 'd' ? 2 : 0);
    if (++filled % 4 == 0) text += static_cast<char>(bits & 255);
  }
  return text + static_cast<char>(bits & 255);
}

std::vector<int> Retrograde::block(const std::string& stones, int at) const {
  std::vector<int> found{at};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const int next : neighbours_[static_cast<std::size_t>(found[i])]) {
      if (stones[static_cast<std::size_t>(next)] == stones[static_cast<std::size_t>(at)] &&
          std::find(found.begin(), found.end(), next) == found.end())
        found.push_back(next);
    }
  }
  return found;
}

bool Retrograde::breathes(const std::string& stones, const std::vector<int>& block) const {
  for (const int p : block) {
    const auto at = static_cast<std::size_t>(p);
    if (stones[at] == 'a' ? at_wall_[at] : in_haven_[at]) return true;
    for (const int next : neighbours_[at]) {
      if (stones[static_cast<std::size_t>(next)] == '.') return true;
    }
  }
  return false;
}

std::vector<Retrograde::State> Retrograde::replies(const State& state) const {
  std::vector<State> found;
  const char own = state.attacker_to_move ? 'a' : 'd', enemy = state.attacker_to_move ? 'd' : 'a';
  const auto mover = state.attacker_to_move ? Ko::Attacker : Ko::Defender;
  for (std::size_t p = 0; p < state.stones.size(); ++p) {
    if (state.stones[p] != '.') continue;
    State next = state;
    next.attacker_to_move = !state.attacker_to_move;
    next.passed = false;
    next.banned = -1;
    next.stones[p] = own;
    std::vector<int> taken;
    for (const int q : neighbours_[p]) {
      if (next.stones[static_cast<std::size_t>(q)] != enemy) continue;
      const auto group = block(next.stones, q);
      if (breathes(next.stones, group)) continue;
      for (const int stone : group) next.stones[static_cast<std::size_t>(stone)] = '.';
      taken.insert(taken.end(), group.begin(), group.end());
    }
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      if (std::find(taken.begin(), taken.end(), targets_[i]) != taken.end()) next.lost |= 1U << i;
    }
    const auto group = block(next.stones, static_cast<int>(p));
    if (!breathes(next.stones, group)) continue;
    if (state.banned == static_cast<int>(p)) {
      if (state.ko.holder != mover || state.ko.threats == 0) continue;
      if (next.ko.threats > 0 && --next.ko.threats == 0) next.ko.holder = Ko::Nobody;
    }
    int air = 0;
    for (const int q : neighbours_[p]) air += next.stones[static_cast<std::size_t>(q)] == '.' ? 1 : 0;
    const bool in_refuge = own == 'a' ? at_wall_[p] : in_haven_[p];
    if (taken.size() == 1 && group.size() == 1 && air == 1 && !in_refuge) next.banned = taken[0];
    found.push_back(next);
  }
  State next = state;
  next.attacker_to_move = !state.attacker_to_move;
  next.banned = -1;
  next.passed = true;
  // The holder passed, and now the other side does: the holder's threats are gone, unless there is no end of
  // them.
  if (state.passed && state.ko.holder != Ko::Nobody && state.ko.holder != mover &&
      state.ko.threats != Ko::kInfinite)
    next.ko = {};
  found.push_back(next);
  return found;
}

bool Retrograde::attacker_wins(bool attacker_to_move, Ko ko, std::size_t most_states, bool& finished) {
  if (ko.threats == 0) ko = {};
  std::unordered_map<std::string, int> numbers;
  std::vector<State> states;
  std::vector<Node> nodes;
  std::vector<Parent> parents;
  std::vector<int> won;
  const auto number_of = [&](const State& state) {
    const auto [at, fresh] = numbers.try_emplace(pack(state), static_cast<int>(states.size()));
    if (fresh) {
      states.push_back(state);
      const bool captured = one_is_enough_ ? state.lost != 0 : state.lost + 1 == 1U << targets_.size();
      nodes.push_back({state.attacker_to_move, captured, 0, -1});
      if (nodes.back().won) won.push_back(at->second);
    }
    return at->second;
  };
  State root;
  root.stones = start_;
  root.attacker_to_move = attacker_to_move;
  root.ko = ko;
  root.banned = banned_;
  number_of(root);
  finished = true;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states.size() > most_states) {
      finished = false;
      return false;
    }
    if (nodes[i].won) continue;
    const State state = states[i];
    for (const State& reply : replies(state)) {
      const int child = number_of(reply);
      int& head = nodes[static_cast<std::size_t>(child)].first_parent;
      parents.push_back({static_cast<int>(i), head});
      head = static_cast<int>(parents.size()) - 1;
      ++nodes[i].open_replies;
    }
  }
  // The attacker needs one reply that wins, the defender loses when all of them do.
  for (std::size_t i = 0; i < won.size(); ++i) {
    for (int at = nodes[static_cast<std::size_t>(won[i])].first_parent; at >= 0;) {
      const Parent parent = parents[static_cast<std::size_t>(at)];
      Node& node = nodes[static_cast<std::size_t>(parent.node)];
      at = parent.next;
      if (node.won) continue;
      if (--node.open_replies == 0 || node.attacker_to_move) {
        node.won = true;
        won.push_back(parent.node);
      }
    }
  }
  return nodes[0].won;
}

bool Superko::attacker_wins(bool attacker_to_move, Ko::Holder master, std::size_t most_nodes,
                            bool& finished) {
  left_ = most_nodes;
  history_.clear();
  passes_.clear();
  const bool wins = search(rules_.start_, attacker_to_move, master, false);
  finished = left_ > 0;
  return wins;
}

bool Superko::search(const std::string& stones, bool attacker_to_move, Ko::Holder master, bool passed) {
  if (stones[static_cast<std::size_t>(rules_.targets_.front())] != 'd') return true;
  if (left_ == 0 || --left_ == 0) return false;
  const Ko::Holder mover = attacker_to_move ? Ko::Attacker : Ko::Defender;
  history_.push_back(stones);
  Retrograde::State state;
  state.stones = stones;
  state.attacker_to_move = attacker_to_move;
  bool mover_wins = false;
  std::vector<Retrograde::State> all = rules_.replies(state);
  all.pop_back();  // the pass is ours to make
  for (const Retrograde::State& reply : all) {
    const bool repeats = std::find(history_.begin(), history_.end(), reply.stones) != history_.end();
    if (repeats && master != mover) continue;
    // A master who goes round and round gets nowhere, and neither does this search.
    if (repeats) {
      if (std::count(history_.begin(), history_.end(), reply.stones) > 2) continue;
    }
    if (search(reply.stones, !attacker_to_move, master, false) == attacker_to_move) {
      mover_wins = true;
      break;
    }
  }
  if (!mover_wins && left_ > 0) {
    const Ko::Holder next = passed && master != Ko::Nobody && master != mover ? Ko::Nobody : master;
    const bool recorded = std::any_of(passes_.begin(), passes_.end(), [&](const Record& r) {
      return r.stones == stones && r.attacker_to_move == !attacker_to_move && r.master == next;
    });
    bool attacker = false;
    if (!recorded) {
      passes_.push_back({stones, !attacker_to_move, next});
      std::vector<std::string> kept;
      kept.swap(history_);
      attacker = search(stones, !attacker_to_move, next, true);
      history_.swap(kept);
      passes_.pop_back();
    }
    mover_wins = attacker == attacker_to_move;
  }
  history_.pop_back();
  return mover_wins == attacker_to_move;
}

}  // namespace witness

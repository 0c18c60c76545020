// A slow witness for the rule `ko`: every state of a small region, and the least fixed point over them. It
// shares nothing with the solver but the board that a problem is written on; the rules are written out here a
// second time, literally after the definition of the game.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "games/go/grid.hpp"

namespace witness {

using tesuji::go::Colour;
using tesuji::go::Grid;
using tesuji::go::Point;

struct Ko {
  enum Holder : char { Nobody, Attacker, Defender } holder = Nobody;
  int threats = 0;  // kMaster, kInfinite, or how many
  static constexpr int kMaster = -1, kInfinite = -2;
};

class Superko;

class Retrograde {
 public:
  // Moves are played on `region` only; all else that is not the defender's is the attacker's immortal wall.
  // The defender's stones outside live if `outside_lives`.
  Retrograde(const Grid& grid, const std::vector<Point>& region, Colour attacker, Point target,
             bool outside_lives = false);

  // Further stones to be captured: the attacker needs all of them, or one if `one_is_enough`.
  void add_targets(const std::vector<Point>& points, bool one_is_enough);

  // The side to move may not play there at first.
  void ban(Point p);
  // Can the attacker capture? Gives up (and says so in `finished`) past `most_states`.
  bool attacker_wins(bool attacker_to_move, Ko ko, std::size_t most_states, bool& finished);

 private:
  friend class Superko;
  struct State {
    std::string stones;  // by number in the region: 'a', 'd', '.'
    bool attacker_to_move = true;
    int banned = -1;
    bool passed = false;
    Ko ko;
    unsigned lost = 0;  // one bit for each target
  };
  struct Node {
    bool attacker_to_move = true, won = false;
    int open_replies = 0, first_parent = -1;
  };
  struct Parent {
    int node, next;
  };

  [[nodiscard]] int number(Point p) const;
  [[nodiscard]] std::string pack(const State& state) const;
  [[nodiscard]] std::vector<int> block(const std::string& stones, int at) const;
  [[nodiscard]] bool breathes(const std::string& stones, const std::vector<int>& block) const;
  [[nodiscard]] std::vector<State> replies(const State& state) const;

  std::vector<Point> region_;
  int banned_ = -1;
  std::vector<std::vector<int>> neighbours_;
  std::vector<bool> at_wall_, in_haven_;
  std::string start_;
  std::vector<int> targets_;
  bool one_is_enough_ = false;
};

// A literal player under `superko`: depth first, full history, no table.
class Superko {
 public:
  Superko(const Grid& grid, const std::vector<Point>& region, Colour attacker, Point target)
      : rules_(grid, region, attacker, target) {}

  bool attacker_wins(bool attacker_to_move, Ko::Holder master, std::size_t most_nodes, bool& finished);

 private:
  struct Record {
    std::string stones;
    bool attacker_to_move;
    Ko::Holder master;
  };

  bool search(const std::string& stones, bool attacker_to_move, Ko::Holder master, bool passed);

  Retrograde rules_;
  std::vector<std::string> history_;  // since the last pass
  std::vector<Record> passes_;
  std::size_t left_ = 0;
};

}  // namespace witness

// The shortest mate, by looking for every length in turn. Knows the rules only, and shares nothing with the
// proof-number search: slow, and right.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "games/shogi/position.hpp"

namespace tesuji::shogi {

struct ShortestMate {
  std::vector<Move> line;  // empty = no mate of at most the plies asked for
  std::uint64_t nodes = 0;
  bool given_up = false;
};

// How tsume problems are counted: a piece dropped between the king and a distant checker is useless if the
// checker takes it and the mate takes no longer, even without the piece that was taken. Useless drops do not
// count as answers. By the rules alone they do.
enum class Interpositions : std::uint8_t { AllCount, UselessDoNot };

// Asks about several positions, and remembers between them.
class ShortestMateFinder {
 public:
  explicit ShortestMateFinder(std::uint64_t bytes, Interpositions interpositions = Interpositions::AllCount);
  ~ShortestMateFinder();
  ShortestMateFinder(const ShortestMateFinder&) = delete;
  ShortestMateFinder& operator=(const ShortestMateFinder&) = delete;

  // The shortest mate of at most `most` plies. The defence holds out as long as it can and, of the lines that
  // last as long, chooses one that leaves the attacker nothing in hand.
  ShortestMate find(const Position& position, int most, Budget& budget,
                    const std::function<void()>& on_poll = {});
  // The defender is to move: does every answer lose within `plies` (even)? None = given up.
  std::optional<bool> mated_within(const Position& position, int plies, Budget& budget);

 private:
  class Memory;
  std::unique_ptr<Memory> memory_;
  Interpositions interpositions_;
};

// The shortest mate of at most `most` plies, if there is one. The defence holds out as long as it can.
// Remembers positions in a table of at most `bytes` (1 MiB or more); what the table loses is looked at again.
ShortestMate find_shortest_mate(const Position& position, int most, std::uint64_t bytes, Budget& budget,
                                const std::function<void()>& on_poll = {});

}  // namespace tesuji::shogi

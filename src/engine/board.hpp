// A position of any game, behind one virtual face: for playing in the terminal, refereeing a match, setting
// up a board on the page, and the invariants that every game is tested for. Searches never see it: they are
// templates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::engine {

struct Outcome {
  std::optional<std::string> winner;  // a side's name; none = draw
  std::string reason;                 // "checkmate", "four in a row", "fourfold repetition"
};

class Board {
 public:
  Board() = default;
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;
  virtual ~Board() = default;

  [[nodiscard]] virtual std::string position() const = 0;  // canonical; the game's notation reads it back
  [[nodiscard]] virtual std::string side() const = 0;      // to move
  [[nodiscard]] virtual std::vector<std::string> legal_moves() const = 0;
  [[nodiscard]] virtual std::optional<Outcome> outcome() const = 0;
  [[nodiscard]] virtual std::string drawing() const = 0;  // several lines, each ended

  // A legal move as game records write it ("Nxe5+"); itself where the game has no other way.
  [[nodiscard]] virtual std::string written(std::string_view move) const { return std::string(move); }

  virtual void play(std::string_view move) = 0;  // throws Error on a move that is illegal, saying why
  virtual void undo() = 0;                       // precondition: a move was played

  [[nodiscard]] virtual std::uint64_t key() const = 0;               // kept up move by move
  [[nodiscard]] virtual std::uint64_t key_from_scratch() const = 0;  // computed anew; must equal key()

  // A legal move for readers, in the notation that players of the game know best ("Nxe5+", "▲７六歩").
  [[nodiscard]] virtual std::string readable(std::string_view move) const { return written(move); }
};

}  // namespace tesuji::engine

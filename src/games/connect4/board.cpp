#include "games/connect4/board.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/error.hpp"
#include "games/connect4/notation.hpp"

namespace tesuji::connect4 {
namespace {

class Connect4Board : public engine::Board {
 public:
  explicit Connect4Board(Diagram diagram) : diagram_(std::move(diagram)), whole_key_(whole_key()) {}

  [[nodiscard]] std::string position() const override { return to_text(diagram_); }
  [[nodiscard]] std::string side() const override { return diagram_.first_to_move() ? "X" : "O"; }

  [[nodiscard]] std::vector<std::string> legal_moves() const override {
    std::vector<std::string> moves;
    if (outcome()) return moves;
    for (int column = 0; column < diagram_.size.width; ++column) {
      if (diagram_.landing(column) != 0) moves.emplace_back(1, column_name(column));
    }
    return moves;
  }

  [[nodiscard]] std::optional<engine::Outcome> outcome() const override {
    for (const bool first : {true, false}) {
      if (diagram_.has_four(first)) return engine::Outcome{first ? "X" : "O", "four in a row"};
    }
    if (diagram_.full()) return engine::Outcome{std::nullopt, "the board is full"};
    return std::nullopt;
  }

  [[nodiscard]] std::string drawing() const override { return draw(diagram_); }

  void play(std::string_view move) override {
    const int column = move.size() == 1 ? column_index(move.front()) : -1;
    if (column < 0 || column >= diagram_.size.width) {
      throw Error(fmt::format("invalid column '{}' (1 to {})", move, column_name(diagram_.size.width - 1)));
    }
    if (const auto end = outcome()) throw Error(fmt::format("the game is over: {}", end->reason));
    const WideBits landing = diagram_.landing(column);
    if (landing == 0) throw Error(fmt::format("column {} is full", move));
    // The key is the mover's stones plus all stones; after the stone the other side is to move.
    const WideBits stones = diagram_.first | diagram_.second;
    whole_key_ = stones - (whole_key_ - stones) + stones + landing;
    diagram_.play(column);
    if (!diagram_.drawn) diagram_.moves += column_name(column);
    played_.push_back(column);
  }

  void undo() override {
    const int column = played_.back();
    played_.pop_back();
    diagram_.undo(column);
    if (!diagram_.drawn) diagram_.moves.pop_back();
    whole_key_ = whole_key();
  }

  [[nodiscard]] std::uint64_t key() const override { return folded(whole_key_); }
  [[nodiscard]] std::uint64_t key_from_scratch() const override { return folded(whole_key()); }

 private:
  [[nodiscard]] WideBits whole_key() const {
    return (diagram_.first_to_move() ? diagram_.first : diagram_.second) + (diagram_.first | diagram_.second);
  }
  // Boards of more than 64 bits have a key that is nearly always unique.
  static std::uint64_t folded(WideBits key) {
    return static_cast<std::uint64_t>(key) ^ high_word(key) * 0x9e3779b97f4a7c15ULL;
  }

  Diagram diagram_;
  WideBits whole_key_;
  std::vector<int> played_;
};

}  // namespace

std::unique_ptr<engine::Board> make_board(Diagram diagram) {
  return std::make_unique<Connect4Board>(std::move(diagram));
}

}  // namespace tesuji::connect4

#include "games/othello/board.hpp"

#include <fmt/format.h>

#include <utility>

#include "games/othello/notation.hpp"

namespace tesuji::othello {
namespace {

class OthelloBoard final : public engine::Board {
 public:
  explicit OthelloBoard(Position position) : position_(std::move(position)) {}

  [[nodiscard]] std::string position() const override { return position_text(position_); }
  [[nodiscard]] std::string side() const override { return side_name(position_); }
  [[nodiscard]] std::vector<std::string> legal_moves() const override {
    std::vector<std::string> texts;
    for (const Move move : position_.legal_moves()) texts.push_back(move_text(move));
    return texts;
  }
  [[nodiscard]] std::optional<engine::Outcome> outcome() const override {
    if (!position_.over()) return std::nullopt;
    const int black = std::popcount(position_.black()), white = std::popcount(position_.white());
    const std::string reason = fmt::format("{} discs to {}", std::max(black, white), std::min(black, white));
    if (black == white) return engine::Outcome{std::nullopt, reason};
    return engine::Outcome{black > white ? "black" : "white", reason};
  }
  [[nodiscard]] std::string drawing() const override { return draw(position_); }
  void play(std::string_view move) override { position_.make(parse_move(position_, move)); }
  void undo() override { position_.undo(); }
  [[nodiscard]] std::uint64_t key() const override { return position_.key(); }
  [[nodiscard]] std::uint64_t key_from_scratch() const override { return position_.key_from_scratch(); }

 private:
  Position position_;
};

}  // namespace

std::unique_ptr<engine::Board> make_board(Position position) {
  return std::make_unique<OthelloBoard>(std::move(position));
}

}  // namespace tesuji::othello

#include "games/chess/board.hpp"

#include <utility>

#include "games/chess/notation.hpp"

namespace tesuji::chess {
namespace {

class ChessBoard final : public engine::Board {
 public:
  explicit ChessBoard(Position position) : position_(std::move(position)) {}

  [[nodiscard]] std::string position() const override { return to_fen(position_); }
  [[nodiscard]] std::string side() const override { return side_name(position_.side()); }
  [[nodiscard]] std::vector<std::string> legal_moves() const override {
    MoveList list;
    generate_legal(position_, list);
    std::vector<std::string> texts;
    for (const Move move : list) texts.push_back(to_uci(position_, move));
    return texts;
  }

  [[nodiscard]] std::optional<engine::Outcome> outcome() const override {
    MoveList list;
    generate_legal(position_, list);
    if (list.empty() && position_.in_check())
      return engine::Outcome{side_name(~position_.side()), "checkmate"};
    if (list.empty()) return engine::Outcome{std::nullopt, "stalemate"};
    if (position_.rule50() >= 100) return engine::Outcome{std::nullopt, "fifty-move rule"};
    if (position_.threefold()) return engine::Outcome{std::nullopt, "threefold repetition"};
    if (position_.insufficient_material()) return engine::Outcome{std::nullopt, "insufficient material"};
    return std::nullopt;
  }

  [[nodiscard]] std::string drawing() const override { return chess::drawing(position_); }
  [[nodiscard]] std::string written(std::string_view move) const override {
    return to_san(position_, parse_move(position_, move));
  }
  void play(std::string_view move) override { position_.make(parse_move(position_, move)); }
  void undo() override { position_.undo(); }
  [[nodiscard]] std::uint64_t key() const override { return position_.key(); }
  [[nodiscard]] std::uint64_t key_from_scratch() const override { return position_.key_from_scratch(); }

 private:
  Position position_;
};

}  // namespace

std::unique_ptr<engine::Board> make_board(Position position) {
  return std::make_unique<ChessBoard>(std::move(position));
}

}  // namespace tesuji::chess

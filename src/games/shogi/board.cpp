#include "games/shogi/board.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"

namespace tesuji::shogi {

namespace {

class ShogiBoard final : public engine::Board {
 public:
  ShogiBoard(Position position, EnteringKing rule) : position_(std::move(position)), rule_(rule) {}

  [[nodiscard]] std::string position() const override { return to_sfen(position_); }
  [[nodiscard]] std::string side() const override { return std::string(color_name(position_.side())); }

  [[nodiscard]] std::vector<std::string> legal_moves() const override {
    MoveList list;
    generate(position_, list);
    std::vector<std::string> moves;
    moves.reserve(static_cast<std::size_t>(list.size()));
    for (const Move move : list) moves.push_back(to_usi(move));
    std::sort(moves.begin(), moves.end());
    return moves;
  }

  [[nodiscard]] std::optional<engine::Outcome> outcome() const override {
    const auto wins = [](Color color, std::string reason) {
      return engine::Outcome{std::string(color_name(color)), std::move(reason)};
    };
    const Color mover = position_.side();
    if (ended_ == Ended::Declared) return wins(mover, "declaration");
    if (ended_ == Ended::Resigned) return wins(~mover, "resignation");
    switch (position_.repetition(3)) {
      case Repetition::Draw:
        return engine::Outcome{std::nullopt, "fourfold repetition"};
      case Repetition::MoverWins:
        return wins(mover, "perpetual check");
      case Repetition::MoverLoses:
        return wins(~mover, "perpetual check");
      case Repetition::None:
        break;
    }
    if (has_legal_move(position_)) return std::nullopt;
    return wins(~mover, position_.in_check() ? "checkmate" : "no legal move");
  }

  [[nodiscard]] std::string drawing() const override { return draw(position_); }

  [[nodiscard]] std::string written(std::string_view move) const override {
    const Move last = position_.last_move();
    return kif_move(position_, parse_move(position_, move), last ? last.to() : kNoSquare);
  }

  [[nodiscard]] std::string readable(std::string_view move) const override {
    if (move == "resign" || move == "win") return std::string(move);
    const Move last = position_.last_move();
    return japanese_move(position_, parse_move(position_, move), last ? last.to() : kNoSquare);
  }

  void play(std::string_view move) override {
    if (ended_ != Ended::No) throw Error("the game is over");
    if (move == "resign") {
      ended_ = Ended::Resigned;
    } else if (move == "win") {
      if (!position_.may_declare(rule_)) throw Error("illegal declaration: its conditions are not met");
      ended_ = Ended::Declared;
    } else {
      position_.make(parse_move(position_, move));
    }
  }

  void undo() override {
    if (ended_ == Ended::No) {
      position_.undo();
    } else {
      ended_ = Ended::No;
    }
  }

  [[nodiscard]] std::uint64_t key() const override { return position_.key(); }
  [[nodiscard]] std::uint64_t key_from_scratch() const override { return position_.key_from_scratch(); }

 private:
  enum class Ended { No, Declared, Resigned };

  Position position_;
  EnteringKing rule_;
  Ended ended_ = Ended::No;
};

}  // namespace

std::unique_ptr<engine::Board> make_board(Position position, EnteringKing rule) {
  return std::make_unique<ShogiBoard>(std::move(position), rule);
}

}  // namespace tesuji::shogi

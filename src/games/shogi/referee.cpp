#include "games/shogi/referee.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"

namespace tesuji::shogi {

namespace {

class Referee final : public engine::Board {
 public:
  Referee(Position position, EnteringKing rule) : position_(std::move(position)), rule_(rule) {}

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

  [[nodiscard]] std::string record(const std::string& black, const std::string& white) const override {
    Record record;
    record.black = black;
    record.white = white;
    record.start = position_;
    while (record.start.plies() > 0) {
      record.moves.push_back(record.start.last_move());
      record.start.undo();
    }
    std::reverse(record.moves.begin(), record.moves.end());
    if (const auto over = outcome()) {
      record.ending = over->reason == "fourfold repetition" ? "千日手"
                      : over->reason == "perpetual check"   ? "反則行為"
                      : over->reason == "declaration"       ? "入玉勝ち"
                      : over->reason == "resignation"       ? "投了"
                                                            : "詰み";
    }
    return write_kif(record);
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
  return std::make_unique<Referee>(std::move(position), rule);
}

}  // namespace tesuji::shogi

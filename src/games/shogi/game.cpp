#include "games/shogi/game.hpp"

#include <string>
#include <utility>

#include "games/shogi/moves.hpp"
#include "games/shogi/notation.hpp"
#include "games/shogi/record.hpp"
#include "games/shogi/referee.hpp"
#include "tt/error.hpp"
#include "tt/tt.hpp"

namespace tesuji::shogi {

namespace {

class ShogiEngine final : public engine::Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "shogi"; }
  [[nodiscard]] std::string_view title() const override { return "Shogi"; }
  [[nodiscard]] std::string_view position_help() const override {
    return "startpos, or an SFEN: BOARD SIDE HANDS [NUMBER], then optionally: moves 7g7f 3c3d …";
  }

  // A KIF or CSA record is one position: the one its main line ends in, with the game before it.
  [[nodiscard]] std::vector<std::string> split_positions(std::string_view text) const override {
    if (looks_like_record(text)) return {read_record(text).position()};
    return Engine::split_positions(text);
  }

  void configure(const engine::CommonOptions& options) override { options_ = options; }

  engine::Report solve(const engine::Request& /*request*/, engine::Listener& /*listener*/,
                       const search::StopFlag& /*stop*/) override {
    throw Error("shogi has rules, but no solver yet");
  }
  engine::Report analyze(const engine::Request& /*request*/, engine::Listener& /*listener*/,
                         const search::StopFlag& /*stop*/) override {
    throw Error("shogi has rules, but no engine yet");
  }

  [[nodiscard]] std::unique_ptr<engine::Board> board(std::string_view position) const override {
    return make_board(parse_position(position));
  }

  engine::Perft perft(std::string_view text, int depth, const engine::Request& /*request*/,
                      const search::StopFlag& stop) override {
    Position position = parse_position(text);
    engine::Perft result;
    if (depth <= 0) {
      result.count = 1;
      return result;
    }
    MoveList list;
    generate(position, list);
    for (const Move move : list) {
      if (stop.requested()) throw Error("stopped");
      position.make(move);
      const std::uint64_t count = shogi::perft(position, depth - 1);
      position.undo();
      result.count += count;
      result.divide.emplace_back(to_usi(move), count);
    }
    return result;
  }

  engine::Report bench(const engine::Request& /*request*/, engine::Listener& /*listener*/,
                       const search::StopFlag& /*stop*/) override {
    throw Error("shogi has rules, but no engine yet");
  }

  void clear_table() override {}
  [[nodiscard]] engine::TableReport table() const override { return {}; }
  void save_table(const std::filesystem::path& /*path*/) const override {
    throw Error("shogi has no table yet");
  }
  void load_table(const std::filesystem::path& /*path*/) override { throw Error("shogi has no table yet"); }

 private:
  engine::CommonOptions options_;
};

}  // namespace

std::unique_ptr<engine::Engine> make_engine() {
  return std::make_unique<ShogiEngine>();
}

}  // namespace tesuji::shogi

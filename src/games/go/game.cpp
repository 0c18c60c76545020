#include "games/go/game.hpp"

#include "games/go/answer.hpp"
#include "games/go/authoring.hpp"
#include "games/go/board.hpp"
#include "games/go/engine.hpp"
#include "games/go/options.hpp"
#include "games/go/record.hpp"

namespace tesuji::go {

namespace {

std::vector<Step> playable(const Tsumego& tsumego, const Position& p) {
  std::vector<Step> steps;
  if (tsumego.rules().captured(p, tsumego.targets())) return steps;
  for (const Step& step : tsumego.rules().steps(p)) {
    if (after(step.move.effect, p.level)) steps.push_back(step);
  }
  steps.push_back(tsumego.rules().pass(p));
  return steps;
}

std::uint64_t leaves(const Tsumego& tsumego, const Position& p, int depth, const search::StopFlag& stop) {
  if (depth == 0 || stop.requested()) return 1;
  const std::vector<Step> steps = playable(tsumego, p);
  if (depth == 1) return steps.size();
  std::uint64_t sum = 0;
  for (const Step& step : steps) sum += leaves(tsumego, tsumego.rules().after(p, step), depth - 1, stop);
  return sum;
}
class Go final : public engine::Game {
 public:
  [[nodiscard]] std::string_view name() const override { return "go"; }
  [[nodiscard]] std::string_view title() const override { return "Go: life and death"; }
  [[nodiscard]] std::string_view position_help() const override {
    return "an SGF problem, (;SZ[9]AB[..]AW[..]MA[target]), or a drawing with X O . and # or @ for the "
           "target";
  }
  [[nodiscard]] const std::vector<engine::OptionSpec>& options() const override {
    return option_table().specs();
  }
  [[nodiscard]] std::vector<engine::Example> examples() const override {
    return {{"Six in the corner",
             "(;FF[4]GM[1]SZ[9]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei]PL[W]MA[ag])"},
            {"L group: dead as it stands",
             "(;FF[4]GM[1]SZ[9]AB[bg][cg][dg][dh]AW[af][bf][cf][df][ef][eg][eh][ei]PL[W]MA[bg])"},
            {"Alive already",
             "(;FF[4]GM[1]SZ[9]AB[ah][bh][ch][dh][eh][ei]AW[ag][bg][cg][dg][eg][fg][fh][fi]PL[W]MA[ah])"}};
  }
  [[nodiscard]] std::vector<const engine::RecordFormat*> record_formats() const override {
    return go::record_formats();
  }
  [[nodiscard]] const engine::Authoring* authoring() const override { return &go::authoring(); }
  [[nodiscard]] std::unique_ptr<engine::Engine> new_engine() const override { return go::new_engine(*this); }
  [[nodiscard]] std::unique_ptr<engine::Board> board(std::string_view position,
                                                     const engine::OptionTexts&) const override {
    return make_board(position);
  }
  [[nodiscard]] std::vector<std::string> split_positions(std::string_view text) const override {
    return split_problems(text);
  }

  [[nodiscard]] engine::Perft perft(const engine::Request& request, int depth, const engine::CommonOptions&,
                                    const search::StopFlag& stop) const override {
    const Problem problem = after_moves(problem_from(request.position), request.moves);
    const Tsumego tsumego(enclose(problem));
    const Side side = problem.player ? tsumego.side(*problem.player) : Side::Attacker;
    const Position start = tsumego.start(side, kNoThreats);
    engine::Perft result;
    if (depth == 0) result.count = 1;
    for (const Step& step : depth > 0 ? playable(tsumego, start) : std::vector<Step>{}) {
      const std::uint64_t count = leaves(tsumego, tsumego.rules().after(start, step), depth - 1, stop);
      result.divide.emplace_back(move_text(tsumego, step), count);
      result.count += count;
    }
    return result;
  }
};

}  // namespace

const engine::Game& game() {
  static const Go kGame;
  return kGame;
}

}  // namespace tesuji::go

#include "match/game.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "base/error.hpp"

namespace tesuji::match {
namespace {

constexpr int kMateScore = 100'000;

Result win_of(std::size_t side) {
  return side == 0 ? Result::FirstWins : Result::SecondWins;
}

// What a player says about its position, as one number.
std::optional<int> opinion(const Answer& answer) {
  if (answer.mate) return *answer.mate > 0 ? kMateScore : -kMateScore;
  return answer.score;
}

class Adjudicator {
 public:
  explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

  void add(std::size_t side, const Answer& answer, std::size_t plies) {
    const std::optional<int> score = opinion(answer);
    const bool lost = score && *score <= -rules_.resign_score;
    const bool level = score && std::abs(*score) <= rules_.draw_score &&
                       plies >= 2 * static_cast<std::size_t>(rules_.draw_from);
    lost_[side] = lost ? lost_[side] + 1 : 0;
    level_[side] = level ? level_[side] + 1 : 0;
  }

  // Sets the result if the game is decided.
  bool decide(GameRecord& game) const {
    const auto end = [&](Result result, const char* reason) {
      game.result = result;
      game.ending = "adjudication";
      game.reason = reason;
      return true;
    };
    for (std::size_t side = 0; side < 2; ++side) {
      if (rules_.resign_moves > 0 && lost_[side] >= rules_.resign_moves) {
        return end(win_of(1 - side), "adjudication: the loser reports a lost position");
      }
    }
    if (rules_.draw_moves > 0 && level_[0] >= rules_.draw_moves && level_[1] >= rules_.draw_moves) {
      return end(Result::Draw, "adjudication: both sides report a level position");
    }
    if (rules_.longest > 0 && game.moves.size() >= static_cast<std::size_t>(rules_.longest)) {
      return end(Result::Draw, "adjudication: too long");
    }
    return false;
  }

 private:
  const Adjudication& rules_;
  std::array<int, 2> lost_{}, level_{};
};

// A failure of `side` as a result; false if the answer is a move.
bool judge_failure(GameRecord& game, std::size_t side, const Answer& answer) {
  const auto lose = [&](Forfeit forfeit, const char* ending, std::string reason) {
    game.result = win_of(1 - side);
    game.forfeit = forfeit;
    game.ending = ending;
    game.reason = std::move(reason);
    return true;
  };
  const std::string& name = game.names[side];
  switch (answer.kind) {
    case Answer::Kind::Move:
    case Answer::Kind::Win:
      return false;
    case Answer::Kind::Stopped:
      return true;
    case Answer::Kind::Resign:
      return lose(Forfeit::None, "resignation", fmt::format("{} resigns", name));
    case Answer::Kind::Overtime:
      return lose(
          Forfeit::Time, "time forfeit",
          fmt::format("{} oversteps the time{}{}", name, answer.detail.empty() ? "" : " ", answer.detail));
    case Answer::Kind::Silence:
      return lose(Forfeit::Crash, "abandoned", fmt::format("{} does not answer", name));
    case Answer::Kind::Crash:
      return lose(Forfeit::Crash, "abandoned", fmt::format("{} ended: {}", name, answer.detail));
    case Answer::Kind::Refusal:
      return lose(Forfeit::IllegalMove, "illegal move",
                  fmt::format("{} refuses to play on: {}", name, answer.detail));
  }
  return false;
}

}  // namespace

GameRecord play_game(const engine::Game& game, const Opening& opening, const std::array<Seat, 2>& seats,
                     const Adjudication& adjudication, const search::StopFlag& stop) {
  GameRecord record;
  record.opening = opening;
  for (std::size_t side = 0; side < 2; ++side) {
    record.names[side] = seats[side].name;
    record.controls[side] = format_time_control(seats[side].control);
  }

  const std::string first_side = game.board("")->side();
  const std::unique_ptr<engine::Board> board = game.board(opening.position);
  std::vector<std::string> moves;
  const auto play = [&](const std::string& move, const Answer& answer) {
    PlayedMove played{.move = move,
                      .written = board->written(move),
                      .score = answer.score,
                      .mate = answer.mate,
                      .depth = answer.depth,
                      .nodes = answer.nodes,
                      .seconds = std::chrono::duration<double>(answer.used).count()};
    board->play(move);
    moves.push_back(move);
    record.moves.push_back(std::move(played));
  };
  for (const std::string& move : opening.moves) play(move, {});

  std::array<GameClock, 2> clocks{GameClock(seats[0].control), GameClock(seats[1].control)};
  for (const Seat& seat : seats) seat.player.new_game(seat.control, stop);
  Adjudicator adjudicator(adjudication);

  for (;;) {
    if (const auto outcome = board->outcome()) {
      record.reason = record.ending = outcome->reason;
      record.result = !outcome->winner ? Result::Draw : win_of(*outcome->winner == first_side ? 0 : 1);
      return record;
    }
    if (adjudicator.decide(record)) return record;

    const std::size_t side = board->side() == first_side ? 0 : 1;
    const Answer answer = seats[side].player.think({.position = opening.position,
                                                    .moves = moves,
                                                    .side = side,
                                                    .control = seats[side].control,
                                                    .clocks = clocks},
                                                   stop);
    if (judge_failure(record, side, answer)) return record;
    const std::string move = answer.kind == Answer::Kind::Win ? "win" : answer.move;
    try {
      if (answer.kind == Answer::Kind::Win) {
        board->play(move);  // a declaration: ends the game, and is not a move of its record
      } else {
        play(move, answer);
      }
    } catch (const Error& error) {
      record.result = win_of(1 - side);
      record.forfeit = Forfeit::IllegalMove;
      record.ending = "illegal move";
      record.reason = fmt::format("{} plays '{}': {}", record.names[side], move, error.what());
      return record;
    }
    clocks[side].moved(answer.used);
    adjudicator.add(side, answer, moves.size());
  }
}

}  // namespace tesuji::match

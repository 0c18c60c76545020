#include "match/uci_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/number.hpp"
#include "protocol/lines.hpp"

namespace tesuji::match {
namespace {

using std::chrono::milliseconds;
using Got = Process::Got;

// Takes depth, nodes and score from an `info` line about the first line of play.
void read_info(const std::vector<std::string_view>& words, Answer& answer) {
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    if (words[at] == "multipv" && words[at + 1] != "1") return;
    if (words[at] == "string") return;
  }
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const std::string_view word = words[at];
    if (word == "pv") return;
    if (word == "depth") {
      if (const auto depth = to_number<int>(words[at + 1])) answer.depth = depth;
    } else if (word == "nodes") {
      if (const auto nodes = to_number<std::uint64_t>(words[at + 1])) answer.nodes = *nodes;
    } else if (word == "score" && at + 2 < words.size()) {
      const auto value = to_number<int>(words[at + 2]);
      if (words[at + 1] == "cp" && value) {
        answer.score = value;
        answer.mate.reset();
      } else if (words[at + 1] == "mate") {
        // USI writes a mate of unknown length as "+" or "-".
        answer.mate = value ? *value : words[at + 2] == "-" ? -1 : 1;
        answer.score.reset();
      }
    }
  }
}

}  // namespace

UciPlayer::UciPlayer(EngineSpec engine, const protocol::Dialect& dialect, const PlayerOptions& options,
                     const search::StopFlag& stop)
    : ProcessPlayer(std::move(engine), options), dialect_(dialect) {
  process().write_line(dialect_.hello);
  expect(fmt::format("{}ok", dialect_.hello), stop);
  for (const auto& [name, value] : spec().options) {
    process().write_line(fmt::format("setoption name {}{}", name, value.empty() ? "" : " value " + value));
  }
}

void UciPlayer::expect(std::string_view word, const search::StopFlag& stop) {
  const auto deadline = Process::Clock::now() + options().start_time;
  std::string line;
  for (;;) {
    switch (process().read_line(line, deadline, stop)) {
      case Got::Line: {
        const auto words = protocol::split_words(line);
        if (!words.empty() && words[0] == word) return;
        break;
      }
      case Got::Timeout:
        give_up();
        throw Error(
            fmt::format("{}: no '{}' within {} s", spec().name, word, options().start_time.count() / 1000));
      case Got::End:
        give_up();
        throw Error(fmt::format("{} ended before '{}' ({})", spec().name, word, process().last_words()));
      case Got::Stopped:
        throw Error("stopped");
    }
  }
}

void UciPlayer::new_game(const TimeControl& /*control*/, const search::StopFlag& stop) {
  // USI wants `isready` before `usinewgame`, UCI after `ucinewgame`: before and after pleases both.
  process().write_line("isready");
  expect("readyok", stop);
  process().write_line(dialect_.new_game);
  process().write_line("isready");
  expect("readyok", stop);
}

std::string UciPlayer::position_command(const Turn& turn) const {
  std::string command = turn.position.empty()
                            ? "position startpos"
                            : fmt::format("position {} {}", dialect_.position_word, turn.position);
  if (!turn.moves.empty()) command += " moves " + protocol::join_words(turn.moves);
  return command;
}

std::string UciPlayer::go_command(const Turn& turn, const EngineSpec& spec,
                                  const protocol::Dialect& dialect) {
  const TimeControl& control = turn.control;
  std::string command = "go";
  if (control.has_clock()) {
    // An increment comes after the move and byoyomi is there for it: what is told as byoyomi is taken off the
    // clock, so that both together are what the engine has.
    const milliseconds increment = spec.knows_increments ? control.increment : milliseconds(0);
    const milliseconds byoyomi = control.byoyomi + control.increment - increment;
    const auto left = [&](std::size_t side) {
      const auto clock = std::chrono::floor<milliseconds>(turn.clocks[side].left());
      return std::max(clock - (control.increment - increment), milliseconds(0)).count();
    };
    command += fmt::format(" {}time {} {}time {}", dialect.first, left(0), dialect.second, left(1));
    if (increment.count() > 0) {
      command += fmt::format(" {}inc {} {}inc {}", dialect.first, increment.count(), dialect.second,
                             increment.count());
    }
    if (byoyomi.count() > 0 || (dialect.mate_is_solved && increment.count() == 0)) {
      command += fmt::format(" byoyomi {}", byoyomi.count());
    }
    if (control.moves > 0) command += fmt::format(" movestogo {}", turn.clocks[turn.side].moves_to_go());
  }
  if (control.move_time) command += fmt::format(" movetime {}", control.move_time->count());
  if (control.nodes) command += fmt::format(" nodes {}", *control.nodes);
  if (control.depth) command += fmt::format(" depth {}", *control.depth);
  return command;
}

bool UciPlayer::send_turn(const Turn& turn) {
  return process().write_line(position_command(turn)) &&
         process().write_line(go_command(turn, spec(), dialect_));
}

bool UciPlayer::read_answer(const std::string& line, const Turn& /*turn*/, Answer& answer) {
  const auto words = protocol::split_words(line);
  if (words.empty()) return false;
  if (words[0] == "info") read_info(words, answer);
  if (words[0] != "bestmove") return false;
  if (words.size() < 2) {
    answer.kind = Answer::Kind::Refusal;
    answer.detail = "'bestmove' without a move";
  } else if (words[1] == "resign") {
    answer.kind = Answer::Kind::Resign;
  } else if (words[1] == "win") {
    answer.kind = Answer::Kind::Win;
  } else {
    answer.move = words[1];
  }
  return true;
}

std::string UciPlayer::recover(const search::StopFlag& stop) {
  const auto deadline = Process::Clock::now() + options().recovery;
  process().write_line("stop");
  std::string line;
  while (process().read_line(line, deadline, stop) == Got::Line) {
    if (line.starts_with("bestmove")) return "";
  }
  give_up();
  return "and does not answer 'stop'";
}

}  // namespace tesuji::match

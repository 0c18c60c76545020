#include "match/uci_player.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "protocol/lines.hpp"
#include "tt/error.hpp"

namespace tesuji::match {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using Got = Process::Got;

constexpr milliseconds kGoodbyeTime{500};

template <class Number>
std::optional<Number> as_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

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
      if (const auto depth = as_number<int>(words[at + 1])) answer.depth = depth;
    } else if (word == "nodes") {
      if (const auto nodes = as_number<std::uint64_t>(words[at + 1])) answer.nodes = *nodes;
    } else if (word == "score" && at + 2 < words.size()) {
      const auto value = as_number<int>(words[at + 2]);
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

UciPlayer::UciPlayer(EngineSpec spec, const protocol::Dialect& dialect, const PlayerOptions& options,
                     const search::StopFlag& stop)
    : spec_(std::move(spec)), dialect_(dialect), options_(options), process_(spec_.command, spec_.directory) {
  process_.write_line(dialect_.hello);
  expect(fmt::format("{}ok", dialect_.hello), stop);
  for (const auto& [name, value] : spec_.options) {
    process_.write_line(fmt::format("setoption name {}{}", name, value.empty() ? "" : " value " + value));
  }
}

UciPlayer::~UciPlayer() {
  if (!usable_) return;  // it would not hear us
  process_.write_line("quit");
  process_.wait_end(kGoodbyeTime);
}

void UciPlayer::expect(std::string_view word, const search::StopFlag& stop) {
  const auto deadline = Process::Clock::now() + options_.start_time;
  std::string line;
  for (;;) {
    switch (process_.read_line(line, deadline, stop)) {
      case Got::Line: {
        const auto words = protocol::split_words(line);
        if (!words.empty() && words[0] == word) return;
        break;
      }
      case Got::Timeout:
        usable_ = false;
        throw Error(
            fmt::format("{}: no '{}' within {} s", spec_.name, word, options_.start_time.count() / 1000));
      case Got::End:
        usable_ = false;
        throw Error(fmt::format("{} ended before '{}' ({})", spec_.name, word, process_.last_words()));
      case Got::Stopped:
        throw Error("stopped");
    }
  }
}

void UciPlayer::new_game(const TimeControl& /*control*/, const search::StopFlag& stop) {
  // USI wants `isready` before `usinewgame`, UCI after `ucinewgame`: before and after pleases both.
  process_.write_line("isready");
  expect("readyok", stop);
  process_.write_line(dialect_.new_game);
  process_.write_line("isready");
  expect("readyok", stop);
}

std::string UciPlayer::position_command(const Turn& turn) const {
  std::string command = turn.position.empty()
                            ? "position startpos"
                            : fmt::format("position {} {}", dialect_.position_word, turn.position);
  if (!turn.moves.empty()) command += " moves " + protocol::join_words(turn.moves);
  return command;
}

std::string UciPlayer::go_command(const Turn& turn) const {
  const TimeControl& control = turn.control;
  std::string command = "go";
  if (control.has_clock()) {
    const auto left = [&](std::size_t side) {
      return std::chrono::floor<milliseconds>(turn.clocks[side].left()).count();
    };
    command += fmt::format(" {}time {} {}time {}", dialect_.first, left(0), dialect_.second, left(1));
    if (control.increment.count() > 0) {
      command += fmt::format(" {}inc {} {}inc {}", dialect_.first, control.increment.count(), dialect_.second,
                             control.increment.count());
    }
    if (control.byoyomi.count() > 0 || (dialect_.mate_is_solved && control.increment.count() == 0)) {
      command += fmt::format(" byoyomi {}", control.byoyomi.count());
    }
    if (control.moves > 0) command += fmt::format(" movestogo {}", turn.clocks[turn.side].moves_to_go());
  }
  if (control.move_time) command += fmt::format(" movetime {}", control.move_time->count());
  if (control.nodes) command += fmt::format(" nodes {}", *control.nodes);
  if (control.depth) command += fmt::format(" depth {}", *control.depth);
  return command;
}

Answer UciPlayer::think(const Turn& turn, const search::StopFlag& stop) {
  Answer answer;
  const auto fail = [&](Answer::Kind kind, std::string detail) {
    answer.kind = kind;
    answer.detail = std::move(detail);
    return answer;
  };
  const std::optional<microseconds> limit = turn.clocks[turn.side].limit();
  const bool sent = process_.write_line(position_command(turn));
  const auto begin = Process::Clock::now();
  const auto deadline = begin + (limit ? *limit + options_.margin : microseconds(options_.patience));
  if (!sent || !process_.write_line(go_command(turn))) {
    usable_ = false;
    process_.wait_end(kGoodbyeTime);
    return fail(Answer::Kind::Crash, process_.last_words());
  }

  std::string line;
  for (;;) {
    const Got got = process_.read_line(line, deadline, stop);
    answer.used = std::chrono::duration_cast<microseconds>(Process::Clock::now() - begin);
    if (got == Got::Stopped) return fail(Answer::Kind::Stopped, "");
    if (got == Got::End) {
      usable_ = false;
      return fail(Answer::Kind::Crash, process_.last_words());
    }
    if (got == Got::Timeout) {
      recover(stop);
      return fail(limit ? Answer::Kind::Overtime : Answer::Kind::Silence,
                  usable_ ? "" : "and does not answer 'stop'");
    }
    const auto words = protocol::split_words(line);
    if (words.empty()) continue;
    if (words[0] == "info") {
      read_info(words, answer);
    } else if (words[0] == "bestmove") {
      if (words.size() < 2) return fail(Answer::Kind::Refusal, "'bestmove' without a move");
      if (limit && answer.used > *limit + options_.margin) return fail(Answer::Kind::Overtime, "");
      if (words[1] == "resign") return fail(Answer::Kind::Resign, "");
      if (words[1] == "win") return fail(Answer::Kind::Win, "");
      answer.move = words[1];
      return answer;
    }
  }
}

void UciPlayer::recover(const search::StopFlag& stop) {
  const auto deadline = Process::Clock::now() + options_.recovery;
  process_.write_line("stop");
  std::string line;
  while (process_.read_line(line, deadline, stop) == Got::Line) {
    if (line.starts_with("bestmove")) return;
  }
  usable_ = false;
}

}  // namespace tesuji::match

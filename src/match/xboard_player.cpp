#include "match/xboard_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/error.hpp"
#include "protocol/lines.hpp"

namespace tesuji::match {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using Got = Process::Got;

// The protocol gives an engine two seconds to answer `protover 2`.
constexpr milliseconds kFeatureTime{2000};
// For engines that only know "MOVES in TIME": sudden death is sent as this many more moves.
constexpr int kMovesLeft = 40;

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

bool contains_word(const std::string& line, std::string_view word) {
  return line.find(word) != std::string::npos;
}

}  // namespace

// "move 7g7f", "My move is: 7g7f", "12. ... 7g7f 990"
std::optional<std::string> XboardPlayer::move_in(std::string_view line) {
  const auto words = protocol::split_words(line);
  if (words.size() >= 2 && words[0] == "move") return std::string(words[1]);
  if (words.size() >= 4 && words[0] == "My" && words[1] == "move" && words[2] == "is:") {
    return std::string(words[3]);
  }
  if (words.size() >= 3 && words[1] == "..." && words[0].ends_with('.') &&
      all_digits(words[0].substr(0, words[0].size() - 1))) {
    return std::string(words[2]);
  }
  return std::nullopt;
}

void XboardPlayer::greet(const search::StopFlag& stop) {
  process().write_line("xboard");
  process().write_line("protover 2");
  const auto deadline = Process::Clock::now() + kFeatureTime;
  std::string line;
  for (;;) {
    const Got got = process().read_line(line, deadline, stop);
    if (got == Got::End) {
      give_up();
      throw Error(fmt::format("{} ended before the game ({})", spec().name, process().last_words()));
    }
    if (got == Got::Stopped) throw Error("stopped");
    if (got == Got::Timeout) break;  // an old engine says nothing
    // An old engine takes the greeting for a move; its complaint is an answer, too.
    if (contains_word(line, "protover")) break;
    if (!line.starts_with("feature")) continue;
    modern_ = true;
    if (contains_word(line, "usermove=1")) usermove_ = true;
    if (contains_word(line, "setboard=1")) setboard_ = true;
    if (contains_word(line, "done=1")) break;
  }
  // Options are plain commands here: "memory 64", "cores 1".
  for (const auto& [name, value] : spec().options) process().write_line(fmt::format("{} {}", name, value));
  greeted_ = true;
}

void XboardPlayer::new_game(const TimeControl& control, const search::StopFlag& stop) {
  if (!greeted_) greet(stop);
  process().write_line("new");
  process().write_line("easy");  // no thinking in the opponent's time
  process().write_line("post");
  if (control.has_clock()) {
    const auto base = std::chrono::ceil<std::chrono::seconds>(*control.base + control.byoyomi).count();
    const auto increment = std::chrono::floor<std::chrono::seconds>(control.increment).count();
    const int moves = control.moves > 0 || modern_ ? control.moves : kMovesLeft;
    process().write_line(fmt::format("level {} {}:{:02} {}", moves, base / 60, base % 60, increment));
  } else if (control.move_time) {
    const auto seconds =
        std::max<long long>(1, std::chrono::floor<std::chrono::seconds>(*control.move_time).count());
    process().write_line(modern_ ? fmt::format("st {}", seconds)
                                 : fmt::format("level 0 {}:{:02}", seconds / 60, seconds % 60));
  }
  if (control.depth) process().write_line(fmt::format("sd {}", *control.depth));
  if (control.nodes) throw Error(fmt::format("{}: the xboard protocol has no limit on nodes", spec().name));
  process().write_line("force");
  forced_ = true;
  known_ = 0;
}

bool XboardPlayer::send_move(const std::string& move) {
  return process().write_line(usermove_ ? "usermove " + move : move);
}

bool XboardPlayer::send_turn(const Turn& turn) {
  if (known_ == 0 && !turn.position.empty()) {
    if (!setboard_) {
      throw Error(fmt::format("{} cannot set up a position: use openings that are moves from the start",
                              spec().name));
    }
    process().write_line("setboard " + turn.position);
  }
  const auto left = [&](std::size_t side) {
    const GameClock& clock = turn.clocks[side];
    return std::chrono::duration_cast<milliseconds>(clock.limit().value_or(microseconds(0))).count() / 10;
  };
  const auto send_time = [&] {
    if (!turn.control.has_clock()) return;
    const int to_go = turn.clocks[turn.side].moves_to_go();
    process().write_line(fmt::format("time {} {}", left(turn.side), to_go > 0 ? to_go : kMovesLeft));
    if (modern_) process().write_line(fmt::format("otim {}", left(1 - turn.side)));
  };
  bool sent = true;
  if (forced_) {
    for (; known_ < turn.moves.size(); ++known_) sent = send_move(turn.moves[known_]) && sent;
    // `time` is about the side the engine plays, which an old one learns from `go`.
    if (modern_) send_time();
    sent = process().write_line("go") && sent;
    forced_ = false;
  } else {
    send_time();
    for (; known_ < turn.moves.size(); ++known_) sent = send_move(turn.moves[known_]) && sent;
  }
  return sent;
}

bool XboardPlayer::read_answer(const std::string& line, const Turn& turn, Answer& answer) {
  if (const auto move = move_in(line)) {
    answer.move = *move;
    ++known_;
    return true;
  }
  if (line.starts_with("Illegal move") && !turn.moves.empty() && contains_word(line, turn.moves.back())) {
    give_up();
    answer.kind = Answer::Kind::Refusal;
    answer.detail = line;
    return true;
  }
  if (line.starts_with("resign") || contains_word(line, "Resigns") || contains_word(line, "resigns")) {
    answer.kind = Answer::Kind::Resign;
    return true;
  }
  return false;
}

}  // namespace tesuji::match

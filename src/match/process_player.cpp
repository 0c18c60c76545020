#include "match/process_player.hpp"

#include <utility>

namespace tesuji::match {
namespace {

using std::chrono::microseconds;
using Got = Process::Got;

constexpr std::chrono::milliseconds kGoodbyeTime{500};

}  // namespace

ProcessPlayer::ProcessPlayer(EngineSpec spec, const PlayerOptions& options)
    : spec_(std::move(spec)), options_(options), process_(spec_.command, spec_.directory) {}

ProcessPlayer::~ProcessPlayer() {
  if (!usable_) return;  // it would not hear us
  process_.write_line("quit");
  process_.wait_end(kGoodbyeTime);
}

Answer ProcessPlayer::think(const Turn& turn, const search::StopFlag& stop) {
  Answer answer;
  const auto fail = [&](Answer::Kind kind, std::string detail) {
    answer.kind = kind;
    answer.detail = std::move(detail);
    return answer;
  };
  const std::optional<microseconds> limit = turn.clocks[turn.side].limit();
  const auto begin = Process::Clock::now();
  const auto deadline = begin + (limit ? *limit + options_.margin : microseconds(options_.patience));
  if (!send_turn(turn)) {
    give_up();
    process_.wait_end(kGoodbyeTime);
    return fail(Answer::Kind::Crash, process_.last_words());
  }

  std::string line;
  for (;;) {
    const Got got = process_.read_line(line, deadline, stop);
    answer.used = std::chrono::duration_cast<microseconds>(Process::Clock::now() - begin);
    switch (got) {
      case Got::Stopped:
        return fail(Answer::Kind::Stopped, "");
      case Got::End:
        give_up();
        return fail(Answer::Kind::Crash, process_.last_words());
      case Got::Timeout:
        return fail(limit ? Answer::Kind::Overtime : Answer::Kind::Silence, recover(stop));
      case Got::Line:
        if (!read_answer(line, turn, answer)) continue;
        if (limit && answer.used > *limit + options_.margin) return fail(Answer::Kind::Overtime, "");
        return answer;
    }
  }
}

}  // namespace tesuji::match

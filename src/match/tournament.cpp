#include "match/tournament.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "base/error.hpp"

namespace tesuji::match {
namespace {

class Match {
 public:
  Match(const MatchPlan& plan, const engine::Game& game, const GameListener& listener,
        const search::StopFlag& stop)
      : plan_(plan), game_(game), listener_(listener), halt_(search::StopFlag::below(stop)) {}

  MatchState run() {
    for (const PlayedGame& played : plan_.played) {
      GameRecord record;
      record.result = played.result;
      record.forfeit = played.forfeit;
      count(record, played.number);
      known_.insert(played.number);
    }
    if (plan_.sprt && plan_.sprt->decide(state_.tally) != Sprt::Decision::GoOn) return state_;
    std::vector<std::thread> workers;
    for (int i = 0; i < std::min(plan_.concurrency, plan_.games); ++i) {
      workers.emplace_back([this] { work(); });
    }
    for (std::thread& worker : workers) worker.join();
    if (failure_) std::rethrow_exception(failure_);
    return state_;
  }

 private:
  void work() {
    std::array<std::unique_ptr<Player>, 2> players;
    try {
      for (;;) {
        const int number = next_game();
        if (number < 0) break;
        for (std::size_t i = 0; i < 2; ++i) {
          if (!players[i] || !players[i]->usable()) {
            players[i].reset();
            players[i] = start_player(plan_.engines[i], plan_.players, halt_);
          }
        }
        finish(play(number, players), number);
      }
    } catch (...) {  // whatever it is, nothing may leave a thread
      const std::lock_guard lock(mutex_);
      // A stop while an engine starts is not a failure.
      if (!failure_ && !halt_.requested()) failure_ = std::current_exception();
      halt_.request();
    }
  }

  int next_game() {
    const std::lock_guard lock(mutex_);
    while (known_.contains(next_)) ++next_;
    return halt_.requested() || next_ >= plan_.games ? -1 : next_++;
  }

  GameRecord play(int number, const std::array<std::unique_ptr<Player>, 2>& players) {
    const std::size_t first = number % 2 == 0 ? 0 : 1;
    const auto seat = [&](std::size_t engine) {
      const EngineSpec& spec = plan_.engines[engine];
      return Seat{*players[engine], spec.name, spec.control.value_or(plan_.control)};
    };
    const auto opening = static_cast<std::size_t>(number / 2) % plan_.openings.size();
    return play_game(game_, plan_.openings[opening], {seat(first), seat(1 - first)}, plan_.adjudication,
                     halt_);
  }

  void finish(const GameRecord& record, int number) {
    const std::lock_guard lock(mutex_);
    if (record.result == Result::Unfinished) {
      ++state_.unfinished;
    } else {
      count(record, number);
    }
    listener_(record, number, state_);
    if (plan_.sprt && plan_.sprt->decide(state_.tally) != Sprt::Decision::GoOn) halt_.request();
  }

  void count(const GameRecord& record, int number) {
    const bool swapped = number % 2 != 0;
    Tally& tally = state_.tally;
    int half_points = 1;
    if (record.result == Result::Draw) {
      ++tally.draws;
    } else {
      const bool first_side_won = record.result == Result::FirstWins;
      const bool engine0_won = first_side_won != swapped;
      if (first_side_won) ++state_.first_side_wins;
      ++(engine0_won ? tally.wins : tally.losses);
      half_points = engine0_won ? 2 : 0;
      ForfeitCount& forfeits = state_.forfeits[engine0_won ? 1 : 0];
      if (record.forfeit == Forfeit::Time) ++forfeits.time;
      if (record.forfeit == Forfeit::IllegalMove) ++forfeits.illegal;
      if (record.forfeit == Forfeit::Crash) ++forfeits.crash;
    }
    const auto [other, alone] = half_pairs_.try_emplace(number / 2, half_points);
    if (!alone) {
      ++tally.pairs[static_cast<std::size_t>(other->second + half_points)];
      half_pairs_.erase(other);
    }
  }

  const MatchPlan& plan_;
  const engine::Game& game_;
  const GameListener& listener_;
  search::StopFlag halt_;  // what the players watch: the caller's flag, or the test has decided

  std::mutex mutex_;
  int next_ = 0;
  MatchState state_;
  std::set<int> known_;            // games of an earlier run
  std::map<int, int> half_pairs_;  // half points of pairs of which one game is played
  std::exception_ptr failure_;
};

}  // namespace

MatchState play_match(const MatchPlan& plan, const engine::Game& game, const GameListener& listener,
                      const search::StopFlag& stop) {
  if (plan.openings.empty()) throw Error("there are no openings");
  if (plan.games < 1) throw Error("a match has at least one game");
  return Match(plan, game, listener, stop).run();
}

}  // namespace tesuji::match

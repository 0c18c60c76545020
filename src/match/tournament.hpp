// A match of many games: openings in pairs with sides changed, several games at a time, a running tally.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "match/elo.hpp"
#include "match/game.hpp"

namespace tesuji::match {

struct PlayedGame {
  int number = 0;  // from 0 on
  Result result = Result::Draw;
  Forfeit forfeit = Forfeit::None;
};

struct MatchPlan {
  std::array<EngineSpec, 2> engines;
  TimeControl control;  // for an engine that has none of its own
  std::vector<Opening> openings{Opening{}};
  int games = 100;
  int concurrency = 1;
  PlayerOptions players;
  Adjudication adjudication;
  std::optional<Sprt> sprt;
  std::vector<PlayedGame> played;  // in an earlier run: counted, and not played again
};

struct ForfeitCount {
  int time = 0, illegal = 0, crash = 0;
  [[nodiscard]] int all() const { return time + illegal + crash; }
};

struct MatchState {
  Tally tally;                           // of engines[0]
  std::array<ForfeitCount, 2> forfeits;  // by engine
  int first_side_wins = 0;               // whichever engine it was
  int unfinished = 0;                    // stopped, and not in the tally
};

// Called after each game, one call at a time, with the game's number from 0 on.
using GameListener = std::function<void(const GameRecord&, int number, const MatchState&)>;

// Game 2k and 2k+1 share opening k (the list begins anew when it is used up); engines[0] moves first in the
// even ones. Ends when all are played, the test has decided, or `stop` is requested: games that run then are
// broken off and not counted. Throws Error if an engine cannot be started, or the match is set up wrong.
MatchState play_match(const MatchPlan& plan, const engine::Game& game, const GameListener& listener,
                      const search::StopFlag& stop);

}  // namespace tesuji::match

// One game between two players, refereed by the board of the game they play.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/game.hpp"
#include "match/openings.hpp"
#include "match/player.hpp"
#include "match/time_control.hpp"

namespace tesuji::match {

// Ends games whose result is clear. Scores are in the engines' unit, centipawns as a rule; 0 moves = off.
struct Adjudication {
  // A side loses if it has itself reported being this far behind for this many moves in a row.
  int resign_score = 1000, resign_moves = 0;
  // A draw if both sides stay within `draw_score` of equal for this many moves, from `draw_from` on.
  int draw_score = 10, draw_moves = 0, draw_from = 40;
  // A game of this many plies is a draw.
  int longest = 0;
};

enum class Result { FirstWins, SecondWins, Draw, Unfinished };
enum class Forfeit { None, Time, IllegalMove, Crash };

struct PlayedMove {
  std::string move;     // as the protocol writes it
  std::string written;  // as game records do
  std::optional<int> score, mate, depth;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

struct GameRecord {
  Opening opening;
  std::array<std::string, 2> names;     // of the players; [0] plays the side that moves first in the game
  std::array<std::string, 2> controls;  // their time controls
  std::vector<PlayedMove> moves;        // with the opening's
  Result result = Result::Unfinished;
  std::string reason;               // as a sentence, with the players' names
  std::string ending;               // in the words of engine::Record::reason
  Forfeit forfeit = Forfeit::None;  // by the loser
};

struct Seat {
  Player& player;
  std::string name;
  TimeControl control;
};

// seats[0] plays the side that moves first in the game. Throws Error only where the match itself is set up
// wrong; whatever an engine does is a result.
GameRecord play_game(const engine::Game& game, const Opening& opening, const std::array<Seat, 2>& seats,
                     const Adjudication& adjudication, const search::StopFlag& stop);

}  // namespace tesuji::match

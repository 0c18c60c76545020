// An engine that plays, whatever protocol it speaks.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "match/time_control.hpp"
#include "search/limits.hpp"

namespace tesuji::match {

// How an engine is started and set up. As an argument: "COMMAND;KEY=VALUE;…", where name=, protocol=, dir=,
// tc= (a time control of its own) and clock= are ours and every other KEY is an option of the engine.
struct EngineSpec {
  std::string name;
  std::string command;
  std::string directory;
  std::string protocol;  // "uci", "usi", "xboard"
  std::vector<std::pair<std::string, std::string>> options;
  std::optional<TimeControl> control;
  // clock=byoyomi: the engine knows no increments (`gpsusi` ends at `binc`) and is told of one as byoyomi.
  bool knows_increments = true;
};

EngineSpec parse_engine(std::string_view text, std::string_view default_protocol);  // throws Error

// A game as it stands when a player is asked for a move.
struct Turn {
  const std::string& position;  // where the game began; empty = the game's start position
  const std::vector<std::string>& moves;
  std::size_t side;  // who is to move: 0 for the side that moves first in the game
  const TimeControl& control;
  const std::array<GameClock, 2>& clocks;
};

struct Answer {
  enum class Kind {
    Move,
    Resign,
    Win,       // claims the game by a rule (entering king)
    Overtime,  // no answer within the limit
    Silence,   // no answer, without a time limit
    Crash,
    Refusal,  // will not take the opponent's move, or speaks no sense
    Stopped,  // the match was stopped
  };
  Kind kind = Kind::Move;
  std::string move;
  std::string detail;  // for a failure: what happened
  std::chrono::microseconds used{0};
  // What the engine thinks, from its own side.
  std::optional<int> score, mate, depth;
  std::uint64_t nodes = 0;
};

struct PlayerOptions {
  std::chrono::milliseconds margin{10};          // overstepping by so much is forgiven
  std::chrono::milliseconds patience{60'000};    // without a clock, silence of this length is a failure
  std::chrono::milliseconds start_time{20'000};  // to answer the first greeting
  std::chrono::milliseconds recovery{2000};      // to answer `stop` after an overstepped limit
};

class Player {
 public:
  Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  virtual ~Player() = default;

  // Throws Error if the engine does not come up.
  virtual void new_game(const TimeControl& control, const search::StopFlag& stop) = 0;
  virtual Answer think(const Turn& turn, const search::StopFlag& stop) = 0;
  // False once it has crashed or gone silent: start another.
  [[nodiscard]] virtual bool usable() const = 0;
};

// Starts the engine; throws Error if it cannot be started or does not speak its protocol.
std::unique_ptr<Player> start_player(const EngineSpec& spec, const PlayerOptions& options,
                                     const search::StopFlag& stop);

}  // namespace tesuji::match

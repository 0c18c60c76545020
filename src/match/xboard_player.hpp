// An engine that speaks the xboard protocol, or its ancestor that GNU Shogi 1.4 (`gnushogi -X`) still speaks:
// no `feature`, moves printed as "12. ... 7g7f 990", and `time CENTISECONDS MOVES`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "match/player.hpp"
#include "match/process.hpp"

namespace tesuji::match {

class XboardPlayer : public Player {
 public:
  XboardPlayer(EngineSpec spec, const PlayerOptions& options);
  ~XboardPlayer() override;

  void new_game(const TimeControl& control, const search::StopFlag& stop) override;
  Answer think(const Turn& turn, const search::StopFlag& stop) override;
  [[nodiscard]] bool usable() const override { return usable_; }

  // The move in a line of output, if that is what the line is.
  static std::optional<std::string> move_in(std::string_view line);

 private:
  void greet(const search::StopFlag& stop);
  bool send_move(const std::string& move);
  // Tells the engine all that happened since its last move, and lets it think.
  bool send_turn(const Turn& turn);

  EngineSpec spec_;
  PlayerOptions options_;
  Process process_;
  bool usable_ = true;
  bool greeted_ = false;
  bool modern_ = false;  // answers `protover 2` with features
  bool usermove_ = false, setboard_ = false;
  bool forced_ = true;     // in force mode: moves are taken down, not answered
  std::size_t known_ = 0;  // so many moves of the game it has been told, or has played
};

}  // namespace tesuji::match

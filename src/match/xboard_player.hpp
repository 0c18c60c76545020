// An engine that speaks the xboard protocol, or its ancestor that GNU Shogi 1.4 (`gnushogi -X`) still speaks:
// no `feature`, moves printed as "12. ... 7g7f 990", and `time CENTISECONDS MOVES`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "match/process_player.hpp"

namespace tesuji::match {

class XboardPlayer : public ProcessPlayer {
 public:
  using ProcessPlayer::ProcessPlayer;

  void new_game(const TimeControl& control, const search::StopFlag& stop) override;

  // The move in a line of output, if that is what the line is.
  static std::optional<std::string> move_in(std::string_view line);

 private:
  void greet(const search::StopFlag& stop);
  bool send_move(const std::string& move);
  // Tells all that happened since the engine's last move.
  bool send_turn(const Turn& turn) override;
  bool read_answer(const std::string& line, const Turn& turn, Answer& answer) override;
  // Not every engine understands `?`, so it cannot be recovered.
  std::string recover(const search::StopFlag&) override {
    give_up();
    return "";
  }

  bool greeted_ = false;
  bool modern_ = false;  // answers `protover 2` with features
  bool usermove_ = false, setboard_ = false;
  bool forced_ = true;     // in force mode: moves are taken down, not answered
  std::size_t known_ = 0;  // how many moves of the game the engine knows
};

}  // namespace tesuji::match

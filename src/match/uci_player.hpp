// An engine that speaks UCI or USI.
#pragma once

#include <string>

#include "match/process_player.hpp"
#include "protocol/dialect.hpp"

namespace tesuji::match {

class UciPlayer : public ProcessPlayer {
 public:
  UciPlayer(EngineSpec engine, const protocol::Dialect& dialect, const PlayerOptions& options,
            const search::StopFlag& stop);

  void new_game(const TimeControl& control, const search::StopFlag& stop) override;

  // The `go` command for this turn, with the time that is left.
  static std::string go_command(const Turn& turn, const EngineSpec& spec, const protocol::Dialect& dialect);

 private:
  bool send_turn(const Turn& turn) override;
  bool read_answer(const std::string& line, const Turn& turn, Answer& answer) override;
  std::string recover(const search::StopFlag& stop) override;

  // Reads until a line that begins with `word`; throws Error if none comes in time.
  void expect(std::string_view word, const search::StopFlag& stop);
  [[nodiscard]] std::string position_command(const Turn& turn) const;

  const protocol::Dialect& dialect_;
};

}  // namespace tesuji::match

// An engine that speaks UCI or USI.
#pragma once

#include <string>

#include "match/player.hpp"
#include "match/process.hpp"
#include "protocol/dialect.hpp"

namespace tesuji::match {

class UciPlayer : public Player {
 public:
  UciPlayer(EngineSpec spec, const protocol::Dialect& dialect, const PlayerOptions& options,
            const search::StopFlag& stop);
  ~UciPlayer() override;

  void new_game(const TimeControl& control, const search::StopFlag& stop) override;
  Answer think(const Turn& turn, const search::StopFlag& stop) override;
  [[nodiscard]] bool usable() const override { return usable_; }

 private:
  // Reads until a line that begins with `word`; throws Error if none comes in time.
  void expect(std::string_view word, const search::StopFlag& stop);
  [[nodiscard]] std::string position_command(const Turn& turn) const;
  [[nodiscard]] std::string go_command(const Turn& turn) const;
  // After an overstepped limit: the answer may still come, and then the engine can play on.
  void recover(const search::StopFlag& stop);

  EngineSpec spec_;
  const protocol::Dialect& dialect_;
  PlayerOptions options_;
  Process process_;
  bool usable_ = true;
};

}  // namespace tesuji::match

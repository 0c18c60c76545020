// An engine in a process of its own, one line of text at a time: what the protocols have in common. What they
// differ in is how they send a turn and read an answer.
#pragma once

#include <string>

#include "match/player.hpp"
#include "match/process.hpp"

namespace tesuji::match {

class ProcessPlayer : public Player {
 public:
  ProcessPlayer(EngineSpec spec, const PlayerOptions& options);
  ~ProcessPlayer() override;

  Answer think(const Turn& turn, const search::StopFlag& stop) final;
  [[nodiscard]] bool usable() const final { return usable_; }

 protected:
  // Tells the engine how the game stands and lets it think; false if it does not hear us any more.
  virtual bool send_turn(const Turn& turn) = 0;
  // Takes from a line what it says; true if it was the answer.
  virtual bool read_answer(const std::string& line, const Turn& turn, Answer& answer) = 0;
  // The limit was overstepped: the answer may still come, and then the engine can play on. Gives up if not;
  // returns what there is to say of it.
  virtual std::string recover(const search::StopFlag& stop) = 0;

  [[nodiscard]] const EngineSpec& spec() const { return spec_; }
  [[nodiscard]] const PlayerOptions& options() const { return options_; }
  Process& process() { return process_; }
  void give_up() { usable_ = false; }

 private:
  EngineSpec spec_;
  PlayerOptions options_;
  Process process_;
  bool usable_ = true;
};

}  // namespace tesuji::match

// The jobs of a proof on many workers, a line each: what a submitter that was stopped goes on from, and what
// tools/scale/simulate.py replays.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/file.hpp"

namespace tesuji::app {

class ProofRecord {
 public:
  // Reads what an earlier run left. `about` says what is proved and how. Throws Error, and changes nothing,
  // if the file is about something else or another run is writing it.
  ProofRecord(std::string path, const nlohmann::ordered_json& about);

  // The answers to the jobs of one goal, in the order in which they came, each with its "moves".
  [[nodiscard]] std::vector<nlohmann::json> jobs(const std::string& goal) const;
  [[nodiscard]] std::size_t size() const { return lines_.size(); }

  void add(const std::string& goal, const std::vector<std::string>& moves, const nlohmann::json& answer);

 private:
  void read(const std::string& text, const nlohmann::ordered_json& about);

  const std::string path_;
  std::optional<RunLock> lock_;
  std::optional<AppendFile> file_;
  std::vector<nlohmann::json> lines_;  // of earlier runs
};

}  // namespace tesuji::app

// What a report on a life-and-death problem has besides what all games report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/report.hpp"
#include "games/go/question.hpp"

namespace tesuji::go {

// What becomes of a group when one side moves first.
struct Fate {
  struct Ko {
    std::string takes_first;     // a side
    std::string needs_threats;   // the other side
    std::optional<int> threats;  // how many turn the result; none = more than are counted
    std::string condition;       // the least that turns it, as the option "ko" spells conditions
  };
  std::string first;   // the side that moves first
  std::string status;  // "alive", "dead", "seki", "ko"; "open" = not decided
  std::optional<Ko> ko = {};
  bool threats_open = false;  // the status is for nobody having threats; with them it is not decided
};

struct GoReport final : engine::GameReport {
  std::vector<Fate> fates;                          // one for each side that was asked to move first
  std::optional<std::vector<std::string>> threats;  // moves that work if ignored; none = not asked
  std::vector<Assumption> assumptions;              // what the problem does not say
  std::string holds_outside;  // "any", "attacker", "defender": whose outside it holds for; empty = not known
  std::vector<std::string> target;  // a stone of each block in question
  bool open = false;                // the region is an assumption: no wall closes it
  std::vector<std::string> region;  // the points that moves are played on
  std::string tree;                 // the proof as SGF with variations, if it was asked for
  std::string tree_file;            // where to write it; empty = nowhere

  void add_to(nlohmann::ordered_json& report) const override;
  [[nodiscard]] std::vector<std::string> sentences() const override;
  [[nodiscard]] std::vector<engine::OutputFile> files() const override;
};

// The Go part of a report that the Go engine made.
inline const GoReport& go_report(const engine::Report& report) {
  return static_cast<const GoReport&>(*report.details);
}

}  // namespace tesuji::go

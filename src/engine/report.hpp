// What an engine answers: one struct behind the text for people, the JSON for programs, the protocols and the
// page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::engine {

struct TableReport {
  std::uint64_t bytes = 0;
  std::uint64_t probes = 0;
  std::uint64_t hits = 0;
  std::uint64_t stores = 0;
  std::uint64_t replacements = 0;
  int fill = 0;  // per mille

  [[nodiscard]] double hit_rate() const {
    return probes == 0 ? 0.0 : static_cast<double>(hits) / static_cast<double>(probes);
  }
};

// Whether a score is the value itself or, in the middle of a search, only a bound on it.
enum class ScoreBound { Exact, Lower, Upper };

// Expected results from the mover's side, per mille; they add up to 1000.
struct Odds {
  int win = 0, draw = 0, loss = 0;
};

struct MoveReport {
  std::string move;
  std::optional<int> score;
  std::optional<int> mate;      // as in Report
  std::string verdict;          // empty = none
  std::vector<std::string> pv;  // begins with `move`; empty = not known
};

// What becomes of a group when one side moves first.
struct Fate {
  struct Ko {
    std::string takes_first;     // a side
    std::string needs_threats;   // the other side
    std::optional<int> threats;  // how many turn the result; none = more than are counted
    std::string condition;       // the least that turns it, as the engine's option spells conditions
  };
  std::string first;   // the side that moves first
  std::string status;  // "alive", "dead", "seki", "ko"; "open" = not settled
  std::optional<Ko> ko;
};

struct Report {
  std::string game;
  std::string position;
  std::string side;          // to move
  std::string verdict;       // for people: "win in 5", "alive", "mate in 3"; empty = none
  std::vector<Fate> fates;   // the same for programs, where it depends on who moves first
  std::optional<int> score;  // from the mover's side, in the game's unit
  std::optional<int> mate;   // moves to mate, negative = being mated
  ScoreBound bound = ScoreBound::Exact;
  std::optional<Odds> odds;
  std::vector<std::string> best;  // empty = there is no move; several = equally good
  std::vector<std::string> pv;    // its second move is the one to ponder on
  std::vector<MoveReport> moves;  // best first; the lines of MultiPV, or the score of every move
  std::optional<std::vector<std::string>> threats;  // moves that work if ignored; none = not asked
  std::optional<int> depth, selective_depth;
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool exact = false;               // proved, not estimated
  std::vector<std::string> region;  // the points a local search keeps to; empty = the whole board
  std::string tree;                 // the proof, as a game record with variations, where it was asked for
  std::optional<TableReport> table;
  std::string board;                 // a drawing, for people; not in the JSON
  std::vector<std::string> remarks;  // further sentences for people; "remarks" in the JSON
};

}  // namespace tesuji::engine

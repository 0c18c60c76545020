// What an engine answers: one struct behind the text for people, the JSON for programs, the protocols and the
// page.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::engine {

struct TableReport {
  std::uint64_t bytes = 0;          // what it may take
  std::uint64_t current_bytes = 0;  // what it takes now: it doubles whenever it fills up
  std::uint64_t probes = 0;
  std::uint64_t hits = 0;
  std::uint64_t stores = 0;
  std::uint64_t replacements = 0;
  int fill = 0;                  // per mille of `bytes`
  int old = 0;                   // per mille of its entries: those that earlier searches stored
  std::uint64_t mismatches = 0;  // hits whose move was impossible: entries of other positions

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

// A file that a report asks its reader to write; the path "-" is standard output.
struct OutputFile {
  std::string path, text;
};

// The part of a report that only one game has. Its fields stand in the JSON beside those that all games
// share.
class GameReport {
 public:
  GameReport() = default;
  GameReport(const GameReport&) = default;
  GameReport& operator=(const GameReport&) = default;
  virtual ~GameReport() = default;

  virtual void add_to(nlohmann::ordered_json& report) const = 0;
  [[nodiscard]] virtual std::vector<std::string> sentences() const { return {}; }  // for people
  [[nodiscard]] virtual std::vector<OutputFile> files() const { return {}; }
};

struct Report {
  std::string game;
  std::string position;
  std::string side;          // to move
  std::string verdict;       // for people: "win in 5", "alive", "mate in 3"; empty = none
  std::optional<int> score;  // from the mover's side, in the game's unit
  std::optional<int> mate;   // moves to mate, negative = being mated
  ScoreBound bound = ScoreBound::Exact;
  std::optional<Odds> odds;
  std::vector<std::string> best;  // empty = there is no move; several = equally good
  std::vector<std::string> pv;    // its second move is the one to ponder on
  std::vector<MoveReport> moves;  // best first; the lines of MultiPV, or the score of every move
  std::optional<int> depth, selective_depth;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::optional<std::uint64_t> tablebase_hits;  // if there are tablebases
  bool proved = false;                          // the result is certain
  bool complete = true;  // everything that was asked for is there: the shortest mate, every move scored
  std::optional<TableReport> table;
  std::string board;                          // a drawing, for people; not in the JSON
  std::vector<std::string> remarks;           // further sentences for people; "remarks" in the JSON
  std::shared_ptr<const GameReport> details;  // what only this game reports; may be null
};

}  // namespace tesuji::engine
